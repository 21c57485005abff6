"""The examples of the spec as cases: every clause is asked about at least once, before anything random."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.play import placed
from shatterproof_properties.protocol.boards import area
from shatterproof_properties.protocol.examples import example_questions
from shatterproof_properties.protocol.question import Question


def example_cases(game: str, readings: Any) -> Iterator[Case]:
    """Every example of a game that sets up a position and plays turns from it, each once, under these readings.

    Those written for other readings are asked too, as far as their turns are legal: the rules answer anew. Those
    written for these come first, and shorter ones before longer ones.
    """
    chosen, own = readings.to_mapping(), set(_examples(game))
    asked = dict.fromkeys(example.under(chosen) for example in _examples(game))
    for question in sorted(asked, key=lambda question: (question not in own, len(question.played))):
        # Not all positions may stand under all readings.
        with suppress(InputError):
            yield Case.as_far_as_legal(question)


def known_cases(game: str, readings: Any, boards: Collection[str], set_up: bool) -> Iterator[Case]:
    """The examples under these readings, on boards an engine plays, from positions it takes.

    Those on boards that it does not play are set into the smallest of its boards on which there is room.
    """
    larger = sorted(boards, key=lambda board: area(find_game(game), board))
    for case in example_cases(game, readings):
        if case.question.board not in boards:
            yield from _placed(case, larger) if set_up else ()
        elif set_up or case.question.from_opening:
            yield case


def _placed(case: Case, boards: Iterable[str]) -> Iterator[Case]:
    """The turns of a case on the first of the boards into which its position can be set."""
    game, texts = case.question.face, (*case.question.played, *(text for text, _ in case.probes))
    ways = (list(placed(game, case.question.begun, board)) for board in boards)
    for there, renamed in next(filter(None, ways), []):
        yield Case.as_far_as_legal(Question.at(game, there, played=tuple(map(renamed, texts)), do="turns"))


def readings_of_examples(game: str) -> list[Any]:
    """All sets of readings that examples of a game are written for."""
    return sorted({question.chosen for question in _examples(game)}, key=lambda its: sorted(its.departures().items()))


@cache
def _examples(game: str) -> tuple[Question, ...]:
    return tuple(question for _, question in example_questions(game))
