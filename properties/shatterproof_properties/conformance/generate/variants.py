"""Variants: positions that differ from another in one field.

They catch an engine that stores positions under a key which leaves that field out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from shatterproof.game import find_game
from shatterproof_properties.conformance.generate import GENERATION, Data
from shatterproof_properties.protocol.answers import forgotten


def variant(random: Random, position: Data, boards: Sequence[str]) -> Data:
    """The position with one field changed at random; perhaps on another of the boards.

    It may be illegal, or unchanged.
    """
    known = GENERATION.find(position["game"])
    change = random.choice((*(known.CHANGES if known else (other_mover,)), None))
    return change(random, position) if change else {**position, "board": random.choice(boards)}


def stand_alike(one: Data, other: Data) -> bool:
    """Whether the pieces of two positions stand in the same places, whatever they are, with at most one exception."""
    known = GENERATION.find(one["game"])
    places = known.places if known else _entries
    return len(places(one) ^ places(other)) <= 1


def _entries(position: Data) -> set[tuple[str, ...]]:
    """The entries in the lists of a position, for a game that does not say which part is a place."""
    return {(name, str(entry)) for name, value in position.items() if isinstance(value, list) for entry in value}


def other_mover(random: Random, position: Data) -> Data:
    """The same position with the other side to move. The memory goes, since it is about turns of the other side."""
    return {**forgotten(position), "to_move": other_side(position["game"], position["to_move"])}


def without_memory(random: Random, position: Data) -> Data:
    """Nothing remembered."""
    return forgotten(position)


def other_side(game: str, side: str) -> str:
    """The opponent of a side."""
    first, second = find_game(game).SIDES
    return second if side == first else first


# Of positions with a list of pieces, in which each tells its place, then its side, and perhaps more


def places_of_pieces(position: Data) -> set[tuple[str, ...]]:
    """Where the pieces stand."""
    return {tuple(piece[: _side_in(position, piece)]) for piece in position["pieces"]}


def _side_in(position: Data, piece: Sequence[str]) -> int:
    """The index at which a piece names its side. The items before it are its place."""
    sides = find_game(position["game"]).SIDES
    return next(place for place, part in enumerate(piece) if part in sides)


def sides_exchanged(random: Random, position: Data) -> Data:
    """Every piece of the other side."""
    game = position["game"]
    sides = find_game(game).SIDES
    pieces = [[other_side(game, part) if part in sides else part for part in piece] for piece in position["pieces"]]
    return {**forgotten(position), "pieces": pieces}


def two_exchanged(random: Random, position: Data) -> Data:
    """Two pieces exchange places."""
    pieces = [list(piece) for piece in position["pieces"]]
    if not pieces:
        return position
    one, two = random.choice(pieces), random.choice(pieces)
    place = _side_in(position, one)
    one[place:], two[place:] = two[place:], one[place:]
    return {**forgotten(position), "pieces": pieces}
