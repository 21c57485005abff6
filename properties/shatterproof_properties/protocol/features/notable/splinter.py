"""What is notable about a turn of Splinter."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.splinter.groups import groups, largest
from shatterproof.splinter.position import Position, outcome
from shatterproof.splinter.slides import Slide, steps_off
from shatterproof.splinter.squares import Pieces
from shatterproof_properties.protocol.features.notable.scales import SHAPES, SIDES, Scale, shapes

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
MARKS = (OFF, OFF_SPLIT, CORNER, LAST_OF_KIND, BOTH_OUT, *SHAPES)


def notable(position: Position, slide: Slide, pushed: Pieces, after: Position) -> Iterator[str]:
    """What is notable about a legal slide; `pushed` are the pieces once it is made, before any group goes."""
    yield from shapes(position.columns, position.rows)
    yield (STRAIGHT if len(slide.direction) == 1 else DIAGONAL).name(len(slide.run))
    yield REMEMBERED.name(len(position.memory))
    yield ROWS.name(1 + slide.run[0].row)
    yield COLUMNS.name(1 + slide.run[0].column)
    yield from _of_edge(position, slide, pushed)
    yield from _of_groups(pushed, after)
    ended = outcome(after)
    if ended:
        yield LAST_OF_KIND if ended.clause == "splinter.win.type-out" else BOTH_OUT


def _of_edge(position: Position, slide: Slide, pushed: Pieces) -> Iterator[str]:
    if steps_off(position.columns, position.rows, slide):
        if len(groups(pushed)) > 1:
            yield OFF_SPLIT
    elif len(pushed) < len(position.pieces):
        yield OFF
        column, row = slide.run[-1]
        corners = (0, position.columns - 1), (0, position.rows - 1)
        if len(slide.direction) == 2 and column in corners[0] and row in corners[1]:
            yield CORNER


def _of_groups(pushed: Pieces, after: Position) -> Iterator[str]:
    found = groups(pushed)
    yield GROUPS.name(len(found))
    if not found:
        return
    tied = largest(found)
    yield STAYING.name(len(tied[0]))
    if len(tied) > 1:
        yield TIES.name(len(tied))
        yield TIED.name(len(tied[0]))
    if len(pushed) > len(after.pieces):
        yield CUT_OFF.name(len(pushed) - len(after.pieces))
