"""What must hold of slides: a line moves by one square, groups stay or go whole, pieces return as the rule has it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

from shatterproof import splinter
from shatterproof.splinter.groups import groups
from shatterproof.splinter.position import Position, Turn, set_up
from shatterproof.splinter.squares import BLUE, Piece, Square
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.splinter.brute_force import (
    COMPASS,
    Place,
    Slid,
    Standing,
    ending_of,
    groups_of,
    is_inside,
    is_touching,
    largest_of,
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
    """Each piece stays, goes over the edge, or stands in a removed group; kind and colour never change."""
    made = slide_made(position, turn)
    before, after = standing_of(position), standing_of(splinter.play(position, turn))
    over = Counter(before[left] for left, reached in made.moves if not is_inside(position, reached))
    gone = [place for group in groups_of(made.standing) if not group & set(after) for place in group]
    cut_off = Counter(made.standing[place] for place in gone)
    check(Counter(before.values()) == Counter(after.values()) + over + cut_off, "the pieces do not add up")
    check(over.total() <= 1, f"{over.total()} pieces went over the edge at once")


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
    return every_game.refusal(set_up, position.board, pieces, position.to_move, readings=position.readings)


Where = dict[int, Place]
"""Where each piece stands. Pieces have numbers, so that each can be followed."""


def followed(position: Position, turn: Turn, where: Where) -> Where:
    """Where the pieces stand after a turn. Removed pieces are missing."""
    moves = dict(slide_made(position, turn).moves)
    after = standing_of(splinter.play(position, turn))
    moved = {number: moves.get(place, place) for number, place in where.items()}
    return {number: place for number, place in moved.items() if place in after}


@guards("splinter.slide.return", "splinter.no-return")
def returns_are_forbidden_as_the_pieces_went(start: Position, turns: list[Turn]) -> None:
    """Returns are forbidden by where each piece stood before the last turn of the other side.

    Under `any-piece` no piece that moves may come to stand there. Under `moved-piece` this binds the slid piece only.
    Under `whole-position` all pieces together may not stand as they did.
    """
    position, where = start, dict(enumerate(sorted(standing_of(start))))
    for turn in turns:
        before, stood = standing_of(position), where
        where = followed(position, turn, where)
        position = splinter.play(position, turn)
        if splinter.outcome(position):
            return
        own = [place for place, (colour, _) in sorted(standing_of(position).items()) if colour == position.to_move]
        for place, way in product(own, COMPASS):
            clause = every_game.refusal(splinter.parse_turn, position, name_of(place) + way)
            found = clause == "splinter.slide.return"
            expected = _is_forbidden(position, place, way, where, stood, before)
            check(found == expected, f"{name_of(place)}{way} is a forbidden return: {found}, by the game: {expected}")


def _is_forbidden(position: Position, place: Place, way: str, where: Where, stood: Where, before: Standing) -> bool:
    """Whether a slide is a forbidden return. `stood` and `before` are the pieces before the last turn."""
    made = slid(position, standing_of(position), place, way)
    if position.readings.no_return == "whole-position":
        return made.standing == before
    names = {place: number for number, place in where.items()}
    moving = made.moves if position.readings.no_return == "any-piece" else made.moves[:1]
    return any(stood[names[left]] == reached for left, reached in moving)
