"""What is wrong in a turn of Splinter: its parts, and the clauses of the notation that its text breaks."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.splinter.position import Position


def parts(position: Position, text: str) -> Iterator[str]:
    """None: no shorter turn is part of a slide."""
    yield from ()


def spelling(text: str, written: str) -> str:
    """The clause that allows a turn to be spelled as `text`, which we write otherwise."""
    return "splinter.notation.tie"


def malformed(text: str) -> str:
    """The clause of the notation by which a text is no turn."""
    if text.strip().lower() == "pass":
        return "splinter.notation.pass"
    return "splinter.notation.tie" if "=" in text or "x" in text[1:] else "splinter.notation.slide"
