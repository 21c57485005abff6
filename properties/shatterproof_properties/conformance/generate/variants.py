"""Siblings: positions that are like another in all but one thing, for engines that keep what they have worked out.

An engine that looks up a position and leaves out what a variant has otherwise takes the one for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import forgotten

Data = dict[str, Any]
"""A position as the protocol has it."""
Change = Callable[[Random, Data], Data]


def variant(random: Random, position: Data, boards: Sequence[str]) -> Data:
    """The position with one thing otherwise, drawn at random; perhaps on another of the boards.

    Whether the rules allow it, and whether anything has changed at all, is not looked at.
    """
    change = random.choice((*CHANGES[position["game"]], None))
    return change(random, position) if change else {**position, "board": random.choice(boards)}


def stand_alike(one: Data, other: Data) -> bool:
    """Whether pieces stand in the same places in two positions, whatever they are, but for one at most."""
    return len(_places(one) ^ _places(other)) <= 1


def _places(position: Data) -> set[tuple[str, ...]]:
    sides = find_game(position["game"]).SIDES
    if position["game"] == "scrunch":
        return {(cell,) for side in sides for cell in position[side]}
    return {tuple(piece[: _side_in(position, piece)]) for piece in position["pieces"]}


def _side_in(position: Data, piece: Sequence[str]) -> int:
    """Where a piece tells its side: what comes before is its place."""
    sides = find_game(position["game"]).SIDES
    return next(place for place, part in enumerate(piece) if part in sides)


def _other_mover(random: Random, position: Data) -> Data:
    """The other side to move. What is remembered are turns of the other side: none of it can stay."""
    return {**forgotten(position), "to_move": _other_side(position["game"], position["to_move"])}


def _forgetful(random: Random, position: Data) -> Data:
    return forgotten(position)


def _sides_swapped(random: Random, position: Data) -> Data:
    """Every piece of the other side."""
    game = position["game"]
    if game == "scrunch":
        dark, light = find_game(game).SIDES
        return {**position, dark: position[light], light: position[dark]}
    swapped = [[_other_side(game, part) if part in find_game(game).SIDES else part for part in piece]
               for piece in position["pieces"]]  # fmt: skip
    return {**forgotten(position), "pieces": swapped}


def _two_exchanged(random: Random, position: Data) -> Data:
    """What two pieces are is exchanged, and where they stand is not."""
    pieces = [list(piece) for piece in position["pieces"]]
    if not pieces:
        return position
    one, two = random.choice(pieces), random.choice(pieces)
    place = _side_in(position, one)
    one[place:], two[place:] = two[place:], one[place:]
    return {**forgotten(position), "pieces": pieces}


def _one_stone_less(random: Random, position: Data) -> Data:
    side = random.choice([side for side in find_game("scrunch").SIDES if position[side]] or ["dark"])
    return {**position, side: random.sample(position[side], max(0, len(position[side]) - 1))}


def _other_creators(random: Random, position: Data) -> Data:
    creators: list[list[str]] = [[], ["dark"], ["light"], ["dark", "light"]]
    return {**position, "creating": random.choice(creators)}


def _other_side(game: str, side: str) -> str:
    first, second = find_game(game).SIDES
    return second if side == first else first


CHANGES: dict[str, tuple[Change, ...]] = {
    "crumble": (_other_mover, _forgetful, _sides_swapped, _two_exchanged),
    "scrunch": (_other_mover, _sides_swapped, _one_stone_less, _other_creators),
    "splinter": (_other_mover, _forgetful, _sides_swapped, _two_exchanged),
}
