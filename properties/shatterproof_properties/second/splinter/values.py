"""Positions as JSON values, in and out."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.second.splinter.fields import listed, place_in, read_square, show
from shatterproof_properties.second.splinter.groups import grouped
from shatterproof_properties.second.splinter.memories import read_memory
from shatterproof_properties.second.splinter.position import KINDS, SIDES, Outcome, Position
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.squares import LARGEST, NOWHERE, SMALLEST, Squares, opposite, squares_of

Json = dict[str, Any]
KEYS = ("board", "game", "memory", "pieces", "to_move")
_BOARD = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


def outcome_value(outcome: Outcome | None) -> Json | None:
    """An outcome as the protocol prints it."""
    return None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}


class Sheet:
    """One printed set of pieces, from which others are printed by changing a few squares."""

    def __init__(self, squares: Squares, pieces: int) -> None:
        """Prints those pieces."""
        self.squares = squares
        self.printed = 0
        self.rows: list[list[str] | None] = [None] * len(squares.names)
        self.places = {square: place for place, square in enumerate(squares.names)}
        self._print(self.rows, pieces)
        self.printed = pieces

    def pieces(self, pieces: int) -> list[list[str]]:
        """Any pieces, printed; unchanged ones are shared and not to be written to."""
        rows = self.rows.copy()
        self._print(rows, pieces)
        return list(filter(None, rows))

    def _print(self, rows: list[list[str] | None], pieces: int) -> None:
        size, changed = self.squares.size, pieces ^ self.printed
        changed |= changed >> 2 * size
        for square in squares_of((changed | changed >> size) & self.squares.all):
            rows[self.places[square]] = self._row(square, pieces) if pieces & square else None

    def _row(self, square: int, pieces: int) -> list[str]:
        size = self.squares.size
        kind = 0 if pieces >> 2 * size & square else 1 if pieces >> 3 * size & square else 2
        return [self.squares.names[square], SIDES[not pieces >> size & square], KINDS[kind]]


def position_value(sheet: Sheet, position: Position) -> Json:
    """A position as a JSON value, printed on a sheet."""
    squares = sheet.squares
    memory = []
    for now in squares_of(position.now):
        before = squares.moved(now, opposite(position.heading))
        memory.append([squares.names[now], squares.names[before]])
    return {
        "board": f"{squares.columns}x{squares.rows}",
        "game": "splinter",
        "memory": memory,
        "pieces": sheet.pieces(position.pieces),
        "to_move": SIDES[not position.blue_moves],
    }


def read_position(rules: Rules, value: object) -> Position:
    """A position from a JSON value; InputError with the JSON pointer of what board, rules or readings forbid."""
    fields = _read_head(rules.squares, value)
    blue_moves = fields["to_move"] == SIDES[0]
    pieces = _read_pieces(rules.squares, fields["pieces"])
    outcome = rules.outcome(pieces, not blue_moves)
    if not pieces:
        raise InputError("no pieces (splinter.group.one)", "/pieces", "one group")
    if rules.refuses_splinters() and not (rules.push_first and outcome):
        _refuse_splinters(rules, pieces)
    here = Position(pieces, blue_moves, 0, NOWHERE, outcome)
    now, heading = read_memory(rules, here, fields["memory"])
    return Position(pieces, blue_moves, now, heading, outcome)


def _read_head(squares: Squares, value: object) -> Json:
    if not isinstance(value, dict):
        raise InputError(f"{show(value)} is no position", "", "an object")
    for key in KEYS:
        if key not in value:
            raise InputError(f'lacks "{key}"', "", f"the fields {', '.join(KEYS)}")
    for key in value:
        if key not in KEYS:
            raise InputError(f"unknown field {show(key)}", "", f"the fields {', '.join(KEYS)}")
    if value["game"] != "splinter":
        raise InputError(f"{show(value['game'])} is another game", "/game", '"splinter"')
    board, name = value["board"], f"{squares.columns}x{squares.rows}"
    if not is_board(board):
        raise InputError(f"no board {show(board)} (splinter.board.limits)", "/board", "2x2 to 26x26")
    if board != name:
        raise InputError(f"{board} is another board", "/board", f'"{name}"')
    if value["to_move"] not in SIDES:
        raise InputError(f"{show(value['to_move'])} is no side", "/to_move", '"blue" or "white"')
    return value


def is_board(name: object) -> bool:
    """Whether that is the name of a board such as "10x9", within the limits."""
    found = _BOARD.fullmatch(name) if isinstance(name, str) else None
    return found is not None and all(SMALLEST <= int(side) <= LARGEST for side in found.groups())


def _read_pieces(squares: Squares, value: object) -> int:
    pieces, places = 0, []
    for number, entry in enumerate(listed(value, "/pieces")):
        where = f"/pieces/{number}"
        if not isinstance(entry, list) or len(entry) != 3:
            raise InputError(f"{show(entry)} is no piece", where, "square, side and kind")
        place = read_square(squares, entry[0], f"{where}/0")
        if place & pieces:
            raise InputError(f"a second piece on {entry[0]} (splinter.board.one-piece)", where, "one piece a square")
        side = place_in(SIDES, entry[1], f"{where}/1")
        kind = place_in(KINDS, entry[2], f"{where}/2")
        pieces |= piece(squares, place, side, kind)
        places.append(place)
    for number, (early, late) in enumerate(pairwise(places), start=1):
        if late < early:
            raise InputError("not in order", f"/pieces/{number}", "pieces sorted by column, then row")
    return pieces


def piece(squares: Squares, place: int, side: int, kind: int) -> int:
    """One piece as a set of pieces; side and kind as places in SIDES and KINDS."""
    masks = 1 | (1 << squares.size if side == 0 else 0) | (1 << (2 + kind) * squares.size if kind < 2 else 0)
    return place * masks


def _refuse_splinters(rules: Rules, pieces: int) -> None:
    sizes = [group.bit_count() for group in grouped(pieces & rules.squares.all, rules.squares.spread)]
    if len(sizes) > 1 and (rules.keep_one or len(set(sizes)) > 1):
        wish = "one group" if rules.keep_one else "groups of equal size"
        raise InputError(f"{len(sizes)} groups (splinter.group.one)", "/pieces", wish)
