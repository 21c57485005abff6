"""The results of the image of a position are the images of its results: proved for all positions of a board at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.lemmas import Lemma, is_possible, is_proved
from proofs.scrunch import laws as scrunch
from proofs.splinter import laws as splinter
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.scrunch.statement import Stones, in_smallest
from shatterproof_properties.proofs.scrunch.turn import OpenRemoval
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.terms import Term, every, implies, negation, some

SCRUNCH = (scrunch.eggs_alike, scrunch.growths_alike, scrunch.removals_alike)
MIRRORED, *FURTHER = splinter.symmetries(3, 3)


def holds(lemmas: list[Lemma]) -> bool:
    """Whether lemmas say something and are proved."""
    assert all(map(is_possible, lemmas)), "nothing is said"
    return all(map(is_proved, lemmas))


@pytest.mark.parametrize("symmetry", scrunch.SYMMETRIES)
@pytest.mark.parametrize("law", SCRUNCH)
def test_images_of_scrunch_have_images_as_results(law: Callable[[int, str], list[Lemma]], symmetry: str) -> None:
    assert holds(law(2, symmetry))


@pytest.mark.parametrize("symmetry", scrunch.SYMMETRIES)
def test_eggs_have_images_on_larger_boards(symmetry: str) -> None:
    assert holds(scrunch.eggs_alike(4, symmetry))


@pytest.mark.parametrize("symmetry", [MIRRORED, *(pytest.param(one, marks=pytest.mark.long) for one in FURTHER)])
def test_images_of_splinter_have_images_as_results(symmetry: str) -> None:
    assert holds(splinter.images_alike(3, 3, symmetry))


def test_sides_of_splinter_are_alike() -> None:
    assert holds(splinter.sides_are_alike(3, 2))


@pytest.mark.long
def test_sides_of_splinter_are_alike_on_a_larger_board() -> None:
    assert holds(splinter.sides_are_alike(3, 3))


def test_a_tie_settled_by_the_first_square_is_not_symmetric(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_of_all(turn: OpenTurn) -> Term:
        squares = list(turn.choice)
        return every(
            *(
                implies(chosen, every(turn.is_largest(square), negation(some(*map(turn.is_largest, squares[:number])))))
                for number, (square, chosen) in enumerate(turn.choice.items())
            )
        )

    monkeypatch.setattr(OpenTurn, "largest", first_of_all)
    assert not holds(splinter.images_alike(3, 3, MIRRORED))


def test_sides_are_not_alike_if_only_blue_may_slide(monkeypatch: pytest.MonkeyPatch) -> None:
    def blue_piece(turn: OpenTurn) -> Term:
        blue = (marks for sort, marks in turn.here.pieces.items() if sort.colour == "blue")
        there = [dict(marks) for marks in blue]
        return every(*(implies(chosen, some(*(marks[at] for marks in there))) for at, chosen in turn.origin.items()))

    monkeypatch.setattr(OpenTurn, "own_piece", blue_piece)
    assert not holds(splinter.sides_are_alike(3, 2))


def test_images_differ_where_the_first_of_the_smallest_snakes_has_to_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_smallest(snakes: Components) -> Stones:
        least, before = in_smallest(snakes), list[Term]()
        firsts = {}
        for leader in snakes.sizes:
            firsts[leader] = every(snakes.is_leader(leader), least[leader], negation(some(*before)))
            before.append(least[leader])
        return {
            cell: some(*(every(first, snakes.led_by(one, cell)) for one, first in firsts.items())) for cell in least
        }

    monkeypatch.setattr("shatterproof_properties.proofs.scrunch.turn.in_smallest", first_smallest)
    assert not holds(scrunch.growths_alike(2, "mirrored"))


def test_images_differ_where_the_snake_on_the_first_cell_has_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_snake(removal: OpenRemoval) -> Term:
        before: list[Term] = []
        found = []
        for cell, chosen in removal.first.items():
            found.append(implies(chosen, every(removal.snakes.is_leader(cell), negation(some(*before)))))
            before.append(removal.snakes.is_leader(cell))
        return every(*found)

    monkeypatch.setattr(OpenRemoval, "which", first_snake)
    assert not holds(scrunch.removals_alike(2, "turned by a sixth"))
