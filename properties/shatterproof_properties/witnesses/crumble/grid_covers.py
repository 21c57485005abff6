"""Every way to cover a rectangle exactly with n squares and half-squares."""

from __future__ import annotations

from collections.abc import Iterator

Rectangle = tuple[int, int, int, int]
"""The x and y of the south-west corner, the width and the height."""
Run = tuple[int, int]
"""A stretch of columns: its width, and the height up to which it is covered."""


def tilings(width: int, height: int, pieces: int) -> Iterator[tuple[Rectangle, ...]]:
    """All covers by exactly n pieces whose sides are whole numbers, each once.

    Each step covers the lowest open place, and of several the westernmost.
    """
    if pieces > 1 or _is_legal(width, height):
        yield from _covered(((width, 0),), height, pieces, ())


def _is_legal(width: int, height: int) -> bool:
    return width == height or width == 2 * height or height == 2 * width


def _fitting(length: int) -> tuple[int, ...]:
    """The other sides of the pieces that have a side of this length."""
    return (length, 2 * length) if length % 2 else (length // 2, length, 2 * length)


def _covered(
    line: tuple[Run, ...], top: int, left: int, done: tuple[Rectangle, ...]
) -> Iterator[tuple[Rectangle, ...]]:
    """The covers that continue `done` with `left` more pieces. `line` gives the height reached, from west to east."""
    at = min(range(len(line)), key=lambda index: line[index][1])
    low = line[at][1]
    if low == top:
        if not left:
            yield done
        return
    x = sum(run[0] for run in line[:at])
    for wide, high in _choices(line, at, top, left):
        yield from _covered(_raised(line, at, wide, high), top, left - 1, (*done, (x, low, wide, high)))


def _choices(line: tuple[Run, ...], at: int, top: int, left: int) -> Iterator[Run]:
    """The sizes that the next piece can have. If few pieces are left, only sizes that can still end in a full cover."""
    width, low = line[at]
    room = top - low
    open_elsewhere = {high for index, (_, high) in enumerate(line) if index != at and high < top}
    if left == 1:
        if not open_elsewhere and _is_legal(width, room):
            yield width, room
    elif left == 2 and open_elsewhere:
        # What is left for the last piece must be one rectangle.
        if len(open_elsewhere) == 1:
            yield from ((width, high) for high in {*open_elsewhere, top} for high in [high - low]
                        if _is_legal(width, high))  # fmt: skip
    elif left == 2:
        yield from ((wide, room) for wide in _fitting(room) if wide < width)
        yield from ((width, high) for high in _fitting(width) if high < room)
    else:
        yield from ((wide, high) for wide in range(1, width + 1) for high in _fitting(wide) if high <= room)


def _raised(line: tuple[Run, ...], at: int, wide: int, high: int) -> tuple[Run, ...]:
    """The line after a piece covers the west of one of its runs."""
    width, low = line[at]
    rest = ((width - wide, low),) if wide < width else ()
    new: list[Run] = []
    for run in (*line[:at], (wide, low + high), *rest, *line[at + 1 :]):
        if new and new[-1][1] == run[1]:
            new[-1] = (new[-1][0] + run[0], run[1])
        else:
            new.append(run)
    return tuple(new)
