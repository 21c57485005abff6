"""Candidates are positions of real boards for which the claim holds. An image has the key of its position."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from itertools import count, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.samples import candidates, puzzle
from sampling import some
from shatterproof.game import find_game
from shatterproof_properties import play
from shatterproof_properties.puzzles.checker.certificate import forgotten
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.wins_claim import MOST_KEYS
from shatterproof_properties.puzzles.compose.game_composer import composer_of, simplified
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, SearchLimits

Json = dict[str, Any]
PLENTY = SearchLimits(positions=100_000)
ASKED = [
    ("crumble", "mated-1", "4x4", False),
    ("crumble", "wins-1", "4x3", True),
    ("splinter", "wins-2", "8x7", False),
    ("splinter", "defends-1", "8x7", False),
    ("scrunch", "wins-1", "3", False),
    ("scrunch", "wins-2", "3", True),
    ("scrunch", "mated-1", "3", False),
]
GAMES = ("crumble", "scrunch", "splinter")
BOARDS = {"crumble": ("3x3", "4x3"), "scrunch": ("3", "4"), "splinter": ("6x6", "7x5")}


@cache
def some_candidates(game: str, claim: str, board: str, unique: bool, seed: int = 3) -> tuple[Json, ...]:
    """The first few candidates, found without a clock, so that they are always the same."""
    return tuple(islice(candidates(game, Claim.parse(claim, unique), board, seed), 4))


FEW_TURNS = """\
Scrunch 4, Dark to move
   x x x .
  x . . . .
 . x x x x x
. o . o . . x
 o x . . . x
  o x x x x
   . . o .
"""
ONE_OF_FOUR = """\
Scrunch 5, Dark to move
    . . . x x
   . . . x . x
  . . . . x . x
 . . . . x . . x
. . . . o x . . x
 . . . . . x x .
  . . . . o . x
   . . . . o x
    . . . . .
"""


@pytest.mark.parametrize(("diagram", "claim"), [(FEW_TURNS, "mated-1"), (ONE_OF_FOUR, "defends-1")])
def test_what_is_decided_at_once_is_not_worth_asking_with_few_turns_to_try(diagram: str, claim: str) -> None:
    its = puzzle("scrunch", diagram, claim)
    forcing = search_for(its)
    here = forcing.adapter.read(dict(its.position))
    assert its.claim.meaning.holds(forcing, here, 1, False)
    assert not its.claim.meaning.is_worth_asking(forcing, here, 1, False)


def wins(forcing: Forcing, here: Any, turns: int) -> list[Any]:
    """The results by which the side to move wins in this many turns."""
    after = [each for _, each in forcing.adapter.results(here)]
    verdicts = [forcing.adapter.verdict(each) for each in after]
    return [
        each
        for each, verdict in zip(after, verdicts, strict=True)
        if (verdict == -1 if verdict is not None else forcing.is_mated(each, turns - 1))
    ]


@pytest.mark.parametrize(("game", "claim", "board", "unique"), ASKED)
def test_the_reference_accepts_each_candidate_as_an_undecided_position_of_the_board(
    game: str, claim: str, board: str, unique: bool
) -> None:
    rules = find_game(game)
    for value in some_candidates(game, claim, board, unique):
        position = rules.from_json(value)
        assert value["board"] == board
        assert not value.get("memory")
        assert rules.outcome(position) is None
        assert rules.to_json(position) == value


@pytest.mark.parametrize(("game", "claim", "board", "unique"), ASKED)
def test_a_fresh_search_finds_the_claim_true_and_nothing_shorter(
    game: str, claim: str, board: str, unique: bool
) -> None:
    adapter, wanted = search_adapter(game, board), Claim.parse(claim, unique)
    for value in some_candidates(game, claim, board, unique):
        forcing, here = Forcing(adapter, PLENTY), adapter.read(value)
        if wanted.kind == "mated":
            assert forcing.is_mated(here, wanted.turns)
            assert not forcing.is_mated(here, wanted.turns - 1)
        elif wanted.kind == "wins":
            keys = wins(forcing, here, wanted.turns)
            assert 1 <= len(keys) <= (1 if unique else MOST_KEYS)
            assert wanted.turns == 1 or not forcing.is_won(here, wanted.turns - 1)
        else:
            lost = [
                adapter.verdict(after) == 1 or forcing.is_won(after, wanted.turns) for _, after in adapter.results(here)
            ]
            assert any(lost)
            assert not all(lost)


@pytest.mark.parametrize(("game", "claim", "board", "unique"), ASKED)
def test_no_candidate_is_an_image_of_another(game: str, claim: str, board: str, unique: bool) -> None:
    found = some_candidates(game, claim, board, unique)
    assert len({key(game, value) for value in found}) == len(found) == 4


@pytest.mark.parametrize("game", some(["scrunch", "crumble", "splinter"], one_in=3))
def test_a_seed_always_gives_the_same_candidates_and_another_seed_others(game: str) -> None:
    asked = next(each for each in ASKED if each[0] == game)
    again = tuple(islice(candidates(game, Claim.parse(asked[1], asked[3]), asked[2], 3), 4))
    assert again == some_candidates(*asked)
    assert some_candidates(*asked, seed=4) != again


@pytest.mark.parametrize("game", GAMES)
def test_candidates_end_when_asked_to_stop(game: str) -> None:
    asked = count()
    board = BOARDS[game][0]
    found = candidates(game, Claim("mated", 3), board, 1, stop=lambda: next(asked) > 200)
    assert len(list(found)) <= 200
    assert next(asked) <= 203


def test_one_answer_never_settles_a_crumblemate() -> None:
    adapter = search_adapter("crumble", "4x4")
    for value in some_candidates("crumble", "mated-1", "4x4", False):
        afters = [after for _, after in adapter.results(adapter.read(value))]
        wins = [(after, adapter.win_now(after)) for after in afters]
        answers = {adapter.killer(after, win[0]) for after, win in wins if win is not None}
        assert not any(
            all((again := adapter.retry(after, answer)) and adapter.verdict(again[1]) == -1 for after in afters)
            for answer in answers
        )


def test_candidates_and_what_is_simplified_keep_to_the_readings_asked_for() -> None:
    rules, readings = find_game("scrunch"), {"scrunch.loops": "forbidden", "scrunch.snake-count": "after-placement"}
    found = list(islice(candidates("scrunch", Claim("wins", 1), "3", 1, readings), 4))
    adapter = search_adapter("scrunch", "3", readings)
    assert all(Forcing(adapter, PLENTY).is_won(adapter.read(value), 1) for value in found)
    simple = simplified(
        found[0], lambda value: Forcing(adapter, PLENTY).is_won(adapter.read(value), 1), readings=readings
    )
    for value in [*found, simple]:
        assert rules.outcome(rules.from_json(value, rules.Readings.from_mapping(readings))) is None


def test_an_unknown_game_or_board_is_refused() -> None:
    for game, board in (("chess", "8x8"), ("scrunch", "70"), ("splinter", "x"), ("crumble", "1x1")):
        with pytest.raises(ValueError, match=r"game|board|side"):
            next(candidates(game, Claim("wins", 1), board, 1))


def positions(game: str) -> st.SearchStrategy[Json]:
    """Any undecided positions of small boards, as JSON values."""
    rules = find_game(game)
    boards = st.sampled_from(BOARDS[game])
    return play.positions(rules, boards, readings=rules.Readings()).map(rules.to_json)


def turned(game: str, value: Json, by: int) -> Json:
    """An image that the adapter of a game does not tell apart, made from names of cells and corners."""
    return MAKERS[game](value, by)


def _turned_crumble(value: Json, by: int) -> Json:
    columns, rows = map(int, value["board"].split("x"))
    other = {"black": "white", "white": "black"} if by & 4 else {"black": "black", "white": "white"}
    pieces = []
    for *numbers, colour in value["pieces"]:
        x, y, width, height = map(Fraction, numbers)
        x = columns - x - width if by & 1 else x
        y = rows - y - height if by & 2 else y
        pieces.append((y, x, [*map(str, (x, y, width, height)), other[colour]]))
    return {**value, "pieces": [row for *_, row in sorted(pieces)], "to_move": other[value["to_move"]]}


def _turned_splinter(value: Json, by: int) -> Json:
    columns, rows = map(int, value["board"].split("x"))
    other = {"blue": "white", "white": "blue"} if by & 4 else {"blue": "blue", "white": "white"}
    pieces = []
    for name, side, kind in value["pieces"]:
        column, row = ord(name[0]) - ord("a"), int(name[1:])
        column = columns - 1 - column if by & 1 else column
        row = rows + 1 - row if by & 2 else row
        pieces.append((column, row, [f"{chr(ord('a') + column)}{row}", other[side], kind]))
    return {**value, "memory": [], "pieces": [row for *_, row in sorted(pieces)], "to_move": other[value["to_move"]]}


def _turned_scrunch(value: Json, by: int) -> Json:
    side = int(value["board"])
    names = ["dark", "light"]
    other = dict(zip(names, reversed(names) if by & 4 else names, strict=True))

    def moved(cell: str) -> tuple[int, int]:
        row, column = ord(cell[0]) - ord("a"), int(cell[1:])
        length = 2 * side - 1 - abs(row - (side - 1))
        return 2 * side - 2 - row if by & 2 else row, length + 1 - column if by & 1 else column

    stones = {
        other[name]: [f"{chr(ord('a') + row)}{column}" for row, column in sorted(map(moved, value[name]))]
        for name in names
    }
    creating = [name for name in names if name in {other[each] for each in value["creating"]}]
    return {**value, **stones, "creating": creating, "to_move": other[value["to_move"]]}


def key(game: str, value: Json) -> Hashable:
    return image_key(find_game(game), find_game(game).from_json(value))


MAKERS: dict[str, Callable[[Json, int], Json]] = {
    "crumble": _turned_crumble,
    "scrunch": _turned_scrunch,
    "splinter": _turned_splinter,
}


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_images_have_the_same_key(game: str, data: st.DataObject) -> None:
    value = forgotten(find_game(game), data.draw(positions(game)))
    image = turned(game, value, data.draw(st.integers(0, 7)))
    find_game(game).from_json(image)
    assert key(game, image) == key(game, value)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_keys_tell_apart_what_the_search_tells_apart(game: str, data: st.DataObject) -> None:
    value = forgotten(find_game(game), data.draw(positions(game)))
    adapter, rules = search_adapter(game, value["board"]), find_game(game)
    here = adapter.read(value)
    others = [forgotten(rules, adapter.write(after)) for _, after in islice(adapter.results(here), 12)]
    for other in [value, *others]:
        same = adapter.key(adapter.read(other)) == adapter.key(here)
        assert (key(game, other) == key(game, value)) is same
        assert rules.to_json(rules.from_json(other)) == other


def test_a_square_turned_by_a_quarter_is_an_image_of_itself() -> None:
    rules = find_game("crumble")
    upright = rules.to_json(rules.from_diagram("2x2, Black to move\nAb\nAc\n"))
    level = rules.to_json(rules.from_diagram("2x2, Black to move\nbc\nAA\n"))
    painted_over = rules.to_json(rules.from_diagram("2x2, White to move\nBC\naa\n"))
    assert key("crumble", upright) == key("crumble", level) == key("crumble", painted_over)
    assert key("crumble", upright) != key("crumble", {**upright, "to_move": "white"})


@pytest.mark.parametrize("game", GAMES)
def test_what_is_simplified_keeps_its_property_and_never_grows(game: str) -> None:
    asked = next(each for each in ASKED if each[0] == game)
    adapter, rules = search_adapter(game, asked[2]), find_game(game)
    forcing = Forcing(adapter, PLENTY)

    def still_holds(value: Json) -> bool:
        here = adapter.read(value)
        turns = Claim.parse(asked[1]).turns
        return forcing.is_mated(here, turns) if asked[1].startswith("mated") else forcing.is_won(here, turns)

    for value in some_candidates(*asked)[:2]:
        simple = simplified(value, still_holds, 40)
        assert still_holds(simple)
        assert size(simple) <= size(value)
        assert simple["board"] == value["board"]
        assert rules.outcome(rules.from_json(simple)) is None
        assert composer_of(game).is_sensible(simple)
        assert simplified(value, lambda _: False) == value


def size(value: Json) -> int:
    """How many pieces or stones a position has."""
    return len(value.get("pieces", ())) + len(value.get("dark", ())) + len(value.get("light", ()))


def test_nobody_is_asked_more_often_than_allowed_while_simplifying() -> None:
    asked: list[Json] = []

    def holds(value: Json) -> bool:
        asked.append(value)
        return len(asked) % 2 == 0

    simplified(some_candidates(*ASKED[0])[0], holds, 7)
    assert len(asked) <= 7
