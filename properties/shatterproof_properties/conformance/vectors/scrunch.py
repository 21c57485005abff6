"""The boards of Scrunch that vectors are about."""

from __future__ import annotations

from shatterproof_properties.conformance.vectors.drafts import Boards

BOARDS = Boards(
    small=("2", "3", "4"),
    large=("5", "7", "8"),
    whole=(("2", 2), ("3", 2)),
    plies=(4, 12, 30),
    draws=300,
)
BYTES = 1_300_000
