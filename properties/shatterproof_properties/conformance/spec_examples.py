"""The examples of the spec as cases: every clause is asked about at least once, before anything random."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.protocol.examples import example_questions
from shatterproof_properties.protocol.question import Question


@cache
def example_cases(game: str) -> tuple[Case, ...]:
    """Every example of a game that sets up a position and plays turns from it, each game once, shortest first."""
    found = map(_case, dict.fromkeys(question for _, question in example_questions(game)))
    return tuple(sorted(found, key=lambda case: len(case.question.played)))


def _case(question: Question) -> Case:
    """The turns as far as they are legal, and the first that is not as a probe."""
    # All texts but the last are legal.
    game, before = question.face, question.asking("turns")
    if not question.turn:
        return Case(before)
    try:
        turn = game.parse_turn(before.position, question.turn)
        return Case(before.after(question.turn, game.play(before.position, turn)))
    except IllegalTurn as refusal:
        return Case(before, ((question.turn, refusal.clause),))
    except (InputError, AmbiguousTurn):
        return Case(before, ((question.turn, None),))


def known_cases(game: str, readings: Any, boards: Collection[str], set_up: bool) -> Iterator[Case]:
    """The examples that hold under these readings, on boards an engine plays, from positions it takes."""
    for case in example_cases(game):
        if case.question.chosen != readings or case.question.board not in boards:
            continue
        if set_up or case.question.from_opening:
            yield case
