"""Positions of small boards set into larger ones, for engines that play only those."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from shatterproof.crumble.arrangement import board_size, starting_pieces
from shatterproof.crumble.draws import Deed
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof_properties.play.crumble.simpler import piece_colour
from shatterproof_properties.play.shared import Embedding


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The position drawn as large as fits into the lower left of a larger board, unit squares filling the rest.

    Turns keep their texts. Nothing is yielded where the rules refuse what results.
    """
    columns, rows = board_size(board)
    scale = min(columns // position.arrangement.columns, rows // position.arrangement.rows)
    if not scale:
        return
    width, height = (scale * GRAIN * units for units in (position.arrangement.columns, position.arrangement.rows))
    squares, black = starting_pieces(columns, rows)
    beyond = (square for square in squares.pieces if square.x >= width or square.y >= height)
    pieces = {_enlarged(piece, scale): piece_colour(position, piece) for piece in position.arrangement.pieces}
    memory = position.memory and position.memory._replace(
        recent=tuple(deed and _deed(deed, scale) for deed in position.memory.recent)
    )
    pieces |= {square: BLACK if square in black else WHITE for square in beyond}
    with suppress(InputError):
        yield set_up(board, pieces, position.to_move, memory, position.readings), lambda text: text


def _enlarged(piece: Piece, scale: int) -> Piece:
    return Piece(*(scale * length for length in piece))


def _deed(deed: Deed, scale: int) -> Deed:
    return Deed(*(tuple(_enlarged(piece, scale) for piece in pieces) for pieces in deed))
