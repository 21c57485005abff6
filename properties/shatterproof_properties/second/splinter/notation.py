"""Turns as text: the slid piece's square, a direction, and in a tie a square of the chosen group."""

from __future__ import annotations

import re
from typing import NamedTuple

from shatterproof_properties.second.splinter.board import DIRECTIONS, Squares
from shatterproof_properties.second.splinter.position import PASS, Turn

_SQUARE = "[a-z][1-9][0-9]?"
_TURN = re.compile(rf"({_SQUARE})({'|'.join(DIRECTIONS)})(?:([=x])({_SQUARE}))?")
STAYS, GOES = "=", "x"
PASSED = "pass"


class ParsedTurn(NamedTuple):
    """A turn as written, by names of squares, which need not be on the board.

    `sign` and `choice` may be empty. A pass has an empty square.
    """

    square: str
    direction: int
    sign: str
    choice: str


def read_turn(text: str) -> ParsedTurn | None:
    """The meaning of a text by the grammar alone; None if it is malformed.

    The grammar has passes under all readings.
    """
    if text == PASSED:
        return ParsedTurn("", 0, "", "")
    found = _TURN.fullmatch(text)
    if found is None:
        return None
    return ParsedTurn(found[1], DIRECTIONS.index(found[2]), found[3] or "", found[4] or "")


def write_turn(squares: Squares, turn: Turn, sign: str) -> str:
    """The text of a turn; `sign` stands before a choice."""
    if turn == PASS:
        return PASSED
    text = squares.names[turn.square] + DIRECTIONS[turn.direction]
    return text + sign + squares.names[turn.choice] if turn.choice else text
