"""Sets of pieces as bit masks: one bit a slot."""

from collections.abc import Iterator, Sequence


def slots(mask: int) -> Iterator[int]:
    """The slots of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def flood(seed: int, within: int, links: Sequence[int]) -> int:
    """Everything within a mask that is linked to the seed, seed included."""
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
    """Whether some seed has no way through the group to a safe piece."""
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
    """Who is reached from the rim, and who is the only support of somebody one step further in.

    Taking away one piece that is nobody's only support leaves all others reached.
    """
    reached = level = group & rim
    sole = 0
    while level:
        grown = 0
        for slot in slots(level):
            grown |= links[slot]
        grown &= group & ~reached
        for slot in slots(grown):
            supports = links[slot] & level
            if not supports & (supports - 1):
                sole |= supports
        reached |= grown
        level = grown
    return reached, sole
