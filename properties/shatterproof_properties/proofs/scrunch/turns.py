"""The turns that place a stone, each condition a formula of its own: eggs, and growths with their movement."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.formulas import YES, Formula, every, implies, no, one_of, some, z3
from shatterproof_properties.proofs.scrunch.cells import Beside
from shatterproof_properties.proofs.scrunch.stones import Stones, empty, has_friend, in_smallest, sound, unknown


@dataclass(frozen=True)
class Standing:
    """How the mover stands: own and opposing stones, and whether still in creation."""

    beside: Beside
    own: Stones
    opposing: Stones
    creating: Formula


def egg_allowed(standing: Standing, cell: str) -> Formula:
    """scrunch.creation.egg, scrunch.creation.over: whether the mover may lay an egg on a cell."""
    isolated = no(has_friend(standing.beside, standing.own, cell))
    return every(standing.creating, empty(standing.own, standing.opposing, cell), isolated)


def after_egg(standing: Standing, cell: str) -> Stones:
    """The mover's stones once an egg has been laid."""
    return {other: YES if other == cell else stone for other, stone in standing.own.items()}


class Growth:
    """A growth with its movement, of which `placed`, `lifted` and `landed` each pick the one cell.

    `allowed` says that the turn is legal, whatever the mover may do besides, and `after` are the mover's stones then.
    `facts` bind the names that it needs, in one way for each position and choice.
    """

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        cells = standing.beside
        self.placed, self.lifted, self.landed = (unknown(cells, name) for name in ("placed", "lifted", "landed"))
        self.after: Stones = {
            cell: some(self.placed[cell], self.landed[cell], every(standing.own[cell], no(self.lifted[cell])))
            for cell in cells
        }
        self.before_snakes = Components(cells, standing.own)
        self.after_snakes = Components(cells, self.after)
        self.facts = [*self.before_snakes.facts, *self.after_snakes.facts]

    def both(self) -> Formula:
        """scrunch.growth.both: one stone is placed, and one moved."""
        return every(*(one_of(cells.values()) for cells in (self.placed, self.lifted, self.landed)))

    def beside_a_smallest(self) -> Formula:
        """scrunch.growth.place, scrunch.growth.smallest: the stone is placed on an empty cell beside such a snake."""
        standing, least = self.standing, in_smallest(self.before_snakes)
        return every(
            *[
                implies(
                    chosen,
                    every(empty(standing.own, standing.opposing, cell), has_friend(standing.beside, least, cell)),
                )
                for cell, chosen in self.placed.items()
            ]
        )

    def of_the_snake(self) -> Formula:
        """scrunch.growth.move, scrunch.growth.merge: the stone lifted is of a snake that the new one is beside."""
        snakes = self.before_snakes
        joined = {
            leader: some(
                *[
                    every(placed, snakes.led_by(leader, friend))
                    for cell, placed in self.placed.items()
                    for friend in self.standing.beside[cell]
                ]
            )
            for leader in snakes.members
        }
        return every(
            *[
                implies(lifted, some(*[every(led, snakes.led_by(leader, cell)) for leader, led in joined.items()]))
                for cell, lifted in self.lifted.items()
            ]
        )

    def one_step(self) -> Formula:
        """scrunch.growth.step, scrunch.board.one-stone: it lands on an empty cell beside the one it stood on."""
        standing = self.standing
        return every(
            *[
                implies(
                    landed,
                    every(
                        empty(standing.own, standing.opposing, cell),
                        no(self.placed[cell]),
                        has_friend(standing.beside, self.lifted, cell),
                    ),
                )
                for cell, landed in self.landed.items()
            ]
        )

    def cured(self) -> Formula:
        """scrunch.growth.cure: no mutant is left."""
        return sound(self.standing.beside, self.after)

    def counted(self) -> Formula:
        """scrunch.growth.count: there are no more snakes than before."""
        return z3.ULE(self.after_snakes.number(), self.before_snakes.number())

    def allowed(self) -> Formula:
        """Whether all of these hold."""
        return every(
            self.both(),
            self.beside_a_smallest(),
            self.of_the_snake(),
            self.one_step(),
            self.cured(),
            self.counted(),
        )
