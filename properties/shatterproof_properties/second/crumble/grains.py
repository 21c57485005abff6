"""Coordinates as whole grains, 2^20 to the unit, and their text: "2", "3/2"."""

import re

GRAIN_BITS = 20
GRAINS = 1 << GRAIN_BITS

Rect = tuple[int, int, int, int]
"""A rectangle in grains: west, south, east, north side."""

_NUMBER = re.compile(r"(0|[1-9][0-9]{0,7})(?:/([1-9][0-9]{0,6}))?")


def to_text(grains: int) -> str:
    """A length in units, in lowest terms."""
    if not grains & (GRAINS - 1):
        return str(grains >> GRAIN_BITS)
    shift = (grains & -grains).bit_length() - 1
    return f"{grains >> shift}/{GRAINS >> shift}"


def from_text(text: object) -> int:
    """The grains of a length in units; ValueError unless it is text in lowest terms, in whole grains."""
    found = _NUMBER.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f'not a coordinate: {shorten(text)}; expected text such as "2" or "3/2"')
    over, under = int(found[1]), int(found[2] or 1)
    if under & (under - 1) or under > GRAINS:
        raise ValueError(f"coordinate {text}: its denominator is no power of two up to 2^{GRAIN_BITS}")
    if found[2] is not None and (under == 1 or not over & 1):
        raise ValueError(f"coordinate {text} is not in lowest terms")
    return over * (GRAINS // under)


def shorten(value: object) -> str:
    """Any value in at most 60 characters of one line, for error messages."""
    if isinstance(value, str):
        value = value[:80]
    elif isinstance(value, (list, dict, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    elif isinstance(value, int) and not -(10**9) < value < 10**9:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
