"""Laws of spec/scrunch.md, each as lemmas about any position of a board and any turn in it. `every_size` has law 3."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from proofs.lemmas import Lemma
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.statement import (
    Beside,
    OpenPosition,
    Stones,
    after_egg,
    apart,
    beside,
    has_friend,
    in_smallest,
    is_isolated,
    names_by_place,
    sound,
    unknown,
)
from shatterproof_properties.proofs.scrunch.turn import OpenGrowth, OpenRemoval
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    Term,
    count,
    every,
    exactly_one,
    implies,
    negation,
    no_more,
    plus,
    same,
    some,
)


def any_position(solver: Solver, side: int) -> OpenPosition:
    """A position with nothing known, on the board of one side."""
    cells = beside(side)
    own, opposing = unknown(solver, cells, "own"), unknown(solver, cells, "opposing")
    return OpenPosition(cells, own, opposing, solver.boolean("creating"))


def no_stone(stones: Stones) -> Term:
    return negation(some(*stones.values()))


def all_eggs(beside: Beside, stones: Stones) -> Term:
    """scrunch.snake.egg, of all of them."""
    return every(*(implies(stones[cell], negation(has_friend(beside, stones, cell))) for cell in beside))


def egg_allowed(here: OpenPosition, cell: str) -> Term:
    """scrunch.creation.egg, scrunch.creation.over: whether the mover may lay an egg on a cell."""
    return every(here.creating, is_isolated(here, cell))


class AnyPosition:
    """Any legal position on the board of one side in which nobody has lost."""

    def __init__(self, side: int) -> None:
        self.solver = Solver(finite=True)
        self.here = any_position(self.solver, side)
        self.opponent_creates = self.solver.boolean("opponent-creating")
        sides = ((self.here.creating, self.here.own), (self.opponent_creates, self.here.opposing))
        self.solver.say(apart(self.here.own, self.here.opposing))
        for creating, stones in sides:
            self.solver.say(sound(self.here.beside, stones), implies(creating, all_eggs(self.here.beside, stones)))
            self.solver.say(negation(lost(creating, stones)))

    def growth(self) -> OpenGrowth:
        """A growth that is allowed."""
        growth = OpenGrowth(self.solver, self.here)
        self.solver.say(growth.allowed())
        return growth

    def removal(self) -> OpenRemoval:
        """A removal of one snake."""
        removal = OpenRemoval(self.solver, self.here)
        self.solver.say(removal.which())
        return removal

    def lemma(self, conclusion: Term) -> Lemma:
        """The lemma that a term follows from all that the solver knows."""
        here = self.here
        position = [*here.own.values(), *here.opposing.values(), here.creating, self.opponent_creates]
        return Lemma(self.solver, conclusion, position)


def lost(creating: Term, stones: Stones) -> Term:
    """scrunch.end.last-snake: whether a player past creation has no stone."""
    return every(negation(creating), no_stone(stones))


def each_egg(side: int, claim: Callable[[AnyPosition, Stones], Term]) -> Lemma:
    """The lemma that something holds of the mover's stones after every egg."""
    known = AnyPosition(side)
    here = known.here
    eggs = known.solver.named_each("egg", {cell: egg_allowed(here, cell) for cell in here.beside})
    known.solver.say(some(*eggs.values()))
    return known.lemma(every(*(implies(egg, claim(known, after_egg(here, cell))) for cell, egg in eggs.items())))


def each_growth(side: int, claim: Callable[[AnyPosition, OpenGrowth], Term]) -> Lemma:
    """The lemma that something holds of every growth."""
    known = AnyPosition(side)
    return known.lemma(claim(known, known.growth()))


def each_removal(side: int, claim: Callable[[AnyPosition, OpenRemoval], Term]) -> Lemma:
    """The lemma that something holds whenever a snake is taken off."""
    known = AnyPosition(side)
    return known.lemma(claim(known, known.removal()))


def each_turn(side: int, claim: Callable[[AnyPosition, Stones], Term]) -> list[Lemma]:
    """The lemma that something holds of the mover's stones after every egg, growth and removal of a snake."""
    return [
        each_egg(side, claim),
        each_growth(side, lambda known, growth: claim(known, growth.after)),
        each_removal(side, lambda known, removal: claim(known, removal.left)),
    ]


def eggs_never_join(side: int) -> list[Lemma]:
    """Law 1: while a player is in creation, all their snakes are eggs."""
    return [each_egg(side, lambda known, after: all_eggs(known.here.beside, after))]


def snakes_never_increase(side: int) -> list[Lemma]:
    """Law 2: a growth leaves no more snakes than before, and a removal one fewer."""

    def one_snake_less(known: AnyPosition, removal: OpenRemoval) -> Term:
        cells = known.here.beside
        left = Components(known.solver, cells, removal.left)
        return same(plus(left.number(), count(1, len(cells).bit_length())), removal.snakes.number())

    return [
        each_growth(side, lambda _, growth: no_more(growth.after_snakes.number(), growth.before_snakes.number())),
        each_removal(side, one_snake_less),
    ]


def no_mutant_stands(side: int) -> list[Lemma]:
    """Law 5: after every turn no mutant stands."""
    return each_turn(side, lambda known, after: sound(known.here.beside, after))


def nothing_is_covered(side: int) -> list[Lemma]:
    """Law 6: no turn takes a cell from the opponent."""
    return each_turn(side, lambda known, after: apart(after, known.here.opposing))


def no_turn_wins(side: int) -> list[Lemma]:
    """Law 8: after a turn the opponent, whose stones and phase it does not change, has not lost."""
    return each_turn(side, lambda known, _: negation(lost(known.opponent_creates, known.here.opposing)))


def there_is_room_for_an_egg(side: int) -> list[Lemma]:
    """Law 10 without stones: there is a cell for an egg, since the opponent cannot fill the board without a mutant."""
    known = AnyPosition(side)
    known.solver.say(no_stone(known.here.own))
    return [known.lemma(some(*(egg_allowed(known.here, cell) for cell in known.here.beside)))]


def there_is_a_snake_to_remove(side: int) -> list[Lemma]:
    """Law 10 with stones: if nothing else is possible, there is a smallest snake to remove.

    Each removal leaves fewer stones (law 3), so removal comes to an end.
    """
    known = AnyPosition(side)
    snakes = Components(known.solver, known.here.beside, known.here.own)
    known.solver.say(negation(no_stone(known.here.own)))
    return [known.lemma(some(*in_smallest(snakes).values()))]


def a_lone_egg_needs_two_cells(side: int) -> list[Lemma]:
    """scrunch.death.dead: an egg whose stones would not merge grows into two cells beside it and each other."""
    known = AnyPosition(side)
    here, growth = known.here, known.growth()
    cells, lone = here.beside, unknown(known.solver, here.beside, "lone")
    others = {cell: every(stone, negation(lone[cell])) for cell, stone in here.own.items()}
    known.solver.say(exactly_one(lone.values()), touch(cells, growth.placed, lone))
    for cell in cells:
        near = every(has_friend(cells, lone, cell), here.is_empty(cell))
        known.solver.say(implies(lone[cell], every(here.own[cell], negation(has_friend(cells, here.own, cell)))))
        known.solver.say(implies(near, negation(has_friend(cells, others, cell))))
    return [known.lemma(every(touch(cells, growth.landed, lone), touch(cells, growth.landed, growth.placed)))]


def touch(cells: Beside, one: Stones, other: Stones) -> Term:
    """Whether some cell of one choice is beside some cell of another."""
    return some(*(every(one[cell], has_friend(cells, other, cell)) for cell in cells))


def names_are_unique(side: int) -> list[Lemma]:
    """No law, but their basis: what is stated about snakes can hold in one way only."""
    solver = Solver(finite=True)
    here = any_position(solver, side)
    one, other = (Components(solver, here.beside, here.own) for _ in range(2))
    alike = [same(one.led_by(first, cell), other.led_by(first, cell)) for first in here.beside for cell in here.beside]
    return [Lemma(solver, every(*alike), here.own.values())]


# Law 11: the image of a position has the images of its turns. Of exchanged sides this is clear: no rule names a colour.


SYMMETRIES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "turned by a sixth": lambda q, r: (-r, q + r),
    "mirrored": lambda q, r: (r, q),
}
"""Symmetries that generate all twelve, by slanted coordinates from the middle."""


def image_by(symmetry: str, side: int) -> Mapping[str, str]:
    """The image of each cell of a board."""
    names = names_by_place(side)
    return {name: names[SYMMETRIES[symmetry](*place)] for place, name in names.items()}


def moved(image: Mapping[str, str], stones: Stones) -> Stones:
    """The images of stones, in the order of the board."""
    there = {image[cell]: stone for cell, stone in stones.items()}
    return {cell: there[cell] for cell in stones}


def _image_of(image: Mapping[str, str], here: OpenPosition) -> OpenPosition:
    return replace(here, own=moved(image, here.own), opposing=moved(image, here.opposing))


def _alike(one: Stones, other: Stones) -> list[Term]:
    return [same(one[cell], other[cell]) for cell in one]


def eggs_alike(side: int, symmetry: str) -> list[Lemma]:
    """An egg may be laid on a cell iff its image may be, in the image of the position."""
    known, image = AnyPosition(side), image_by(symmetry, side)
    there = _image_of(image, known.here)
    return [
        known.lemma(every(*(same(egg_allowed(known.here, one), egg_allowed(there, to)) for one, to in image.items())))
    ]


def growths_alike(side: int, symmetry: str) -> list[Lemma]:
    """A growth is allowed iff its image is, and leads to the image of its result."""
    known, image = AnyPosition(side), image_by(symmetry, side)
    one = OpenGrowth(known.solver, known.here)
    other = OpenGrowth(known.solver, _image_of(image, known.here))
    known.solver.say(one.both())
    for cells, its in zip(one.choices, other.choices, strict=True):
        known.solver.say(*_alike(moved(image, cells), its))
    allowed = known.solver.named("allowed", one.allowed())
    after = every(*_alike(moved(image, one.after), other.after))
    return [known.lemma(every(same(allowed, other.allowed()), implies(allowed, after)))]


def removals_alike(side: int, symmetry: str) -> list[Lemma]:
    """A snake may be removed iff its image may be, and the removal leaves the image of what it leaves."""
    known, image = AnyPosition(side), image_by(symmetry, side)
    one = OpenRemoval(known.solver, known.here)
    other = OpenRemoval(known.solver, _image_of(image, known.here))
    known.solver.say(*(exactly_one(removal.first.values()) for removal in (one, other)))
    known.solver.say(*_alike(moved(image, _snake(one)), _snake(other)))
    may = known.solver.named("may", one.which())
    left = every(*_alike(moved(image, one.left), other.left))
    return [known.lemma(every(same(may, other.which()), implies(may, left)))]


def _snake(removal: OpenRemoval) -> Stones:
    """The stones of the snake with this first cell; none if it is not a first cell."""
    return {
        cell: some(*(every(chosen, removal.snakes.led_by(first, cell)) for first, chosen in removal.first.items()))
        for cell in removal.first
    }
