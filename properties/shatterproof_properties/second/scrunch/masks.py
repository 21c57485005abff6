"""Sets of cells as bit masks."""

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
