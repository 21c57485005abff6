"""Positions related to a given one: simpler ones, for shrinking, and embeddings of small boards into larger ones.

Smaller boards, fewer stones, and fewer sides in creation are simpler.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from shatterproof.errors import InputError
from shatterproof.scrunch.cells import (
    DARK,
    LARGEST_BOARD,
    LIGHT,
    SMALLEST_BOARD,
    Cell,
    board,
    board_size,
    cell_named,
    describe,
)
from shatterproof.scrunch.position import Position, set_up
from shatterproof.scrunch.snakes import snakes
from shatterproof_properties.play.strategies import Embedding, renamed

MOST_SIMILAR = 60
NAMES = r"[a-s][1-9][0-9]?"
WAYS = ((0, 0), (0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1))
Place = tuple[int, int]
"""A cell as rows up and steps along slanted lines from the middle, which mean the same on any board."""


def simpler(position: Position) -> Iterator[Position]:
    """Valid positions that are each simpler in one respect, the most promising first; they may be decided."""
    later = (replace(position, creating=position.creating - {colour}) for colour in sorted(position.creating))
    for nearer in (*_cropped(position), *_thinned(position), *later):
        with suppress(InputError):
            yield set_up(nearer.board, nearer.dark, nearer.light, nearer.to_move, nearer.creating, nearer.readings)


def similar(position: Position, text: str) -> list[str]:
    """The turn of `text` moved to other places on the board, nearest first. The turn may come from a larger board."""
    names = re.findall(NAMES, text)
    found: dict[str, int] = {}
    for side in range(position.side, LARGEST_BOARD + 1) if names else ():
        cells = [cell_named(name) for name in names]
        if not all(cell in board(side) for cell in cells):
            continue
        (row, slant), *_ = shape = [place(side, cell) for cell in cells]
        for first in board(position.side):
            up, along = place(position.side, first)[0] - row, place(position.side, first)[1] - slant
            moved = [cell_at(position.side, (other + up, further + along)) for other, further in shape]
            if all(cell in board(position.side) for cell in moved):
                new_names = dict(zip(names, map(describe, moved), strict=True))
                distance = max(abs(up), abs(along), abs(up + along)) + side - position.side
                found.setdefault(renamed(NAMES, new_names.__getitem__, text), distance)
    return sorted(found or [text], key=lambda said: found.get(said, 0))[:MOST_SIMILAR]


def place(side: int, cell: Cell) -> Place:
    """Where a cell lies, from the middle of its board."""
    return cell.row - (side - 1), cell.column - min(cell.row, side - 1)


def cell_at(side: int, place: Place) -> Cell:
    """The cell of a board at a place, perhaps off the board."""
    row = place[0] + side - 1
    return Cell(row, place[1] + min(row, side - 1))


def _cropped(position: Position) -> Iterator[Position]:
    """The position on smaller boards cut out of its own: in the middle, in the corners, or a step from the middle."""
    for side in range(SMALLEST_BOARD, position.side):
        steps = {1, position.side - side}
        for way in dict.fromkeys((-up * by, -along * by) for by in steps for up, along in WAYS):
            moved = partial(_moved, position.side, side, way)
            dark, light = (frozenset(map(moved, stones)) & {*board(side)} for stones in (position.dark, position.light))
            yield replace(position, side=side, dark=dark, light=light)


def _thinned(position: Position) -> Iterator[Position]:
    """The position without all stones of a side, without a snake, or without a stone."""
    whole = [(colour, position.stones(colour)) for colour in (DARK, LIGHT)]
    by_snake = [(colour, snake) for colour, stones in whole for snake in snakes(position.side, stones)]
    single = [(colour, frozenset([cell])) for colour, snake in by_snake if len(snake) > 1 for cell in sorted(snake)]
    for colour, gone in [*whole, *sorted(by_snake, key=lambda one: -len(one[1])), *single]:
        if gone:
            left = position.stones(colour) - gone
            yield replace(position, dark=left) if colour == DARK else replace(position, light=left)


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The stones in the middle of a larger board, then in two opposite corners of it.

    Turns name the cells anew. Nothing is yielded if the rules refuse the result.
    """
    (side,) = board_size(board)
    beyond = side - position.side
    ways = [(up * beyond, along * beyond) for up, along in (WAYS[0], WAYS[1], WAYS[2])] if beyond > 0 else []
    for way in ways:
        moved = partial(_moved, position.side, side, way)
        dark, light = (list(map(moved, stones)) for stones in (position.dark, position.light))
        with suppress(InputError):
            there = set_up(board, dark, light, position.to_move, position.creating, position.readings)
            yield there, partial(renamed, NAMES, partial(_called, moved))


def _moved(before: int, side: int, way: tuple[int, int], cell: Cell) -> Cell:
    row, slant = place(before, cell)
    return cell_at(side, (row + way[0], slant + way[1]))


def _called(moved: Callable[[Cell], Cell], name: str) -> str:
    return describe(moved(cell_named(name)))
