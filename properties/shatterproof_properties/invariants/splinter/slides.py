"""What must hold of slides: a line of pieces moves by one square, and nothing else does."""

from __future__ import annotations

from collections import Counter

from shatterproof import splinter
from shatterproof.splinter.position import Position, Turn
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.splinter.definitions import (
    COMPASS,
    Slid,
    groups_of,
    is_inside,
    name_of,
    slid,
    standing_of,
)


def slide_made(position: Position, turn: Turn) -> Slid:
    """The slide of a turn, before groups are looked at."""
    if turn.square is None:
        return Slid([], standing_of(position))
    return slid(position, standing_of(position), (turn.square.column, turn.square.row), turn.direction)


@guards("splinter.slide.one-step", "splinter.slide.push")
def a_line_without_gaps_moves_by_one_square(position: Position, turn: Turn) -> None:
    """A slide moves the slid piece and all pieces ahead of it up to the first gap, each by one square."""
    if turn.square is None:
        return
    before, after = standing_of(position), standing_of(splinter.play(position, turn))
    right, up = COMPASS[turn.direction]
    at = (turn.square.column, turn.square.row)
    check(at not in after, f"{name_of(at)} is not left empty")
    line = []
    while at in before:
        line.append(at)
        at = (at[0] + right, at[1] + up)
    for place in line:
        ahead = (place[0] + right, place[1] + up)
        check(after.get(ahead, before[place]) == before[place], f"{name_of(place)} did not move one step")
    reached = {(place[0] + right, place[1] + up) for place in line}
    check(set(after) <= set(before) - set(line) | reached, "a piece stands where none can have come")


@guards("splinter.slide.off", "splinter.group.splinter", "splinter.group.own", "splinter.board.one-piece")
def pieces_are_conserved_but_for_those_pushed_off_or_cut_off(position: Position, turn: Turn) -> None:
    """Every piece of the position stays, goes over the edge, or stands in a removed group; kind and colour never
    change.
    """
    made = slide_made(position, turn)
    before, after = standing_of(position), standing_of(splinter.play(position, turn))
    over = Counter(before[left] for left, reached in made.moves if not is_inside(position, reached))
    gone = [place for group in groups_of(made.standing) if not group & set(after) for place in group]
    cut_off = Counter(made.standing[place] for place in gone)
    check(Counter(before.values()) == Counter(after.values()) + over + cut_off, "the pieces do not add up")
    check(over.total() <= 1, f"{over.total()} pieces went over the edge at once")
