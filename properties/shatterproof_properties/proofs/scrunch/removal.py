"""Death and removal: one snake taken off, and the snakes that can be left in the end. Each condition is a term."""

from __future__ import annotations

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.statement import (
    OpenGrowth,
    OpenPosition,
    Stones,
    chosen_cells,
    in_smallest,
    unknown,
)
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import YES, Term, every, exactly_one, implies, negation, no_more, same, some


class OpenRemoval:
    """One snake taken off. `first` picks it by its first cell. If nothing can grow each smallest snake is dead."""

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        self.first: Stones = unknown(solver, here.beside, "first")
        self.snakes = Components(solver, here.beside, here.own)
        left = {cell: every(stone, negation(self._is_of_it(cell))) for cell, stone in here.own.items()}
        self.left: Stones = solver.named_each("left", left)

    def _is_of_it(self, cell: str) -> Term:
        return some(*(every(chosen, self.snakes.led_by(first, cell)) for first, chosen in self.first.items()))

    def which(self, any_size: bool = False) -> Term:
        """scrunch.death.which, scrunch.removal-scope: the snake is a smallest one, or any one, by the reading."""
        least = dict.fromkeys(self.snakes.members, YES) if any_size else in_smallest(self.snakes)
        of_smallest = [
            implies(chosen, every(self.snakes.is_leader(cell), least[cell])) for cell, chosen in self.first.items()
        ]
        return every(exactly_one(self.first.values()), *of_smallest)


class OpenRemainder:
    """Snakes that stay after removals, one of which can grow; the snakes removed are no larger than those that stay.

    Removal always takes a smallest snake, and stops once one can grow. So the mover can keep some stones exactly if
    such snakes exist (scrunch.death.until).
    """

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        self.here = here
        self.staying: Stones = chosen_cells(solver, "staying", here.own, ())
        self.snakes = Components(solver, here.beside, here.own)
        self.growth = OpenGrowth(solver, OpenPosition(here.beside, self.staying, here.opposing, here.creating))

    def whole_snakes(self) -> Term:
        """All stones of a snake stay or none do, and no other stones stay."""
        beside, own = self.here.beside, self.here.own
        among = [implies(stays, own[cell]) for cell, stays in self.staying.items()]
        together = [
            implies(every(own[cell], own[other]), same(self.staying[cell], self.staying[other]))
            for cell in beside
            for other in beside[cell]
        ]
        return every(*among, *together)

    def smaller_gone(self) -> Term:
        """No snake stays that is smaller than a removed one."""
        snakes = self.snakes
        stay = {cell: every(snakes.is_leader(cell), self.staying[cell]) for cell in snakes.sizes}
        gone = {cell: every(snakes.is_leader(cell), negation(self.staying[cell])) for cell in snakes.sizes}
        return every(
            *(
                implies(every(gone[one], stay[other]), no_more(snakes.sizes[one], snakes.sizes[other]))
                for one in snakes.sizes
                for other in snakes.sizes
            )
        )

    def possible(self) -> Term:
        """Whether these snakes can be left, so that the player has not lost."""
        return every(self.whole_snakes(), self.smaller_gone(), self.growth.allowed())
