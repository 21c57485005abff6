"""Positions as JSON values, in and out."""

from __future__ import annotations

from itertools import pairwise

from shatterproof.errors import InputError
from shatterproof_properties.second.input import read_head, read_list, read_name, show
from shatterproof_properties.second.scrunch.position import SIDES, Board, Position
from shatterproof_properties.second.scrunch.rules import Rules

KEYS = ("board", "creating", "dark", "game", "light", "to_move")
CREATING = {(False, False): "", (True, False): '"dark"', (False, True): '"light"', (True, True): '"dark","light"'}
"""The sides in creation, as items of a JSON list, by whether Dark and whether Light is in creation."""


def write_position(board: Board, position: Position) -> str:
    """A position in canonical JSON."""
    own, other, creating, other_creating, dark_moves = position
    dark, light = (own, other) if dark_moves else (other, own)
    phases = CREATING[(creating, other_creating) if dark_moves else (other_creating, creating)]
    head = f'{{"board":"{board.side}","creating":[{phases}],"dark":[{board.listed(dark)}],"game":"scrunch"'
    return f'{head},"light":[{board.listed(light)}],"to_move":"{SIDES[not dark_moves]}"}}'


def read_position(rules: Rules, value: object) -> Position:
    """A position from a JSON value. Raises InputError with the JSON pointer of the value that is forbidden."""
    fields = read_head(value, KEYS, "scrunch", str(rules.board.side))
    dark_moves = read_name(fields["to_move"], SIDES, "/to_move") == 0
    dark, light = (_read_stones(rules.board, fields[side], f"/{side}") for side in SIDES)
    if dark & light:
        twice = rules.board.written(dark & light)[0]
        raise InputError(f"cell {twice} is dark and light", "/light", "one stone a cell (scrunch.board.one-stone)")
    creating = fields["creating"]
    if creating not in ([], ["dark"], ["light"], ["dark", "light"]):
        expected = 'a list of the sides in creation, in the order "dark", "light"'
        raise InputError(show(creating), "/creating", expected)
    for side, stones in zip(SIDES, (dark, light), strict=True):
        _refuse_stones(rules, stones, side in creating, f"/{side}")
    own, other = (dark, light) if dark_moves else (light, dark)
    here = Position(own, other, fields["to_move"] in creating, SIDES[dark_moves] in creating, dark_moves)
    if not here.own and not here.creating:
        expected = "a side that has lost is not to move (scrunch.start.phases)"
        raise InputError("the side to move is past creation without stones", "/to_move", expected)
    return here


def _read_stones(board: Board, value: object, where: str) -> int:
    cells = []
    for number, text in enumerate(names := read_list(value, where)):
        if not isinstance(text, str) or text not in board.named:
            expected = f"a cell of the board of side {board.side} (scrunch.notation.cell)"
            raise InputError(f"cell {show(text)}", f"{where}/{number}", expected)
        cells.append(board.named[text])
    for number, (early, late) in enumerate(pairwise(cells), 1):
        if early == late:
            raise InputError(f"cell {names[number]} twice", f"{where}/{number}", "each once (scrunch.board.one-stone)")
        if early > late:
            raise InputError(f"cell {names[number]} is out of order", f"{where}/{number}", "cells by row, then column")
    return sum(cells)


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
