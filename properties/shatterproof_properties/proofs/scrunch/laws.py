"""The laws of spec/scrunch.md, each as lemmas about any position of a board and any turn in it."""

from __future__ import annotations

from collections.abc import Callable

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.formulas import Formula, every, implies, no, one_of, same, some, z3
from shatterproof_properties.proofs.lemmas import Lemma
from shatterproof_properties.proofs.scrunch.cells import Beside, beside
from shatterproof_properties.proofs.scrunch.removal import Removal
from shatterproof_properties.proofs.scrunch.stones import (
    Stones,
    all_eggs,
    apart,
    empty,
    has_friend,
    in_smallest,
    no_stone,
    sound,
    unknown,
)
from shatterproof_properties.proofs.scrunch.turns import Growth, Standing, after_egg, egg_allowed

OPPONENT_CREATES = z3.Bool("opponent creating")


def any_standing(side: int) -> Standing:
    """A mover on a board, of whom nothing is known."""
    cells = beside(side)
    return Standing(cells, unknown(cells, "own"), unknown(cells, "opposing"), z3.Bool("creating"))


def lost(creating: Formula, stones: Stones) -> Formula:
    """scrunch.end.last-snake: whether a player past creation has no stone."""
    return every(no(creating), no_stone(stones))


def going_on(here: Standing) -> list[Formula]:
    """That a position keeps to the rules, and that nobody has lost."""
    sides = ((here.creating, here.own), (OPPONENT_CREATES, here.opposing))
    phases = [implies(creating, all_eggs(here.beside, stones)) for creating, stones in sides]
    bodies = [sound(here.beside, stones) for _, stones in sides]
    return [apart(here.own, here.opposing), *bodies, *phases, *(no(lost(*side)) for side in sides)]


def each_egg(here: Standing, claim: Callable[[Stones], Formula]) -> Lemma:
    """That something holds of the mover's stones after every egg."""
    cases = [implies(egg_allowed(here, cell), claim(after_egg(here, cell))) for cell in here.beside]
    return Lemma([*going_on(here), some(*(egg_allowed(here, cell) for cell in here.beside))], every(*cases))


def each_growth(here: Standing, claim: Callable[[Growth], Formula]) -> Lemma:
    """That something holds of every growth."""
    growth = Growth(here)
    return Lemma([*going_on(here), *growth.facts, growth.allowed()], claim(growth))


def each_removal(here: Standing, claim: Callable[[Removal], Formula]) -> Lemma:
    """That something holds whenever a snake is taken off, as if by itself."""
    removal = Removal(here)
    return Lemma([*going_on(here), *removal.facts, removal.which()], claim(removal))


def each_turn(side: int, claim: Callable[[Standing, Stones], Formula]) -> list[Lemma]:
    """That something holds of the mover's stones after every egg, every growth, and every snake taken off."""
    here = any_standing(side)
    return [
        each_egg(here, lambda after: claim(here, after)),
        each_growth(here, lambda growth: claim(here, growth.after)),
        each_removal(here, lambda removal: claim(here, removal.left)),
    ]


def eggs_never_join(side: int) -> list[Lemma]:
    """Law 1: as long as a player is in creation, all their snakes are eggs."""
    here = any_standing(side)
    return [each_egg(here, lambda after: all_eggs(here.beside, after))]


def snakes_never_increase(side: int) -> list[Lemma]:
    """Law 2: a growth leaves no more snakes than there were, and a snake taken off one less."""
    here = any_standing(side)
    return [
        each_growth(here, lambda growth: z3.ULE(growth.after_snakes.number(), growth.before_snakes.number())),
        _one_snake_less(here),
    ]


def _one_snake_less(here: Standing) -> Lemma:
    removal = Removal(here)
    left = Components(here.beside, removal.left)
    less = same(left.number() + 1, removal.snakes.number())
    return Lemma([*going_on(here), *removal.facts, *left.facts, removal.which()], less)


def a_turn_adds_one_stone(side: int) -> list[Lemma]:
    """Law 3: an egg adds a stone; a growth adds two and takes one off; a removal takes stones off and adds none."""
    here = any_standing(side)
    return [
        each_egg(here, lambda after: every(differ(after, here.own, 1), differ(here.own, after, 0))),
        each_growth(here, lambda growth: every(differ(growth.after, here.own, 2), differ(here.own, growth.after, 1))),
        each_removal(
            here, lambda removal: every(differ(removal.left, here.own, 0), no(differ(here.own, removal.left, 0)))
        ),
    ]


def differ(one: Stones, other: Stones, number: int) -> Formula:
    """Whether so many stones are on cells of the one that are not on cells of the other."""
    return z3.PbEq([(every(stone, no(other[cell])), 1) for cell, stone in one.items()], number)


def no_mutant_stands(side: int) -> list[Lemma]:
    """Law 5: after every turn no mutant stands."""
    return each_turn(side, lambda here, after: sound(here.beside, after))


def nothing_is_covered(side: int) -> list[Lemma]:
    """Law 6: no turn takes a cell from the opponent."""
    return each_turn(side, lambda here, after: apart(after, here.opposing))


def no_turn_wins(side: int) -> list[Lemma]:
    """Law 8: after a turn, of which the opponent's stones and phase are no part, the opponent has not lost."""
    return each_turn(side, lambda here, _: no(lost(OPPONENT_CREATES, here.opposing)))


def there_is_room_for_an_egg(side: int) -> list[Lemma]:
    """Law 10, without stones: there is a cell for an egg. (The opponent cannot fill the board without a mutant.)"""
    here = any_standing(side)
    egg = some(*(egg_allowed(here, cell) for cell in here.beside))
    return [Lemma([*going_on(here), no_stone(here.own)], egg)]


def there_is_a_snake_to_remove(side: int) -> list[Lemma]:
    """Law 10, with stones: if nothing else is possible there is a smallest snake.

    As a snake taken off leaves fewer stones (law 3), removal comes to an end.
    """
    here = any_standing(side)
    snakes = Components(here.beside, here.own)
    smallest = some(*in_smallest(snakes).values())
    return [Lemma([*going_on(here), *snakes.facts, no(no_stone(here.own))], smallest)]


def a_lone_egg_needs_two_cells(side: int) -> list[Lemma]:
    """scrunch.death.dead: an egg beside which no stone would merge grows into two cells beside it and each other."""
    here = any_standing(side)
    growth = Growth(here)
    cells, lone = here.beside, unknown(here.beside, "lone")
    others = {cell: every(stone, no(lone[cell])) for cell, stone in here.own.items()}
    premises = [
        one_of(lone.values()),
        *(implies(lone[cell], every(here.own[cell], no(has_friend(cells, here.own, cell)))) for cell in cells),
        *(
            implies(
                every(has_friend(cells, lone, cell), empty(here.own, here.opposing, cell)),
                no(has_friend(cells, others, cell)),
            )
            for cell in cells
        ),
        touch(cells, growth.placed, lone),
    ]
    two = every(
        touch(cells, growth.landed, lone),
        touch(cells, growth.landed, growth.placed),
    )
    return [Lemma([*going_on(here), *growth.facts, growth.allowed(), *premises], two)]


def touch(cells: Beside, one: Stones, other: Stones) -> Formula:
    """Whether some cell of one choice is beside some cell of another."""
    return some(*(every(one[cell], has_friend(cells, other, cell)) for cell in cells))


def names_are_unique(side: int) -> list[Lemma]:
    """No law, but what the others stand on: the facts about snakes can hold in one way only."""
    cells = beside(side)
    own = unknown(cells, "own")
    one, other = Components(cells, own), Components(cells, own)
    alike = [same(one.led_by(first, cell), other.led_by(first, cell)) for first in cells for cell in cells]
    return [Lemma([*one.facts, *other.facts], every(*alike))]
