"""Explanations of turns as text, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof.game import describe_outcome
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import first_sentence, printable
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import outcome_to_json, position_to_json
from shatterproof_properties.protocol.explaining import Explanation, Judged, ReadingEffect


def to_text(explanation: Explanation) -> str:
    """The verdict, the steps, what the turn changed, and the readings that would change it; for a terminal."""
    return "\n".join(_lines(explanation)) + "\n"


def _lines(explanation: Explanation) -> Iterator[str]:
    judged = explanation.judged
    yield f"{judged.verdict}: {printable(explanation.turn)}"
    for number, step in enumerate(explanation.steps, start=1):
        yield f"{number:>3}. {step.text}"
        yield f"     {', '.join(step.clauses)}"
    if judged.clause:
        yield f"  no: {judged.reason} ({judged.clause})"
        yield f"     {first_sentence(find_clause(judged.clause).title)}"
    yield from ("before:", *explanation.before.indented(("memory",)))
    if explanation.after is not None:
        yield from ("after:", *explanation.after.indented(("memory",)))
        yield describe_outcome(judged.outcome) if judged.outcome else "the game goes on"
    if explanation.changes:
        yield "by other readings:"
        yield from (f"    {_change_to_text(explanation, change)}" for change in explanation.changes)
    else:
        yield "no other value of a reading, alone, changes any of this"


def _change_to_text(explanation: Explanation, change: ReadingEffect) -> str:
    said = f"{change.reading}={change.value}"
    judged = change.judged
    if judged is None:
        return f"{said}: {printable(change.reason)}"
    if judged.clause:
        return f"{said}: {judged.verdict}, {printable(judged.reason)} ({judged.clause})"
    ended = describe_outcome(judged.outcome) if judged.outcome else "the game goes on"
    other = "another result, " if explanation.judged.verdict == "legal" else "with "
    return f"{said}: legal, {other}{features.of(explanation.game).summarise(judged.position)}; {ended}"


def to_json(explanation: Explanation) -> dict[str, Any]:
    """The explanation as JSON values; pieces, cells and squares in words."""
    describe = features.of(explanation.game).describe
    steps = [
        {"text": step.text, "clauses": list(step.clauses), "about": list(map(describe, step.about))}
        for step in explanation.steps
    ]
    readings = [
        {"reading": change.reading, "value": change.value, **_judged_to_json(explanation, change.judged)}
        | ({"reason": change.reason} if change.judged is None else {})
        for change in explanation.changes
    ]
    before = {"turn": explanation.turn, "before": position_to_json(explanation.game, explanation.before.position)}
    return before | _judged_to_json(explanation, explanation.judged) | {"steps": steps, "readings": readings}


def _judged_to_json(explanation: Explanation, judged: Judged | None) -> dict[str, Any]:
    if judged is None:
        return {"verdict": "unknown"}
    if judged.position is None:
        return {"verdict": judged.verdict, "clause": judged.clause, "reason": judged.reason}
    after = position_to_json(explanation.game, judged.position)
    return {"verdict": judged.verdict, "position": after, "outcome": outcome_to_json(judged.outcome)}
