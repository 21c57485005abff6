"""What an engine is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from shatterproof_properties.protocol.messages import LINE_LIMIT

_TIMES = ("hello", "open", "apply", "further_turn", "turns", "count", "bye")


@dataclass(frozen=True)
class Limits:
    """What an engine is allowed: seconds for each command, bytes for a line and for its memory, restarts, and
    how many questions may be in flight at a time.

    `further_turn` is added to `apply` for each turn of a list after the first; a batch may take as long as its
    items one by one. `memory` None means no limit.
    """

    hello: float = 20.0
    open: float = 20.0
    apply: float = 2.0
    further_turn: float = 0.1
    turns: float = 5.0
    count: float = 30.0
    bye: float = 2.0
    line: int = LINE_LIMIT
    memory: int | None = 2 * 1024**3
    restarts: int = 10
    window: int = 8

    def scaled(self, factor: float) -> Limits:
        """The same limits with all times multiplied by `factor`."""
        return replace(self, **{name: getattr(self, name) * factor for name in _TIMES})

    def seconds(self, question: Mapping[str, Any]) -> float:
        """How long the answer to the question may take."""
        if question["do"] == "batch":
            return sum(self.seconds(item) for item in question["items"])
        allowed: float = getattr(self, question["do"])
        return allowed + self.further_turn * max(0, len(question.get("turns", ())) - 1)
