"""The features of a slide of Splinter."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.splinter.groups import groups, largest
from shatterproof.splinter.position import Position, Turn, outcome
from shatterproof.splinter.slides import Slide, steps_off
from shatterproof.splinter.squares import BLUE, DIRECTIONS, KINDS, WHITE, Pieces, missing_kinds
from shatterproof_properties.protocol.features.scales import ANOTHER_SPELLING, SHAPES, SIDES, Scale, shapes, values

STRAIGHT = Scale("pieces moved along a column or a row", (1, 3, 6, 9))
DIAGONAL = Scale("pieces moved along a diagonal", (1, 3, 5))
GROUPS = Scale("groups after a slide", (1, 2, 3))
TIES = Scale("groups that tie", (2, 3), least=2)
TIED = Scale("pieces of a group that ties", (1, 4, 9, 19))
STAYING = Scale("pieces of the largest group", (6, 15, 31))
CUT_OFF = Scale("pieces cut off", (1, 4, 8, 14))
REMEMBERED = Scale("pieces remembered from the turn before", (0, 1, 4, 7), least=0)
ROWS = Scale("row of the piece that slides", (9,))
COLUMNS = Scale("column of the piece that slides", (9, 20))
SCALES = (STRAIGHT, DIAGONAL, GROUPS, TIES, TIED, STAYING, CUT_OFF, REMEMBERED, ROWS, COLUMNS, SIDES)
OFF, OFF_SPLIT = "piece pushed off", "piece that steps off and parts the others"
CORNER, LAST_OF_KIND, BOTH_OUT = "piece pushed off across a corner", "side out of a kind", "both sides out of a kind"
MOVERS = values("mover", BLUE, WHITE)
HEADINGS = values("direction", *DIRECTIONS)
SLIDING = values("piece that slides", *KINDS)
MOVED = values("pieces moved", "the mover's", "both sides'")
BEFORE = values("to the turn before", "the same way", "back", "crosswise", "aslant")
AGAIN, ALONG, STEPS_OFF = "remembered piece moved on", "slide along an edge", "piece that steps off"
LOST = values("cut off", "the mover's", "the opponent's", "both sides'")
SLID_LOST = "piece that slid is cut off"
CHOICES = values("of those that tie stays", "the first", "one amid", "the last")
STRANGERS = "group that stays has no piece of the mover"
OUT = values("out of a kind", "the mover", "the opponent", "both")
OUT_OF = values("kind that is out", *KINDS)
SPELLED = values(ANOTHER_SPELLING, "tie")
MARKS = (
    OFF, OFF_SPLIT, CORNER, LAST_OF_KIND, BOTH_OUT, *MOVERS, *HEADINGS, *SLIDING, *MOVED, *BEFORE, AGAIN, ALONG,
    STEPS_OFF, *LOST, SLID_LOST, *CHOICES, STRANGERS, *OUT, *OUT_OF, *SPELLED, *SHAPES,
)  # fmt: skip
APART = (
    (STRAIGHT.what, DIAGONAL.what), (OFF, STEPS_OFF), (OFF, OFF_SPLIT), (OFF, ALONG), (STEPS_OFF, ALONG),
    (OFF_SPLIT, ALONG), (CORNER, STRAIGHT.what), (CORNER, STEPS_OFF), (CORNER, OFF_SPLIT), (CORNER, ALONG),
    (ALONG, DIAGONAL.what), (STEPS_OFF, SLID_LOST), (OFF_SPLIT, SLID_LOST), (LAST_OF_KIND, BOTH_OUT),
)  # fmt: skip


def notable(position: Position, turn: Turn, slide: Slide, pushed: Pieces, after: Position) -> Iterator[str]:
    """The features of a legal slide. `pushed` are the pieces after it, before any group is removed."""
    yield from shapes(position.columns, position.rows)
    yield (STRAIGHT if len(slide.direction) == 1 else DIAGONAL).name(len(slide.run))
    yield REMEMBERED.name(len(position.memory))
    yield ROWS.name(1 + slide.run[0].row)
    yield COLUMNS.name(1 + slide.run[0].column)
    yield MOVERS[position.to_move == WHITE]
    yield HEADINGS[list(DIRECTIONS).index(slide.direction)]
    moved = [position.pieces[square] for square in slide.run]
    yield SLIDING[KINDS.index(moved[0].kind)]
    yield MOVED[len({piece.colour for piece in moved}) - 1]
    yield from _of_memory(position, slide)
    yield from _of_edge(position, slide, pushed)
    yield from _of_groups(position, turn, pushed, after)
    yield from _of_loss(position, slide, pushed, after)
    yield from _of_end(position, after)


def _of_memory(position: Position, slide: Slide) -> Iterator[str]:
    if not position.memory:
        return
    now, before = next(iter(position.memory))
    last = (now.column - before.column, now.row - before.row)
    across, up = DIRECTIONS[slide.direction]
    along = last[0] * across + last[1] * up
    if last in ((across, up), (-across, -up)):
        yield BEFORE[last != (across, up)]
    else:
        yield BEFORE[2 if along == 0 else 3]
    if any(square in slide.run for square, _ in position.memory):
        yield AGAIN


def _of_edge(position: Position, slide: Slide, pushed: Pieces) -> Iterator[str]:
    column, row = slide.run[-1]
    if steps_off(position.columns, position.rows, slide):
        yield STEPS_OFF
        if len(groups(pushed)) > 1:
            yield OFF_SPLIT
    elif len(pushed) < len(position.pieces):
        yield OFF
        corners = (0, position.columns - 1), (0, position.rows - 1)
        if len(slide.direction) == 2 and column in corners[0] and row in corners[1]:
            yield CORNER
    elif (slide.direction in "NS" and column in (0, position.columns - 1)) or (
        slide.direction in "EW" and row in (0, position.rows - 1)
    ):
        yield ALONG


def _of_groups(position: Position, turn: Turn, pushed: Pieces, after: Position) -> Iterator[str]:
    found = groups(pushed)
    yield GROUPS.name(len(found))
    # A game that goes on has a piece of every kind on each side: some are left.
    tied = largest(found)
    yield STAYING.name(len(tied[0]))
    if len(tied) > 1:
        yield TIES.name(len(tied))
        yield TIED.name(len(tied[0]))
        stays = sorted(map(min, tied))
        if turn.choice in stays:
            place = stays.index(turn.choice)
            yield CHOICES[0 if place == 0 else 2 if place == len(stays) - 1 else 1]
    if len(pushed) > len(after.pieces):
        yield CUT_OFF.name(len(pushed) - len(after.pieces))
        if all(piece.colour != position.to_move for piece in after.pieces.values()):
            yield STRANGERS


def _of_loss(position: Position, slide: Slide, pushed: Pieces, after: Position) -> Iterator[str]:
    lost = {piece.colour for square, piece in pushed.items() if square not in after.pieces}
    if lost:
        yield LOST[2 if len(lost) > 1 else position.to_move not in lost]
    landed = next((now for now, before in slide.pairs if before == slide.run[0]), None)
    if landed in pushed and landed not in after.pieces:
        yield SLID_LOST


def _of_end(position: Position, after: Position) -> Iterator[str]:
    ended = outcome(after)
    if not ended:
        return
    yield LAST_OF_KIND if ended.clause == "splinter.win.type-out" else BOTH_OUT
    missing = {side: missing_kinds(after.pieces, side) for side in (BLUE, WHITE)}
    out = [side for side, kinds in missing.items() if kinds]
    yield OUT[2 if len(out) > 1 else position.to_move not in out]
    for kind in {kind for kinds in missing.values() for kind in kinds}:
        yield OUT_OF[KINDS.index(kind)]
