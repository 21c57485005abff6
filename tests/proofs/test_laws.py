"""The laws of each game follow from the statement of its rules: proved for all positions of a board at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from proofs.crumble import laws as crumble
from proofs.crumble.boards import FINE_MIDDLE, PINWHEEL, drawn, once_cut, squares
from proofs.lemmas import Lemma, counterexample, is_possible, is_proved
from proofs.scrunch import laws as scrunch
from proofs.splinter import laws as splinter
from sampling import some
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.crumble.board import PieceGeometry, Rect
from shatterproof_properties.proofs.crumble.compose import halvings
from shatterproof_properties.proofs.scrunch.statement import OpenPosition
from shatterproof_properties.proofs.scrunch.turn import OpenGrowth, OpenRemoval
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.statement import board_of
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.terms import YES, Term, every, implies
from shatterproof_properties.proofs.terms import some as some_of

Law = Callable[..., list[Lemma]]
Board = tuple[int, ...]


# A lemma is proved or has a counterexample, and asking leaves its solver as it was


def test_a_lemma_that_follows_has_no_counterexample() -> None:
    solver = Solver()
    one, other = solver.boolean("one"), solver.boolean("other")
    solver.say(implies(one, other), one)
    lemma = Lemma(solver, other, [one, other])
    assert is_possible(lemma)
    assert is_proved(lemma)


def test_a_counterexample_is_reported_by_what_holds_in_it_and_found_again() -> None:
    solver = Solver(finite=True)
    one, other = solver.boolean("one"), solver.boolean("other")
    solver.say(some_of(one, other))
    lemma = Lemma(solver, other, [one, other])
    assert counterexample(lemma) == [one]
    assert counterexample(lemma) == [one]
    assert is_proved(lemma._replace(conclusion=some_of(one, other)))
    assert not is_proved(lemma._replace(conclusion=every(one, other)))


def test_a_lemma_whose_premises_contradict_each_other_says_nothing() -> None:
    solver = Solver()
    one = solver.boolean("one")
    solver.say(one)
    with solver.supposing(implies(one, "false")):
        assert not is_possible(Lemma(solver, one, [one]))
    assert is_possible(Lemma(solver, one, [one]))


# Scrunch and Splinter


def cases(boards: Sequence[Board], laws: Iterable[Law]) -> list[Any]:
    return [pytest.param(law, board, id=f"{law.__name__}-{board}") for law in laws for board in boards]


IN_SCRUNCH = (
    *cases(
        [(2,)],
        (
            scrunch.snakes_never_increase,
            scrunch.there_is_a_snake_to_remove,
            scrunch.a_lone_egg_needs_two_cells,
            scrunch.names_are_unique,
        ),
    ),
    *cases(
        [(2,), (3,)],
        (
            scrunch.eggs_never_join,
            scrunch.no_mutant_stands,
            scrunch.nothing_is_covered,
            scrunch.no_turn_wins,
            scrunch.there_is_room_for_an_egg,
        ),
    ),
)
IN_SPLINTER = cases(
    [(3, 3)],
    (
        splinter.one_group_stays,
        splinter.no_larger_group_goes,
        splinter.memory_has_one_direction,
        splinter.returning_is_opposite,
        splinter.nothing_comes_back,
        splinter.there_is_a_slide,
        splinter.a_group_stays,
        splinter.a_game_ends_in_one_way,
    ),
)
ON_A_LARGER_BOARD = cases([(4, 3)], [splinter.nothing_comes_back])
AT_LENGTH = (
    *cases([(3,)], [scrunch.snakes_never_increase, scrunch.there_is_a_snake_to_remove]),
    *cases([(4,)], [scrunch.no_mutant_stands]),
    *cases([(4, 3)], [splinter.one_group_stays]),
    *cases([(4, 4)], [splinter.nothing_comes_back, splinter.a_group_stays]),
    *cases([(16, 16)], [splinter.there_is_a_slide]),
)
IN_LONG_RUNS = [pytest.param(*case.values, id=case.id, marks=pytest.mark.long) for case in AT_LENGTH]


@pytest.mark.parametrize(
    ("law", "board"), [*some(IN_SCRUNCH, 3), *some(IN_SPLINTER, 2), *ON_A_LARGER_BOARD, *IN_LONG_RUNS]
)
def test_the_law_holds_in_every_position_of_the_board(law: Law, board: Board) -> None:
    for lemma in law(*board):
        assert is_possible(lemma), "nothing is said"
        assert is_proved(lemma)


def test_a_player_of_scrunch_without_stones_can_lay_an_egg_on_every_board_up_to_side_ten() -> None:
    for side in range(2, 11):
        assert all(map(is_proved, scrunch.there_is_room_for_an_egg(side))), side


def test_there_is_a_slide_as_long_as_the_game_goes_on_up_to_the_board_of_the_published_game() -> None:
    for columns, rows in ((3, 2), (5, 2), (6, 5), (10, 9)):
        assert all(map(is_proved, splinter.there_is_a_slide(columns, rows)))


def nothing_said(*_: object) -> Term:
    """Instead of a rule."""
    return YES


def by_sides(solver: Solver, beside: dict[str, tuple[str, ...]], members: dict[str, Term]) -> Components:
    """Groups that corners do not hold together."""
    sides = {
        one: tuple(other for other in near if one[0] == other[0] or one[1:] == other[1:])
        for one, near in beside.items()
    }
    return Components(solver, sides, members)


@pytest.mark.parametrize(
    ("owner", "rule", "instead", "law", "board"),
    [
        (OpenGrowth, "cured", nothing_said, scrunch.no_mutant_stands, (2,)),
        (OpenGrowth, "counted", nothing_said, scrunch.snakes_never_increase, (2,)),
        (OpenGrowth, "one_step", nothing_said, scrunch.nothing_is_covered, (2,)),
        (OpenGrowth, "counted", nothing_said, scrunch.a_lone_egg_needs_two_cells, (2,)),
        (OpenRemoval, "which", nothing_said, scrunch.snakes_never_increase, (2,)),
        # Eggs need not be isolated.
        (scrunch, "egg_allowed", OpenPosition.is_empty, scrunch.eggs_never_join, (2,)),
        (scrunch, "sound", nothing_said, scrunch.there_is_room_for_an_egg, (2,)),
        (OpenTurn, "no_return", nothing_said, splinter.nothing_comes_back, (3, 3)),
        (OpenTurn, "largest", nothing_said, splinter.no_larger_group_goes, (3, 3)),
        (OpenTurn, "one_slide", nothing_said, splinter.one_group_stays, (3, 3)),
        # Corners hold groups together in removing only.
        (splinter, "Components", by_sides, splinter.one_group_stays, (3, 3)),
        # A side remembers two directions.
        (splinter, "exactly_one", nothing_said, splinter.there_is_a_slide, (3, 3)),
    ],
)
def test_the_law_does_not_hold_without_the_rule(
    owner: object, rule: str, instead: object, law: Law, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, rule, instead)
    assert not all(map(is_proved, law(*board)))


def test_every_square_of_a_board_has_those_beside_it_that_share_a_side_or_a_corner() -> None:
    board = board_of(3, 2)
    assert board.squares == ("a1", "a2", "b1", "b2", "c1", "c2")
    assert set(board.beside["a1"]) == {"a2", "b1", "b2"}
    assert set(board.beside["b2"]) == {"a1", "a2", "b1", "c1", "c2"}
    assert board.behind("b2", "NE") == "a1"
    assert board.behind("a1", "NE") is None


# Crumble


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

TOO_HARD = {crumble.what_avoids_the_edge_is_in_a_ring}
"""Lemmas that take minutes and more on the larger boards."""


@pytest.mark.parametrize("law", some(crumble.FOR_ALL_COLOURS, one_in=2))
def test_the_law_of_crumble_holds_for_all_colourings(law: Law, pytestconfig: pytest.Config) -> None:
    larger = LARGER if pytestconfig.getoption("--long") and law not in TOO_HARD else []
    possible = False
    for geometry in [*BOARDS, *once_cut(2, 2), *once_cut(3, 2)[1:4], *larger]:
        for lemma in law(geometry):
            possible = possible or is_possible(lemma)
            assert counterexample(lemma) is None, geometry.rects
    assert possible, "nothing is said"


def holds_across(geometry: PieceGeometry, gone: Sequence[Rect], new: Sequence[Rect]) -> bool:
    """Whether nothing is captured, freed or won when some pieces are replaced by others."""
    return all(map(is_proved, crumble.a_cut_or_join_alone_does_nothing(geometry, gone, new)))


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
        (corners_chain, crumble.two_chains_cannot_coexist),
        (corners_part, crumble.one_colour_takes_all),
        (sides_are_longer, crumble.two_chains_cannot_coexist),
    ],
)
def test_a_mistaken_geometry_breaks_the_law(mistake: Callable[[PieceGeometry], PieceGeometry], law: Law) -> None:
    assert all(map(is_proved, law(squares(4, 4))))
    assert not all(map(is_proved, law(mistake(squares(4, 4)))))


def test_a_join_of_pieces_apart_breaks_the_law_on_cuts_and_joins() -> None:
    geometry = squares(3, 3)
    gone, new = geometry.rects[:2], geometry.rects[4:5]
    assert not holds_across(geometry, gone, new)
