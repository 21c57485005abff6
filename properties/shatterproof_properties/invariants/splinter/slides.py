"""What must hold of slides: a line of pieces moves by one square, and nothing else does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from shatterproof import splinter
from shatterproof.splinter.position import Position, Turn
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.splinter.definitions import (
    COMPASS,
    Slid,
    groups_of,
    is_inside,
    name_of,
    other_side,
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


@guards("splinter.slide.one-step", "splinter.slide.push", "splinter.board.one-piece")
def pieces_outside_the_line_stay_where_they_are(position: Position, turn: Turn) -> None:
    before, after = standing_of(position), standing_of(splinter.play(position, turn))
    moved = {place for move in slide_made(position, turn).moves for place in move}
    for place in (set(before) | set(after)) - moved:
        check(after.get(place) in (before.get(place), None), f"{name_of(place)} changed its piece")


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


@guards("splinter.pieces.kinds", "splinter.slide.off")
def no_count_of_pieces_ever_rises(position: Position, turn: Turn) -> None:
    before = Counter(standing_of(position).values())
    after = Counter(standing_of(splinter.play(position, turn)).values())
    check(not after - before, f"there are more of {sorted(after - before)} than before")
    check(set(after) <= {(side, kind) for side in ("blue", "white") for kind in ("square", "cross", "circle")}, after)


@guards("splinter.slide.off", "splinter.group.splinter")
def what_stays_on_the_board_and_together_is_not_removed(position: Position, turn: Turn) -> None:
    made = slide_made(position, turn)
    if len(groups_of(made.standing)) == 1:
        after = standing_of(splinter.play(position, turn))
        check(after == made.standing, f"{len(made.standing) - len(after)} pieces are gone, and nothing was cut off")


@guards("splinter.slide.push", "splinter.group.touch", "splinter.pieces.kinds")
def kinds_and_the_colours_of_others_make_no_difference_to_a_slide(position: Position, turn: Turn) -> None:
    """A slide takes the same squares whatever the kinds of all pieces and the colours of all but the slid one.

    This holds as long as the game does not end sooner.
    """
    kinds = {"square": "cross", "cross": "circle", "circle": "square"}
    changed = {
        square: piece._replace(
            kind=kinds[piece.kind], colour=piece.colour if square == turn.square else other_side(piece.colour)
        )
        for square, piece in position.pieces.items()
    }
    other = replace(position, standing=frozenset(changed.items()), memory=frozenset())
    if position.readings.both_out == "same-turn" and not splinter.outcome(other):
        found = set(splinter.play(other, turn).pieces)
        check(found == set(splinter.play(position, turn).pieces), f"{turn} leads elsewhere with other pieces")
