"""The bits of the board: lengths in grains, directions, and sets of pieces as masks with one bit for each slot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from shatterproof.errors import InputError
from shatterproof_properties.second.input import show

LIMITS = (2, 16)
"""The smallest and the largest side."""
GRAIN_BITS = 20
GRAINS = 1 << GRAIN_BITS
"""Grains to the unit."""
NORTH, EAST, SOUTH, WEST = range(4)
LETTERS = "NESW"
APART, CORNER, SIDE, COMPLETE_SIDE = range(4)
"""The contacts of two pieces. COMPLETE_SIDE stands for north, one more for east, and so on."""
Rect = tuple[int, int, int, int]
"""A rectangle in grains: west, south, east, north side."""
Point = tuple[int, int]
"""A distance east and north of the lower left corner of the board, in grains."""

_NUMBER = re.compile(r"(0|[1-9][0-9]{0,7})(?:/([1-9][0-9]{0,6}))?")


def to_text(grains: int) -> str:
    """A length in units, in lowest terms."""
    if not grains & (GRAINS - 1):
        return str(grains >> GRAIN_BITS)
    shift = (grains & -grains).bit_length() - 1
    return f"{grains >> shift}/{GRAINS >> shift}"


def from_text(text: object) -> int:
    """The grains of a length in units. Raises InputError unless the text is in lowest terms and gives whole grains."""
    found = _NUMBER.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise InputError(f"{show(text)} is not a coordinate", expected='text such as "2" or "3/2"')
    over, under = int(found[1]), int(found[2] or 1)
    if under & (under - 1) or under > GRAINS:
        raise InputError(f"coordinate {text}", expected=f"a denominator that is a power of two up to 2^{GRAIN_BITS}")
    if found[2] is not None and (under == 1 or not over & 1):
        raise InputError(f"coordinate {text}", expected="a number in lowest terms")
    return over * (GRAINS // under)


def slots(mask: int) -> Iterator[int]:
    """The slots of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def flood(seed: int, within: int, links: Sequence[int]) -> int:
    """All bits of a mask that are linked to the seed, including the seed."""
    reached = front = seed & within
    while front:
        grown = 0
        while front:
            low = front & -front
            grown |= links[low.bit_length() - 1]
            front ^= low
        front = grown & within & ~reached
        reached |= front
    return reached


def groups(mask: int, links: Sequence[int]) -> Iterator[int]:
    """The linked groups of a mask."""
    while mask:
        group = flood(mask & -mask, mask, links)
        yield group
        mask ^= group


def stranded(seeds: int, group: int, safe: int, links: Sequence[int]) -> bool:
    """Whether some seed cannot reach a safe piece through the group."""
    safe &= group
    seeds &= ~safe
    while seeds:
        reached = front = seeds & -seeds
        while not reached & safe:
            grown = 0
            while front:
                low = front & -front
                grown |= links[low.bit_length() - 1]
                front ^= low
            front = grown & group & ~reached
            if not front:
                return True
            reached |= front
        safe |= reached
        seeds &= ~reached
    return False


def sole_supports(group: int, rim: int, links: Sequence[int]) -> tuple[int, int]:
    """The pieces reached from the rim, and those that are the only support of a piece one step further in.

    Taking away one piece that is nobody's only support leaves all others reached.
    """
    reached = level = group & rim
    sole = 0
    while level:
        grown, rest = 0, level
        while rest:
            low = rest & -rest
            grown |= links[low.bit_length() - 1]
            rest ^= low
        grown &= group & ~reached
        for slot in slots(grown):
            supports = links[slot] & level
            if not supports & (supports - 1):
                sole |= supports
        reached |= grown
        level = grown
    return reached, sole
