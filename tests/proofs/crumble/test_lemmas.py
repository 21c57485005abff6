"""The lemmas hold on every arrangement tried, for all its colourings; and none of them holds for want of trying."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.crumble.boards import FINE_MIDDLE, PINWHEEL, drawn, once_cut
from shatterproof_properties.proofs.crumble import lemmas
from shatterproof_properties.proofs.crumble.compose import halvings
from shatterproof_properties.proofs.crumble.geometry import Geometry, squares

Lemma = Callable[[Geometry], lemmas.Breach]
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
"""Tried with `--long`."""

TOO_HARD = {lemmas.what_avoids_the_edge_is_in_a_ring}
"""On the larger boards: minutes and more."""

ALL = [pytest.param(lemma, id=lemma.__name__) for lemma in lemmas.FOR_ALL_COLOURS]


@pytest.mark.parametrize("lemma", ALL)
def test_the_lemma_holds_for_all_colourings(lemma: Lemma, pytestconfig: pytest.Config) -> None:
    larger = LARGER if pytestconfig.getoption("--long") and lemma not in TOO_HARD else []
    for geometry in [*BOARDS, *once_cut(2, 2), *once_cut(3, 2)[1:4], *larger]:
        assert lemma(geometry) is None, geometry.rects


@pytest.mark.parametrize("geometry", [squares(2, 2), squares(3, 3), drawn(PINWHEEL)])
def test_no_cut_of_a_piece_and_no_join_of_two_halves_captures_frees_or_wins(geometry: Geometry) -> None:
    for shape in halvings(geometry, 1)[::2]:
        cut = geometry.replaced(shape.gone, shape.new)
        assert lemmas.a_cut_or_join_alone_does_nothing(geometry, shape.gone, shape.new) is None, shape
        assert lemmas.a_cut_or_join_alone_does_nothing(cut, shape.new, shape.gone) is None, shape


def test_no_join_of_many_pieces_and_no_cut_of_several_captures_frees_or_wins() -> None:
    fine = drawn(FINE_MIDDLE)
    whole = squares(3, 3)
    quarters = [rect for rect in fine.rects if rect not in whole.rects]
    middle = [rect for rect in whole.rects if rect not in fine.rects]
    assert lemmas.a_cut_or_join_alone_does_nothing(fine, quarters, middle) is None
    assert lemmas.a_cut_or_join_alone_does_nothing(whole, middle, quarters) is None


def corners_chain(geometry: Geometry) -> Geometry:
    """The mistake that pieces are neighbours at corners as well."""
    geometry.neighbours = geometry.touching
    return geometry


def corners_part(geometry: Geometry) -> Geometry:
    """The mistake that groups do not go on across corners."""
    geometry.touching = geometry.neighbours
    return geometry


def sides_are_longer(geometry: Geometry) -> Geometry:
    """The mistake that two pieces which do not meet, in opposite corners, are neighbours."""
    geometry.neighbours = [*geometry.neighbours, (0, len(geometry.pieces) - 1)]
    return geometry


@pytest.mark.parametrize(
    ("mistake", "lemma"),
    [
        (corners_chain, lemmas.two_chains_cannot_coexist),
        (corners_part, lemmas.one_colour_takes_all),
        (sides_are_longer, lemmas.two_chains_cannot_coexist),
    ],
)
def test_a_mistaken_geometry_breaks_the_lemma(mistake: Callable[[Geometry], Geometry], lemma: Lemma) -> None:
    assert lemma(squares(4, 4)) is None
    assert lemma(mistake(squares(4, 4))) is not None


def test_a_join_of_pieces_apart_breaks_the_lemma_on_cuts_and_joins() -> None:
    geometry = squares(3, 3)
    gone, new = geometry.rects[:2], geometry.rects[4:5]
    assert lemmas.a_cut_or_join_alone_does_nothing(geometry, gone, new) is not None
