"""The points that the rule texts leave open, as choices."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from shatterproof.game import ReadingsBase


def _choice(*values: str) -> Any:
    return field(default=values[0], metadata={"values": values})


@dataclass(frozen=True)
class Readings(ReadingsBase):
    """The readings of Crumble; spec/crumble.md says what each value means."""

    game = "crumble"

    draw: str = _choice("same-target", "draw-turns", "agreement-only")
    draw_target: str = _choice("shared", "own")
    draw_descent: str = _choice("wholly", "partly")
    capture_nested: str = _choice("outer-takes-all", "one-snapshot")
    standing_enclosure: str = _choice("reject", "next-step")
    win_stops: str = _choice("at-once", "end-of-turn")


def loosened(readings: Readings) -> Readings:
    """The same readings, but letting positions be set up that are not settled."""
    return replace(readings, standing_enclosure="next-step")
