"""Law 11 of spec/scrunch.md: the image of a position has the images of its turns.

Exchanging the sides needs no proof: the statement speaks of the mover's and the opponent's stones, not of colours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from proofs.lemmas import Lemma
from proofs.scrunch.laws import AnyPosition, egg_allowed
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.statement import OpenPosition, Stones, names_by_place
from shatterproof_properties.proofs.scrunch.turn import OpenGrowth, OpenRemoval
from shatterproof_properties.proofs.terms import Term, every, exactly_one, implies, same, some

SYMMETRIES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "turned by a sixth": lambda q, r: (-r, q + r),
    "mirrored": lambda q, r: (r, q),
}
"""Symmetries that generate all twelve, by slanted coordinates from the middle."""

Image = Mapping[str, str]
"""The image of each cell."""


def image_by(symmetry: str, side: int) -> Image:
    """The images of the cells of a board."""
    names = names_by_place(side)
    return {name: names[SYMMETRIES[symmetry](*place)] for place, name in names.items()}


def moved(image: Image, stones: Stones) -> Stones:
    """The images of stones, in the order of the board."""
    there = {image[cell]: stone for cell, stone in stones.items()}
    return {cell: there[cell] for cell in stones}


def _image_of(image: Image, here: OpenPosition) -> OpenPosition:
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
    snakes: Components = removal.snakes
    return {
        cell: some(*(every(chosen, snakes.led_by(first, cell)) for first, chosen in removal.first.items()))
        for cell in removal.first
    }
