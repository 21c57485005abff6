"""The examples of the spec as questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof.errors import InputError
from shatterproof.examples import Case, set_ups
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof.spec import clauses, find_clause
from shatterproof_properties.protocol.question import Question


def example_questions(
    game_name: str, as_written: bool = False, only: str | None = None
) -> Iterator[tuple[str, Question]]:
    """Every example of a game that sets up a position which may stand, near misses included, with its clause.

    In the order of the spec, those of one clause `only` if one is named; some come twice. The readings are those of the
    example, and an opening has no `start`. About turns the question is what becomes of the last of them, or of the
    first that is not legal; without any whether the position may stand. The texts are those that the reference prints,
    unless they shall be `as_written`; the protocol has no words for texts whose hyphens cannot be trusted, which are
    left out.
    """
    game = find_game(game_name)
    for clause in clauses(game_name) if only is None else [find_clause(only)]:
        for start, cases in set_ups(game, clause):
            for case in cases:
                yield clause.id, _question(game, start, case, as_written)


def _question(game: AnyGame, start: Any, case: Case, as_written: bool) -> Question:
    way = Question.at(game, start).abridged()
    asked = way.asking("position")
    for text in (text for text, hyphens in case.turns if hyphens):
        try:
            turn = game.parse_turn(way.position, text)
        except (InputError, IllegalTurn, AmbiguousTurn):
            return way.asking("apply", text)
        asked = way.asking("apply", text if as_written else game.format_turn(way.position, turn))
        try:
            way = way.after(asked.turn, game.play(way.position, turn))
        except IllegalTurn:
            break
    return asked
