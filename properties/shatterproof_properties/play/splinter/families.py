"""All ways to set up one piece of every kind for each side on the smallest boards that have an opening."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from shatterproof.errors import InputError
from shatterproof.splinter.position import Position, set_up
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.squares import BLUE, WHITE, Square, board_size
from shatterproof_properties.play.family import Family
from shatterproof_properties.play.splinter.positions import EVERY_PIECE

BOARDS = ("2x4", "5x2")


def families(readings: Readings) -> Iterator[Family]:
    """The positions with six pieces, those that hang together."""
    for board in BOARDS:
        ways = math.perm(math.prod(board_size(board)), len(EVERY_PIECE))
        yield Family(board, 2 * ways, partial(_position, board, readings))


def _position(board: str, readings: Readings, number: int) -> Position | None:
    columns, rows = board_size(board)
    left = [Square(column, row) for column in range(columns) for row in range(rows)]
    number, mover = divmod(number, 2)
    pieces = {}
    for piece in EVERY_PIECE:
        number, at = divmod(number, len(left))
        pieces[left.pop(at)] = piece
    try:
        return set_up(board, pieces, (BLUE, WHITE)[mover], readings=readings)
    except InputError:
        return None
