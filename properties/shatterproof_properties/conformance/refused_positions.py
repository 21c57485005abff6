"""Positions that the rules accept and an engine has refused: what is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shatterproof_properties.conformance.vectors.vector import question_to_json, read
from shatterproof_properties.engines.session import TroubleRecord
from shatterproof_properties.protocol.question import WITNESS_FIELDS

CODE = "bad-position: "


def refused_positions(troubles: Iterable[TroubleRecord]) -> list[dict[str, Any]]:
    """The questions, as they were sent, whose position an engine has refused: only positions that may stand are sent."""
    refused = (trouble.question for trouble in troubles if trouble.what.startswith(CODE))
    return [question for question in refused if isinstance(question.get("position"), dict)]


def vector_of(game: str, question: Mapping[str, Any]) -> str:
    """The id of a vector about the position of a question that was sent, of the same question if there is one; or ""."""
    found = [vector for vector in read(game, "full") if _position(vector.question) == question["position"]]
    alike = (vector for vector in found if (vector.question.do, vector.question.turn) == _asked(question))
    return next((vector.id for vector in (*alike, *found)), "")


def witness_of(question: Mapping[str, Any], readings: Mapping[str, str]) -> dict[str, Any]:
    """What `check --replay` reads, from a question about a position as it was sent under some readings."""
    values = (question["position"], [], question.get("turn", ""), dict(readings))
    return dict(zip(("start", "played", "turn", "readings"), values, strict=True))
