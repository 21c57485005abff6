"""Positions of small boards on larger ones, so that an engine that plays only those can be asked about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from shatterproof.crumble.arrangement import board_size
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof_properties.play.crumble.simpler import piece_colour
from shatterproof_properties.play.shared import Placed


def placed(position: Position, board: str) -> Iterator[Placed]:
    """The position drawn as large as fits into the lower left of a larger board, unit squares filling the rest.

    Turns keep their texts. A memory is left out; nothing is yielded where the rules refuse what results.
    """
    columns, rows = board_size(board)
    scale = min(columns // position.arrangement.columns, rows // position.arrangement.rows)
    if not scale:
        return
    width, height = scale * position.arrangement.columns, scale * position.arrangement.rows
    pieces = {Piece(*(scale * length for length in piece)): piece_colour(position, piece)
              for piece in position.arrangement.pieces}  # fmt: skip
    for x, y in product(range(columns), range(rows)):
        if x < width and y < height:
            continue
        pieces[Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN)] = (BLACK, WHITE)[(x + rows - 1 - y) % 2]
    try:
        yield set_up(board, pieces, position.to_move, None, position.readings), lambda text: text
    except InputError:
        return
