"""One turn of Scrunch: a growth, or one snake taken off, and the snakes that can be left. Each condition is a term.

The choices of a turn are left open: terms pick one cell for each. Terms that are used often get names. Each position
and choice fixes the values of these names.
"""

from __future__ import annotations

from collections.abc import Sequence

from shatterproof_properties.proofs import Readings
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.statement import (
    DEFAULTS,
    Done,
    OpenPosition,
    Stones,
    has_friend,
    in_smallest,
    landed_on,
    lifted_from,
    no_loop,
    placed_on,
    sound,
    stands_after,
    unknown,
)
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    Term,
    count,
    every,
    exactly_one,
    implies,
    literal,
    negation,
    no_more,
    same,
    some,
)


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
        # For each cell, whether the new stone is beside the snake that it leads.
        joined = {}
        for leader in snakes.members:
            ways = (
                every(placed, snakes.led_by(leader, friend))
                for cell, placed in self.placed.items()
                for friend in self.here.beside[cell]
            )
            joined[leader] = snakes.solver.named(f"joined-{leader}", some(*ways))
        return every(
            *(
                every(
                    lifted_from(self._done(cell), self.here.own[cell]),
                    implies(lifted, some(*(every(led, snakes.led_by(leader, cell)) for leader, led in joined.items()))),
                )
                for cell, lifted in self.lifted.items()
            )
        )

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


class OpenRemoval:
    """One snake taken off. `first` picks it by its first cell. If nothing can grow each smallest snake is dead."""

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        self.first: Stones = unknown(solver, here.beside, "first")
        self.snakes = Components(solver, here.beside, here.own)
        left = {}
        for cell, stone in here.own.items():
            goes = (every(chosen, self.snakes.led_by(first, cell)) for first, chosen in self.first.items())
            left[cell] = every(stone, negation(some(*goes)))
        self.left: Stones = solver.named_each("left", left)

    def which(self, any_size: bool = False) -> Term:
        """scrunch.death.which, scrunch.removal-scope: the snake is a smallest one, or any one, by the reading."""
        least = dict.fromkeys(self.snakes.members, YES) if any_size else in_smallest(self.snakes)
        of_smallest = [
            implies(chosen, every(self.snakes.is_leader(cell), least[cell])) for cell, chosen in self.first.items()
        ]
        return every(exactly_one(self.first.values()), *of_smallest)


def snakes_can_stay(solver: Solver, here: OpenPosition) -> Term:
    """Whether removals can leave snakes one of which can grow, so that the player has not lost.

    Removal always takes a smallest snake, and stops once one can grow. So the mover can keep some stones exactly if
    there are snakes that are no smaller than those removed, and one of them can grow (scrunch.death.until).
    """
    staying = chosen_cells(solver, "staying", here.own, ())
    snakes = Components(solver, here.beside, here.own)
    growth = OpenGrowth(solver, OpenPosition(here.beside, staying, here.opposing, here.creating))
    # All stones of a snake stay or none do, and no other stones stay.
    among = [implies(stays, here.own[cell]) for cell, stays in staying.items()]
    together = [
        implies(every(here.own[cell], here.own[other]), same(staying[cell], staying[other]))
        for cell in here.beside
        for other in here.beside[cell]
    ]
    smaller_gone = [
        implies(
            every(snakes.is_leader(one), negation(staying[one]), snakes.is_leader(other), staying[other]),
            no_more(snakes.sizes[one], snakes.sizes[other]),
        )
        for one in snakes.sizes
        for other in snakes.sizes
    ]
    return every(*among, *together, *smaller_gone, growth.allowed())
