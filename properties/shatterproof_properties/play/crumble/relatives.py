"""Positions related to a given one: simpler ones, for shrinking, and embeddings of small boards into larger ones.

Smaller boards, fewer and larger pieces, and fewer borders between colours are simpler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from shatterproof.crumble.arrangement import LARGEST_BOARD, SMALLEST_BOARD, Arrangement, board_size, starting_pieces
from shatterproof.crumble.draws import Deed, may_be_remembered
from shatterproof.crumble.joins import joins
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, opponent, place
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof_properties.play.strategies import Embedding

MOST_SIMILAR = 30
Colours = Mapping[Piece, str]
Coloured = tuple[int, int, Colours]
"""The columns and rows of a board, and the colours of the pieces on it."""


def simpler(position: Position) -> Iterator[Position]:
    """Valid positions that are each simpler in one respect, the most promising first; they may be decided."""
    memory = position.memory
    if memory is not None:
        # Nothing remembered, then one turn fewer, then one fewer that has renewed.
        yield replace(position, memory=None)
        recent = memory.recent
        fewer = [recent[:-1], *((*recent[:at], None, *recent[at + 1 :]) for at in range(len(recent)) if recent[at])]
        shorter = [memory._replace(recent=kept) for kept in fewer]
        shorter += [memory._replace(renewals=memory.renewals - 1)] if memory.renewals else []
        for less in shorter:
            if less.recent and may_be_remembered(less, position.readings):
                yield replace(position, memory=less)
    colours = _colours(position)
    for way in (_cropped, _merged, _recoloured):
        for columns, rows, simply in way(position.arrangement, colours):
            with suppress(InputError):
                yield set_up(f"{columns}x{rows}", simply, position.to_move, None, position.readings)


def _colours(position: Position) -> dict[Piece, str]:
    return {piece: BLACK if piece in position.black else WHITE for piece in position.arrangement.pieces}


def similar(position: Position, text: str) -> list[str]:
    """The turn of `text` with the location of each of the mover's pieces instead of its own."""
    rest = text.lstrip("0123456789,")
    known = locations(position.arrangement)
    return [",".join(map(str, known[piece])) + rest for piece in sorted(position.own, key=place)][:MOST_SIMILAR]


def _cropped(arrangement: Arrangement, colours: Colours) -> Iterator[Coloured]:
    """The position, whole or without a strip along one edge, on the smallest board that has its proportions."""
    width, height = arrangement.columns * GRAIN, arrangement.rows * GRAIN
    across = sorted({piece.x for piece in arrangement.pieces} - {0})
    up = sorted({piece.y for piece in arrangement.pieces} - {0})
    frames = [(0, 0, width, height)]
    frames += [frame for x in across for frame in ((x, 0, width, height), (0, 0, x, height))]
    frames += [frame for y in up for frame in ((0, y, width, height), (0, 0, width, y))]
    for west, south, east, north in sorted(frames, key=lambda frame: (frame[2] - frame[0]) * (frame[3] - frame[1])):
        wide, high = east - west, north - south
        inside = {piece: colour for piece, colour in colours.items()
                  if west <= piece.x and piece.east <= east and south <= piece.y and piece.north <= north}  # fmt: skip
        common = (wide | high) & -(wide | high)
        columns, rows = wide // common, high // common
        while min(columns, rows) < SMALLEST_BOARD:
            columns, rows = 2 * columns, 2 * rows
        is_smaller = max(columns, rows) <= LARGEST_BOARD and columns * rows * GRAIN * GRAIN < width * height
        if not is_smaller or sum(piece.area for piece in inside) != wide * high:
            continue
        scaled = {
            tuple(length * columns * GRAIN for length in (x - west, y - south, *size)): colour
            for (x, y, *size), colour in inside.items()
        }
        if not any(length % wide for lengths in scaled for length in lengths):
            pieces = {Piece(*(length // wide for length in lengths)): colour for lengths, colour in scaled.items()}
            yield columns, rows, pieces


def _merged(arrangement: Arrangement, colours: Colours) -> Iterator[Coloured]:
    """The position with some pieces, of whatever colours, replaced by one; the largest replacements first."""
    found = joins(arrangement, frozenset(arrangement.pieces))
    for join in sorted(found, key=lambda join: -len(join.pieces)):
        left = {piece: colour for piece, colour in colours.items() if piece not in join.pieces}
        for colour in sorted({colours[piece] for piece in join.pieces}):
            yield arrangement.columns, arrangement.rows, left | {join.outline: colour}


def _recoloured(arrangement: Arrangement, colours: Colours) -> Iterator[Coloured]:
    """The position with one piece in the other colour, if it then has more neighbours of its own colour."""

    def gain(piece: Piece) -> int:
        return sum(1 if colours[other] != colours[piece] else -1 for other in arrangement.neighbours[piece])

    for piece in sorted(arrangement.pieces, key=lambda piece: (-gain(piece), place(piece))):
        if gain(piece) > 0:
            yield arrangement.columns, arrangement.rows, {**colours, piece: opponent(colours[piece])}


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The position as large as fits into the lower left of a larger board, with unit squares around it.

    Turns keep their texts. Nothing is yielded if the rules refuse the result.
    """
    columns, rows = board_size(board)
    scale = min(columns // position.arrangement.columns, rows // position.arrangement.rows)
    if not scale:
        return

    def enlarged(piece: Piece) -> Piece:
        return Piece(*(scale * length for length in piece))

    width, height = (scale * GRAIN * units for units in (position.arrangement.columns, position.arrangement.rows))
    squares, black = starting_pieces(columns, rows)
    beyond = (square for square in squares.pieces if square.x >= width or square.y >= height)
    colours = {enlarged(piece): colour for piece, colour in _colours(position).items()}
    colours |= {square: BLACK if square in black else WHITE for square in beyond}
    memory = position.memory and position.memory._replace(
        recent=tuple(
            deed and Deed(*(tuple(map(enlarged, pieces)) for pieces in deed)) for deed in position.memory.recent
        )
    )
    with suppress(InputError):
        yield set_up(board, colours, position.to_move, memory, position.readings), lambda text: text
