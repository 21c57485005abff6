"""Readings that explain a difference: single departures under which the rules give exactly the engine's answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn, perft
from shatterproof_properties.common.clauses import departures
from shatterproof_properties.conformance.causes.differences import DEEPEST_COUNT, Difference
from shatterproof_properties.protocol.answers import same, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.reference_table import answer, position_to_json


def explaining_readings(
    difference: Difference, is_late: Callable[[], bool] = lambda: False
) -> tuple[tuple[str, str], ...]:
    """The `(reading, value)` departures, each alone, under which the reference answers as the engine did.

    They depart from the readings that the question was asked under; those that other answers of the engine refute are
    left out. Empty where there is none, and for kinds that no reading can explain: one result listed twice. Once it
    `is_late`, no further ones are tried.
    """
    explains = KINDS_EXPLAINED.get(difference.kind)
    if explains is None:
        return ()
    refuted = difference.cause.refuted if difference.cause else ()
    return tuple(
        departure
        for departure, readings in departures(difference.question.chosen)
        if departure not in refuted
        and not is_late()
        and any(explains(difference, position) for position in _positions(difference, readings))
    )


def _positions(difference: Difference, readings: Any) -> Iterator[Any]:
    """What the position asked about is under other readings: reached by the same turns, or as it was sent.

    What it remembers depends on readings, so that there may be none, and an engine may have been given another.
    """
    question = difference.question
    reached = _reached(question, readings)
    if reached is not None:
        yield reached
    if question.played or reached is None:
        try:
            sent = question.rules.from_json(question.data, readings)
        except InputError:
            return
        if sent != reached:
            yield sent


def _reached(question: Question, readings: Any) -> Any | None:
    try:
        return question.reach(readings)
    except (InputError, IllegalTurn, AmbiguousTurn):
        return None


def _same_verdict(difference: Difference, position: Any) -> bool:
    # Which turn of a game it is about is the question's affair.
    got = {name: value for name, value in difference.got.items() if name != "at"}
    return same("apply", answer(difference.question.rules, position, difference.question.turn), got, memory=None)


def _omits(difference: Difference, position: Any) -> bool:
    """Whether no turn leads to the result that the engine does not list."""
    missing = difference.expected["position"]
    return not any(
        same_position(position_to_json(difference.question.rules, after), missing, memory=None)
        for _, after in difference.question.rules.results(position)
    )


def _same_start(difference: Difference, position: Any) -> bool:
    game = difference.question.rules
    opening = position_to_json(game, game.start(position.board, position.readings))
    return same_position(opening, difference.got["position"], memory=None)


def _same_count(difference: Difference, position: Any) -> bool:
    """Whether the number of leaves, in all or below one turn, is the engine's."""
    depth = difference.got["depth"]
    if depth > DEEPEST_COUNT:
        return False
    game = difference.question.rules
    if difference.question.turn:
        try:
            position = game.play(position, game.parse_turn(position, difference.question.turn))
        except (MalformedTurn, IllegalTurn, AmbiguousTurn):
            return False
        depth -= 1
    return perft(game, position, depth) == int(difference.got["total"])


KINDS_EXPLAINED: dict[str, Callable[[Difference, Any], bool]] = {
    "allows": _same_verdict,
    "refuses": _same_verdict,
    "result": _same_verdict,
    "outcome": _same_verdict,
    "verdict": _same_verdict,
    "omits": _omits,
    "start": _same_start,
    "count": _same_count,
}
"""How to see whether a reading explains a difference, by its kind."""
