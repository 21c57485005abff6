"""Engine errors in words: the question, and its position if the engine refused it against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import filterfalse
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.verdicts.result import EngineAccount
from shatterproof_properties.engines.session import EngineErrorRecord
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn

CODE = "bad-position: "
LONGEST_LINE = 90
MOST_STDERR_LINES = 5
LONGEST_SHOWN = 400
"""The most characters of a question on a terminal."""


def refused_position(engine: EngineAccount, errors: Iterable[EngineErrorRecord]) -> Question | None:
    """The first question whose position the engine refuses and the rules accept; None if there is none."""
    return next(filter(_may_stand, _refused(engine, errors)), None)


def wrongly_asked(engine: EngineAccount, errors: Iterable[EngineErrorRecord]) -> Question | None:
    """The first question whose position the rules refuse like the engine; only our second engine accepts it."""
    return next(filterfalse(_may_stand, _refused(engine, errors)), None)


def _refused(engine: EngineAccount, errors: Iterable[EngineErrorRecord]) -> Iterator[Question]:
    for error in errors:
        start = error.question.get("position")
        if error.what.startswith(CODE) and isinstance(start, dict):
            data = {"start": start, "turn": error.question.get("turn", "")}
            yield Question.from_json(data, "trouble", engine.game).under(engine.readings)


def _may_stand(question: Question) -> bool:
    with suppress(InputError):
        return question.begun is not None
    return False


def accepted_position(question: Question, vector: str) -> list[str]:
    """Lines that say that the rules accept the position, with a picture.

    `vector` is the id of a vector that has it, or "".
    """
    which = f", that of the vector {vector}" if vector else ""
    drawn = Drawn.of(question.rules, question.position)
    return [f"the rules accept this position{which}:", *drawn.indented()]


def last_words(error: EngineErrorRecord, most: int) -> list[str]:
    """The last lines in both directions, and the end of stderr, of an engine that had to be ended."""
    if not error.last_lines:
        return []
    said = [shorten(printable(line), LONGEST_LINE) for line in error.last_lines[-most:]]
    wrote = [shorten(printable(line), LONGEST_LINE) for line in error.stderr.split("\n") if line.strip()]
    lines = ["the last lines, > to the engine and < from it:", *(f"    {line}" for line in said)]
    return [*lines, *(["its stderr ends:", *(f"    {line}" for line in wrote[-MOST_STDERR_LINES:])] if wrote else [])]


def shown(question: dict[str, Any]) -> str:
    """A question; for a long one, a summary."""
    text = strict_json.encode(question)
    if len(text) <= LONGEST_SHOWN:
        return text
    position = question.get("position", question.get("start"))
    board = f" on {position.get('board')}" if isinstance(position, dict) else ""
    do = question.get("do") or (f"the turn {printable(str(question['turn']))}" if question.get("turn") else "all turns")
    return f"{do}{board}, {len(text):,} characters; --report or --json has it"
