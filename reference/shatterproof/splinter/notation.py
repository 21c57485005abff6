"""Turns as text: a square, a direction, and in a tie the group that stays or goes."""

from __future__ import annotations

import re

from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof.splinter.groups import Group
from shatterproof.splinter.position import PASS, Position, Turn, outcome, pieces_pushed, play, slide_of, tied_groups
from shatterproof.splinter.squares import Square, check_on_board, describe, square_named

_SQUARE = r"[a-z][1-9][0-9]?"
_TURN = re.compile(rf"({_SQUARE})([NS][EW]?|[EW])(?:([=x])({_SQUARE}))?")
_IN_ANY_LETTERS = re.compile(_TURN.pattern, re.IGNORECASE)

TURN_TEXT = re.compile(r"[^\s{}]+")
"""One turn among others, as records have them."""

MARKS = {"keep-one": "=", "remove-one": "x"}
"""What stands before the square of a choice: the group that stays, or the one that goes."""

PASS_TEXT = "pass"
"""splinter.notation.pass: how a pass is written, where the readings know one."""


def format_turn(position: Position, turn: Turn) -> str:
    """A turn of `position` in writing: `d4NE`, in a tie `d4NE=c3` or under `remove-one` `d4NExc3`; or `pass`."""
    if turn.square is None:
        return PASS_TEXT
    named = MARKS[position.readings.tie] + describe(turn.choice) if turn.choice else ""
    return describe(turn.square) + turn.direction + named


def parse_turn(position: Position, text: str, published: bool = True) -> Turn:
    """The turn that a text means in a position; a group may be named by any of its squares.

    Raises MalformedTurn if the grammar excludes the text, IllegalTurn if the turn is illegal, AmbiguousTurn if it
    leaves a tie open. `published` makes no difference: there is one notation.
    """
    if text == PASS_TEXT and position.readings.passing == "allowed":
        play(position, PASS)
        return PASS
    found = _read(text)
    if outcome(position):
        raise IllegalTurn("splinter.turn.finished", "the game is over")
    square, direction = square_named(found[1]), found[2]
    turn, tied = Turn(square, direction), _tied(position, square, direction)
    if len(tied) < 2 or found[4] is None:
        return _without_choice(position, text, turn, tied, found[4])
    choice = square_named(found[4])
    check_on_board(position.columns, position.rows, choice)
    group = next((group for group in tied if choice in group), None)
    if group is None:
        raise IllegalTurn("splinter.group.tie", f"no tied group is on {describe(choice)}")
    if found[3] != MARKS[position.readings.tie]:
        wish = "that stays, with =" if position.readings.tie == "keep-one" else "that goes, with x"
        raise IllegalTurn("splinter.tie", f"the mover names the group {wish}")
    return Turn(square, direction, min(group))


def attempted(position: Position, text: str) -> Turn:
    """The turn that a text means, be it legal or not. Raises MalformedTurn."""
    if text == PASS_TEXT and position.readings.passing == "allowed":
        return PASS
    found = _read(text)
    return Turn(square_named(found[1]), found[2], square_named(found[4]) if found[4] else None)


def _read(text: str) -> re.Match[str]:
    """The parts of a text: square, direction, and where a group is named the mark and one of its squares."""
    found = _TURN.fullmatch(text)
    if not found:
        shown = text if len(text) <= 60 else text[:57] + "..."
        near = _IN_ANY_LETTERS.fullmatch(text)
        wish = "a form like d4NE, or d4NE=c3 in a tie"
        if near:
            square, direction, *named = (part or "" for part in near.groups())
            wish = square.lower() + direction.upper() + "".join(named).lower() + ", with only the direction in capitals"
        raise MalformedTurn(f"{shown!r} is no turn", expected=wish)
    return found


def _tied(position: Position, square: Square, direction: str) -> list[Group]:
    slide = slide_of(position, square, direction)
    return tied_groups(position, pieces_pushed(position, slide))


def _without_choice(position: Position, text: str, turn: Turn, tied: list[Group], named: str | None) -> Turn:
    if named is not None:
        raise IllegalTurn("splinter.group.tie", "there is no tie to decide")
    if len(tied) > 1:
        meant = [Turn(turn.square, turn.direction, min(group)) for group in tied]
        raise AmbiguousTurn(text, tuple(format_turn(position, turn) for turn in meant), "splinter.group.tie")
    play(position, turn)
    return turn
