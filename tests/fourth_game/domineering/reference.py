"""Domineering: cover two empty squares with a domino; whoever has no room for one has lost.

The names that every game shows (`shatterproof.game.Game`); domineering.md holds the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from shatterproof import fields
from shatterproof.diagrams import Form, last_lines, readings_said, split_diagram
from shatterproof.drawing import Symbol, draw_squares, state
from shatterproof.errors import InputError
from shatterproof.fields import check_fields, check_head, listed, readings_from_json, show
from shatterproof.game import IllegalPosition, IllegalTurn, MalformedTurn, Outcome, ReadingsBase, choice
from shatterproof.paper import Paper

NAME = "domineering"
SIDES = ("vertical", "horizontal")
TURN_TEXT = re.compile(r"[^\s{}]+")

Square = tuple[int, int]
"""A square: its column from the left and its row from the bottom, both from 0. Printed `a1`."""
Turn = Square
"""A domino, by the lower or left one of its squares; the side to move says how it lies."""

_HEADER = re.compile(r"(?:domineering,? *)?(?P<board>\d+x\d+)?(?:,? *(?P<side>vertical|horizontal) to move)?", re.I)
FORM = Form(_HEADER, "4x4, Vertical to move", re.compile(r"[x.]+"), "squares: a dot, or x for a covered one")


@dataclass(frozen=True)
class Readings(ReadingsBase):
    """The readings of Domineering."""

    game = NAME

    stuck: str = choice("loses", "wins")


DEFAULTS = Readings()


@dataclass(frozen=True)
class Position:
    """Everything the future depends on: which squares are covered, and who moves."""

    columns: int
    rows: int
    covered: frozenset[Square] = frozenset()
    to_move: str = SIDES[0]
    readings: Readings = DEFAULTS

    @property
    def board(self) -> str:
        return f"{self.columns}x{self.rows}"


def board_size(board: str) -> tuple[int, int]:
    """Columns and rows of a board named like `4x4`. Raises InputError; IllegalPosition (domineering.board.limits)."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})", board)
    if not found:
        raise InputError(f"{board[:40]!r} names no board", expected="columns by rows, like 4x4")
    if not all(2 <= int(number) <= 8 for number in found.groups()):
        raise IllegalPosition("domineering.board.limits", f"no board {board}", expected="2x2 to 8x8 squares")
    return int(found[1]), int(found[2])


def start(board: str = "4x4", readings: Readings = DEFAULTS) -> Position:
    """domineering.start.empty: an empty board, Vertical to move."""
    return Position(*board_size(board), readings=readings)


def squares(position: Position) -> list[Square]:
    """domineering.board.limits: every square of the board, by columns and then by rows."""
    return list(product(range(position.columns), range(position.rows)))


def opponent(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def domino(side: str, square: Square) -> tuple[Square, Square]:
    """domineering.turn.place: the two squares of a domino, whose lower or left one is given."""
    column, row = square
    return square, (column, row + 1) if side == "vertical" else (column + 1, row)


def check_on_board(position: Position, square: Square) -> None:
    """Raises IllegalTurn (domineering.place.on-board) for a domino that sticks out of the board."""
    if any(column >= position.columns or row >= position.rows for column, row in domino(position.to_move, square)):
        raise IllegalTurn("domineering.place.on-board", f"the domino on {describe(square)} sticks out of the board")


def check_empty(position: Position, square: Square) -> None:
    """Raises IllegalTurn (domineering.place.empty) for a domino on a covered square."""
    if position.covered.intersection(domino(position.to_move, square)):
        raise IllegalTurn("domineering.place.empty", f"the domino on {describe(square)} meets a covered square")


def has_room(position: Position, square: Square) -> bool:
    """Whether the mover may place a domino there."""
    try:
        check_on_board(position, square)
        check_empty(position, square)
    except IllegalTurn:
        return False
    return True


def placed(position: Position, square: Square) -> Position:
    """domineering.turn.place: the domino covers its squares, and the other side is to move."""
    covered = position.covered.union(domino(position.to_move, square))
    return replace(position, covered=covered, to_move=opponent(position.to_move))


def outcome(position: Position) -> Outcome | None:
    """domineering.win.stuck: whoever is to move and has no room for a domino has lost (domineering.stuck)."""
    if any(has_room(position, square) for square in squares(position)):
        return None
    return Outcome(winner(position, position.to_move), "domineering.win.stuck")


def winner(position: Position, stuck: str) -> str:
    """domineering.stuck: who wins if that side has no room."""
    return opponent(stuck) if position.readings.stuck == "loses" else stuck


def actions(position: Position) -> Iterator[tuple[Turn, Position]]:
    """domineering.turn.place: every legal turn with the position that it leads to, in order."""
    for square in squares(position):
        if has_room(position, square):
            yield square, placed(position, square)


results = actions
"""The same: no two dominoes of one side cover the same squares."""


def turns(position: Position) -> Iterator[Turn]:
    """The legal turns, in order."""
    return (turn for turn, _ in actions(position))


def play(position: Position, turn: Turn) -> Position:
    """The position after a turn. Raises IllegalTurn, naming the clause, unless the turn is legal."""
    if outcome(position):
        raise IllegalTurn("domineering.turn.finished", "the game is over")
    check_on_board(position, turn)
    check_empty(position, turn)
    return placed(position, turn)


def threatens(position: Position) -> bool:
    """Whether the side that has just moved would win if it could move again at once."""
    if outcome(position):
        return False
    again = replace(position, to_move=opponent(position.to_move))
    return any(ended.winner == again.to_move for _, after in results(again) if (ended := outcome(after)))


def describe(square: Square) -> str:
    """domineering.notation.square: the column as a letter and the row as a number, from the lower left: `a1`."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def _square_named(name: object) -> Square | None:
    found = re.fullmatch(r"([a-z])([1-9][0-9]?)", name) if isinstance(name, str) else None
    return (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else None


def parse_turn(position: Position, text: str, published: bool = True) -> Turn:
    """The turn that a text means. Raises MalformedTurn if the grammar excludes it, IllegalTurn if it is illegal."""
    square = _square_named(text)
    if square is None:
        raise MalformedTurn(f"{show(text)} is no turn", expected="a square, like b2")
    play(position, square)
    return square


def format_turn(position: Position, turn: Turn) -> str:
    """A turn in writing, as `parse_turn` reads it."""
    return describe(turn)


def to_json(position: Position) -> dict[str, object]:
    """A position as canonical JSON values: the covered squares by name, sorted."""
    data: dict[str, object] = {
        "board": position.board,
        "covered": [describe(square) for square in sorted(position.covered)],
        "game": NAME,
        "to_move": position.to_move,
    }
    departures = position.readings.departures()
    return data | ({"readings": departures} if departures else {})


def from_json(data: Any, readings: Readings | None = None, strict: bool = True) -> Position:
    """A position from JSON values. Raises InputError with the JSON pointer of what is wrong, IllegalPosition."""
    check_fields(data, "", {"board", "covered", "game", "readings", "to_move"}, ("board", "covered", "game", "to_move"))
    check_head(data, NAME, SIDES, "4x4")
    chosen = readings_from_json(data.get("readings"), readings, Readings)
    with fields.placed("/board"):
        empty = Position(*board_size(data["board"]), to_move=data["to_move"], readings=chosen)
    covered = set[Square]()
    for index, name in enumerate(listed(data["covered"], "/covered")):
        square, where = _square_named(name), f"/covered/{index}"
        if square is None or square in covered:
            raise InputError(f"{show(name)} is no further square", where, "each square once, like b2")
        if square not in squares(empty):
            raise IllegalPosition("domineering.board.limits", f"no square {name}", where, "squares of the board")
        covered.add(square)
    return replace(empty, covered=frozenset(covered))


def from_diagram(text: str, readings: Readings | None = None) -> Position:
    """A position from a diagram; the rows tell the board. Raises InputError with the line that is wrong."""
    lines = split_diagram(text, FORM)
    rows = [row for _, row in lines.rows]
    with fields.placed(f"line {lines.first}"):
        columns, height = board_size(lines.header["board"] or f"{len(rows[0])}x{len(rows)}")
        if len(rows) != height or any(len(row) != columns for row in rows):
            raise InputError("the rows do not fill the board", expected=f"{height} rows of {columns} squares")
    marks = {(column, row): mark for row, line in enumerate(reversed(rows)) for column, mark in enumerate(line)}
    covered = frozenset(square for square, mark in marks.items() if mark == "x")
    return Position(
        columns, height, covered, lines.header["side"] or SIDES[0], readings_said(lines, readings, Readings)
    )


def to_diagram(position: Position, earlier: str = "") -> str:
    """A position as rows of squares, top row first, under a header line; `x` is a covered square."""
    lines = [f"Domineering {position.board}, {position.to_move.capitalize()} to move"]
    for row in reversed(range(position.rows)):
        lines.append("".join(".x"[(column, row) in position.covered] for column in range(position.columns)))
    return "\n".join(lines + last_lines(position.readings, [])) + "\n"


def to_svg(
    position: Position,
    marked: Iterable[tuple[int, ...]] = (),
    last: Turn | None = None,
    named: bool = False,
    paper: Paper | None = None,
) -> str:
    """A position as an SVG document, with the squares `marked` outlined, and more softly those of the `last` turn."""
    chosen = set(marked)
    new = domino(opponent(position.to_move), last) if last else ()
    symbols = [
        Symbol(
            *square,
            "square" if square in position.covered else "",
            "dark",
            marked=square in chosen,
            hint=describe(square),
            new=square in new,
            name=describe(square) if named else "",
        )
        for square in squares(position)
    ]
    caption = "" if named else f"Domineering {position.board}, {state(position.to_move, outcome(position))}"
    return draw_squares(position.columns, position.rows, symbols, caption, new, paper)
