"""Every statement in z3 agrees with the reference on turns, results and readings, and with no mutant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from proofs.answers import (
    all_scrunch_positions,
    answers,
    choices_of,
    is_first_of_its_kind,
    others_of,
    played,
    set_ups,
    together,
    where_it_matters,
)
from proofs.scrunch import turn_lists as scrunch_lists
from proofs.splinter import turn_lists as splinter_lists
from sampling import some
from shatterproof import scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.play import strategies
from shatterproof_properties.play.splinter.positions import set_up
from shatterproof_properties.proofs import Disagreement, Readings, readings_of
from shatterproof_properties.proofs.scrunch import verdicts as scrunch_verdicts
from shatterproof_properties.proofs.splinter import verdicts as splinter_verdicts

Json = dict[str, Any]


class Stated(NamedTuple):
    """A game with a statement, a position of it, and a legal turn there. `games` and `set_ups` are boards."""

    game: AnyGame
    verdicts: ModuleType
    check_turns: Callable[[Json, Any], None]
    position: Json
    turn: str
    games: str
    set_ups: str


TWO_EGGS = scrunch.from_diagram("""Scrunch 3, Dark to move, creating Light
   . . .
  . . . .
 . . x . .
  . . . .
   x . .
""")
STATED = {
    "scrunch": Stated(
        scrunch, scrunch_verdicts, scrunch_lists.check_turns, scrunch.to_json(TWO_EGGS), "c4 c3-b3", "2", "2"
    ),
    "splinter": Stated(
        splinter,
        splinter_verdicts,
        splinter_lists.check_turns,
        splinter.to_json(splinter.start("2x4")),
        "b3W",
        "2x4",
        "3x3",
    ),
}
each_game = pytest.mark.parametrize("stated", [pytest.param(each, id=name) for name, each in STATED.items()])


def of_each(cases: dict[str, list[Any]]) -> list[Any]:
    return [
        pytest.param(STATED[name], case, id=f"{name}-{case}") for name, several in cases.items() for case in several
    ]


ILLEGAL = {
    "scrunch": ["c4", "x a1", "b2 c3-a3", "pass", "z9 c3-c4", "c4 c3", ""],
    "splinter": ["a1X", "z9N", "a1N", "a1N=a1", "", "a9NE", "a1NN"],
}


@pytest.mark.parametrize(("stated", "turn"), of_each(ILLEGAL))
def test_an_illegal_turn_has_no_result(stated: Stated, turn: str) -> None:
    assert stated.verdicts.result(stated.position, stated.turn) is not None
    assert stated.verdicts.result(stated.position, turn) is None


CHANGES = {
    "scrunch": [{"to_move": "dark"}, {"dark": ["a1"]}, {"creating": ["dark"]}, {"light": ["e1"]}],
    "splinter": [{"to_move": "blue"}, {"memory": []}, {"pieces": STATED["splinter"].position["pieces"]}],
}


@pytest.mark.parametrize(("stated", "change"), of_each(CHANGES))
def test_a_result_that_is_wrong_in_one_field_is_a_disagreement(stated: Stated, change: Json) -> None:
    after, ended = stated.verdicts.result(stated.position, stated.turn)
    stated.verdicts.reprove_turn(stated.position, stated.turn, after, ended)
    with pytest.raises(Disagreement, match=stated.turn):
        stated.verdicts.reprove_turn(stated.position, stated.turn, after | change, ended)
    with pytest.raises(Disagreement, match=stated.turn):
        stated.verdicts.reprove_turn(stated.position, stated.turn, after, {"winner": None, "clause": "an.end"})


@each_game
@pytest.mark.parametrize("left_out", [0, 5, -1])
def test_a_turn_that_is_left_out_is_a_disagreement(stated: Stated, left_out: int) -> None:
    said = answers(stated.game, stated.game.from_json(stated.position))
    del said[left_out]
    with pytest.raises(Disagreement):
        stated.check_turns(stated.position, said)


TOO_MANY = {"scrunch": ["b2 c3-b3", "z9 c3-c4", "nothing - such"], "splinter": ["a1N", "z9N", "nothing - such"]}


@pytest.mark.parametrize(("stated", "turn"), of_each(TOO_MANY))
def test_a_turn_too_many_is_a_disagreement(stated: Stated, turn: str) -> None:
    said = answers(stated.game, stated.game.from_json(stated.position))
    with pytest.raises(Disagreement, match=turn):
        stated.check_turns(stated.position, [*said, (turn, *said[0][1:])])


NO_READINGS = {
    "scrunch": [{"scrunch.loops": "open"}, {"scrunch.tie": "keep-one"}],
    "splinter": [{"splinter.tie": "keep-two"}],
}


@pytest.mark.parametrize(("stated", "readings"), of_each(NO_READINGS))
def test_readings_that_do_not_exist_are_refused(stated: Stated, readings: Json) -> None:
    with pytest.raises(InputError):
        stated.verdicts.result(stated.position | {"readings": readings}, stated.turn)


@each_game
def test_the_readings_stated_are_all_there_are(stated: Stated) -> None:
    assert choices_of(stated.game) == stated.verdicts.STATED


VALUES = {name: others_of(stated.game) for name, stated in STATED.items()}


@pytest.mark.parametrize(("stated", "value"), some(of_each(VALUES), one_in=3))
def test_both_agree_under_every_reading(stated: Stated, value: tuple[str, str]) -> None:
    game, readings = stated.game, stated.game.Readings(**dict([value]))
    arranged = strategies.strategies_of(game).set_up(stated.set_ups, readings, True)
    there = [*played(game, stated.games, Random(1), 8, readings), *set_ups(arranged, 8, Random(3))]
    _check_all(stated, [*where_it_matters(game, *value), *there])


@pytest.mark.long
@pytest.mark.parametrize(("stated", "boards"), of_each({"scrunch": [("3", "3")], "splinter": [("5x2", "4x3")]}))
def test_both_agree_under_readings_taken_together(stated: Stated, boards: tuple[str, str]) -> None:
    random, (games, arranged) = Random(1), boards
    for readings in together(stated.game):
        there = list(played(stated.game, games, random, 60, readings))
        set_up_too = set_ups(strategies.strategies_of(stated.game).set_up(arranged, readings, True), 50, random)
        _check_all(stated, [*random.sample(there, min(len(there), 10)), *set_up_too])


@pytest.mark.parametrize(("stated", "value"), of_each(VALUES))
def test_a_statement_that_takes_a_reading_at_its_default_is_contradicted(
    stated: Stated, value: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out = f"{stated.game.NAME}.{value[0].replace('_', '-')}"
    there = where_it_matters(stated.game, *value)

    def without(position: Json, known: Any) -> Readings:
        given = {name: chosen for name, chosen in position.get("readings", {}).items() if name != left_out}
        return readings_of(position | {"readings": given}, known)

    monkeypatch.setattr(stated.verdicts, "readings_of", without)
    with pytest.raises(Disagreement):
        _check_all(stated, there)


def _check_all(stated: Stated, positions: Iterable[Any]) -> None:
    for found in positions:
        stated.check_turns(stated.game.to_json(found), answers(stated.game, found))


# Scrunch


LAST_SNAKE = scrunch.to_json(
    scrunch.from_diagram("""Scrunch 2, Dark to move
  . .
 o o .
  x o
""")
)


def check_scrunch(found: Any) -> bool:
    """Checks all turns of a position. Returns whether each of them is a last removal."""
    said = answers(scrunch, found)
    scrunch_lists.check_turns(scrunch.to_json(found), said)
    mated = bool(said) and all(turn.startswith("x") and ended for turn, _, ended in said)
    assert scrunch_verdicts.is_mated_now(scrunch.to_json(found)) == mated, found
    return mated


@pytest.mark.ci
def test_both_agree_on_positions_of_the_smallest_board_of_scrunch_up_to_symmetry_and_the_phase_of_the_opponent(
    pytestconfig: pytest.Config,
) -> None:
    first = filter(is_first_of_its_kind, all_scrunch_positions(2))
    found = {(found.mover.own, found.mover.opposing, found.mover.creating): found for found in first}
    step = 1 if pytestconfig.getoption("--long") else 5
    mated = list(map(check_scrunch, list(found.values())[::step]))
    assert True in mated
    assert False in mated


def test_both_agree_along_a_random_game_of_scrunch() -> None:
    for found in played(scrunch, "3", Random(4), 200):
        check_scrunch(found)


def test_every_turn_of_scrunch_is_proved_again_in_a_game_to_its_end() -> None:
    for found in played(scrunch, "3", Random(5), 200):
        for turn, after, ended in answers(scrunch, found)[::12]:
            scrunch_verdicts.reprove_turn(scrunch.to_json(found), turn, after, ended)


def test_a_wrong_outcome_is_a_disagreement() -> None:
    found = scrunch_verdicts.result(LAST_SNAKE, "x a1")
    assert found is not None
    assert found[1] == {"winner": "light", "clause": "scrunch.end.last-snake"}
    with pytest.raises(Disagreement):
        scrunch_verdicts.reprove_turn(LAST_SNAKE, "x a1", found[0], None)


def test_that_all_replies_lose_is_stated_under_the_defaults_only() -> None:
    position = STATED["scrunch"].position | {"readings": {"scrunch.tied-death": "each-stuck"}}
    assert not scrunch_verdicts.confirm_win(position, STATED["scrunch"].turn, {}, None)


# Splinter


TIE = """Splinter 5x3, Blue to move
S...s
XO.ox
..S..
"""


@pytest.mark.parametrize(("board", "games"), [("2x4", 3), ("3x4", 1), ("5x2", 2)])
def test_both_agree_along_random_games_of_splinter(board: str, games: int) -> None:
    for seed in range(games):
        _check_all(STATED["splinter"], played(splinter, board, Random(seed), 8))


@settings(max_examples=15, deadline=None)
@given(set_up("3x3", splinter.Readings(), decided=True))
def test_both_agree_on_positions_of_splinter_set_up(found: splinter.Position) -> None:
    _check_all(STATED["splinter"], [found])


def test_every_turn_of_a_large_board_of_splinter_is_proved_again() -> None:
    for found in islice(played(splinter, "5x4", Random(3), 12), 3, None, 3):
        for turn, after, ended in answers(splinter, found)[::16]:
            splinter_verdicts.reprove_turn(splinter.to_json(found), turn, after, ended)


def test_in_a_tie_of_splinter_the_turn_names_the_group_that_stays_by_any_of_its_squares() -> None:
    tie = splinter.from_diagram(TIE)
    ties = [(turn, after, ended) for turn, after, ended in answers(splinter, tie) if "=" in turn]
    assert ties
    for turn, after, ended in ties:
        for square, _, _ in after["pieces"]:
            splinter_verdicts.reprove_turn(splinter.to_json(tie), turn.split("=")[0] + "=" + square, after, ended)
        assert splinter_verdicts.result(splinter.to_json(tie), turn.split("=")[0]) is None
        assert splinter_verdicts.result(splinter.to_json(tie), turn.split("=")[0] + "=c3") is None


def test_in_a_tie_of_splinter_the_turn_names_the_group_that_goes_where_that_is_the_reading() -> None:
    tie = splinter.from_diagram(TIE + "readings tie=remove-one\n")
    ties = [(turn, after) for turn, after, _ in answers(splinter, tie) if "x" in turn]
    assert ties
    for turn, after in ties:
        found = splinter_verdicts.result(splinter.to_json(tie), turn)
        assert found is not None
        assert found[0] == after
        assert splinter_verdicts.result(splinter.to_json(tie), turn.replace("x", "=")) is None
