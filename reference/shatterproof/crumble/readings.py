"""The points that the rule texts leave open, as choices."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof.game import ReadingsBase, choice


@dataclass(frozen=True)
class Readings(ReadingsBase):
    """The readings of Crumble; spec/crumble.md says what each value means."""

    game = "crumble"

    draw: str = choice("same-target", "draw-turns", "agreement-only")
    draw_previous: str = choice("each", "together")
    draw_target: str = choice("shared", "own")
    draw_into: str = choice("last", "last-or-start", "any")
    draw_descent: str = choice("wholly", "partly")
    draw_turn: str = choice("one-turn", "pair-of-turns")
    draw_turn_target: str = choice("any", "shared")
    capture_nested: str = choice("outer-takes-all", "one-snapshot")
    standing_enclosure: str = choice("reject", "next-step", "until-closed")
    win_stops: str = choice("at-once", "end-of-turn")
