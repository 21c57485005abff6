"""Positions as JSON."""

from __future__ import annotations

import re
from typing import Any, Literal, NotRequired, TypedDict

from shatterproof.errors import InputError
from shatterproof.fields import check_fields, check_head, check_side, listed, placed, readings_from_json, show
from shatterproof.game import IllegalPosition
from shatterproof.splinter.position import Position, check_squares, set_up, with_memory
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.slides import Memory
from shatterproof.splinter.squares import BLUE, KINDS, WHITE, Piece, Square, board_size, describe, square_named

FIELDS = {"board", "game", "memory", "pieces", "readings", "to_move"}
NEEDED = ("board", "game", "pieces", "to_move")

_SQUARE = re.compile(r"[a-z][1-9][0-9]?")


class PositionData(TypedDict):
    """A position of Splinter as JSON values: each piece is its square, side and kind; memory is pairs of squares."""

    board: str
    game: Literal["splinter"]
    memory: NotRequired[list[list[str]]]
    pieces: list[list[str]]
    readings: NotRequired[dict[str, str]]
    to_move: str


def to_json(position: Position) -> dict[str, Any]:
    """A position as canonical JSON values: squares by name, pieces and memory sorted by square.

    Readings are named where they are not the default.
    """
    data: dict[str, Any] = {
        "board": position.board,
        "game": "splinter",
        "memory": memory_to_json(position.memory),
        "pieces": [[describe(square), *piece] for square, piece in position.pieces.items()],
        "to_move": position.to_move,
    }
    if departures := position.readings.departures():
        data["readings"] = departures
    return data


def memory_to_json(memory: Memory) -> list[list[str]]:
    """What a position remembers: pairs of the square where a piece stands and the one where it stood, sorted."""
    return [[describe(now), describe(before)] for now, before in sorted(memory)]


def from_json(data: Any, readings: Readings | None = None, strict: bool = True) -> Position:
    """A position from JSON values. `readings` are those in force; None: those that the position names, or the defaults.

    Raises InputError with the JSON pointer of what is wrong; IllegalPosition where a rule is broken. Unless `strict`,
    a position that no play could reach is taken all the same, to be shown.
    """
    check_fields(data, "", FIELDS, NEEDED)
    check_head(data, "splinter", (BLUE, WHITE), "10x9")
    chosen = readings_from_json(data.get("readings"), readings, Readings)
    with placed("/board"):
        columns, rows = board_size(data["board"])
    pieces: dict[Square, Piece] = {}
    for index, item in enumerate(listed(data["pieces"], "/pieces")):
        square, piece = _placed_piece(item, f"/pieces/{index}")
        if square in pieces:
            what = f"two pieces are on {item[0]}"
            raise IllegalPosition("splinter.board.one-piece", what, f"/pieces/{index}/0", "one piece on a square")
        pieces[square] = piece
    memory = memory_from_json(data.get("memory", []), "/memory")
    with placed("/pieces"):
        if not strict:
            position = Position(columns, rows, frozenset(pieces.items()), data["to_move"], memory, chosen)
            check_squares(position)
            return position
        position = set_up(data["board"], pieces, data["to_move"], readings=chosen)
    with placed("/memory"):
        return with_memory(position, memory)


def _placed_piece(item: Any, where: str) -> tuple[Square, Piece]:
    if not isinstance(item, list) or len(item) != 3:
        raise InputError(f"{show(item)} is no piece", where, "square, colour and kind")
    check_side(item[1], "colour", f"{where}/1", (BLUE, WHITE))
    if item[2] not in KINDS:
        raise InputError(f"kind is {show(item[2])}", f"{where}/2", '"square", "cross" or "circle"')
    return _square(item[0], f"{where}/0"), Piece(item[1], item[2])


def _square(name: Any, where: str) -> Square:
    if not isinstance(name, str) or not _SQUARE.fullmatch(name):
        raise InputError(f"{show(name)} is no square", where, 'a column and a row, like "d4"')
    return square_named(name)


def memory_from_json(data: Any, where: str) -> Memory:
    """The pairs of squares that a position remembers; whether a slide leaves them is for the position to say."""
    pairs = []
    for index, item in enumerate(listed(data, where)):
        if not isinstance(item, list) or len(item) != 2:
            raise InputError(f"{show(item)} is no pair", f"{where}/{index}", "square now and square before")
        pairs.append((_square(item[0], f"{where}/{index}/0"), _square(item[1], f"{where}/{index}/1")))
    if len(set(pairs)) < len(pairs):
        raise InputError("a pair is given twice", where, "every piece that moved, once")
    return frozenset(pairs)
