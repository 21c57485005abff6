"""Variants differ in one field only, and the rules allow each kind of them somewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.search import first_found
from shatterproof.errors import InputError
from shatterproof.game import OURS, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import GENERATION, Change
from shatterproof_properties.conformance.generate.variants import stand_alike, variant
from shatterproof_properties.protocol.answers import forgotten
from shatterproof_properties.protocol.reference_table import position_to_json

BOARDS = {"crumble": ("2x2", "3x2"), "scrunch": ("2", "3"), "splinter": ("3x4", "4x4")}


@pytest.mark.parametrize("game", OURS)
@given(data=st.data(), seed=st.integers(0, 99))
def test_one_field_is_changed(game: str, data: st.DataObject, seed: int) -> None:
    rules = find_game(game)
    position = position_to_json(rules, data.draw(play.positions(rules, st.sampled_from(BOARDS[game]))))
    before = str(position)
    other = variant(Random(seed), position, BOARDS[game])
    assert str(position) == before
    assert stand_alike(position, other)
    changed = {name for name in position if forgotten(position)[name] != forgotten(other)[name]}
    assert other.keys() == position.keys()
    assert len(changed) <= 1 or changed == {"dark", "light"}


@pytest.mark.parametrize(
    ("game", "change"), [(game, change) for game in OURS for change in GENERATION.of(game).CHANGES]
)
def test_the_rules_allow_variants_of_each_kind(game: str, change: Change) -> None:
    rules = find_game(game)

    def is_allowed(position: Any) -> bool:
        given = position_to_json(rules, position)
        other = change(Random(1), given)
        try:
            return bool(rules.from_json(other, position.readings) and other != given)
        except InputError:
            return False

    assert first_found(play.positions(rules, st.sampled_from(BOARDS[game])), is_allowed)


def test_positions_with_pieces_elsewhere_are_none() -> None:
    here = {"game": "scrunch", "dark": ["a1", "b2"], "light": ["c3"]}
    assert stand_alike(here, {"game": "scrunch", "dark": ["c3"], "light": ["a1", "b2"]})
    assert stand_alike(here, {"game": "scrunch", "dark": ["a1", "b2"], "light": []})
    assert not stand_alike(here, {"game": "scrunch", "dark": ["a1", "b3"], "light": ["c3"]})
