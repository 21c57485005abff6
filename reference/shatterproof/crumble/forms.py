"""Positions as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, NotRequired, TypedDict

from shatterproof.crumble.arrangement import board_size, check_piece, from_units, refuse_overlaps
from shatterproof.crumble.draws import (
    Deed,
    Memory,
    length_remembered,
    lists_targets,
    may_be_remembered,
    renewals_to_draw,
)
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, has_legal_shape, in_units, place
from shatterproof.crumble.position import Position, set_up
from shatterproof.crumble.readings import Readings
from shatterproof.errors import InputError
from shatterproof.fields import check_fields, check_head, check_side, listed, placed, readings_from_json, show

FIELDS = {"board", "game", "memory", "pieces", "readings", "to_move"}
NEEDED = ("board", "game", "pieces", "to_move")


class MemoryData(TypedDict):
    """What a position of Crumble remembers: of each of the latest turns its target and the pieces that it worked."""

    recent: list[dict[str, list[Any] | None] | None]
    renewals: int


class PositionData(TypedDict):
    """A position of Crumble as JSON values; each piece is x, y, width and height in units, and its colour."""

    board: str
    game: Literal["crumble"]
    memory: NotRequired[MemoryData | None]
    pieces: list[list[str]]
    readings: NotRequired[dict[str, str]]
    to_move: str


def to_json(position: Position) -> dict[str, Any]:
    """A position as canonical JSON values: lengths in units as strings, pieces sorted by place.

    Readings are named where they are not the default.
    """
    data: dict[str, Any] = {
        "board": position.board,
        "game": "crumble",
        "memory": memory_to_json(position.memory, position.readings),
        "pieces": [
            [*_rectangle(piece), BLACK if piece in position.black else WHITE] for piece in position.arrangement.pieces
        ],
        "to_move": position.to_move,
    }
    if departures := position.readings.departures():
        data["readings"] = departures
    return data


def _rectangle(piece: Piece) -> list[str]:
    return [in_units(length) for length in piece]


def memory_to_json(memory: Memory | None, readings: Readings) -> dict[str, Any] | None:
    """What a position remembers, as JSON values; deeds newest first, pieces worked sorted by place.

    A target is a piece, or a list of pieces where a turn can have several that matter (crumble.draw-into).
    """
    if memory is None:
        return None
    recent = [
        deed
        and {
            "target": _targets_to_json(deed.targets, readings),
            "worked": [_rectangle(piece) for piece in sorted(deed.worked, key=place)],
        }
        for deed in memory.recent
    ]
    return {"recent": recent, "renewals": memory.renewals}


def _targets_to_json(targets: tuple[Piece, ...], readings: Readings) -> list[Any] | None:
    listed_all = [_rectangle(piece) for piece in sorted(targets, key=place)]
    if not listed_all:
        return None
    return listed_all if lists_targets(readings) else listed_all[0]


def from_json(data: Any, readings: Readings | None = None, strict: bool = True) -> Position:
    """A position from JSON values. `readings` are those in force; None: those that the position names, or the defaults.

    Raises InputError with the JSON pointer of what is wrong; IllegalPosition where a rule is broken. Unless `strict`,
    a position that is not settled is taken all the same, to be shown.
    """
    check_fields(data, "", FIELDS, NEEDED)
    check_head(data, "crumble", (BLACK, WHITE), "6x6")
    chosen = readings_from_json(data.get("readings"), readings, Readings)
    with placed("/board"):
        size = board_size(data["board"])
    colours: dict[Piece, str] = {}
    for index, item in enumerate(listed(data["pieces"], "/pieces")):
        piece, colour = _coloured(item, f"/pieces/{index}")
        if piece in colours:
            raise InputError("the same piece is given twice", f"/pieces/{index}", "every piece once")
        with placed(f"/pieces/{index}"):
            check_piece(*size, piece)
        colours[piece] = colour
    settling = chosen if strict else replace(chosen, standing_enclosure="next-step")
    with placed("/pieces"):
        position = set_up(data["board"], colours, data["to_move"], readings=settling)
    memory = memory_from_json(data.get("memory"), position)
    return Position(position.arrangement, position.black, position.to_move, memory, chosen)


def _lengths(item: Any, where: str) -> Piece:
    if not isinstance(item, list) or len(item) != 4:
        raise InputError(f"{show(item)} is no rectangle", where, "x, y, width and height")
    lengths = []
    for index, text in enumerate(item):
        with placed(f"{where}/{index}"):
            if not isinstance(text, str):
                raise InputError(f"{show(text)} is no length", expected='a string in units, like "2" or "3/2"')
            lengths.append(from_units(text))
    return Piece(*lengths)


def _coloured(item: Any, where: str) -> tuple[Piece, str]:
    if not isinstance(item, list) or len(item) != 5:
        raise InputError(f"{show(item)} is no piece", where, "x, y, width, height and colour")
    check_side(item[4], "colour", f"{where}/4", (BLACK, WHITE))
    return _lengths(item[:4], where), item[4]


def memory_from_json(data: Any, position: Position) -> Memory | None:
    """What the position remembers, checked against the readings and the board."""
    if data is None:
        return None
    if position.winner:
        raise InputError("a won position remembers nothing", "/memory", "null")
    limit = renewals_to_draw(position.readings)
    if limit is None:
        raise InputError("crumble.draw = agreement-only remembers nothing", "/memory", "null")
    check_fields(data, "/memory", {"recent", "renewals"}, ("recent", "renewals"))
    items = listed(data["recent"], "/memory/recent")
    most = length_remembered(limit, position.readings)
    if not 1 <= len(items) <= most:
        raise InputError(f"{len(items)} turns are remembered", "/memory/recent", f"1 to {most}")
    recent = tuple(_deed(item, f"/memory/recent/{index}", position) for index, item in enumerate(items))
    counts = [count for count in range(limit + 1) if may_be_remembered(Memory(recent, count), position.readings)]
    if not counts:
        raise InputError(
            "it remembers what can no longer matter, or forgets what does",
            "/memory/recent",
            "only turns that can still be part of a draw",
        )
    renewals = data["renewals"]
    if type(renewals) is not int or renewals not in counts:
        expected = f"a whole number from {counts[0]} to {counts[-1]}"
        raise InputError(f"renewals is {show(renewals)}", "/memory/renewals", expected)
    return Memory(recent, renewals)


def _deed(item: Any, where: str, position: Position) -> Deed | None:
    if item is None:
        return None
    check_fields(item, where, {"target", "worked"}, ("target", "worked"))
    targets = () if item["target"] is None else _targets(item["target"], f"{where}/target", position)
    worked = _in_order(item["worked"], "worked", f"{where}/worked", position)
    with placed(f"{where}/worked"):
        refuse_overlaps(worked)
    return Deed(targets, worked)


def _targets(item: Any, where: str, position: Position) -> tuple[Piece, ...]:
    if lists_targets(position.readings):
        return _in_order(item, "swapped into", where, position)
    return (_on_board(item, where, position),)


def _in_order(data: Any, what: str, where: str, position: Position) -> tuple[Piece, ...]:
    pieces = [_on_board(item, f"{where}/{index}", position) for index, item in enumerate(listed(data, where))]
    if not pieces or pieces != sorted(set(pieces), key=place):
        expected = "at least one piece, each once, sorted by y and then x"
        raise InputError(f"the pieces {what} are not in order", where, expected)
    return tuple(pieces)


def _on_board(item: Any, where: str, position: Position) -> Piece:
    piece = _lengths(item, where)
    columns, rows = position.arrangement.columns * GRAIN, position.arrangement.rows * GRAIN
    if not piece.area or not has_legal_shape(piece.width, piece.height) or piece.east > columns or piece.north > rows:
        raise InputError(f"{show(item)} is no piece of this board", where, "a square or half-square inside the board")
    return piece
