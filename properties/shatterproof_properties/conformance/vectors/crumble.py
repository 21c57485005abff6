"""The boards of Crumble that vectors are about."""

from __future__ import annotations

from shatterproof_properties.conformance.vectors.drafts import Boards

BOARDS = Boards(
    small=("2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4"),
    large=("5x5", "6x6", "8x6"),
    whole=(("2x2", 2), ("2x3", 2), ("3x2", 2), ("3x3", 1)),
    plies=(3, 8, 16),
    draws=300,
)
BYTES = 2_100_000
