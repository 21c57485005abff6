"""The creation phase: eggs, and how the phase ends."""

from __future__ import annotations

from dataclasses import replace

from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof.scrunch.snakes import Standing, friends


def is_isolated(standing: Standing, cell: Cell) -> bool:
    """scrunch.isolated: whether an egg laid on an empty cell would touch no stone that it must not touch."""
    if friends(standing.side, standing.own, cell):
        return False
    return standing.readings.isolated == "from-own" or not friends(standing.side, standing.opposing, cell)


def isolated_cells(standing: Standing) -> list[Cell]:
    """scrunch.creation.egg: the empty cells on which the player may lay an egg, as long as creation lasts; sorted."""
    return sorted(cell for cell in board(standing.side) if standing.is_empty(cell) and is_isolated(standing, cell))


def check_egg(standing: Standing, cell: Cell) -> None:
    """Raises IllegalTurn unless the player may lay an egg on an empty cell."""
    if not standing.creating:
        raise IllegalTurn("scrunch.creation.over", "a player past creation lays no eggs")
    if not is_isolated(standing, cell):
        raise IllegalTurn("scrunch.creation.egg", f"{describe(cell)} is not isolated")


def after_egg(standing: Standing, cell: Cell) -> Standing:
    """How the player stands with one more egg; whether this ends creation is for scrunch.creation-end to say."""
    after = standing.with_stones(standing.own | {cell})
    if standing.readings.creation_end == "own-growth-or-full" and not isolated_cells(after):
        return past_creation(after)
    return after


def past_creation(standing: Standing) -> Standing:
    """scrunch.creation.end: the same player, past creation for good."""
    return replace(standing, creating=False) if standing.creating else standing


def is_stuck_in_creation(standing: Standing) -> bool:
    """scrunch.creation.must-wriggle: whether a creator can lay no egg, and so has to wriggle."""
    return standing.creating and not isolated_cells(standing)
