"""The search for witnesses proves as much as a naive search over the reference, and admits what it does not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from shatterproof import scrunch, strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof.scrunch.cells import board
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import same
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules
from shatterproof_properties.second.splinter.position import Squares
from shatterproof_properties.witnesses import splinter as splinter_positions
from shatterproof_properties.witnesses.crumble.grid_covers import tilings
from shatterproof_properties.witnesses.distinctions import differ
from shatterproof_properties.witnesses.pair import Values, shipped_pair, values_named
from shatterproof_properties.witnesses.pair_search import find_witness
from witnesses.write import all_pairs

QUICK = [
    values
    for values in all_pairs()
    if values.reading
    in ("scrunch.isolated", "scrunch.first-wriggle", "scrunch.creation-end", "scrunch.loops", "scrunch.first-count",
        "scrunch.snake-count", "splinter.step-off", "splinter.both-out", "crumble.win-stops",
        "crumble.standing-enclosure")
]  # fmt: skip


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("values", QUICK, ids=lambda values: "-".join(values))
def test_the_search_finds_what_is_shipped_whether_it_knows_it_or_not(values: Values, is_known: bool) -> None:
    assert find_witness(values, 120.0, shipped_pair(values) if is_known else None) == shipped_pair(values)


NAIVELY = ("scrunch.creation-end", "scrunch.isolated", "scrunch.first-wriggle", "scrunch.first-count")
"""Pairs for the naive search. All but the first need tens of thousands of questions."""


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(values, id=values.reading, marks=() if values.reading == NAIVELY[0] else pytest.mark.ci)
        for values in QUICK
        if values.reading in NAIVELY
    ],
)
def test_a_naive_search_over_the_reference_finds_no_smaller_egg_or_growth(values: Values) -> None:
    cells = [features.of(scrunch).describe(cell) for cell in sorted(board(2))]
    texts = cells + [f"{placed} {moved}-{target}" for placed, moved, target in product(cells, repeat=3)]
    positions = [
        {"board": "2", "game": "scrunch", "to_move": to_move, "creating": creating, "dark": dark, "light": light}
        for dark, light in [([], []), *(([cell], []) for cell in cells), *(([], [cell]) for cell in cells)]
        for creating in (["dark", "light"], ["dark"], ["light"], [])
        for to_move in ("dark", "light")
    ]
    refute_smaller(values, positions, texts)


def test_a_naive_search_over_the_reference_finds_no_smaller_slide() -> None:
    squares = [f"{column}{row}" for column in "ab" for row in "123"]
    pieces = [(side, kind) for side in ("blue", "white") for kind in ("circle", "cross", "square")]
    positions = [
        {"board": "2x3", "game": "splinter", "memory": [], "to_move": "blue",
         "pieces": [[square, *piece] for square, piece in zip(squares, placed, strict=True)]}
        for placed in permutations(pieces)
    ]  # fmt: skip
    texts = [square + direction for square in squares for direction in ("E", "N", "S")]
    refute_smaller(values_named("splinter.step-off", "allowed", "forbidden"), positions, texts)


@pytest.mark.ci
def test_a_naive_search_over_the_reference_finds_no_smaller_walk() -> None:
    halves = [["0", "0", "2", "1"], ["0", "1", "2", "1"]]
    three = [["0", "0", "1", "1"], ["1", "0", "1", "1"], ["0", "1", "2", "1"]]
    upright = [["0", "0", "1", "1"], ["1", "0", "1", "2"], ["0", "1", "1", "1"]]
    positions = [
        {"board": "2x2", "game": "crumble", "memory": None, "to_move": "black",
         "pieces": [[*piece, colour] for piece, colour in zip(pieces, colours, strict=True)]}
        for pieces in (halves, three, upright)
        for colours in product(("black", "white"), repeat=len(pieces))
    ]  # fmt: skip
    walks = ["".join(path) for length in range(3) for path in product("ENSW", repeat=length)]
    texts = [f"{place}{cut}{walk}" for place in ("0", "1") for cut in ("H", "HN-", "HS-", "V", "VE-", "VW-")
             for walk in walks]  # fmt: skip
    refute_smaller(values_named("crumble.win-stops", "at-once", "end-of-turn"), positions, texts)


def question_about(start: dict[str, Any], **asked: Any) -> Question:
    return Question(start["game"], start["board"], (), strict_json.encode(start), **asked)


def refute_smaller(values: Values, positions: list[dict[str, Any]], texts: list[str]) -> None:
    """Asks every smaller question than the shipped witness about some positions. Fails if any differs."""
    pair, (one, two) = shipped_pair(values), values.readings({})
    assert pair is not None
    assert pair.witness is not None
    smallest = pair.witness.question.size
    asked = 0
    for data in positions:
        start = strict_json.encode(data)
        try:
            level = question_about(data, do="position").size[:3]
        except InputError:
            continue
        for text in texts:
            if (*level, 1, len(text), 0, text, start) < smallest:
                asked += 1
                assert not differ(question_about(data, turn=text), one, two)
    assert asked


@pytest.mark.parametrize(("width", "height", "pieces"), [(2, 2, 3), (4, 4, 5), (4, 2, 4), (3, 3, 5), (4, 4, 8)])
def test_covers_are_those_of_a_search_cell_by_cell(width: int, height: int, pieces: int) -> None:
    found = list(tilings(width, height, pieces))
    assert len(set(map(frozenset, found))) == len(found)
    assert set(map(frozenset, found)) == set(cell_by_cell(width, height, pieces))


def cell_by_cell(width: int, height: int, pieces: int) -> Iterator[frozenset[tuple[int, int, int, int]]]:
    """All covers by pieces of legal shapes, where the first open cell by rows is covered next."""

    def covers(open_cells: frozenset[tuple[int, int]], left: int) -> Iterator[frozenset[tuple[int, int, int, int]]]:
        if not open_cells:
            yield from [frozenset()] if not left else []
        elif left:
            x, y = min(open_cells, key=lambda cell: (cell[1], cell[0]))
            for wide, high in product(range(1, width + 1), range(1, height + 1)):
                piece = frozenset(product(range(x, x + wide), range(y, y + high)))
                if piece <= open_cells and (wide in (high, 2 * high) or high == 2 * wide):
                    yield from (rest | {(x, y, wide, high)} for rest in covers(open_cells - piece, left - 1))

    yield from covers(frozenset(product(range(width), range(height))), pieces)


def test_colourings_of_splinter_are_counted_as_they_are_listed() -> None:
    for pieces in (5, 6, 7):
        listed = list(splinter_positions.filled(pieces))
        assert len(listed) == len(set(listed)) == splinter_positions.colourings(pieces)
        assert listed == sorted(listed, key=lambda filled: [list(piece) for piece in filled])


@pytest.mark.parametrize("texts", [("a1N", "a3S"), ("a1N", "a2S"), ("b1NW", "a2SE")])
def test_whether_slides_return_does_not_hang_on_kinds(texts: tuple[str, ...]) -> None:
    """Where the kinds are left out the same pairs of slides differ as for the reference, on one set of squares."""
    squares = Squares(2, 4)
    shape = sum(squares.bits[name] for name in ("a1", "a2", "b1", "b2", "a3", "b3"))
    values = values_named("splinter.no-return", "any-piece", "moved-piece")
    guessed = splinter_positions.some_colours_differ(squares, shape, texts, values.readings({}))
    positions = [splinter_positions.placed(squares, shape, pieces, "blue") for pieces in splinter_positions.filled(6)]
    asked = (Question.at(values.game, position, played=texts[:-1], turn=texts[-1]) for position in positions)
    assert guessed == any(differ(question, *values.readings({})) for question in asked)


def test_when_time_is_up_the_search_says_how_far_it_has_come() -> None:
    values = values_named("crumble.win-stops", "at-once", "end-of-turn")
    pair = find_witness(values, 0.0)
    assert pair.witness is not None
    assert not pair.proved
    assert pair.bound == "There may be smaller ones."


def test_a_wrong_earlier_result_is_not_believed() -> None:
    values = values_named("scrunch.isolated", "from-own", "from-all")
    right = shipped_pair(values)
    assert right is not None
    assert right.witness is not None
    wrong = replace(right, witness=replace(right.witness, question=right.witness.question.asking("apply", "c2")))
    assert find_witness(values, 60.0, wrong) == right


def test_progress_is_reported() -> None:
    reported: list[int] = []
    find_witness(values_named("scrunch.isolated", "from-own", "from-all"), 60.0, on_progress=reported.append)
    assert reported
    assert reported == sorted(reported)


def test_the_order_is_board_pieces_turns_text_and_position() -> None:
    start = {"board": "2", "creating": ["dark", "light"], "dark": [], "game": "scrunch", "light": [], "to_move": "dark"}
    stone = {**start, "dark": ["a1"], "to_move": "light"}
    asked = [
        question_about(start, turn="a1"),
        question_about(start, turn="b1"),
        question_about(start, turn="a1 a2-b2"),
        question_about(stone, turn="a1"),
        question_about(start, played=("a1",), turn="a1"),
        question_about({**start, "board": "3"}, turn="a1"),
    ]
    sizes = [question.size for question in asked]
    assert sizes == sorted(set(sizes))


def test_what_is_only_remembered_is_no_difference() -> None:
    game = find_game("crumble")
    readings = [game.Readings.from_mapping({"crumble.draw": value}) for value in ("same-target", "agreement-only")]
    question = Question.at(game, game.start("2x2"), turn="0,1VE")
    first, second = (answer_by_rules(question.under(each.departures())) for each in readings)
    assert first != second
    assert same("apply", first, second, memory=False)
    assert not differ(question, *readings)


def test_a_tie_of_two_groups_written_in_another_way_is_no_difference() -> None:
    values = values_named("splinter.tie", "keep-one", "remove-one")
    start = values.game.from_diagram("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n")
    question = Question.at(values.game, start, turn="d3N=e1")
    first, second = (answer_by_rules(question.under(each.departures())) for each in values.readings({}))
    assert (first["verdict"], second["verdict"]) == ("legal", "illegal")
    assert not differ(question, *values.readings({}))
