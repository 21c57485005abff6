"""What `check` has found, opened on the board: a witness, or a verdict with its differences."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof.game import IllegalTurn
from shatterproof_properties.explorer.codes import make_code
from shatterproof_properties.explorer.line import opened
from shatterproof_properties.explorer.showing import Json, title_of, told
from shatterproof_properties.protocol.question import EARLIER, Question

MOST_DIFFERENCES = 50


def of_witness(data: Json) -> Json:
    """The game of a difference, up to just before the turn that it is about. Raises InputError."""
    question = Question.of_witness({name: value for name, value in data.items() if name != EARLIER}, "witness")
    return opened(question.rules, question.begun, question.texts, len(question.played))


def of_verdict(data: Json) -> Json:
    """The first difference of a verdict, and both answers about each. Raises InputError for a verdict without any."""
    listed = data["differences"]
    if not isinstance(listed, list) or not listed:
        raise InputError("the verdict has no difference to look at", "/differences", "at least one")
    found = []
    for index, each in enumerate(listed[:MOST_DIFFERENCES]):
        with placed(f"/differences/{index}"):
            found.append(_difference(each))
    question = _question(listed[0])
    return opened(question.rules, question.begun, question.texts, len(question.played), differences=found)


def of_verdicts(data: Json) -> Json:
    """The verdict of the first game that has a difference, of a verdict on several. Raises InputError without any."""
    listed = data["games"] if isinstance(data["games"], list) else []
    found = next((each for each in listed if isinstance(each, dict) and each.get("differences")), None)
    if found is None:
        raise InputError("the verdict has no difference to look at", "/games", "at least one, of any game")
    return of_verdict(found)


def _question(each: Any) -> Question:
    witness = each.get("witness") if isinstance(each, dict) else None
    return Question.of_witness(witness, "witness")


def _difference(each: Any) -> Json:
    """A difference with the code of its address, and both answers in words and drawn."""
    question = _question(each)
    clause = each["clause"] if isinstance(each.get("clause"), str) else ""
    answers = [each[name] if isinstance(each.get(name), dict) else {} for name in ("expected", "got")]
    try:
        position = question.position
    except IllegalTurn as error:
        raise InputError(str(error), expected="legal turns before the one asked about") from None
    rules, engine = (told(question.rules, position, answer) for answer in answers)
    return {
        "clause": clause,
        "title": title_of(clause),
        "turn": question.turn,
        "code": make_code(question.rules, question.begun, list(question.texts), len(question.played)),
        "rules": rules,
        "engine": engine,
    }
