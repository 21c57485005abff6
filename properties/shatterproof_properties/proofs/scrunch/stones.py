"""Stones of one colour, and what the rules say about them at any one moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.formulas import Formula, every, implies, no, same, some, z3
from shatterproof_properties.proofs.scrunch.cells import Beside

Stones = Mapping[str, Formula]
"""For each cell whether a stone stands there: one colour's stones, known or unknown."""

MOST_FRIENDS = 2


def unknown(beside: Beside, name: str) -> Stones:
    """Any stones at all; the name tells them from others in the same question."""
    return {cell: z3.Bool(f"{name} {cell}") for cell in beside}


def standing(beside: Beside, cells: Iterable[str]) -> Stones:
    """The stones on these cells."""
    there = set(cells)
    return {cell: z3.BoolVal(cell in there) for cell in beside}


def apart(own: Stones, opposing: Stones) -> Formula:
    """scrunch.board.one-stone: no cell holds two stones."""
    return every(*[no(every(own[cell], opposing[cell])) for cell in own])


def empty(own: Stones, opposing: Stones, cell: str) -> Formula:
    return no(some(own[cell], opposing[cell]))


def no_stone(stones: Stones) -> Formula:
    return no(some(*stones.values()))


def alike(one: Stones, other: Stones) -> Formula:
    """Whether both are the same stones."""
    return every(*[same(one[cell], other[cell]) for cell in one])


def has_friend(beside: Beside, stones: Stones, cell: str) -> Formula:
    """Whether a stone of these stands beside a cell."""
    return some(*[stones[other] for other in beside[cell]])


def all_eggs(beside: Beside, stones: Stones) -> Formula:
    """scrunch.snake.egg, of all of them."""
    return every(*[implies(stones[cell], no(has_friend(beside, stones, cell))) for cell in beside])


def sound(beside: Beside, stones: Stones) -> Formula:
    """scrunch.growth.cure: no stone is that of a mutant (scrunch.snake.mutant)."""
    return every(
        *[
            implies(stones[cell], z3.PbLe([(stones[other], 1) for other in beside[cell]], MOST_FRIENDS))
            for cell in beside
        ]
    )


def smallest(snakes: Components, leader: str) -> Formula:
    """scrunch.snake.smallest: whether this cell leads a snake, and none is smaller."""
    size = snakes.sizes[leader]
    others = [implies(snakes.is_leader(other), z3.ULE(size, snakes.sizes[other])) for other in snakes.members]
    return every(snakes.is_leader(leader), *others)


def in_smallest(snakes: Components) -> Stones:
    """scrunch.snake.smallest: the stones of the smallest snakes."""
    least = {leader: smallest(snakes, leader) for leader in snakes.members}
    return {
        cell: some(*[every(snakes.led_by(leader, cell), least[leader]) for leader in snakes.members])
        for cell in snakes.beside
    }
