"""The laws of Crumble follow from the statement of its rules: proved for all colourings of an arrangement at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.crumble import laws
from proofs.crumble.boards import FINE_MIDDLE, PINWHEEL, drawn, once_cut
from proofs.lemmas import Lemma, counterexample, is_possible, is_proved
from sampling import some
from shatterproof_properties.proofs.crumble.board import PieceGeometry, Rect, squares
from shatterproof_properties.proofs.crumble.compose import halvings

Law = Callable[[PieceGeometry], list[Lemma]]
BOARDS = [
    squares(2, 2),
    squares(3, 2),
    squares(3, 3),
    squares(4, 3),
    squares(4, 4),
    drawn(PINWHEEL),
    drawn(FINE_MIDDLE),
]
LARGER = [squares(5, 4), squares(5, 5), *once_cut(3, 3)]
"""Boards that are tried with `--long`."""

TOO_HARD = {laws.what_avoids_the_edge_is_in_a_ring}
"""Lemmas that take minutes and more on the larger boards."""


@pytest.mark.parametrize("law", some(laws.FOR_ALL_COLOURS, one_in=2))
def test_the_law_holds_for_all_colourings(law: Law, pytestconfig: pytest.Config) -> None:
    larger = LARGER if pytestconfig.getoption("--long") and law not in TOO_HARD else []
    possible = False
    for geometry in [*BOARDS, *once_cut(2, 2), *once_cut(3, 2)[1:4], *larger]:
        for lemma in law(geometry):
            possible = possible or is_possible(lemma)
            assert counterexample(lemma) is None, geometry.rects
    assert possible, "nothing is said"


def holds_across(geometry: PieceGeometry, gone: Sequence[Rect], new: Sequence[Rect]) -> bool:
    """Whether nothing is captured, freed or won when some pieces are replaced by others."""
    return all(map(is_proved, laws.a_cut_or_join_alone_does_nothing(geometry, gone, new)))


@pytest.mark.parametrize("geometry", [squares(2, 2), squares(3, 3), drawn(PINWHEEL)])
def test_no_cut_of_a_piece_and_no_join_of_two_halves_captures_frees_or_wins(geometry: PieceGeometry) -> None:
    for shape in halvings(geometry, 1)[::2]:
        cut = geometry.replaced(shape.gone, shape.new)
        assert holds_across(geometry, shape.gone, shape.new), shape
        assert holds_across(cut, shape.new, shape.gone), shape


def test_no_join_of_many_pieces_and_no_cut_of_several_captures_frees_or_wins() -> None:
    fine = drawn(FINE_MIDDLE)
    whole = squares(3, 3)
    quarters = [rect for rect in fine.rects if rect not in whole.rects]
    middle = [rect for rect in whole.rects if rect not in fine.rects]
    assert holds_across(fine, quarters, middle)
    assert holds_across(whole, middle, quarters)


def corners_chain(geometry: PieceGeometry) -> PieceGeometry:
    """A mistake: pieces are neighbours at corners as well."""
    geometry.neighbours = geometry.touching
    return geometry


def corners_part(geometry: PieceGeometry) -> PieceGeometry:
    """A mistake: groups do not continue across corners."""
    geometry.touching = geometry.neighbours
    return geometry


def sides_are_longer(geometry: PieceGeometry) -> PieceGeometry:
    """A mistake: two pieces in opposite corners, which do not meet, are neighbours."""
    geometry.neighbours = [*geometry.neighbours, (0, len(geometry.pieces) - 1)]
    return geometry


@pytest.mark.parametrize(
    ("mistake", "law"),
    [
        (corners_chain, laws.two_chains_cannot_coexist),
        (corners_part, laws.one_colour_takes_all),
        (sides_are_longer, laws.two_chains_cannot_coexist),
    ],
)
def test_a_mistaken_geometry_breaks_the_law(mistake: Callable[[PieceGeometry], PieceGeometry], law: Law) -> None:
    assert all(map(is_proved, law(squares(4, 4))))
    assert not all(map(is_proved, law(mistake(squares(4, 4)))))


def test_a_join_of_pieces_apart_breaks_the_law_on_cuts_and_joins() -> None:
    geometry = squares(3, 3)
    gone, new = geometry.rects[:2], geometry.rects[4:5]
    assert not holds_across(geometry, gone, new)
