"""Positions of small boards set into larger ones, for engines that play only those."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from shatterproof.errors import InputError
from shatterproof.scrunch.cells import Cell, board_size, cell_named, describe
from shatterproof.scrunch.position import Position, set_up
from shatterproof_properties.play.scrunch.simpler import WAYS, cell_at, place
from shatterproof_properties.play.shared import Embedding, renamed

NAMES = r"[a-s][1-9][0-9]?"


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The stones in the middle of a larger board, then in two opposite corners of it.

    Turns name the cells anew. Nothing is yielded where the rules refuse what results.
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
