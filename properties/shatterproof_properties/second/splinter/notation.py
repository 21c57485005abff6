"""Turns as text: the slid piece's square, a direction, and in a tie a square of the chosen group.

A written turn is played, or refused with the clause that it breaks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from shatterproof_properties.second.engine import RefusedTurn, refuse_if
from shatterproof_properties.second.splinter.position import DIRECTIONS, PASS, Position, Squares, Turn
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.slides import SlideResult, slide_results

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


def carried_out(rules: Rules, here: Position, written: ParsedTurn) -> list[SlideResult]:
    """The meanings of a turn, several if it leaves a tie open. Raises RefusedTurn if the turn breaks a clause."""
    refuse_if(here.outcome is not None, "splinter.turn.finished")
    square = rules.squares.bits.get(written.square)
    if square is None:
        raise RefusedTurn("splinter.notation.square")
    refuse_if(not square & rules.own(here), "splinter.turn.own")
    refuse_if(written.direction not in rules.directions(), "splinter.slide.one-step")
    run = rules.run(here.pieces & rules.squares.all, square, written.direction)
    if clause := rules.refusal(here, square, written.direction, run):
        raise RefusedTurn(clause)
    found = slide_results(rules, here, square, written.direction, run)
    return [_chosen(rules, found, written)] if written.choice else found


def _chosen(rules: Rules, found: list[SlideResult], written: ParsedTurn) -> SlideResult:
    choice = rules.squares.bits.get(written.choice, 0)
    refuse_if(len(found) > 1 and not choice, "splinter.notation.square")
    for group, after in found:
        if group & choice:
            refuse_if(written.sign != (STAYS if rules.keep_one else GOES), "splinter.tie")
            return group, after
    raise RefusedTurn("splinter.group.tie")
