"""Boards and choices of Splinter."""

from __future__ import annotations

from shatterproof_properties.conformance.generate import Change, Fitting, Sizes

SIZES = Sizes("10x9", 7, ("11x10", "12x12", "3x18", "5x14", "26x3", "9x26", "26x26"), 8, 100, (8, 7), 100)
FITTING: Fitting = {
    "ties": {"style": "splintering", "aims": "splinter.tie"},
    "splinters": {"style": "splintering"},
    "crowds": {"style": "splintering"},
    "edges": {"style": "pushing-off"},
    "ends": {"style": "pushing-off"},
    "lines": {"boards": "larger"},
}
CHANGES: tuple[Change, ...] = ()
