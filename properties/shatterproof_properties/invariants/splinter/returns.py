"""What must hold of returns: the rule forbids exactly the returns that it names.

Each piece is followed through the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from shatterproof import splinter
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof.splinter.position import Position, Turn
from shatterproof.splinter.squares import Square
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.splinter.definitions import (
    COMPASS,
    Place,
    Standing,
    memory_of,
    name_of,
    slid,
    standing_of,
)
from shatterproof_properties.invariants.splinter.slides import slide_made

Where = dict[int, Place]
"""Where each piece stands. Pieces have numbers, so that each can be followed."""


def slide_refusal(position: Position, place: Place, way: str) -> str | None:
    """The clause by which the reference refuses a slide with every choice; None if some choice is legal."""
    try:
        splinter.parse_turn(position, name_of(place) + way)
    except IllegalTurn as refused:
        return refused.clause
    except AmbiguousTurn:
        return None
    return None


def own_slides(position: Position) -> Iterator[tuple[Place, str]]:
    """All slides of pieces of the side to move, legal or not."""
    for place, (colour, _) in sorted(standing_of(position).items()):
        if colour == position.to_move:
            yield from ((place, way) for way in COMPASS)


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
        for place, way in own_slides(position):
            found = slide_refusal(position, place, way) == "splinter.slide.return"
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


@guards("splinter.slide.return", "splinter.no-return")
def the_memory_holds_what_the_last_turn_moved(position: Position, turn: Turn) -> None:
    """The memory holds the pieces that the last turn moved, each one step from where it stood.

    A decided position remembers nothing. Under `any-piece` the memory leaves no moved piece out.
    """
    after = splinter.play(position, turn)
    found = memory_of(after)
    stand = standing_of(after)
    moved = {(reached, left) for left, reached in slide_made(position, turn).moves if reached in stand}
    check(found <= moved, f"{found - moved} is remembered and did not happen")
    if splinter.outcome(after):
        check(not found, f"the game is over, and {found} is remembered")
    elif position.readings.no_return == "any-piece":
        check(found == moved, f"{moved - found} is forgotten")


@guards("splinter.slide.return", "splinter.no-return")
def all_that_is_remembered_matters(position: Position) -> None:
    """Each remembered pair forbids a slide, so that positions with the same turns are equal.

    This is said of `moved-piece` and `whole-position`; the slide would be legal without the pair.
    """
    if position.readings.no_return == "any-piece":
        return
    legal = _texts(position)
    for pair in position.memory:
        more = _texts(replace(position, memory=position.memory - {pair}))
        check(legal < more, f"{pair} is remembered, and changes nothing")


def _texts(position: Position) -> set[Turn]:
    return {turn for turn, _ in splinter.actions(position)}


@guards("splinter.slide.return", "splinter.no-return")
def only_the_last_turn_forbids_anything(position: Position) -> None:
    """Only the last turn forbids anything: without a memory no slide is a return, and with one only straight returns
    are.
    """
    free = replace(position, memory=frozenset())
    if splinter.outcome(position):
        check(not position.memory, "a decided position remembers something")
        return
    back = memory_of(position)
    for place, way in own_slides(position):
        check(slide_refusal(free, place, way) != "splinter.slide.return", f"{name_of(place)}{way} returns from nowhere")
        if slide_refusal(position, place, way) == "splinter.slide.return":
            moves = slid(position, standing_of(position), place, way).moves
            check(back & set(moves), f"{name_of(place)}{way} brings back nothing")


@guards("splinter.no-return")
def the_readings_of_returns_forbid_less_and_less(position: Position, turn: Turn) -> None:
    """After the same turn `any-piece` allows the fewest slides, then `moved-piece`, then `whole-position`, then no
    rule.
    """
    start = replace(position, memory=frozenset())
    allowed = []
    for value in ("any-piece", "moved-piece", "whole-position"):
        after = splinter.play(replace(start, readings=replace(start.readings, no_return=value)), turn)
        allowed.append(_texts(after))
    allowed.append(_texts(replace(after, memory=frozenset())))
    for fewer, more in pairwise(allowed):
        check(fewer <= more, f"{sorted(fewer - more)} is allowed only under the stricter reading")


@guards("splinter.no-return", "splinter.slide.return")
def a_turn_may_be_taken_back_unless_the_reading_forbids_it(position: Position, turn: Turn) -> None:
    """A turn may be taken back unless the reading forbids it.

    The piece in front, slid straight back, pushes all the others back. If it belongs to the side to move, every reading
    forbids this. Only `whole-position` allows it, when something was removed.
    """
    after = splinter.play(position, turn)
    if turn.square is None:
        return
    left, reached = slide_made(position, turn).moves[-1]
    way = list(COMPASS)[(list(COMPASS).index(turn.direction) + 4) % 8]
    mine = after.pieces.get(Square(*reached))
    if splinter.outcome(after) or mine is None or mine.colour != after.to_move:
        return
    restores = len(after.standing) == len(position.standing)
    expected = after.readings.no_return != "whole-position" or restores
    found = slide_refusal(after, reached, way) == "splinter.slide.return"
    check(found == expected, f"{name_of(reached)} may go straight back to {name_of(left)}: {not found}")
