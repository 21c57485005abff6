"""Turns as text: cells, eggs, growths with their movement, removals and passes."""

from __future__ import annotations

import re

from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof.scrunch.cells import Cell, cell_named, check_on_board, describe
from shatterproof.scrunch.death import loses_all
from shatterproof.scrunch.position import PASS, Position, Turn, outcome, play
from shatterproof.scrunch.snakes import snakes

LONGEST_TEXT = 4096

_CELL = r"[a-s](?:[1-9]|1[0-9])"
_PLACED = rf"({_CELL})(?: ({_CELL})-({_CELL}))?"
_TURN = re.compile(rf"(?:x((?: {_CELL})+)(?:; {_PLACED})?|{_PLACED})")

TURN_TEXT = re.compile(
    rf"\([^()]*\)|x(?:\s+{_CELL}(?!\S))*?\s+{_CELL};\s+{_CELL}(?:\s+{_CELL}-{_CELL})?(?!\S)"
    rf"|x(?:\s+{_CELL}(?!\S)(?!\s+{_CELL}-{_CELL}))+|{_CELL}\s+{_CELL}-{_CELL}(?!\S)|[^\s{{}}]+"
)
"""One turn among others, as records have them: scrunch.notation.record."""


def format_turn(position: Position, turn: Turn) -> str:
    """A turn of `position` in writing: `d4`, `d4 e5-e6`, `x d4 f2`, `x d4; e5 e6-e7` or `pass`."""
    if turn == PASS:
        return "pass"
    removed = " ".join(["x", *map(describe, turn.removed)]) if turn.removed else ""
    if turn.placed is None:
        return removed
    placed = describe(turn.placed)
    if turn.moved:
        placed += " " + "-".join(map(describe, turn.moved))
    return f"{removed}; {placed}" if removed else placed


def parse_turn(position: Position, text: str, published: bool = True) -> Turn:
    """The turn that a text means in a position; removed snakes may be named by any of their cells.

    Raises MalformedTurn if the grammar excludes the text, IllegalTurn if the turn is illegal. `published` makes no
    difference: there is one notation.
    """
    turn = _read(text)
    if outcome(position):
        raise IllegalTurn("scrunch.turn.finished", "the game is over")
    turn = _naming_snakes(position, turn)
    play(position, turn)
    return turn


def attempted(position: Position, text: str) -> Turn:
    """The turn that a text means, be it legal or not. Raises MalformedTurn, IllegalTurn for snakes off the board."""
    return _naming_snakes(position, _read(text))


def _naming_snakes(position: Position, turn: Turn) -> Turn:
    """The turn with each snake to be removed named by its smallest cell."""
    for cell in turn.removed:
        check_on_board(position.side, cell)
    removed = [_smallest_cell(position, cell) for cell in turn.removed]
    return Turn(tuple(sorted(removed) if loses_all(position.mover) else removed), turn.placed, turn.moved)


def _read(text: str) -> Turn:
    """What the grammar makes of a text."""
    if text == "pass":
        return PASS
    found = _TURN.fullmatch(text) if len(text) <= LONGEST_TEXT else None
    if not found:
        shown = text if len(text) <= 60 else text[:57] + "..."
        small = text.lower()
        is_near = len(text) <= LONGEST_TEXT and (small == "pass" or _TURN.fullmatch(small))
        wish = f"{small}, in small letters" if is_near else "a form like d4, d4 e5-e6, x d4 f2 or pass"
        raise MalformedTurn(f"{shown!r} is no turn", expected=wish)
    removed, *after, placed, stone, target = found.groups()
    if removed is not None:
        placed, stone, target = after
    named = tuple(map(cell_named, removed.split())) if removed else ()
    return Turn(
        named,
        cell_named(placed) if placed else None,
        (cell_named(stone), cell_named(target)) if stone else None,
    )


def _smallest_cell(position: Position, cell: Cell) -> Cell:
    """The cell by which the snake on `cell` is named in writing; `cell` itself where no own snake is."""
    own = snakes(position.side, position.stones(position.to_move))
    return next((min(snake) for snake in own if cell in snake), cell)
