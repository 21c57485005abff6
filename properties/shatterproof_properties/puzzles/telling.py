"""Verdicts on puzzles in words, with a diagram where a picture says more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.analysis import Analysis, Met
from shatterproof_properties.puzzles.certificate import PROVED
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.picture import claimed
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.threats import Threats
from shatterproof_properties.puzzles.verify import UNKNOWN, Line, Verdict

SHOWN = 6
"""Turns that are listed; of more the number is told."""


def verdict_to_text(verdict: Verdict, analysis: Analysis | None = None, threats: Threats | None = None) -> str:
    """A verdict for people: whether the claim holds, what settles it, drawn, and what composers ask."""
    lines = [f"{verdict.verdict}: {claimed(verdict.puzzle)}"]
    if verdict.verdict == UNKNOWN:
        return f"{lines[0]}?\n{verdict.why}\n"
    if verdict.line:
        lines += _settled(verdict.puzzle, verdict.line, verdict.verdict)
    if threats:
        lines += _threats(threats)
    if analysis:
        lines += _analysed(analysis, verdict.puzzle.claim)
    if verdict.confirmed:
        lines.append(f"wins in one proved again by z3: {verdict.confirmed:,}")
    return "\n".join(lines) + "\n"


def _settled(puzzle: Puzzle, line: Line, verdict: str) -> Iterator[str]:
    """The turns that settle a claim, and the position after them."""
    first, *replies = line.turns
    if verdict == PROVED:
        yield f"key: {first}"
    elif replies:
        yield f"no turn wins in time: {first}, for one, is met by {replies[0]}"
    else:
        yield f"{first}: this {line.shows}"
    yield from _drawn(puzzle, line.turns)


def _drawn(puzzle: Puzzle, turns: Sequence[str]) -> list[str]:
    """The diagram after some turns; nothing where the pieces are too fine for letters."""
    rules, position = puzzle.rules, puzzle.standing()
    for text in turns:
        position = rules.play(position, rules.parse_turn(position, text))
    try:
        return ["", f"after {' '.join(turns)}:", rules.to_diagram(position).rstrip("\n"), ""]
    except InputError:
        return []


def _threats(threats: Threats) -> Iterator[str]:
    lost, others = threats.lost_at_once, threats.results - threats.lost_at_once
    losing = f", {lost} of them {'loses' if lost == 1 else 'lose'} at once" if lost else ""
    yield f"{threats.results} turns{losing}; threats found: {len(threats.found)}"
    if threats.fewest is not None:
        chosen = [threats.found[index] for index in threats.fewest]
        told = ", ".join(f"{threat.turn} ({threat.answers} of {others})" for threat in chosen)
        yield f"the fewest that answer everything: {len(chosen)}, such as {told}"


def _analysed(analysis: Analysis, claim: Claim) -> Iterator[str]:
    keys = "saves" if claim.kind == "defends" else "keys"
    for name, texts in (("short", analysis.short), (keys, analysis.keys if analysis.cooks else ())):
        if texts:
            yield f"{TOLD[name].format(len(texts))}: {_listed(texts)}"
    for name in ("duals", "tries", "set_play"):
        yield from _met(TOLD[name], getattr(analysis, name))


TOLD = {
    "short": "short solutions, which win sooner ({})",
    "keys": "cooked: {} keys",
    "saves": "turns that save ({})",
    "duals": "replies after which several turns win (duals)",
    "tries": "tries that fail to one reply only",
    "set_play": "set play, if the other side were to move",
}


def _met(told: str, found: Sequence[Met]) -> Iterator[str]:
    if found:
        yield f"{told}: {len(found)}"
        for each in found[:SHOWN]:
            yield f"  {each.turn}: {_listed(each.answers)}"


def _listed(texts: Sequence[str]) -> str:
    more = len(texts) - SHOWN
    return ", ".join(texts[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def threats_to_json(threats: Threats | None) -> dict[str, Any] | None:
    """Threats as JSON values."""
    if threats is None:
        return None
    return {
        "results": threats.results,
        "lost_at_once": threats.lost_at_once,
        "found": [threat._asdict() for threat in threats.found],
        "fewest": None if threats.fewest is None else list(threats.fewest),
    }
