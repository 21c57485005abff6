"""What the rules say of the stones of one position, and of one turn: each condition a term of its own.

What a turn chooses is left open, by cells of which one each is picked. A solver is told what binds the names that this
needs, in one way for each position and choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.board import Beside, beside
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    YES,
    Term,
    at_most,
    every,
    exactly_one,
    implies,
    negation,
    no_more,
    same,
    some,
)

Stones = Mapping[str, Term]
"""For each cell whether a stone stands there: one colour's stones, known or unknown."""

MOST_FRIENDS = 2


# Stones at any one moment.


def unknown(solver: Solver, beside: Beside, label: str) -> Stones:
    """Any stones at all."""
    return {cell: solver.boolean(f"{label}-{cell}") for cell in beside}


def apart(own: Stones, opposing: Stones) -> Term:
    """scrunch.board.one-stone: no cell holds two stones."""
    return every(*(negation(every(own[cell], opposing[cell])) for cell in own))


def no_stone(stones: Stones) -> Term:
    return negation(some(*stones.values()))


def has_friend(beside: Beside, stones: Stones, cell: str) -> Term:
    """Whether a stone of these stands beside a cell."""
    return some(*(stones[other] for other in beside[cell]))


def all_eggs(beside: Beside, stones: Stones) -> Term:
    """scrunch.snake.egg, of all of them."""
    return every(*(implies(stones[cell], negation(has_friend(beside, stones, cell))) for cell in beside))


def sound(beside: Beside, stones: Stones) -> Term:
    """scrunch.growth.cure: no stone is that of a mutant (scrunch.snake.mutant)."""
    friends = {cell: [stones[other] for other in beside[cell]] for cell in beside}
    return every(*(implies(stones[cell], at_most(MOST_FRIENDS, friends[cell])) for cell in beside))


def in_smallest(snakes: Components) -> Stones:
    """scrunch.snake.smallest: the stones of the smallest snakes."""
    solver, least = snakes.solver, {}
    for leader in snakes.members:
        others = [
            implies(snakes.is_leader(other), no_more(snakes.sizes[leader], snakes.sizes[other]))
            for other in snakes.members
        ]
        least[leader] = solver.named(f"smallest-{leader}", every(snakes.is_leader(leader), *others))
    found = {
        cell: some(*(every(snakes.led_by(leader, cell), is_least) for leader, is_least in least.items()))
        for cell in snakes.beside
    }
    return solver.named_each("in-smallest", found)


@dataclass(frozen=True)
class OpenPosition:
    """How the mover stands: own and opposing stones, and whether still in creation."""

    beside: Beside
    own: Stones
    opposing: Stones
    creating: Term

    def is_empty(self, cell: str) -> Term:
        return negation(some(self.own[cell], self.opposing[cell]))


def any_position(solver: Solver, side: int) -> OpenPosition:
    """A position of which nothing is known, on the board of one side."""
    cells = beside(side)
    own, opposing = unknown(solver, cells, "own"), unknown(solver, cells, "opposing")
    return OpenPosition(cells, own, opposing, solver.boolean("creating"))


# What a growth says of one cell by itself, whatever stands around it.


class Done(NamedTuple):
    """What a growth does on one cell: whether a stone is placed there, lifted from there, or lands there."""

    placed: Term
    lifted: Term
    landed: Term


def stands_after(own: Term, done: Done) -> Term:
    """Whether a stone of the mover's is there after the growth."""
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


def egg_allowed(here: OpenPosition, cell: str) -> Term:
    """scrunch.creation.egg, scrunch.creation.over: whether the mover may lay an egg on a cell."""
    return every(here.creating, here.is_empty(cell), negation(has_friend(here.beside, here.own, cell)))


def after_egg(here: OpenPosition, cell: str) -> Stones:
    """The mover's stones once an egg has been laid."""
    return {other: YES if other == cell else stone for other, stone in here.own.items()}


class OpenGrowth:
    """A growth with its movement, of which `placed`, `lifted` and `landed` each pick the one cell.

    `allowed` says that the turn is legal, whatever the mover may do besides, and `after` are the mover's stones then.
    """

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        self.here = here
        cells = here.beside
        self.placed, self.lifted, self.landed = (
            unknown(solver, cells, label) for label in ("placed", "lifted", "landed")
        )
        after = {cell: stands_after(here.own[cell], self._done(cell)) for cell in cells}
        self.after: Stones = solver.named_each("after", after)
        self.before_snakes = Components(solver, cells, here.own)
        self.after_snakes = Components(solver, cells, self.after)

    def _done(self, cell: str) -> Done:
        return Done(self.placed[cell], self.lifted[cell], self.landed[cell])

    def both(self) -> Term:
        """scrunch.growth.both: one stone is placed, and one moved."""
        return every(*(exactly_one(cells.values()) for cells in (self.placed, self.lifted, self.landed)))

    def beside_a_smallest(self) -> Term:
        """scrunch.growth.place, scrunch.growth.smallest: the stone is placed on an empty cell beside such a snake."""
        here, least = self.here, in_smallest(self.before_snakes)
        near = {cell: has_friend(here.beside, least, cell) for cell in here.beside}
        return every(
            *(
                every(placed_on(self._done(cell), here.is_empty(cell)), implies(chosen, near[cell]))
                for cell, chosen in self.placed.items()
            )
        )

    def of_the_snake(self) -> Term:
        """scrunch.growth.move, scrunch.growth.merge: the stone lifted is of a snake that the new one is beside."""
        snakes = self.before_snakes
        joined = {leader: self._joined(leader) for leader in snakes.members}
        return every(
            *(
                every(
                    lifted_from(self._done(cell), self.here.own[cell]),
                    implies(lifted, some(*(every(led, snakes.led_by(leader, cell)) for leader, led in joined.items()))),
                )
                for cell, lifted in self.lifted.items()
            )
        )

    def _joined(self, leader: str) -> Term:
        """Whether the new stone is beside the snake of a leader."""
        snakes = self.before_snakes
        ways = (
            every(placed, snakes.led_by(leader, friend))
            for cell, placed in self.placed.items()
            for friend in self.here.beside[cell]
        )
        return snakes.solver.named(f"joined-{leader}", some(*ways))

    def one_step(self) -> Term:
        """scrunch.growth.step, scrunch.board.one-stone: it lands on an empty cell beside the one it stood on."""
        here = self.here
        return every(
            *(
                every(
                    landed_on(self._done(cell), here.is_empty(cell)),
                    implies(landed, has_friend(here.beside, self.lifted, cell)),
                )
                for cell, landed in self.landed.items()
            )
        )

    def cured(self) -> Term:
        """scrunch.growth.cure: no mutant is left."""
        return sound(self.here.beside, self.after)

    def counted(self) -> Term:
        """scrunch.growth.count: there are no more snakes than before."""
        return no_more(self.after_snakes.number(), self.before_snakes.number())

    def allowed(self) -> Term:
        """Whether all of these hold."""
        return every(
            self.both(),
            self.beside_a_smallest(),
            self.of_the_snake(),
            self.one_step(),
            self.cured(),
            self.counted(),
        )


# Death and removal.


class OpenRemoval:
    """One snake taken off, by the first cell, which `first` picks; where nothing can grow each smallest one is dead."""

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        self.first: Stones = unknown(solver, here.beside, "first")
        self.snakes = Components(solver, here.beside, here.own)
        left = {cell: every(stone, negation(self._is_of_it(cell))) for cell, stone in here.own.items()}
        self.left: Stones = solver.named_each("left", left)

    def _is_of_it(self, cell: str) -> Term:
        return some(*(every(chosen, self.snakes.led_by(first, cell)) for first, chosen in self.first.items()))

    def which(self) -> Term:
        """scrunch.death.which: the snake is a smallest one."""
        least = in_smallest(self.snakes)
        of_smallest = [
            implies(chosen, every(self.snakes.is_leader(cell), least[cell])) for cell, chosen in self.first.items()
        ]
        return every(exactly_one(self.first.values()), *of_smallest)


class OpenRemainder:
    """Snakes that stay, one of which can grow, after removal of whole snakes that are none of them larger.

    Removal always takes the smallest, and stops where one can grow. So some order of removal comes to a stop with
    stones left, or never needs to begin, just if there are snakes to stay like this (scrunch.death.until).
    """

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        self.here = here
        self.staying: Stones = unknown(solver, here.beside, "staying")
        self.snakes = Components(solver, here.beside, here.own)
        self.growth = OpenGrowth(solver, OpenPosition(here.beside, self.staying, here.opposing, here.creating))

    def whole_snakes(self) -> Term:
        """Of each snake all the stones stay or none, and no others do."""
        beside, own = self.here.beside, self.here.own
        among = [implies(stays, own[cell]) for cell, stays in self.staying.items()]
        together = [
            implies(every(own[cell], own[other]), same(self.staying[cell], self.staying[other]))
            for cell in beside
            for other in beside[cell]
        ]
        return every(*among, *together)

    def smaller_gone(self) -> Term:
        """No snake stays that is smaller than one removed."""
        snakes = self.snakes
        stay = {cell: every(snakes.is_leader(cell), self.staying[cell]) for cell in snakes.members}
        gone = {cell: every(snakes.is_leader(cell), negation(self.staying[cell])) for cell in snakes.members}
        return every(
            *(
                implies(every(gone[one], stay[other]), no_more(snakes.sizes[one], snakes.sizes[other]))
                for one in snakes.members
                for other in snakes.members
            )
        )

    def possible(self) -> Term:
        """Whether these snakes can be left so that the player is not finished."""
        return every(self.whole_snakes(), self.smaller_gone(), self.growth.allowed())
