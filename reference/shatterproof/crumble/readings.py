"""The points that the rule texts leave open, as choices."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof.game import ReadingsBase, choice


@dataclass(frozen=True)
class Readings(ReadingsBase):
    """The readings of Crumble; spec/crumble.md says what each value means."""

    game = "crumble"

    draw: str = choice("same-target", "draw-turns", "agreement-only")
    draw_target: str = choice("shared", "own")
    draw_descent: str = choice("wholly", "partly")
    capture_nested: str = choice("outer-takes-all", "one-snapshot")
    standing_enclosure: str = choice("reject", "next-step")
    win_stops: str = choice("at-once", "end-of-turn")
