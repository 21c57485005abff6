"""Arrangements for the proofs, and their colours in the forms of the statement and of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from shatterproof.crumble.arrangement import Arrangement, check_cover
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.diagram import from_diagram
from shatterproof.crumble.pieces import Piece
from shatterproof_properties.proofs.crumble.board import GRAIN, PieceGeometry
from shatterproof_properties.proofs.crumble.compose import halvings
from shatterproof_properties.proofs.crumble.verdicts import geometry_of
from shatterproof_properties.proofs.solver import Model
from shatterproof_properties.proofs.terms import Term, literal

PINWHEEL = "3x3, Black to move\nAAb\ncdb\ncEE"
"""Four half-squares around a unit square."""

FINE_MIDDLE = "3x3, Black to move\nAAbbCC\nAAbbCC\nddEfgg\nddGHgg\nIIjjKK\nIIjjKK"
"""Unit squares, the one in the middle cut in four."""


def squares(columns: int, rows: int) -> PieceGeometry:
    """A board of unit squares."""
    corners = [(column * GRAIN, row * GRAIN) for row in range(rows) for column in range(columns)]
    return PieceGeometry(columns * GRAIN, rows * GRAIN, [(x, y, GRAIN, GRAIN) for x, y in corners])


def drawn(diagram: str) -> PieceGeometry:
    """The arrangement of a diagram."""
    return geometry_of(from_diagram(diagram).arrangement)


@cache
def once_cut(columns: int, rows: int) -> tuple[PieceGeometry, ...]:
    """Unit squares, and every arrangement with one of them cut."""
    whole = squares(columns, rows)
    cut = {shape.new: whole.replaced(shape.gone, shape.new) for shape in halvings(whole, 1)}
    return whole, *cut.values()


def colourings(geometry: PieceGeometry) -> Iterator[tuple[bool, ...]]:
    """All colourings: for each piece whether it is black."""
    return product((False, True), repeat=len(geometry.pieces))


def arrangement_of(geometry: PieceGeometry) -> Arrangement:
    """The reference's arrangement."""
    pieces = [Piece(*rect) for rect in geometry.rects]
    return check_cover(geometry.width // GRAIN, geometry.height // GRAIN, pieces)


def black_pieces(geometry: PieceGeometry, black: Sequence[bool]) -> Colours:
    """The reference's colours."""
    return frozenset(Piece(*rect) for rect, is_black in zip(geometry.rects, black, strict=True) if is_black)


def given(terms: Sequence[Term], values: Sequence[bool]) -> list[Term]:
    """Assumptions that terms have some values."""
    return list(map(literal, terms, values))


def values(model: Model, terms: Sequence[Term]) -> tuple[bool, ...]:
    """The values of terms in an answer."""
    return tuple(model.holds(term) for term in terms)
