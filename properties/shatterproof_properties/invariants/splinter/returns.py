"""What must hold of returns: the rule forbids exactly the returns that it names.

Each piece is followed through the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof import splinter
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof.splinter.position import Position, Turn
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.splinter.definitions import COMPASS, Place, Standing, name_of, slid, standing_of
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
