"""The parts of a turn of Splinter, and the clauses of the notation that its text breaks."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.splinter.position import Position


def parts(position: Position, text: str) -> Iterator[str]:
    """None: no shorter turn is part of a slide."""
    yield from ()


def spelling(text: str, written: str) -> str:
    """The clause that allows the spelling `text` of a turn that we write differently."""
    return "splinter.notation.tie"


def malformed(text: str) -> str:
    """The clause of the notation that makes a text malformed."""
    if text.strip().lower() == "pass":
        return "splinter.notation.pass"
    return "splinter.notation.tie" if "=" in text or "x" in text[1:] else "splinter.notation.slide"
