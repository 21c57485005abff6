"""Every statement in z3 agrees with the reference on turns, results and readings, and with no mutant."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from proofs.answers import answers, choices_of, others_of, played, set_ups, where_it_matters
from proofs.scrunch import turn_lists as scrunch_lists
from proofs.splinter import turn_lists as splinter_lists
from sampling import some
from shatterproof import scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.play import strategies
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
    for found in [*where_it_matters(game, *value), *there]:
        stated.check_turns(game.to_json(found), answers(game, found))


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


def _check_all(stated: Stated, positions: list[Any]) -> None:
    for found in positions:
        stated.check_turns(stated.game.to_json(found), answers(stated.game, found))
