"""The examples of the spec as cases: every clause is asked about at least once, before anything random."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.exhaustive import ALONE, Share
from shatterproof_properties.protocol.examples import ExampleGame, example_games


@cache
def examples_in_order(game: str) -> tuple[ExampleGame, ...]:
    """Every example of a game, each once, those with fewest legal turns first."""
    return tuple(sorted(dict.fromkeys(example_games(game)), key=lambda example: example.legal))


@cache
def _case(example: ExampleGame) -> Case:
    """The turns as far as they are legal, and the first that is not as a probe."""
    # All texts but the last are legal.
    question = example.question()
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


def known_cases(
    game: str, readings: Any, boards: Collection[str], set_up: bool, share: Share = ALONE
) -> Iterator[Case]:
    """The examples that hold under these readings, on boards an engine plays, from positions it takes.

    Each comes once, is played when it is asked for, and those of other shares are not.
    """
    fitting = (
        example
        for example in examples_in_order(game)
        if example.begun.chosen == readings and example.begun.board in boards and (set_up or example.begun.from_opening)
    )
    seen: set[Case] = set()
    for case in map(_case, islice(fitting, share.index, None, share.jobs)):
        # The same game may be written in several ways.
        if case not in seen:
            seen.add(case)
            yield case
