"""Positions of small boards set into larger ones, for engines that play only those."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from shatterproof.errors import InputError
from shatterproof.splinter.position import Position, set_up
from shatterproof.splinter.squares import Square, board_size, describe, square_named
from shatterproof_properties.play.shared import Embedding, renamed

NAMES = r"[a-z][1-9][0-9]?"


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The pieces in the lower left corner of a larger board, then in the upper right.

    Turns name the squares anew. Nothing is yielded where the rules refuse what results.
    """
    columns, rows = board_size(board)
    east, north = columns - position.columns, rows - position.rows
    for way in ((0, 0), (east, north)) if min(east, north) >= 0 else ():
        moved = partial(_moved, way)
        pieces = {moved(square): piece for square, piece in position.pieces.items()}
        memory = frozenset((moved(now), moved(before)) for now, before in position.memory)
        with suppress(InputError):
            there = set_up(board, pieces, position.to_move, memory, position.readings)
            yield there, partial(renamed, NAMES, partial(_called, way))


def _moved(way: tuple[int, int], square: Square) -> Square:
    return Square(square.column + way[0], square.row + way[1])


def _called(way: tuple[int, int], name: str) -> str:
    return describe(_moved(way, square_named(name)))
