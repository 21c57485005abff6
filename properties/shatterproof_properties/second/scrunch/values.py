"""Positions as JSON values, in and out."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof_properties.second.scrunch.board import Board
from shatterproof_properties.second.scrunch.position import Outcome, Position
from shatterproof_properties.second.scrunch.rules import SIDES, Rules

Json = dict[str, Any]
_KEYS = ("board", "creating", "dark", "game", "light", "to_move")


def outcome_value(outcome: Outcome | None) -> Json | None:
    """An outcome as the protocol prints it."""
    return None if outcome is None else outcome._asdict()


def position_value(board: Board, position: Position) -> Json:
    """A position as a JSON value."""
    own, other, creating, other_creating, dark_moves = position
    dark, light = (own, other) if dark_moves else (other, own)
    phases = (creating, other_creating) if dark_moves else (other_creating, creating)
    return {
        "board": str(board.side),
        "creating": [side for side, creates in zip(SIDES, phases, strict=True) if creates],
        "dark": board.written(dark),
        "game": "scrunch",
        "light": board.written(light),
        "to_move": "dark" if dark_moves else "light",
    }


def read_position(rules: Rules, value: object) -> Position:
    """A position from a JSON value; InputError if it is none of this board, or breaks the rules of positions."""
    fields = _object(value)
    _expect(fields, "game", "scrunch")
    _expect(fields, "board", str(rules.board.side))
    if fields["to_move"] not in SIDES:
        raise InputError(f"side {_shown(fields['to_move'])}", "/to_move", '"dark" or "light"')
    dark, light = (_stones(rules.board, fields[side], f"/{side}") for side in SIDES)
    if dark & light:
        twice = rules.board.written(dark & light)[0]
        raise InputError(f"cell {twice} is dark and light", "/light", "one stone a cell (scrunch.board.one-stone)")
    creating = _creating(fields["creating"])
    for side, stones in zip(SIDES, (dark, light), strict=True):
        _refuse_stones(rules, stones, side in creating, f"/{side}")
    dark_creates, light_creates = (side in creating for side in SIDES)
    if fields["to_move"] == "dark":
        here = Position(dark, light, dark_creates, light_creates, True)
    else:
        here = Position(light, dark, light_creates, dark_creates, False)
    if not here.own and not here.creating:
        expected = "a side that has lost is not to move (scrunch.start.phases)"
        raise InputError("the side to move is past creation without stones", "/to_move", expected)
    return here


def _expect(fields: Json, field: str, expected: str) -> None:
    if fields[field] != expected:
        raise InputError(f"{field} {_shown(fields[field])}", f"/{field}", f'"{expected}"')


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise InputError(f"position {_shown(value)}", expected="an object")
    for key in _KEYS:
        if key not in value:
            raise InputError(f'the field "{key}" is missing', expected=", ".join(_KEYS))
    for key in value.keys() - set(_KEYS):
        raise InputError(f"unknown field {_shown(key)}", expected=", ".join(_KEYS))
    return value


def _stones(board: Board, value: object, where: str) -> int:
    if not isinstance(value, list):
        raise InputError(_shown(value), where, "a list of cells")
    cells = []
    for number, text in enumerate(value):
        if not isinstance(text, str) or text not in board.named:
            expected = f"a cell of the board of side {board.side} (scrunch.notation.cell)"
            raise InputError(f"cell {_shown(text)}", f"{where}/{number}", expected)
        cells.append(board.named[text])
    for number, (early, late) in enumerate(pairwise(cells), 1):
        if early == late:
            raise InputError(f"cell {value[number]} twice", f"{where}/{number}", "each once (scrunch.board.one-stone)")
        if early > late:
            raise InputError(f"cell {value[number]} is out of order", f"{where}/{number}", "cells by row, then column")
    return sum(cells)


def _creating(value: object) -> list[str]:
    allowed: list[list[str]] = [[], ["dark"], ["light"], ["dark", "light"]]
    if value not in allowed:
        raise InputError(
            f"sides {_shown(value)}", "/creating", 'of "dark" and "light" those in creation, in that order'
        )
    return [side for side in SIDES if isinstance(value, list) and side in value]


def _refuse_stones(rules: Rules, stones: int, creating: bool, where: str) -> None:
    board = rules.board
    touching = stones & board.beside(stones)
    if creating and touching:
        text = board.texts[touching & -touching]
        raise InputError(f"stone {text} beside a friend", where, "only eggs in creation (scrunch.start.eggs)")
    if mutants := board.mutants(stones):
        text = board.texts[mutants & -mutants]
        raise InputError(f"mutant at {text}", where, "at most two friends beside a stone (scrunch.start.mutants)")
    if rules.forbids_loops and board.has_loop(stones):
        raise InputError("a closed loop of stones", where, "no loops (scrunch.start.mutants)")


def _shown(value: object) -> str:
    if isinstance(value, str):
        return repr(shorten(value, 40))
    if value is None or isinstance(value, bool):
        return repr(value)
    return {dict: "an object", list: "a list", int: "a number"}.get(type(value), "something else")
