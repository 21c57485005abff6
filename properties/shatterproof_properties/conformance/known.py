"""The examples of the spec as questions: every clause is asked about at least once, before anything random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from shatterproof.errors import InputError
from shatterproof.examples import set_ups
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.lockstep import Case


@cache
def example_cases(game_name: str) -> tuple[Case, ...]:
    """Every example of a game that sets up a position and plays turns from it, each game once, shortest first."""
    game = find_game(game_name)
    found: dict[tuple[Any, ...], Case] = {}
    for clause in clauses(game_name):
        for start, cases in set_ups(game, clause):
            for case in cases:
                known = _played(game, start, [text for text, published in case.turns if published])
                found.setdefault((known.start, known.turns, known.probes), known)
    return tuple(sorted(found.values(), key=lambda case: len(case.turns)))


def _played(game: AnyGame, start: Any, texts: list[str]) -> Case:
    """The turns as far as they are legal, and the first that is not as a question."""
    position, turns = start, []
    for text in texts:
        try:
            turns.append(game.parse_turn(position, text))
            position = game.play(position, turns[-1])
        except IllegalTurn as refusal:
            return Case(start, tuple(turns), ((text, refusal.clause),))
        except (InputError, AmbiguousTurn):
            return Case(start, tuple(turns), ((text, None),))
    return Case(start, tuple(turns))


def known_cases(game_name: str, readings: Any, boards: tuple[str, ...], set_up: bool) -> Iterator[Case]:
    """The examples that hold under these readings, on boards an engine plays, from positions it takes."""
    game = find_game(game_name)
    for case in example_cases(game_name):
        if case.start.readings != readings or case.start.board not in boards:
            continue
        if set_up or case.start == game.start(case.start.board, case.start.readings):
            yield case
