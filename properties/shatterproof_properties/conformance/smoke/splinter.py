"""A turn of Splinter that is ambiguous early in a game."""

from __future__ import annotations

AMBIGUOUS = ("5x2", ("c2SW",), "c1NE")
