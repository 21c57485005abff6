"""The rules about the stones of one position, and about one turn. Each condition is a term.

The choices of a turn are left open: terms pick one cell for each. Terms that are used often get names. Each position
and choice fixes the values of these names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shatterproof_properties.proofs.agreement import Readings
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.board import Beside
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    Term,
    at_most,
    count,
    every,
    exactly_one,
    implies,
    literal,
    negation,
    no_more,
    plus,
    same,
    some,
    total,
)

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
    """scrunch.loops: no stones stand in a ring: the pairs of neighbouring stones number as many as
    stones less snakes.
    """
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


class OpenGrowth:
    """A growth with its movement. `placed`, `lifted` and `landed` each pick one cell.

    `allowed` says that the turn is legal, whatever other turns the mover has. `after` are the mover's stones then.
    """

    def __init__(
        self,
        solver: Solver,
        here: OpenPosition,
        readings: Readings = DEFAULTS,
        given: Sequence[str | None] = (),
        counted: int | None = None,
    ) -> None:
        """`given` are the three cells, where known. `counted` is how many snakes may be left, if not as many as now.

        Cells that no growth can pick are not left open. For the stone placed these are the cells that are surely taken,
        and those without an own stone beside them.
        """
        self.here = here
        self.readings = readings
        self.counted_before = counted
        cells = here.beside
        near_own = {cell: every(here.is_empty(cell), has_friend(cells, here.own, cell)) for cell in cells}
        self.placed = chosen_cells(solver, "placed", near_own, given[:1])
        self.lifted = chosen_cells(solver, "lifted", here.own, given[1:2])
        reachable = {cell: every(here.is_empty(cell), has_friend(cells, self.lifted, cell)) for cell in cells}
        self.landed = chosen_cells(solver, "landed", reachable, given[2:])
        after = {cell: stands_after(here.own[cell], self._done(cell)) for cell in cells}
        self.after: Stones = solver.named_each("after", after)
        self.before_snakes = Components(solver, cells, here.own)
        self.after_snakes = Components(solver, cells, self.after)
        bare = readings["first-wriggle"] == "bare-placement"
        self.bare = here.creating if bare else NO

    def _done(self, cell: str) -> Done:
        return Done(self.placed[cell], self.lifted[cell], self.landed[cell])

    @property
    def choices(self) -> tuple[Stones, Stones, Stones]:
        """The cells that a growth picks."""
        return self.placed, self.lifted, self.landed

    def chosen(self, given: Sequence[str | None]) -> Term:
        """States that the growth is this one; None stands for no movement."""
        return every(
            *(
                cells[cell] if cell else negation(some(*cells.values()))
                for cells, cell in zip(self.choices, given, strict=True)
            )
        )

    def both(self) -> Term:
        """scrunch.growth.both, scrunch.first-wriggle: one stone is placed, and one moved if one has to be."""
        moved = every(*(exactly_one(cells.values()) for cells in (self.lifted, self.landed)))
        unmoved = negation(some(*self.lifted.values(), *self.landed.values()))
        return every(
            exactly_one(self.placed.values()), implies(self.bare, unmoved), implies(negation(self.bare), moved)
        )

    def beside_a_smallest(self, grown: Stones | None = None) -> Term:
        """scrunch.growth.place, scrunch.growth.smallest: the stone is placed on an empty cell beside a smallest snake.

        `grown` are the stones of the growing snake, if the caller states another one.
        """
        here, least = self.here, grown or in_smallest(self.before_snakes)
        near = {cell: has_friend(here.beside, least, cell) for cell in here.beside}
        return every(
            *(
                every(placed_on(self._done(cell), here.is_empty(cell)), implies(chosen, near[cell]))
                for cell, chosen in self.placed.items()
            )
        )

    def of_the_snake(self) -> Term:
        """scrunch.growth.move, scrunch.growth.merge: the lifted stone belongs to a snake beside the new stone."""
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
        """Whether the new stone is beside the snake that a cell leads."""
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
        """scrunch.growth.cure, scrunch.loops: no mutant is left, and no ring if the readings forbid rings."""
        beside = self.here.beside
        loops = self.readings["loops"] == "allowed"
        return every(sound(beside, self.after), YES if loops else no_loop(beside, self.after_snakes))

    def counted(self) -> Term:
        """scrunch.growth.count, scrunch.first-count: there are no more snakes than before."""
        exempt = self.here.creating if self.readings["first-count"] == "exempt" else NO
        return some(exempt, no_more(self.after_snakes.number(), self.most_snakes()))

    def most_snakes(self) -> Term:
        """scrunch.snake-count, scrunch.removal-count: the most snakes that there may be."""
        if self.readings["snake-count"] == "after-placement":
            there = {cell: some(stone, self.placed[cell]) for cell, stone in self.here.own.items()}
            solver = self.before_snakes.solver
            return Components(solver, self.here.beside, solver.named_each("placed-too", there)).number()
        if self.counted_before is not None:
            return count(self.counted_before, len(self.here.beside).bit_length())
        return self.before_snakes.number()

    def allowed(self, grown: Stones | None = None) -> Term:
        """Whether the growth keeps all these rules; `grown` as in `beside_a_smallest`."""
        return every(
            self.both(),
            self.beside_a_smallest(grown),
            self.of_the_snake(),
            self.one_step(),
            self.cured(),
            self.counted(),
        )


def chosen_cells(solver: Solver, label: str, possible: Stones, given: Sequence[str | None]) -> Stones:
    """For each cell whether it is picked: known if a cell is given, else open for each cell that is possible."""
    if given:
        return {cell: literal(YES, cell == given[0]) for cell in possible}
    return {cell: NO if one == NO else solver.boolean(f"{label}-{cell}") for cell, one in possible.items()}
