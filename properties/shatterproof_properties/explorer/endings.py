"""What a turn took from the board or from its owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.pieces import describe, place
from shatterproof.crumble.position import after_work, recoloured
from shatterproof.game import AnyGame
from shatterproof.splinter.position import pieces_pushed, slide_of
from shatterproof.splinter.squares import is_on_board
from shatterproof_properties.explorer.names import name_of

Taking = Callable[[Any, Any, Any], Iterator[tuple[Any, str]]]
"""What finds what a turn took, from the position before it, the turn and the position after it."""


def gone(game: AnyGame, before: Any, turn: Any, after: Any) -> list[dict[str, str]]:
    """What a turn has removed, or captured: where that was, by its name in the drawing after it, and what it was."""
    took: Mapping[str, Taking] = {"crumble": _captured, "scrunch": _removed, "splinter": _lost}
    return [{"at": name_of(game, thing), "what": what} for thing, what in took[game.NAME](before, turn, after)]


def _captured(before: crumble.Position, turn: Any, after: crumble.Position) -> Iterator[tuple[Any, str]]:
    """Pieces that have changed colour otherwise than by a swap."""
    if turn.walk is None:
        return
    arrangement, black = after_work(before.arrangement, turn.work), recoloured(before.black, turn.work)
    at, swapped = turn.walk.start, {turn.walk.start}
    for direction in turn.walk.path:
        at = arrangement.across(at, direction) or at
        swapped.add(at)
    for piece in sorted(black ^ after.black, key=place):
        if piece not in swapped:
            yield piece, f"{'Black' if piece in black else 'White'} {describe(piece)}, captured"


def _removed(before: scrunch.Position, turn: Any, after: scrunch.Position) -> Iterator[tuple[Any, str]]:
    """Stones of removed snakes."""
    if not turn.removed:
        return
    mover = before.to_move
    for cell in sorted(before.stones(mover) - after.stones(mover)):
        yield cell, f"{mover} stone, removed"


def _lost(before: splinter.Position, turn: Any, after: splinter.Position) -> Iterator[tuple[Any, str]]:
    """The piece that went over the edge, by the square that it left, and those that were cut off."""
    if turn.square is None:
        return
    slide = slide_of(before, turn.square, turn.direction)
    last = slide.run[-1]
    if not is_on_board(before.columns, before.rows, slide.pairs[-1][0]):
        yield last, f"{before.pieces[last].colour} {before.pieces[last].kind}, over the edge"
    for square, piece in sorted(pieces_pushed(before, slide).items()):
        if square not in after.pieces:
            yield square, f"{piece.colour} {piece.kind}, cut off"
