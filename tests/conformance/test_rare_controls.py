from __future__ import annotations

import pytest

from conformance.test_shadow_controls import ask_examples
from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance import controls
from shatterproof_properties.conformance.controls.draws_crumble import DRAWS_CRUMBLE
from shatterproof_properties.conformance.shadow_controls import ShadowControls

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_every_rare_mistake_says_what_it_is_and_which_clause_it_breaks(game: str) -> None:
    rare = controls.rare_controls(game)
    names = [control.name for control in (*rare, *controls.controls(game))]
    assert len(rare) >= 20
    assert len(set(names)) == len(names)
    assert all(control.says.endswith(".") for control in rare)
    assert {control.clause for control in rare} <= {clause.id for clause in clauses(game)}


def test_ten_mistakes_or_more_are_about_draws() -> None:
    assert len(DRAWS_CRUMBLE) >= 10


def test_a_rare_mistake_is_found_by_its_name() -> None:
    assert controls.find_control("splinter", "pushes-up-to-six").clause == "splinter.slide.push"


@pytest.mark.long
@each_game
def test_no_example_of_the_spec_shows_a_rare_mistake_unless_it_is_about_draws(game: str) -> None:
    shadows = ShadowControls(game, find_game(game).Readings().to_mapping(), controls.rare_controls(game))
    ask_examples(game, shadows)
    assert {name for name, caught in shadows.caught.items() if caught} <= {name for name, *_ in DRAWS_CRUMBLE}
