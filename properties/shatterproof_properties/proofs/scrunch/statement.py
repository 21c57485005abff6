"""The board, the rules about the stones of one position, and what a turn says of one cell. Each condition is a term."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs import Readings
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    YES,
    Term,
    at_most,
    every,
    implies,
    negation,
    no_more,
    plus,
    same,
    some,
    total,
)

ROWS = "abcdefghijklmnopqrs"
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""The steps in slanted coordinates between cells beside each other (scrunch.board.hexagon)."""

Beside = dict[str, tuple[str, ...]]
"""For each cell of a board, by name, those that share a side with it."""


@lru_cache(maxsize=16)
def beside(side: int) -> Beside:
    """scrunch.board.hexagon: the cells of a board by row and then from the left, each with those beside it."""
    names = dict(sorted(names_by_place(side).items(), key=lambda item: (item[0][1], item[0][0])))
    return {
        name: tuple(names[q + east, r + north] for east, north in STEPS if (q + east, r + north) in names)
        for (q, r), name in names.items()
    }


def names_by_place(side: int) -> dict[tuple[int, int], str]:
    """The cells by slanted coordinates from the middle: those less than `side` steps away from it."""
    reach = side - 1
    middle = [(q, r) for r in range(-reach, side) for q in range(-reach, side) if abs(q + r) <= reach]
    starts = {row: min(q for q, r in middle if r == row) for row in range(-reach, side)}
    return {(q, r): f"{ROWS[r + reach]}{q - starts[r] + 1}" for q, r in middle}


Stones = Mapping[str, Term]
"""For each cell whether a stone of one colour stands there; the terms may be known or unknown."""

MOST_FRIENDS = 2
STATED = {
    "isolated": ("from-own", "from-all"),
    "first-wriggle": ("full-turn", "bare-placement"),
    "creation-end": ("own-growth", "own-growth-or-full"),
    "forced-removal": ("ends-creation", "stays"),
    "snake-count": ("before-placement", "after-placement"),
    "loops": ("allowed", "forbidden"),
    "removal-scope": ("smallest", "any-dead"),
    "removal-ends-turn": ("yes", "then-wriggle"),
    "removal-count": ("after-removal", "before-removal"),
    "stuck-creator": ("remove", "pass", "loses-all"),
    "tied-death": ("all-stuck", "each-stuck"),
    "first-count": ("limited", "exempt"),
    "shut-out": ("pass", "loses"),
}
"""The readings with their values, the default first."""
DEFAULTS = Readings((name, values[0]) for name, values in STATED.items())


# Stones at any one moment.


def unknown(solver: Solver, beside: Beside, label: str) -> Stones:
    """Any stones at all."""
    return {cell: solver.boolean(f"{label}-{cell}") for cell in beside}


def apart(own: Stones, opposing: Stones) -> Term:
    """scrunch.board.one-stone: no cell holds two stones."""
    return every(*(negation(every(own[cell], opposing[cell])) for cell in own))


def has_friend(beside: Beside, stones: Stones, cell: str) -> Term:
    """Whether a stone of these stands beside a cell."""
    return some(*(stones[other] for other in beside[cell]))


def sound(beside: Beside, stones: Stones) -> Term:
    """scrunch.growth.cure: no stone is that of a mutant (scrunch.snake.mutant)."""
    friends = {cell: [stones[other] for other in beside[cell]] for cell in beside}
    return every(*(implies(stones[cell], at_most(MOST_FRIENDS, friends[cell])) for cell in beside))


def no_loop(beside: Beside, snakes: Components) -> Term:
    """scrunch.loops: no stones stand in a ring: there are as many pairs of neighbours as stones less snakes."""
    stones, most = snakes.members, sum(map(len, beside.values()))
    pairs = (every(stones[one], stones[other]) for one in beside for other in beside[one] if one < other)
    number = total((snakes.is_leader(cell) for cell in beside), most)
    return same(plus(total(pairs, most), number), total(stones.values(), most))


def in_smallest(snakes: Components) -> Stones:
    """scrunch.snake.smallest: the stones of the smallest snakes."""
    solver, least = snakes.solver, {}
    for leader in snakes.sizes:
        others = [
            implies(snakes.is_leader(other), no_more(snakes.sizes[leader], snakes.sizes[other]))
            for other in snakes.sizes
        ]
        least[leader] = solver.named(f"smallest-{leader}", every(snakes.is_leader(leader), *others))
    found = {
        cell: some(*(every(snakes.led_by(leader, cell), is_least) for leader, is_least in least.items()))
        for cell in snakes.beside
    }
    return solver.named_each("in-smallest", found)


@dataclass(frozen=True)
class OpenPosition:
    """The mover's view of a position: own and opposing stones, and whether still in creation."""

    beside: Beside
    own: Stones
    opposing: Stones
    creating: Term

    def is_empty(self, cell: str) -> Term:
        return negation(some(self.own[cell], self.opposing[cell]))


# What a growth says of one cell by itself, whatever stands around it.


class Done(NamedTuple):
    """The effect of a growth on one cell: a stone is placed there, lifted from there, or lands there."""

    placed: Term
    lifted: Term
    landed: Term


def stands_after(own: Term, done: Done) -> Term:
    """Whether a stone of the mover's stands there after the growth."""
    return some(done.placed, done.landed, every(own, negation(done.lifted)))


def placed_on(done: Done, empty: Term) -> Term:
    """scrunch.growth.place, scrunch.board.one-stone: a stone is placed on an empty cell."""
    return implies(done.placed, empty)


def lifted_from(done: Done, own: Term) -> Term:
    """scrunch.growth.move: the stone that moves is one of the mover's, and stood there before."""
    return implies(done.lifted, own)


def landed_on(done: Done, empty: Term) -> Term:
    """scrunch.growth.step, scrunch.board.one-stone: it lands on an empty cell, and not on the stone just placed."""
    return implies(done.landed, every(empty, negation(done.placed)))


# The turns that place a stone.


def is_isolated(here: OpenPosition, cell: str, readings: Readings = DEFAULTS) -> Term:
    """scrunch.creation.egg, scrunch.isolated: whether the mover may lay an egg on a cell."""
    stones = [here.own, here.opposing] if readings["isolated"] == "from-all" else [here.own]
    return every(here.is_empty(cell), *(negation(has_friend(here.beside, one, cell)) for one in stones))


def after_egg(here: OpenPosition, cell: str) -> Stones:
    """The mover's stones once an egg has been laid."""
    return {other: YES if other == cell else stone for other, stone in here.own.items()}
