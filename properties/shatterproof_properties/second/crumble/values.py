"""Positions as JSON values, in and out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from shatterproof_properties.second.crumble.arrangement import Arrangement, arranged
from shatterproof_properties.second.crumble.grains import GRAINS, Rect, from_text, shorten, to_text
from shatterproof_properties.second.crumble.masks import slots
from shatterproof_properties.second.crumble.position import Memory, Position, Remembered, Worked
from shatterproof_properties.second.crumble.rules import Rules

Json = dict[str, Any]
COLOURS = ("black", "white")
LARGEST_BOARD = 16
WON, DRAWN = "crumble.win.four-sides", "crumble.draw.repetition"
_BOARD = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")
_KEYS = {"board", "game", "memory", "pieces", "to_move"}


def outcome_value(outcome: str | None) -> Json | None:
    """An outcome as the protocol prints it."""
    if outcome is None:
        return None
    return {"winner": None, "clause": DRAWN} if outcome == "draw" else {"winner": outcome, "clause": WON}


@lru_cache(maxsize=1 << 16)
def rect_text(rect: Rect) -> tuple[str, str, str, str]:
    """A rectangle as the texts of x, y, width and height."""
    west, south, east, north = rect
    return to_text(west), to_text(south), to_text(east - west), to_text(north - south)


class Sheet:
    """One printed colouring of an arrangement, from which others are printed by changing a few pieces."""

    def __init__(self, arrangement: Arrangement, black: int) -> None:
        """Prints that colouring."""
        rects = arrangement.rects
        order = sorted((rects[slot][1], rects[slot][0], slot) for slot in slots(arrangement.live))
        self.place = {slot: place for place, (_, _, slot) in enumerate(order)}
        self.black = black
        self.rows = [_row(rects[slot], black >> slot & 1) for _, _, slot in order]

    def pieces(self, rects: list[Rect], black: int) -> list[list[str]]:
        """The printed pieces under any colours; unchanged ones are shared and not to be written to."""
        rows = self.rows.copy()
        for slot in slots(black ^ self.black):
            rows[self.place[slot]] = _row(rects[slot], black >> slot & 1)
        return rows


def _row(rect: Rect, is_black: int) -> list[str]:
    return [*rect_text(rect), "black" if is_black else "white"]


def position_value(board: str, position: Position) -> Json:
    """A position as a JSON value."""
    arrangement = position.arrangement
    if arrangement.sheet is None:
        arrangement.sheet = Sheet(arrangement, position.black)
    return {
        "board": board,
        "game": "crumble",
        "memory": _memory_value(position.memory),
        "pieces": arrangement.sheet.pieces(arrangement.rects, position.black),
        "to_move": "black" if position.black_moves else "white",
    }


def _memory_value(memory: Memory | None) -> Json | None:
    if memory is None:
        return None
    recent = [
        {
            "target": list(rect_text(turn.target)) if turn.target else None,
            "worked": [list(rect_text(piece)) for piece in turn.worked],
        }
        if turn
        else None
        for turn in memory.recent
    ]
    return {"recent": recent, "renewals": memory.renewals}


def read_board(name: object) -> tuple[int, int]:
    """Columns and rows of a board's name such as "6x6"; ValueError beyond 2x2 to 16x16."""
    found = _BOARD.fullmatch(name) if isinstance(name, str) else None
    if found is None or not all(2 <= int(side) <= LARGEST_BOARD for side in found.groups()):
        raise ValueError(f"board {shorten(name)}; expected 2x2 to 16x16 (crumble.board.limits)")
    return int(found[1]), int(found[2])


def read_position(rules: Rules, value: object) -> Position:
    """A position from a JSON value; ValueError in one line if it is none of this board, or not settled."""
    fields = _object(value, _KEYS, "position")
    if fields["game"] != "crumble":
        raise ValueError(f'game {shorten(fields["game"])}; expected "crumble"')
    if read_board(fields["board"]) != (rules.columns, rules.rows):
        raise ValueError(f"board {fields['board']}; expected {rules.columns}x{rules.rows}")
    if fields["to_move"] not in COLOURS:
        raise ValueError(f'to_move {shorten(fields["to_move"])}; expected "black" or "white"')
    arrangement, black = _read_pieces(rules, fields["pieces"])
    memory = _read_memory(rules, fields["memory"])
    return _judged(rules, arrangement, black, fields["to_move"] == "black", memory)


def _judged(rules: Rules, arrangement: Arrangement, black: int, black_moves: bool, memory: Memory | None) -> Position:
    white = arrangement.live ^ black
    if rules.refuses_unsettled() and (rules.enclosed(arrangement, black) or rules.enclosed(arrangement, white)):
        raise ValueError("some pieces stand enclosed: the position is not settled (crumble.standing-enclosure)")
    winner = rules.winner(arrangement, *((black, white) if black_moves else (white, black)))
    outcome = None if not winner else "black" if (winner == 1) == black_moves else "white"
    if outcome and memory:
        raise ValueError("a won position remembers nothing: memory must be null")
    if outcome is None and memory and memory.renewals >= rules.renewals_for_draw():
        outcome = "draw"
    return Position(arrangement, black, black_moves, memory, outcome)


def _object(value: object, keys: set[str], name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name}: {shorten(value)}; expected an object")
    for key in keys - value.keys():
        raise ValueError(f'{name}: the field "{key}" is missing')
    for key in value.keys() - keys:
        raise ValueError(f"{name}: unknown field {shorten(key)}")
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name}: {shorten(value)}; expected a list")
    return value


def _read_rect(rules: Rules, value: object, name: str) -> Rect:
    numbers = _list(value, name)
    if len(numbers) != 4:
        raise ValueError(f"{name}: {len(numbers)} entries; expected x, y, width and height")
    x, y, width, height = map(from_text, numbers)
    if not width or not height or not rules.is_legal_shape(width, height):
        raise ValueError(f"{name}: neither a square nor a half-square (crumble.pieces.shape)")
    if x + width > rules.columns * GRAINS or y + height > rules.rows * GRAINS:
        raise ValueError(f"{name}: it reaches over the edge of the board (crumble.pieces.cover)")
    return x, y, x + width, y + height


def _read_pieces(rules: Rules, value: object) -> tuple[Arrangement, int]:
    rects, black = [], 0
    for number, entry in enumerate(_list(value, "pieces")):
        fields = _list(entry, f"piece {number}")
        if not fields or fields[-1] not in COLOURS:
            raise ValueError(f'piece {number}: its colour must be "black" or "white" (crumble.pieces.colours)')
        rects.append(_read_rect(rules, fields[:-1], f"piece {number}"))
        black |= (fields[-1] == "black") << number
    if any((late[1], late[0]) <= (early[1], early[0]) for early, late in pairwise(rects)):
        raise ValueError("pieces: not sorted by y, then x, each once")
    arrangement = arranged(rules, rects)
    if sum(_area(rect) for rect in rects) != rules.columns * rules.rows * GRAINS * GRAINS:
        raise ValueError("the pieces leave a gap on the board (crumble.pieces.cover)")
    return arrangement, black


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _read_memory(rules: Rules, value: object) -> Memory | None:
    if value is None:
        return None
    fields = _object(value, {"recent", "renewals"}, "memory")
    entries = _list(fields["recent"], "memory recent")
    if not 1 <= len(entries) <= 4:
        raise ValueError(f"memory recent: {len(entries)} turns; expected one to four")
    recent = tuple(_read_remembered(rules, entry) for entry in entries)
    renewals = fields["renewals"]
    if type(renewals) is not int or not 0 <= renewals <= rules.renewals_for_draw():
        raise ValueError(f"memory renewals: {shorten(renewals)}; expected 0 to {rules.renewals_for_draw()}")
    memory = Memory(recent, renewals)
    if not rules.may_remember(memory):
        raise ValueError("memory: no turns under these readings leave this (crumble.draw)")
    return memory


def _read_remembered(rules: Rules, value: object) -> Remembered | None:
    if value is None:
        return None
    fields = _object(value, {"target", "worked"}, "memory turn")
    target = None if fields["target"] is None else _read_rect(rules, fields["target"], "memory target")
    worked: Worked = tuple(_read_rect(rules, piece, "memory worked") for piece in _list(fields["worked"], "worked"))
    if not worked or list(worked) != sorted(set(worked), key=lambda rect: (rect[1], rect[0])):
        raise ValueError("memory worked: expected pieces sorted by y, then x, each once")
    for index, (west, south, east, north) in enumerate(worked):
        if any(west < x1 and x0 < east and south < y1 and y0 < north for x0, y0, x1, y1 in worked[:index]):
            raise ValueError("memory worked: expected pieces that do not overlap")
    return Remembered(target, worked)
