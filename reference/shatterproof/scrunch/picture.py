"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from shatterproof.drawing import Hexagon, Point, draw_hexagons, state
from shatterproof.paper import Paper
from shatterproof.scrunch.cells import DARK, LIGHT, ROW_LETTERS, Cell, board, describe, row_length
from shatterproof.scrunch.position import Position, Turn, outcome


def to_svg(
    position: Position,
    marked: Iterable[tuple[int, ...]] = (),
    last: Turn | None = None,
    named: bool = False,
    paper: Paper | None = None,
) -> str:
    """A position as an SVG document, with the cells `marked` outlined.

    `last` is the turn that led to it: the cells on which it put stones are outlined too, more softly, and the step
    that it made is drawn. Where `named`, the elements of cells carry names, and there is no caption. `paper` is the
    room for it, if it is to be printed.
    """
    chosen = set(marked)
    touched = {cell for cell in (last.placed, *(last.moved or ())) if cell} if last else set()
    hexagons = [
        Hexagon(
            *middle(position.side, cell),
            fill=_fill(position, cell),
            marked=cell in chosen,
            new=cell in touched,
            hint=f"{describe(cell)} {_colour(position, cell)}".strip(),
            name=describe(cell) if named else "",
        )
        for cell in sorted(board(position.side))
    ]
    step = [middle(position.side, cell) for cell in last.moved] if last and last.moved else []
    return draw_hexagons(hexagons, _labels(position.side), "" if named else caption(position), step, paper)


def caption(position: Position) -> str:
    """A position in a few words."""
    return f"Scrunch {position.board}, {state(position.to_move, outcome(position))}{_phases(position)}"


def _labels(side: int) -> list[tuple[float, float, str]]:
    """Beside every row its letter, and after it the number of its last cell."""
    rows = [(row, row_length(side, row)) for row in range(2 * side - 1)]
    letters = [(*middle(side, Cell(row, -1)), ROW_LETTERS[row]) for row, _ in rows]
    return letters + [(*middle(side, Cell(row, length)), str(length)) for row, length in rows]


def middle(side: int, cell: Cell) -> Point:
    """The middle of a cell, in widths of a cell: x from the middle of the board to the right, y up by rows."""
    return cell.column - (row_length(side, cell.row) - 1) / 2, float(cell.row - side + 1)


def _colour(position: Position, cell: Cell) -> str:
    return next((colour.capitalize() for colour in (DARK, LIGHT) if cell in position.stones(colour)), "")


def _fill(position: Position, cell: Cell) -> str:
    return _colour(position, cell).lower()


def _phases(position: Position) -> str:
    creating = [colour.capitalize() for colour in (DARK, LIGHT) if colour in position.creating]
    return f", {' and '.join(creating)} creating" if creating and not outcome(position) else ""
