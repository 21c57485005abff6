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
    Stones,
    board,
    board_size,
    cell_named,
    describe,
)
from shatterproof.scrunch.position import Position, set_up
from shatterproof.scrunch.snakes import snakes
from shatterproof_properties.play.strategies import Embedding, renamed

MOST_SIMILAR = 60
WAYS = ((0, 0), (0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1))
Place = tuple[int, int]
"""A cell as rows up and steps along slanted lines from the middle, which mean the same on any board."""


def simpler(position: Position) -> Iterator[Position]:
    """Valid positions that are each simpler in one respect, the most promising first; they may be decided."""
    for nearer in (*_cropped(position), *_thinned(position), *_later(position)):
        try:
            yield set_up(nearer.board, nearer.dark, nearer.light, nearer.to_move, nearer.creating, nearer.readings)
        except InputError:
            continue


def similar(position: Position, text: str) -> list[str]:
    """The turn of `text` moved to other places on the board, nearest first. The turn may come from a larger board."""
    names = re.findall(r"[a-s][1-9][0-9]?", text)
    found: dict[str, int] = {}
    for side in range(position.side, LARGEST_BOARD + 1) if names else ():
        cells = [cell_named(name) for name in names]
        if not all(cell in board(side) for cell in cells):
            continue
        for distance, moved in _translations([place(side, cell) for cell in cells], position.side):
            found.setdefault(_renamed(text, moved), distance + side - position.side)
    return sorted(found or [text], key=lambda said: found.get(said, 0))[:MOST_SIMILAR]


def _translations(shape: list[Place], side: int) -> Iterator[tuple[int, list[Cell]]]:
    """All ways to put a shape on a board, each with the distance that it moves."""
    (row, slant), *_ = shape
    for first in board(side):
        up, along = place(side, first)[0] - row, place(side, first)[1] - slant
        cells = [cell_at(side, (other + up, further + along)) for other, further in shape]
        if all(cell in board(side) for cell in cells):
            yield max(abs(up), abs(along), abs(up + along)), cells


def _renamed(text: str, cells: list[Cell]) -> str:
    names = iter(map(describe, cells))
    return re.sub(r"[a-s][1-9][0-9]?", lambda found: next(names), text)


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
        for up, along in dict.fromkeys((up * by, along * by) for by in steps for up, along in WAYS):
            yield replace(
                position,
                side=side,
                dark=_seen(position, position.dark, side, up, along),
                light=_seen(position, position.light, side, up, along),
            )


def _seen(position: Position, stones: Stones, side: int, up: int, along: int) -> Stones:
    """The stones that lie on a smaller board whose middle is at this place of the larger one."""
    places = (place(position.side, cell) for cell in stones)
    cells = (cell_at(side, (row - up, slant - along)) for row, slant in places)
    return frozenset(cell for cell in cells if cell in board(side))


def _thinned(position: Position) -> Iterator[Position]:
    """The position without all stones of a side, without a snake, or without a stone."""
    whole = [(colour, position.stones(colour)) for colour in (DARK, LIGHT)]
    by_snake = [(colour, snake) for colour, stones in whole for snake in snakes(position.side, stones)]
    single = [(colour, frozenset([cell])) for colour, snake in by_snake if len(snake) > 1 for cell in sorted(snake)]
    for colour, gone in [*whole, *sorted(by_snake, key=lambda one: -len(one[1])), *single]:
        if gone:
            left = position.stones(colour) - gone
            yield replace(position, dark=left) if colour == DARK else replace(position, light=left)


def _later(position: Position) -> Iterator[Position]:
    """The position with one side fewer in creation."""
    yield from (replace(position, creating=position.creating - {colour}) for colour in sorted(position.creating))


NAMES = r"[a-s][1-9][0-9]?"


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
