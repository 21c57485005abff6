"""Death and removal: one snake taken off, and what removing can come to in the end."""

from __future__ import annotations

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.formulas import Formula, every, implies, no, one_of, same, some, z3
from shatterproof_properties.proofs.scrunch.stones import Stones, in_smallest, unknown
from shatterproof_properties.proofs.scrunch.turns import Growth, Standing


class Removal:
    """One snake taken off, named by the cell that `named` picks; where nothing can grow each smallest one is dead."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.named: Stones = unknown(standing.beside, "named")
        self.snakes = Components(standing.beside, standing.own)
        self.left: Stones = {
            cell: every(stone, no(some(*[every(named, led) for named, led in self._leading(cell)])))
            for cell, stone in standing.own.items()
        }
        self.facts = self.snakes.facts

    def _leading(self, cell: str) -> list[tuple[Formula, Formula]]:
        return [(named, self.snakes.led_by(first, cell)) for first, named in self.named.items()]

    def which(self) -> Formula:
        """scrunch.death.which: the snake named by its first cell is a smallest one."""
        least = in_smallest(self.snakes)
        of_smallest = [
            implies(named, every(self.snakes.is_leader(cell), least[cell])) for cell, named in self.named.items()
        ]
        return every(one_of(self.named.values()), *of_smallest)


class Escape:
    """Snakes that stay, one of which can grow, after removal of whole snakes that are none of them larger.

    Removal always takes the smallest, and stops where one can grow. So some order of removal comes to a stop with
    stones left, or never needs to begin, just if there are snakes to stay like this (scrunch.death.until).
    """

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.staying: Stones = unknown(standing.beside, "staying")
        self.snakes = Components(standing.beside, standing.own)
        self.growth = Growth(Standing(standing.beside, self.staying, standing.opposing, standing.creating))
        self.facts = [*self.snakes.facts, *self.growth.facts]

    def whole_snakes(self) -> Formula:
        """Of each snake all the stones stay or none, and no others do."""
        beside, own = self.standing.beside, self.standing.own
        among = [implies(stays, own[cell]) for cell, stays in self.staying.items()]
        together = [
            implies(every(own[cell], own[other]), same(self.staying[cell], self.staying[other]))
            for cell in beside
            for other in beside[cell]
        ]
        return every(*among, *together)

    def smaller_gone(self) -> Formula:
        """No snake stays that is smaller than one removed."""
        snakes = self.snakes
        stay = {cell: every(snakes.is_leader(cell), self.staying[cell]) for cell in snakes.members}
        gone = {cell: every(snakes.is_leader(cell), no(self.staying[cell])) for cell in snakes.members}
        return every(
            *[
                implies(every(gone[one], stay[other]), z3.ULE(snakes.sizes[one], snakes.sizes[other]))
                for one in snakes.members
                for other in snakes.members
            ]
        )

    def possible(self) -> Formula:
        """Whether these snakes can be left so that the player is not finished."""
        return every(self.whole_snakes(), self.smaller_gone(), self.growth.allowed())
