"""The boards of Splinter that vectors are about."""

from __future__ import annotations

from shatterproof_properties.conformance.vectors.drafts import Boards

BOARDS = Boards(
    small=("2x4", "5x2", "5x3", "3x4", "4x4", "5x5", "6x5"),
    large=("7x7", "10x9", "12x10"),
    whole=(("2x4", 2), ("5x2", 2), ("4x4", 1)),
    plies=(2, 6, 14),
    draws=300,
)
BYTES = 1_700_000
