"""The acts of a turn of Splinter: a row is pushed, its last piece may fall, and groups break off."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.game import IllegalTurn
from shatterproof.splinter.groups import check_choice
from shatterproof.splinter.position import Position, Turn, pieces_pushed, play, slide_of, tied_groups
from shatterproof.splinter.squares import Piece, Square, describe, is_on_board
from shatterproof_properties.explorer.acts import Act, Phase
from shatterproof_properties.explorer.splinter.builder import arrow_between


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
