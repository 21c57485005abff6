"""Turns of Splinter, step by step: what is pushed, falls off and breaks off, and who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shatterproof.splinter.groups import Group, check_choice, groups
from shatterproof.splinter.notation import attempted as attempted
from shatterproof.splinter.position import Position, Turn, outcome, pieces_pushed, play, slide_of, tied_groups
from shatterproof.splinter.slides import Slide, slide_from, steps_off
from shatterproof.splinter.squares import BLUE, WHITE, Piece, Pieces, Square, describe, is_on_board, missing_kinds
from shatterproof_properties.protocol.explaining import Step, counted, listed
from shatterproof_properties.protocol.explaining import between as between
from shatterproof_properties.protocol.explaining import worded as worded

COMPASS = {
    "N": "north", "NE": "north-east", "E": "east", "SE": "south-east",
    "S": "south", "SW": "south-west", "W": "west", "NW": "north-west",
}  # fmt: skip


def steps(position: Position, turn: Turn, picture: str = "") -> Iterator[Step]:
    """The steps of a turn. Raises IllegalTurn if it breaks a rule."""
    if turn.square is None:
        play(position, turn)
        yield Step(f"{position.to_move.capitalize()} passes: nothing is moved, or remembered.", ("splinter.passing",))
        return
    mine = position.pieces.get(turn.square)
    if outcome(position) or mine is None or mine.colour != position.to_move:
        play(position, turn)
    slide = slide_from(position.pieces, turn.square, turn.direction)
    yield from _steps_of_slide(position, slide)
    if position.memory:
        places = listed(f"{describe(now)} to {describe(before)}" for now, before in sorted(position.memory))
        back = [(before, now) for now, before in slide.pairs if (before, now) in position.memory]
        goes = listed(f"{describe(now)} goes back to {describe(before)}" for now, before in back) if back else ""
        text = f"After the turn before, these must not go back: {places}. Here {goes or 'none of them does'}."
        squares = tuple(now for now, _ in sorted(position.memory))
        yield Step(text, ("splinter.slide.return", "splinter.no-return"), squares)
    slide_of(position, turn.square, turn.direction)
    pushed = pieces_pushed(position, slide)
    tied = tied_groups(position, pushed)
    yield from _steps_of_groups(position, pushed, turn, tied)
    check_choice(tied, turn.choice)
    after = play(position, turn)
    if ended := outcome(after):
        for colour in (BLUE, WHITE):
            if missing := missing_kinds(after.pieces, colour):
                text = f"{colour.capitalize()} has no {' and no '.join(missing)} left."
                yield Step(text, ("splinter.win.type-out",))
        count = Counter(piece.colour for piece in after.pieces.values())
        both = f"Both are out: Blue has {counted(count[BLUE], 'piece')}, White {count[WHITE]}. "
        end = f"{ended.winner.capitalize()} wins." if ended.winner else "The game is drawn."
        yield Step((both if ended.clause != "splinter.win.type-out" else "") + end, (ended.clause,))


def _steps_of_slide(position: Position, slide: Slide) -> Iterator[Step]:
    first, *others = slide.run
    text = f"The {_piece(position.pieces, first)} slides one square {COMPASS[slide.direction]}."
    yield Step(text, ("splinter.slide.one-step", "splinter.turn.own"), (first,))
    if others:
        line = listed(f"the {_piece(position.pieces, square)}" for square in others)
        text = f"It pushes {counted(len(others), 'piece')} that follow without a gap: {line}."
        yield Step(text, ("splinter.slide.push",), tuple(others))
    if not is_on_board(position.columns, position.rows, slide.pairs[-1][0]):
        last = slide.run[-1]
        itself = steps_off(position.columns, position.rows, slide)
        clauses = ("splinter.step-off", "splinter.slide.off") if itself else ("splinter.slide.off",)
        goes = "goes over the edge by itself" if itself else "is pushed over the edge"
        yield Step(f"The {_piece(position.pieces, last)} {goes}, and is removed.", clauses, (last,))


def _steps_of_groups(position: Position, pushed: Pieces, turn: Turn, tied: list[Group]) -> Iterator[Step]:
    found = groups(pushed)
    if len(found) == 1:
        text = "All pieces left hold together, by sides and corners: nothing is cut off."
        yield Step(text, ("splinter.group.touch", "splinter.group.splinter"))
    elif not tied:
        yield Step("By that the game is over already, and nothing is cut off.", ("splinter.both-out",))
    else:
        parts = listed(f"{counted(len(group), 'piece')} with {describe(min(group))}" for group in found)
        yield Step(f"{len(found)} groups stand: {parts}.", ("splinter.group.splinter", "splinter.group.touch"))
        yield from _steps_of_choice(position, pushed, turn, tied)


def _steps_of_choice(position: Position, pushed: Pieces, turn: Turn, tied: list[Group]) -> Iterator[Step]:
    """The steps that say which group is largest or chosen, and what is removed."""
    if len(tied) > 1:
        first = listed(describe(min(group)) for group in tied)
        does = "goes" if position.readings.tie == "remove-one" else "stays"
        chosen = f"; the turn says that the one with {describe(turn.choice)} {does}" if turn.choice else ""
        text = f"Those with {first} tie for the largest, with {counted(len(tied[0]), 'piece')}{chosen}."
        yield Step(
            text, ("splinter.group.tie", "splinter.group.largest", "splinter.tie"), tuple(min(group) for group in tied)
        )
        check_choice(tied, turn.choice)
    else:
        text = f"The one with {describe(min(tied[0]))} is the largest, and stays."
        yield Step(text, ("splinter.group.largest",), tuple(sorted(tied[0])))
    after = play(position, turn)
    gone = [square for square in pushed if square not in after.pieces]
    own = any(pushed[square].colour == position.to_move for square in gone)
    clauses = ("splinter.group.own", "splinter.group.splinter") if own else ("splinter.group.splinter",)
    removed = listed(f"the {_piece(pushed, square)}" for square in gone)
    yield Step(f"Removed: {removed}.", clauses, tuple(gone))


def _piece(pieces: Pieces, square: Square) -> str:
    """A piece in words: `white cross on a1`."""
    piece: Piece = pieces[square]
    return f"{piece.colour} {piece.kind} on {describe(square)}"
