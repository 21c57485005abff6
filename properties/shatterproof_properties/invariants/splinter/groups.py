"""What must hold of groups: a turn leaves the pieces connected, and removes no group larger than one that stays."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import splinter
from shatterproof.game import IllegalPosition
from shatterproof.splinter.groups import groups
from shatterproof.splinter.position import Position, Turn, set_up
from shatterproof.splinter.squares import BLUE, Piece, Square
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.splinter.definitions import (
    ending_of,
    groups_of,
    is_touching,
    largest_of,
    name_of,
    standing_of,
)
from shatterproof_properties.invariants.splinter.slides import slide_made


def is_over_by_pushing(position: Position, turn: Turn) -> bool:
    """Whether, under `push-first`, pushing has ended the game before any group is removed."""
    return position.readings.both_out == "push-first" and ending_of(slide_made(position, turn).standing) is not None


@guards("splinter.group.touch")
def groups_are_those_that_share_sides_or_corners(position: Position) -> None:
    found = {frozenset((square[0], square[1]) for square in group) for group in groups(position.pieces)}
    expected = {frozenset(group) for group in groups_of(standing_of(position))}
    check(found == expected, f"groups of {sorted(map(len, found))} pieces, by brute force {sorted(map(len, expected))}")


@guards("splinter.group.one", "splinter.group.splinter", "splinter.group.tie", "splinter.tie", "splinter.both-out")
def one_group_is_left(position: Position, turn: Turn) -> None:
    """A turn leaves one group, unless the readings say otherwise.

    Under `remove-one` it leaves one fewer than were tied, all of one size. Under `push-first` it leaves all groups if
    the game is over. A pass leaves the groups as they were.
    """
    pushed = slide_made(position, turn).standing
    found = groups_of(standing_of(splinter.play(position, turn)))
    if turn.square is None:
        check(len(found) == len(groups_of(pushed)), "a pass cut off a group")
    elif is_over_by_pushing(position, turn):
        check(len(found) == len(groups_of(pushed)), "a group is gone though the game was over")
    elif position.readings.tie == "remove-one" and turn.choice is not None:
        check(len(found) == len(largest_of(groups_of(pushed))) - 1, f"{len(found)} groups are left of a tie")
        check(len({len(group) for group in found}) == 1, f"groups of {sorted(map(len, found))} pieces are left")
    else:
        check(len(found) == 1, f"{len(found)} groups are left")


@guards("splinter.group.largest", "splinter.group.splinter", "splinter.group.own")
def groups_stay_or_go_whole_and_no_larger_one_goes(position: Position, turn: Turn) -> None:
    """A turn keeps or removes whole groups, of any colours, and removes none larger than one that stays."""
    pushed = slide_made(position, turn).standing
    after = standing_of(splinter.play(position, turn))
    stay, go = list[int](), list[int]()
    for group in groups_of(pushed):
        kept = sum(place in after for place in group)
        check(kept in (0, len(group)), f"of a group of {len(group)} pieces {kept} stay")
        (stay if kept else go).append(len(group))
    check(max(go, default=0) <= min(stay, default=0) or is_over_by_pushing(position, turn), f"{go} go, {stay} stay")


@guards("splinter.group.one", "splinter.start.agreed")
def a_piece_apart_from_all_others_is_refused(position: Position) -> None:
    """A position is refused if a piece is added that touches no other.

    Under `remove-one` it may be accepted if each piece then stands alone.
    """
    if splinter.outcome(position) or len(position.standing) < 2:
        return
    standing = standing_of(position)
    for place in ((column, row) for column in range(position.columns) for row in range(position.rows)):
        if place in standing or any(is_touching(place, other) for other in standing):
            continue
        pieces = {**position.pieces, Square(*place): Piece(BLUE, "circle")}
        even = position.readings.tie == "remove-one" and {len(group) for group in groups_of(pieces)} == {1}
        check(even or _refusal(position, pieces) == "splinter.group.one", f"{name_of(place)} may stand apart")


@guards("splinter.group.one", "splinter.start.agreed", "splinter.tie")
def equal_groups_may_be_set_up_only_where_a_tie_leaves_them(position: Position) -> None:
    """Several groups stand only if they are equal, under `remove-one`, or if pushing has ended the game."""
    sizes = [len(group) for group in groups_of(standing_of(position))]
    over = position.readings.both_out == "push-first" and splinter.outcome(position)
    equal = position.readings.tie == "remove-one" and len(set(sizes)) == 1
    check(len(sizes) == 1 or equal or over, f"groups of {sizes} pieces stand")
    if len(sizes) > 1 and not splinter.outcome(position):
        other = replace(position, readings=replace(position.readings, tie="keep-one"), memory=frozenset())
        check(_refusal(other, dict(other.pieces)) == "splinter.group.one", "keep-one lets several groups stand")


def _refusal(position: Position, pieces: dict[Square, Piece]) -> str | None:
    """The clause that refuses a position with these pieces instead of its own; None if it is accepted."""
    try:
        set_up(position.board, pieces, position.to_move, readings=position.readings)
    except IllegalPosition as refused:
        return refused.clause
    return None
