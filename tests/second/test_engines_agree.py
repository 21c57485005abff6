"""The second engines and the reference share no rules, and give the same results and verdicts; so do the shortcuts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sampling import some
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, OURS, find_game
from shatterproof_properties import play
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.served import reference_table, second_engine
from shatterproof_properties.second.crumble import Engine as CrumbleEngine

Json = dict[str, Any]

BOARDS = {"crumble": ("2x2", "3x2", "3x3"), "scrunch": ("2", "2", "3"), "splinter": ("2x4", "5x2", "4x5")}
PLIES = {"crumble": 12, "scrunch": 24, "splinter": 30}
TEXTS_ASKED = 12
"""The number of turns of other positions that are asked about in each position."""


def departures(game: str) -> Iterator[dict[str, str]]:
    """The default readings, and every other value of every reading alone."""
    yield {}
    for reading, values in find_game(game).Readings.choices().items():
        yield from ({reading: value} for value in values[1:])


CASES = [
    pytest.param(game, board, readings, id=f"{game} {board} {' '.join(readings.values()) or 'defaults'} {number}")
    for game in GAMES
    for number, board in enumerate(BOARDS[game])
    for readings in departures(game)
]


def by_position(game: str, results: list[Json]) -> list[Json]:
    """Results sorted by position. Engines of Crumble may name different turns for one result."""
    left_out = {"turn"} if game == "crumble" else set()
    listed = [{name: value for name, value in result.items() if name not in left_out} for result in results]
    return sorted(listed, key=lambda result: strict_json.encode(result["position"]))


def about(verdict: Json) -> Json:
    """The compared part of a verdict. Of several broken rules of a part of Crumble, either may be named."""
    clause = verdict.get("clause", "")
    return {**verdict, "clause": clause.rpartition(".")[0]} if clause.startswith("crumble.") else verdict


def walk(game: str, second: Any, chance: random.Random) -> Iterator[tuple[Json, list[Json]]]:
    """A random game of the second engine: its positions, each with its list of results."""
    position = second.start()
    for _ in range(PLIES[game]):
        results = list(second.turns(position))
        yield position, results
        if not results:
            return
        # Turns with long texts capture, remove and split more often.
        tried = chance.sample(results, min(3, len(results)))
        position = max(tried, key=lambda result: len(result["turn"]))["position"]


@pytest.mark.parametrize(
    ("game", "board", "readings"), some(CASES, one_in=3, always=lambda case: case.values[0] == "splinter")
)
def test_both_list_the_same_results_and_give_the_same_verdicts(game: str, board: str, readings: dict[str, str]) -> None:
    chance = random.Random(f"{game} {board} {readings}")
    reference, second = reference_table(game)(board, readings), second_engine(game).on_board(board, readings)
    assert reference.start() == second.start()
    heard: list[str] = []
    for position, results in walk(game, second, chance):
        assert by_position(game, list(reference.turns(position))) == by_position(game, results)
        heard += (result["turn"] for result in chance.sample(results, min(4, len(results))))
        for text in chance.sample(heard, min(TEXTS_ASKED, len(heard))):
            assert about(reference.apply(position, text)) == about(second.apply(position, text)), text


LARGEST = {"crumble": 2, "scrunch": 3, "splinter": 5}
"""The largest side of a board of positions set up, in units or cells."""


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=2 * settings().max_examples)
@given(data=st.data())
def test_both_agree_about_positions_set_up_and_about_near_misses(name: str, data: st.DataObject) -> None:
    game = find_game(name)
    readings = st.just(game.Readings()) | play.readings(game)
    # A crowd takes the reference seconds.
    bias = data.draw(st.sampled_from((None, *(each for each in play.biases(game) if each != "crowds"))))
    position = data.draw(play.positions_set_up(game, play.boards(game, LARGEST[name]), readings, bias=bias))
    chosen = position.readings.departures()
    reference, second = (
        reference_table(name)(position.board, chosen),
        second_engine(name).on_board(position.board, chosen),
    )
    here = position_to_json(game, position)
    assert by_position(name, list(reference.turns(here))) == by_position(name, list(second.turns(here)))
    for text, _ in data.draw(st.lists(play.near_misses(game, position), max_size=3)):
        assert about(reference.apply(here, text)) == about(second.apply(here, text)), text


def spoiled(position: Json, chance: random.Random) -> Json:
    """A position with one value left out, doubled, or replaced."""
    found = strict_json.decode(strict_json.encode(position))
    assert isinstance(found, dict)
    here: Any = found
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chance.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and chance.random() < 0.7:
            here = here[key]
            continue
        change = chance.randrange(4)
        if change == 0:
            del here[key]
        elif change == 1 and isinstance(here, list):
            here.insert(chance.randrange(len(here) + 1), here[key])
        else:
            here[key] = chance.choice([here[chance.choice(keys)], None, 1, "", "1", "white", "light", [], ["a1"]])
        return found


def read(game: str, table: Any, position: Json) -> Any:
    """The results listed for a position from outside, or None if it is refused."""
    try:
        return by_position(game, list(table.turns(position)))
    except ValueError:
        return None


@pytest.mark.parametrize("game", GAMES)
def test_both_refuse_the_same_positions(game: str) -> None:
    chance = random.Random(game)
    board = BOARDS[game][-1]
    reference, second = reference_table(game)(board, {}), second_engine(game).on_board(board, {})
    for position, _ in walk(game, second, chance):
        for _ in range(12):
            given = spoiled(position, chance)
            # A memory may be left out of positions of the reference.
            if given.keys() == position.keys():
                assert read(game, reference, given) == read(game, second, given), given


TREES = [
    *[("crumble", *row) for row in (
        ("2x2", [1, 8, 72, 968]), ("2x3", [1, 13, 215]), ("3x3", [1, 22, 590]), ("6x6", [1, 96, 10980]),
    )],
    ("scrunch", "2", [1, 7, 42, 162, 432]), ("scrunch", "3", [1, 19, 342]), ("splinter", "10x9", [1, 120, 14241]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "board", "totals"), TREES)
def test_the_tree_from_the_start_has_known_sizes(game: str, board: str, totals: list[int]) -> None:
    engine = second_engine(game).on_board(board)
    vars(engine)["_compiled"] = None
    for depth, total in enumerate(totals):
        answer = engine.count(engine.start(), depth)
        assert answer["total"] == total
        assert answer["by"] == sorted(answer["by"])
        assert depth == 0 or sum(leaves for _, leaves in answer["by"]) == total


@pytest.mark.parametrize("game", GAMES)
def test_a_second_engine_is_for_a_board_of_its_game(game: str) -> None:
    engine = second_engine(game)
    for board in BOARDS[game]:
        assert engine.on_board(board).start()["board"] == board
    for wrong in ("", "x", "6x", "6x6x6", "06x6", "99", "99x99", "7" if game != "scrunch" else "7x7", 7, None):
        with pytest.raises(InputError, match=rf"{game}\.board\.limits"):
            engine.on_board(wrong)


RESTS_ON = {"crumble": "may_enter", "scrunch": "steps", "splinter": "may_push"}
LARGER = {
    "crumble": [("3x3", 24), ("4x4", 16), ("6x6", 10)],
    "scrunch": [("4", 40), ("6", 70)],
    "splinter": [("10x9", 50), ("8x3", 50), ("12x12", 50)],
}
"""Boards, each with the length of its games."""
TOGETHER = {
    "crumble": [
        {"crumble.draw-target": "own", "crumble.capture-nested": "one-snapshot", "crumble.win-stops": "end-of-turn"},
        {"crumble.draw": "draw-turns", "crumble.draw-turn-target": "shared", "crumble.standing-enclosure": "next-step"},
    ],
    "scrunch": [
        {"scrunch.isolated": "from-all", "scrunch.stuck-creator": "pass", "scrunch.creation-end": "own-growth-or-full"},
        {"scrunch.first-wriggle": "bare-placement", "scrunch.removal-ends-turn": "then-wriggle"},
        {"scrunch.removal-scope": "any-dead", "scrunch.tied-death": "each-stuck", "scrunch.loops": "forbidden"},
        {"scrunch.removal-count": "before-removal", "scrunch.removal-ends-turn": "then-wriggle"},
    ],
    "splinter": [{"splinter.no-return": "whole-position", "splinter.tie": "remove-one", "splinter.passing": "allowed"}],
}


def step_by_step(usual: Any, game: str) -> Any:
    """The same engine without shortcuts, since a method behind them is overridden."""
    rests_on = getattr(usual, RESTS_ON[game])
    return type("StepByStep", (usual,), {RESTS_ON[game]: lambda self, *given: rests_on(self, *given)})


def played(engine: Any, chance: random.Random, plies: int) -> Any:
    """A position of a random game.

    Turns with long texts are preferred, since they capture, grow and choose more often.
    """
    here = engine.opening()
    for _ in range(plies):
        going_on = [(turn, after) for turn, after in engine.results(here) if engine.outcome(after) is None]
        if not going_on:
            break
        tried = chance.sample(going_on, min(3, len(going_on)))
        here = max(tried, key=lambda result: len(engine.turn_text(here, result[0])))[1]
    return here


@pytest.mark.parametrize(
    ("game", "readings"),
    some(
        [(game, readings) for game in OURS for readings in (*departures(game), *TOGETHER[game])],
        one_in=3,
        always=lambda case: case[0] != "crumble",
    ),
)
def test_shortcuts_change_no_result(game: str, readings: dict[str, str]) -> None:
    chance, usual = random.Random(7), second_engine(game)
    for board, plies in LARGER[game]:
        engine, plain = (kind.on_board(board, readings) for kind in (usual, step_by_step(usual, game)))
        # Crumble's look at no walk that comes home, and not at all the ways to one end.
        assert engine.shortcuts == ("crumble.draw-into" not in readings)
        assert not plain.shortcuts
        for _ in range(3):
            here = played(engine, chance, chance.randrange(plies))
            position = engine.write(here)
            assert list(engine.turns(position)) == list(plain.turns(position))
            assert engine.leaves(here, 1) == plain.leaves(here, 1)


@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize("value", ["next-step", "until-closed"])
def test_in_crumble_they_change_no_result_where_a_piece_stands_enclosed(value: str, mover: str) -> None:
    readings, rows = {"crumble.standing-enclosure": value}, ["Bwww", "BBBw", "BwBw", "BBBw"][::-1]
    pieces = [
        [str(x), str(y), "1", "1", {"B": "black", "w": "white"}[letter]]
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    ]
    position = {"board": "4x4", "game": "crumble", "memory": None, "pieces": pieces, "to_move": mover}
    engine, plain = CrumbleEngine(4, 4, readings), step_by_step(CrumbleEngine, "crumble")(4, 4, readings)
    assert list(engine.turns(position)) == list(plain.turns(position))
