"""Positions related to a given one: simpler ones, for shrinking, and embeddings of small boards into larger ones.

Smaller boards, fewer pieces, and more circles are simpler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof.splinter.groups import choices
from shatterproof.splinter.position import Position, set_up, slide_of
from shatterproof.splinter.slides import Memory
from shatterproof.splinter.squares import SMALLEST_BOARD, Piece, Pieces, Square, board_size, describe, square_named
from shatterproof_properties.play.splinter.positions import has_opening
from shatterproof_properties.play.splinter.turns import tied_by
from shatterproof_properties.play.strategies import Embedding, renamed

MOST_SIMILAR = 30
PLAINEST = "circle"
_TEXT = re.compile(r"[a-z][1-9][0-9]?([NESW]+)(?:([=x])([a-z][1-9][0-9]?))?")


def simpler(position: Position) -> Iterator[Position]:
    """Valid positions that are each simpler in one respect, the most promising first; they may be decided.

    A board with an opening is not made too small for one, since an engine may not know such a board.
    """
    needed = has_opening(position.columns, position.rows)
    for columns, rows, pieces, memory in (*_without_a_line(position), *_without_a_piece(position), *_plainer(position)):
        if needed and not has_opening(columns, rows):
            continue
        for remembered in dict.fromkeys((memory, frozenset())):
            try:
                yield set_up(f"{columns}x{rows}", pieces, position.to_move, remembered, position.readings)
            except InputError:
                continue
    if position.memory:
        yield replace(position, memory=frozenset())


def similar(position: Position, text: str) -> list[str]:
    """The turn of `text`, made by each of the mover's pieces in place of its own, then by each of the other side's.

    If it names a group, each tied group is named in turn, or its own if none tie.
    """
    found = _TEXT.fullmatch(text)
    if not found:
        return []
    direction, mark, named = found.groups()
    squares = sorted(position.pieces, key=lambda square: position.pieces[square].colour != position.to_move)
    texts = []
    for square in squares:
        ends = [mark + name for name in (*_ties(position, square, direction), named)] if mark else [""]
        texts += [describe(square) + direction + end for end in dict.fromkeys(ends)]
    return texts[:MOST_SIMILAR]


def _ties(position: Position, square: Square, direction: str) -> list[str]:
    """The smallest squares of the groups that tie after a slide; none if the slide is illegal or leaves no tie."""
    try:
        tied = tied_by(position, slide_of(position, square, direction))
    except (IllegalTurn, KeyError):
        return []
    return [describe(choice) for choice in choices(tied) if choice]


def _without_a_line(position: Position) -> Iterator[tuple[int, int, Pieces, Memory]]:
    """The board without one of its columns or rows: empty lines first, and edges before others."""
    lines = [(axis, line) for axis, length in enumerate((position.columns, position.rows)) for line in range(length)]
    ends = ((0, position.columns - 1), (0, position.rows - 1))

    def cost(line: tuple[int, int]) -> tuple[int, bool]:
        axis, at = line
        return sum(square[axis] == at for square in position.pieces), at not in ends[axis]

    for axis, at in sorted(lines, key=cost):
        size = [position.columns, position.rows]
        size[axis] -= 1
        if size[axis] < SMALLEST_BOARD:
            continue
        where = {square: _closer(square, axis, at) for square in position.pieces if square[axis] != at}
        memory = frozenset(
            (_closer(now, axis, at), _closer(before, axis, at))
            for now, before in position.memory
            if at not in (now[axis], before[axis])
        )
        yield size[0], size[1], {now: position.pieces[square] for square, now in where.items()}, memory


def _closer(square: Square, axis: int, line: int) -> Square:
    """The new place of a square when a line is taken out of the board."""
    places = [*square]
    places[axis] -= places[axis] > line
    return Square(*places)


def _without_a_piece(position: Position) -> Iterator[tuple[int, int, Pieces, Memory]]:
    for gone in reversed(list(position.pieces)):
        left: Mapping[Square, Piece] = {square: piece for square, piece in position.pieces.items() if square != gone}
        yield position.columns, position.rows, left, frozenset(pair for pair in position.memory if pair[0] != gone)


def _plainer(position: Position) -> Iterator[tuple[int, int, Pieces, Memory]]:
    """The position with one piece turned into a circle."""
    for square, piece in position.pieces.items():
        if piece.kind != PLAINEST:
            changed = {**position.pieces, square: piece._replace(kind=PLAINEST)}
            yield position.columns, position.rows, changed, position.memory


NAMES = r"[a-z][1-9][0-9]?"


def embeddings(position: Position, board: str) -> Iterator[Embedding]:
    """The pieces in the lower left corner of a larger board, then in the upper right.

    Turns name the squares anew. Nothing is yielded if the rules refuse the result.
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
