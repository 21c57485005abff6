"""What is wrong in a turn of Splinter: its parts, and the clauses that somebody breaks who makes it otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof.splinter.groups import Group, groups, largest
from shatterproof.splinter.notation import attempted, parse_turn
from shatterproof.splinter.position import Position, Turn, outcome, pieces_pushed, play, slide_of
from shatterproof.splinter.slides import Slide, steps_off
from shatterproof.splinter.squares import Pieces, opponent
from shatterproof_properties.protocol.features import splinter as features

CONSEQUENCES = frozenset({"splinter.group.tie", "splinter.turn.finished", "splinter.notation.tie"})
"""Clauses that turns break also because something else has gone wrong before."""

OF_ONE_SIDE = "splinter.win.own-turn"
"""The clause that it matters not whose turn ends the game, "" where there is none."""


def parts(position: Position, text: str) -> Iterator[str]:
    """None: no shorter turn is part of a slide."""
    yield from ()


def spelling(text: str, written: str) -> str:
    """The clause that allows a turn to be spelled as `text`, which we write otherwise."""
    return "splinter.notation.tie"


def malformed(text: str) -> str:
    """The clause of the notation by which a text is no turn."""
    if text.strip().lower() == "pass":
        return "splinter.notation.pass"
    return "splinter.notation.tie" if "=" in text or "x" in text[1:] else "splinter.notation.slide"


def traits(position: Position, turn: Turn) -> set[str]:
    """The clauses that a legal turn exercises as not every turn does."""
    found = set(features.clauses_of_turn(position, turn)) - {"splinter.slide.one-step"}
    return found | {"splinter.slide.one-step"} if len(turn.direction) > 1 else found


def of_result(position: Position, turn: Turn, theirs: Position) -> list[str]:
    """The clauses that lead to another position, likeliest first."""
    expected = play(position, turn)
    if theirs.to_move != expected.to_move:
        return ["splinter.turn.order"]
    if theirs.standing == expected.standing:
        return ["splinter.slide.return"]
    return _of_groups(position, turn, theirs)


def _of_groups(position: Position, turn: Turn, theirs: Position) -> list[str]:
    """Whether it is the slide, what a group is, or which group stays, that leaves these pieces."""
    if turn.square is None:
        return ["splinter.passing"]
    slide = slide_of(position, turn.square, turn.direction)
    pushed = pieces_pushed(position, slide)
    if not theirs.standing <= frozenset(pushed.items()):
        return ["splinter.slide.off" if len(pushed) < len(position.pieces) else "splinter.slide.push"]
    kept = frozenset(square for square, _ in theirs.standing)
    found = groups(pushed)
    if any(group & kept and not group <= kept for group in found):
        return _of_split(position, pushed, found, kept)
    if len(largest(found)) > 1:
        return ["splinter.group.tie"]
    if len(pushed) < len(position.pieces) and _counts_what_is_off(position, slide, pushed, kept):
        return ["splinter.slide.off", "splinter.group.largest"]
    return ["splinter.group.largest"]


def _counts_what_is_off(position: Position, slide: Slide, pushed: Pieces, kept: Group) -> bool:
    """Whether that stays which would stay if the piece pushed off counted and linked."""
    foremost, before = slide.pairs[-1]
    with_it = largest(groups({**pushed, foremost: position.pieces[before]}))
    return any(group - {foremost} == kept for group in with_it)


def _of_split(position: Position, pushed: Pieces, found: list[Group], kept: Group) -> list[str]:
    """The clauses that keep a part of a group."""
    cut_off = set(pushed) - kept
    others = {square for square, piece in pushed.items() if piece.colour == opponent(position.to_move)}
    if len(found) > 1 and cut_off <= others:
        return ["splinter.group.own", "splinter.group.touch"]
    return ["splinter.group.touch"]


def of_outcome(position: Position, turn: Turn, theirs: dict[str, Any] | None) -> list[str]:
    """The clauses that give the game another outcome, likeliest first."""
    ended = outcome(play(position, turn))
    if ended is None:
        return ["splinter.win.type-out"]
    if ended.clause != "splinter.win.type-out":
        return [ended.clause]
    lost_by_own_turn = ended.winner == opponent(position.to_move)
    return ["splinter.win.own-turn", "splinter.win.type-out"] if lost_by_own_turn else ["splinter.win.type-out"]


def of_finished(position: Position) -> list[str]:
    """The clauses by which a finished game may be taken for one that goes on."""
    ended = outcome(position)
    if ended is None or ended.clause != "splinter.win.type-out":
        return [ended.clause if ended else "splinter.win.type-out"]
    # The side to move has won: whoever has just moved ran out in their own turn.
    own_turn = ended.winner == position.to_move
    return ["splinter.win.own-turn", "splinter.win.type-out"] if own_turn else ["splinter.win.type-out"]


def of_unfinished(position: Position) -> list[str]:
    """The clauses by which a game that goes on may be taken for a finished one."""
    return ["splinter.win.type-out"]


def of_allowed(position: Position, text: str, clause: str, theirs: Position | None) -> list[str]:
    """The clauses that allow a turn which breaks `clause`, likeliest first."""
    if clause == "splinter.turn.finished":
        return of_finished(position)
    if clause != "splinter.group.tie" or theirs is None or _is_without_choice(position, text, theirs):
        return [clause]
    try:
        turn = attempted(position, text)
        return [*_of_groups(position, turn, theirs), clause]
    except (InputError, IllegalTurn, MalformedTurn):
        return [clause]


def _is_without_choice(position: Position, text: str, theirs: Position) -> bool:
    """Whether a turn with a choice that there is not leads where it does without one."""
    try:
        return play(position, parse_turn(position, re.split("[=x]", text, maxsplit=1)[0])).standing == theirs.standing
    except (InputError, IllegalTurn, AmbiguousTurn):
        return False


def of_refused(position: Position, turn: Turn) -> list[str]:
    """The clauses that somebody may have misread who refuses a legal turn, likeliest first."""
    if turn.square is None:
        return ["splinter.passing"]
    slide = slide_of(position, turn.square, turn.direction)
    return ["splinter.step-off"] if steps_off(position.columns, position.rows, slide) else []
