"""The laws of Splinter follow from the statement of its rules: proved for all positions of a board at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.lemmas import Lemma, is_possible, is_proved
from proofs.splinter import laws
from sampling import some
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.statement import board_of
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.terms import YES, Term

Law = Callable[[int, int], list[Lemma]]

ALL = (
    laws.one_group_stays,
    laws.one_line_moves,
    laws.one_piece_over_the_edge,
    laws.no_larger_group_goes,
    laws.memory_has_one_direction,
    laws.returning_is_opposite,
    laws.nothing_comes_back,
    laws.there_is_a_slide,
    laws.a_group_stays,
    laws.a_game_ends_in_one_way,
)


@pytest.mark.parametrize("law", some(ALL, one_in=2))
def test_the_law_holds_in_every_position_of_the_board(law: Law) -> None:
    for lemma in law(3, 3):
        assert is_possible(lemma), "nothing is said"
        assert is_proved(lemma)


def test_no_piece_is_added_on_the_smallest_board() -> None:
    for lemma in laws.nothing_is_added(3, 2):
        assert is_possible(lemma)
        assert is_proved(lemma)


@pytest.mark.parametrize("law", [laws.one_line_moves, laws.one_piece_over_the_edge, laws.nothing_comes_back])
def test_the_law_holds_on_a_larger_board(law: Law) -> None:
    for lemma in law(4, 3):
        assert is_possible(lemma), "nothing is said"
        assert is_proved(lemma)


def test_there_is_a_slide_as_long_as_the_game_goes_on_up_to_the_board_of_the_published_game() -> None:
    for columns, rows in ((3, 2), (5, 2), (6, 5), (10, 9)):
        assert all(map(is_proved, laws.there_is_a_slide(columns, rows)))


@pytest.mark.parametrize(
    ("rule", "law"),
    [
        ("no_return", laws.nothing_comes_back),
        ("largest", laws.no_larger_group_goes),
        ("one_slide", laws.one_group_stays),
    ],
)
def test_the_law_does_not_hold_without_the_rule(rule: str, law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenTurn, rule, lambda _: YES)
    assert not all(is_proved(lemma) for lemma in law(3, 3))


def test_more_groups_than_one_may_stay_if_corners_hold_together_in_removing_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def by_sides(solver: Solver, beside: dict[str, tuple[str, ...]], members: dict[str, Term]) -> Components:
        sides = {node: tuple(near for near in others if _share_a_side(node, near)) for node, others in beside.items()}
        return Components(solver, sides, members)

    monkeypatch.setattr(laws, "Components", by_sides)
    assert not all(is_proved(lemma) for lemma in laws.one_group_stays(3, 3))


def _share_a_side(one: str, other: str) -> bool:
    return one[0] == other[0] or one[1:] == other[1:]


def test_a_side_that_remembers_two_directions_may_have_no_slide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "exactly_one", lambda _: YES)
    assert not all(is_proved(lemma) for lemma in laws.there_is_a_slide(3, 3))


def test_every_square_of_a_board_has_those_beside_it_that_share_a_side_or_a_corner() -> None:
    board = board_of(3, 2)
    assert board.squares == ("a1", "a2", "b1", "b2", "c1", "c2")
    assert set(board.beside["a1"]) == {"a2", "b1", "b2"}
    assert set(board.beside["b2"]) == {"a1", "a2", "b1", "c1", "c2"}
    assert board.behind("b2", "NE") == "a1"
    assert board.behind("a1", "NE") is None
