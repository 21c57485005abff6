"""The examples of the spec as questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from shatterproof.errors import InputError
from shatterproof.examples import Case, set_ups
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof.spec import clauses
from shatterproof_properties.protocol.question import Question


def example_questions(game_name: str, as_written: bool = False) -> Iterator[tuple[str, Question]]:
    """Every example of a game that sets up a position which may stand, near misses included, with its clause.

    In the order of the spec; some come twice. The readings are those of the example, and an opening has no `start`.
    About turns the question is what becomes of the last of them, or of the first that is not legal; without any
    whether the position may stand. The texts are those that the reference prints, unless they shall be `as_written`;
    the protocol has no words for texts whose hyphens cannot be trusted, which are left out.
    """
    game = find_game(game_name)
    for clause in clauses(game_name):
        for start, cases in set_ups(game, clause):
            for case in cases:
                yield clause.id, _question(game, start, case, as_written)


def _question(game: AnyGame, start: Any, case: Case, as_written: bool) -> Question:
    question = Question.at(game, start).abridged()
    texts = tuple(_texts(game, start, case, as_written))
    if not texts:
        return question.asking("position")
    return replace(question, played=texts[:-1], turn=texts[-1])


def _texts(game: AnyGame, position: Any, case: Case, as_written: bool) -> Iterator[str]:
    """The turns of a case, up to the first that is not legal."""
    for text in (text for text, hyphens in case.turns if hyphens):
        try:
            turn = game.parse_turn(position, text)
        except (InputError, IllegalTurn, AmbiguousTurn):
            yield text
            return
        yield text if as_written else game.format_turn(position, turn)
        try:
            position = game.play(position, turn)
        except IllegalTurn:
            return
