"""Boards and choices of Crumble."""

from __future__ import annotations

from shatterproof_properties.conformance.generate import Change, Fitting, Sizes

SIZES = Sizes("6x6", 6, ("8x8", "10x10", "2x16", "16x2", "3x11", "12x5", "16x4", "16x16"), 8, 60, (4, 5), 64)
FITTING: Fitting = {
    "rings": {"style": "hunting"},
    "sieges": {"style": "hunting"},
    "chains": {"style": "hunting", "aims": "crumble.win.at-once"},
    "fine": {"aims": "crumble.board.limits"},
    "walks": {"style": "wandering"},
    "blocks": {"style": "sweeping"},
    "repeating": {"style": "repeating"},
}
CHANGES: tuple[Change, ...] = ()
