"""What a campaign has come to, over all its parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

NUMBERS = ("results", "by_second", "leaves", "positions")
"""Fields of a verdict that are numbers to be summed up."""


@dataclass
class Totals:
    """What a campaign has come to: its parts, seconds and numbers in all, what it has met by kind and name, and the
    mutants by whether a question has shown them."""

    parts: int = 0
    seconds: float = 0.0
    numbers: Counter[str] = field(default_factory=Counter)
    met: dict[str, Counter[str]] = field(default_factory=dict)
    caught: dict[str, bool] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The totals as JSON values."""
        met = {kind: dict(sorted(names.items())) for kind, names in sorted(self.met.items())}
        numbers = {name: self.numbers[name] for name in NUMBERS}
        return {
            "parts": self.parts,
            "milliseconds": round(1000 * self.seconds),
            **numbers,
            "met": met,
            "caught": self.caught,
        }

    def to_text(self) -> str:
        """The totals in one line."""
        met = ", ".join(f"{len(names):,} {kind}" for kind, names in sorted(self.met.items()) if names)
        shown = f"; {sum(self.caught.values())} of {len(self.caught)} mutants shown" if self.caught else ""
        results, more, leaves = (self.numbers[name] for name in ("results", "by_second", "leaves"))
        compared = f"{results:,} results by the reference, {more:,} more by the second engine, {leaves:,} leaves"
        took = f"{self.parts:,} parts, {self.seconds / 3600:.1f} h"
        return f"the campaign so far: {took}, {compared}; met: {met or 'nothing'}{shown}"
