"""The laws of Scrunch follow from the statement of its rules: proved for all positions of a board at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.lemmas import Lemma, is_possible, is_proved
from proofs.scrunch import laws
from sampling import some
from shatterproof_properties.proofs.scrunch.statement import OpenPosition
from shatterproof_properties.proofs.scrunch.turn import OpenGrowth, OpenRemoval
from shatterproof_properties.proofs.terms import YES

Law = Callable[[int], list[Lemma]]

ON_BOTH = (
    laws.eggs_never_join,
    laws.a_turn_adds_one_stone,
    laws.no_mutant_stands,
    laws.nothing_is_covered,
    laws.no_turn_wins,
    laws.there_is_room_for_an_egg,
)
ON_THE_SMALLEST = (
    laws.snakes_never_increase,
    laws.there_is_a_snake_to_remove,
    laws.a_lone_egg_needs_two_cells,
    laws.names_are_unique,
)
CASES = [*((law, 2) for law in ON_THE_SMALLEST), *((law, side) for law in ON_BOTH for side in (2, 3))]


@pytest.mark.parametrize(("law", "side"), some(CASES, one_in=3))
def test_the_law_holds_in_every_position_of_the_board(law: Law, side: int) -> None:
    for lemma in law(side):
        assert is_possible(lemma), "nothing is said"
        assert is_proved(lemma)


def test_a_player_without_stones_can_lay_an_egg_on_every_board_up_to_side_ten() -> None:
    for side in range(2, 11):
        assert all(map(is_proved, laws.there_is_room_for_an_egg(side))), side


@pytest.mark.parametrize(
    ("rule", "law"),
    [
        ((OpenGrowth, "cured"), laws.no_mutant_stands),
        ((OpenGrowth, "counted"), laws.snakes_never_increase),
        ((OpenGrowth, "one_step"), laws.nothing_is_covered),
        ((OpenGrowth, "of_the_snake"), laws.a_turn_adds_one_stone),
        ((OpenGrowth, "counted"), laws.a_lone_egg_needs_two_cells),
        ((OpenRemoval, "which"), laws.a_turn_adds_one_stone),
    ],
)
def test_the_law_does_not_hold_without_the_rule(
    rule: tuple[type, str], law: Law, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*rule, lambda _: YES)
    assert not all(is_proved(lemma) for lemma in law(2))


def test_eggs_may_join_if_they_need_not_be_isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "egg_allowed", OpenPosition.is_empty)
    assert not all(is_proved(lemma) for lemma in laws.eggs_never_join(2))


def test_without_the_rule_on_mutants_a_player_may_have_no_cell_for_an_egg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "sound", lambda *_: YES)
    assert not all(map(is_proved, laws.there_is_room_for_an_egg(2)))
