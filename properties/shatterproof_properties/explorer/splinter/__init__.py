"""The explorer's knowledge of Splinter; see `explorer.knowledge`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof.splinter import SIDES, groups, squares
from shatterproof.splinter.groups import check_choice
from shatterproof.splinter.picture import caption as caption
from shatterproof.splinter.position import (
    Position,
    Turn,
    check_groups,
    check_memory,
    check_squares,
    pieces_pushed,
    play,
    slide_of,
    tied_groups,
)
from shatterproof.splinter.squares import KINDS, Piece, Square, describe, is_on_board, step
from shatterproof_properties.explorer.knowledge import Lesson, Tool, wins
from shatterproof_properties.explorer.plain_game import deciding as deciding
from shatterproof_properties.explorer.plain_game import in_words as in_words
from shatterproof_properties.explorer.splinter.builder import SQUARE, SplinterBuilder, arrow_between
from shatterproof_properties.explorer.splinter.builder import arrow_of as arrow_of
from shatterproof_properties.explorer.splinter.builder import thing_named as thing_named
from shatterproof_properties.explorer.turns_on_board import Act, Phase

BOARD_FORM = "columns by rows, like 10x9"
BOARDS: tuple[str, ...] = ("6x5", "8x7", "10x9", "12x11")
MATERIAL = "birch"
AIM = "Rid the other side of its last piece of one kind, and keep all three kinds yourself."
SHOWN_GAME = ("8x7", ("d4NW", "c4NE", "c5NW", "d5NE", "e3NE", "b5S", "e5NE", "e4E", "g7E", "f4E", "h6W", "d6NE", "g5SE",
                      "g4E"))  # fmt: skip
begin_turn = SplinterBuilder
CALL = ""
TOOLS: tuple[Tool, ...] = (
    *(Tool("put", f"{side} {kind}", f"{side.capitalize()} {kind}") for side in SIDES for kind in KINDS),
    Tool("put", "", "Empty"),
)
SWITCHES: tuple[Tool, ...] = ()
CHECKS: tuple[Callable[[Any], object], ...] = (check_squares, check_groups, check_memory)


def name_of(thing: Sequence[int]) -> str:
    return squares.describe(Square(*thing))


def names_in(text: str) -> list[str]:
    return SQUARE.findall(text)


def _put(position: Position, edit: Mapping[str, Any]) -> Position:
    put, what = edit["put"], edit["what"]
    colour, _, kind = what.partition(" ")
    if what and (colour not in SIDES or kind not in KINDS):
        raise InputError(f"{what!r} is no piece", expected="a colour and a kind, like blue cross, or nothing")
    left = {square: piece for square, piece in position.pieces.items() if square not in put}
    if what:
        left |= {square: Piece(colour, kind) for square in put}
    return replace(position, standing=frozenset(left.items()), memory=frozenset())


EDITS: Mapping[frozenset[str], Callable[[Any, dict[str, Any]], Any]] = {frozenset({"put", "what"}): _put}


def _outside_the_largest(position: Position) -> list[Square]:
    found = groups.groups(position.pieces)
    kept = groups.largest(found)
    return [square for group in found for square in sorted(group) if group not in kept[:1]]


BREACHES: Mapping[str, Callable[[Any], list[Any]]] = {"splinter.group.one": _outside_the_largest}


def motion_of(position: Position, turn: Turn) -> Iterator[Phase]:
    if turn.square is None:
        return
    slide = slide_of(position, turn.square, turn.direction)
    yield tuple(_pushed(position, now, before) for now, before in slide.pairs)
    pushed = pieces_pushed(position, slide)
    try:
        check_choice(tied_groups(position, pushed), turn.choice)
    except IllegalTurn:
        # A tie of which the turn does not say yet what stays.
        return
    after = play(position, turn)
    if broken := sorted(pushed.keys() - after.pieces.keys()):
        yield tuple(_lost("removed", square, pushed[square], "cut off") for square in broken)


def _pushed(position: Position, now: Square, before: Square) -> Act:
    """A piece that moves one square. Over the edge it falls."""
    (x, y), (to_x, to_y) = arrow_between(position, before, now)["points"]
    by = to_x - x, to_y - y
    if is_on_board(position.columns, position.rows, now):
        return Act("moved", (describe(before),), (describe(now),), by=by)
    return _lost("fell", before, position.pieces[before], "over the edge", by)


def _lost(did: str, square: Square, piece: Piece, how: str, by: tuple[float, float] | None = None) -> Act:
    what = f"{piece.colour} {piece.kind}, {how}"
    return Act(did, (describe(square),), by=by, side=piece.colour, thing=piece.kind, what=what)


CROWD = "Splinter 7x5, Blue to move\n.......\n..OxO..\n..sXSo.\n..OxX..\n.......\n"
SPLIT = "Splinter 7x5, Blue to move\n.......\n.OxOoX.\n.sXoSx.\n..O.o..\n.......\n"
LAST = "Splinter 7x5, Blue to move\n...oX..\n.Ox.S..\n.sX..x.\n..O.o..\n.......\n"

LESSONS: tuple[Lesson, ...] = (
    Lesson("On your turn you slide one piece of yours by one square, in any of eight directions. You are Blue.",
           "Slide a piece to an empty square.",
           CROWD, "c2W", lambda before, turn, after: step(turn.square, turn.direction) not in before.pieces),
    Lesson("A piece in the way is pushed along, and those behind it too, whosever they are.",
           "Push a piece.",
           CROWD, "d3S", lambda before, turn, after: step(turn.square, turn.direction) in before.pieces),
    Lesson("Pieces that touch, also at corners, are one group. When the crowd falls apart, the largest group stays and "
           "all others are taken away.",
           "Break off a group.",
           SPLIT, "c2S", lambda before, turn, after: len(after.pieces) < len(before.pieces)),
    Lesson("You win when the other player has lost the last piece of a kind, and you still have all three kinds.",
           "Win with this turn.",
           LAST, "e4NW", wins),
)  # fmt: skip
