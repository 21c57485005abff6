"""Positions related to a given one: simpler ones, for shrinking, and embeddings of small boards into larger ones.

Smaller boards, fewer and larger pieces, and fewer borders between colours are simpler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from shatterproof.crumble.arrangement import LARGEST_BOARD, SMALLEST_BOARD, board_size, starting_pieces
from shatterproof.crumble.draws import Deed, Memory, may_be_remembered
from shatterproof.crumble.joins import joins
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, opponent, place
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof_properties.play.strategies import Embedding

MOST_SIMILAR = 30
Colours = Mapping[Piece, str]


def simpler(position: Position) -> Iterator[Position]:
    """Valid positions that are each simpler in one respect, the most promising first; they may be decided."""
    if position.memory is not None:
        yield replace(position, memory=None)
        yield from _remembering_less(position, position.memory)
    for columns, rows, colours in chain(_cropped(position), _merged(position), _recoloured(position)):
        try:
            yield set_up(f"{columns}x{rows}", colours, position.to_move, None, position.readings)
        except InputError:
            continue


def _remembering_less(position: Position, memory: Memory) -> Iterator[Position]:
    """The position with one turn fewer remembered, or one fewer that has renewed."""
    recent = memory.recent
    shorter = [memory._replace(recent=recent[:-1])]
    shorter += [
        memory._replace(recent=(*recent[:at], None, *recent[at + 1 :])) for at in range(len(recent)) if recent[at]
    ]
    shorter += [memory._replace(renewals=memory.renewals - 1)] if memory.renewals else []
    for less in shorter:
        if less.recent and may_be_remembered(less, position.readings):
            yield replace(position, memory=less)


def similar(position: Position, text: str) -> list[str]:
    """The turn of `text` with the location of each of the mover's pieces instead of its own."""
    rest = text.lstrip("0123456789,")
    known = locations(position.arrangement)
    return [",".join(map(str, known[piece])) + rest for piece in sorted(position.own, key=place)][:MOST_SIMILAR]


def _cropped(position: Position) -> Iterator[tuple[int, int, Colours]]:
    """The position, whole or without a strip along one edge, on the smallest board that has its proportions."""
    pieces = position.arrangement.pieces
    width, height = position.arrangement.columns * GRAIN, position.arrangement.rows * GRAIN
    across = sorted({piece.x for piece in pieces} - {0})
    up = sorted({piece.y for piece in pieces} - {0})
    frames = [(0, 0, width, height)]
    frames += [frame for x in across for frame in ((x, 0, width, height), (0, 0, x, height))]
    frames += [frame for y in up for frame in ((0, y, width, height), (0, 0, width, y))]
    for west, south, east, north in sorted(frames, key=lambda frame: (frame[2] - frame[0]) * (frame[3] - frame[1])):
        inside = {piece: piece_colour(position, piece) for piece in pieces
                  if west <= piece.x and piece.east <= east and south <= piece.y and piece.north <= north}  # fmt: skip
        if sum(piece.area for piece in inside) == (east - west) * (north - south):
            yield from _fitted(inside, (west, south, east, north), (width, height))


def piece_colour(position: Position, piece: Piece) -> str:
    return BLACK if piece in position.black else WHITE


def _fitted(
    inside: Colours, frame: tuple[int, int, int, int], before: tuple[int, int]
) -> Iterator[tuple[int, int, Colours]]:
    """The pieces of a frame on the smallest board of whole units with its proportions, if that board is smaller."""
    west, south, east, north = frame
    width, height = east - west, north - south
    common = (width | height) & -(width | height)
    columns, rows = width // common, height // common
    while min(columns, rows) < SMALLEST_BOARD:
        columns, rows = 2 * columns, 2 * rows
    if max(columns, rows) > LARGEST_BOARD or columns * rows * GRAIN * GRAIN >= before[0] * before[1]:
        return
    scaled = {}
    for (x, y, piece_width, piece_height), colour in inside.items():
        lengths = [length * columns * GRAIN for length in (x - west, y - south, piece_width, piece_height)]
        if any(length % width for length in lengths):
            return
        scaled[Piece(*(length // width for length in lengths))] = colour
    yield columns, rows, scaled


def _merged(position: Position) -> Iterator[tuple[int, int, Colours]]:
    """The position with some pieces, of whatever colours, replaced by one; the largest replacements first."""
    arrangement = position.arrangement
    colours = {piece: piece_colour(position, piece) for piece in arrangement.pieces}
    found = joins(arrangement, frozenset(arrangement.pieces))
    for join in sorted(found, key=lambda join: -len(join.pieces)):
        left = {piece: colour for piece, colour in colours.items() if piece not in join.pieces}
        for colour in sorted({colours[piece] for piece in join.pieces}):
            yield arrangement.columns, arrangement.rows, left | {join.outline: colour}


def _recoloured(position: Position) -> Iterator[tuple[int, int, Colours]]:
    """The position with one piece in the other colour, if it then has more neighbours of its own colour."""
    arrangement = position.arrangement
    colours = {piece: piece_colour(position, piece) for piece in arrangement.pieces}

    def gain(piece: Piece) -> int:
        return sum(1 if colours[other] != colours[piece] else -1 for other in arrangement.neighbours[piece])

    for piece in sorted(arrangement.pieces, key=lambda piece: (-gain(piece), place(piece))):
        if gain(piece) > 0:
            yield arrangement.columns, arrangement.rows, colours | {piece: opponent(colours[piece])}


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The position as large as fits into the lower left of a larger board, with unit squares around it.

    Turns keep their texts. Nothing is yielded if the rules refuse the result.
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
