"""Embeddings: a question about a small board asked on a larger one, for engines that do not play the small one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties import play
from shatterproof_properties.protocol.question import Question

MOST_BOARDS = 3
"""Boards, smallest first, on which room is looked for."""


def embeddings(question: Question, boards: Iterable[str], position: Any | None = None) -> Iterator[Question]:
    """The question with its start set into larger boards, in every way on the smallest few that have room.

    The texts of its turns are those that they have there. `position` is its start by the reference, where that is one
    under other readings than its own. Raises InputError where the start may not stand.
    """
    game, begun = question.rules, question.begun if position is None else position
    ways = ([*play.embeddings(game, begun, board)] for board in boards)
    for found in islice(filter(None, ways), MOST_BOARDS):
        for there, renamed in found:
            played, turn = tuple(map(renamed, question.played)), renamed(question.turn)
            yield Question.at(game, there, played=played, do=question.do, turn=turn, depth=question.depth)


def begun_somehow(question: Question) -> Any | None:
    """The position that a question starts from, under the defaults or else the first departure that allows it.

    None where all refuse it.
    """
    choices = question.rules.Readings.choices()
    departures = ({name: value} for name, values in choices.items() for value in values[1:])
    for chosen in ({}, *departures):
        with suppress(InputError):
            return question.begin(question.rules.Readings.from_mapping(chosen))
    return None
