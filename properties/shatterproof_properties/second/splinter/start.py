"""The opening position."""

from __future__ import annotations

from shatterproof.errors import InputError
from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.squares import NOWHERE
from shatterproof_properties.second.splinter.values import piece

BLOCK = ("bo wo bo wo bo wo", "wo bx wx bx wx bo", "bo ws bs ws bs wo", "wo bx wx bx wx bo", "bo wo bo wo bo wo")
SIDE_LETTERS, KIND_LETTERS = "bw", "sxo"


def opening(rules: Rules) -> Position:
    """splinter.start.block: the block in the middle, Blue to move; InputError where the board is too small for it."""
    squares = rules.squares
    west, south = (squares.columns - len(BLOCK[0].split())) // 2, (squares.rows - len(BLOCK)) // 2
    pieces = 0
    for up, line in enumerate(reversed(BLOCK)):
        for right, letters in enumerate(line.split()):
            column, row = west + right, south + up
            if 0 <= column < squares.columns and 0 <= row < squares.rows:
                place = squares.bit(column, row)
                pieces |= piece(squares, place, SIDE_LETTERS.index(letters[0]), KIND_LETTERS.index(letters[1]))
    if rules.outcome(pieces, blue_moved=True):
        what = f"no opening on {squares.columns}x{squares.rows} (splinter.start.other-boards)"
        raise InputError(what, expected="a board on which each side has a square, a cross and a circle")
    return Position(pieces, True, 0, NOWHERE, None)
