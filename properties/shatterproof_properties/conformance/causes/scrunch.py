"""The parts of a turn of Scrunch, and the clauses of the notation that its text breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof.scrunch.notation import attempted, format_turn
from shatterproof.scrunch.position import Position


def parts(position: Position, text: str) -> Iterator[str]:
    """The turns that a turn begins with: a removal alone, if a growth follows it."""
    try:
        turn = attempted(position, text)
    except (InputError, IllegalTurn, MalformedTurn):
        return
    if turn.removed and turn.placed:
        yield format_turn(position, replace(turn, placed=None, moved=None))


def spelling(text: str, written: str) -> str:
    """The clause that allows the spelling `text` of a turn that we write differently."""
    return "scrunch.notation.removal" if "x" in text else "scrunch.notation.growth"


def malformed(text: str) -> str:
    """The clause of the notation that makes a text malformed."""
    if text.strip().lower() == "pass":
        return "scrunch.notation.pass"
    if "x" in text.lower():
        return "scrunch.notation.removal"
    return "scrunch.notation.growth" if "-" in text or " " in text.strip() else "scrunch.notation.egg"
