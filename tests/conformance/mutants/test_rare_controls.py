from __future__ import annotations

import pytest

from conformance.compare.test_mutant_probes import ask_examples
from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.mutants.draws_crumble import DRAWS_CRUMBLE

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_every_rare_mistake_says_what_it_is_and_which_clause_it_breaks(game: str) -> None:
    rare = mutants.held_out_mutants(game)
    names = [mutant.name for mutant in (*rare, *mutants.self_check_mutants(game))]
    assert len(rare) >= 20
    assert len(set(names)) == len(names)
    assert all(mutant.says.endswith(".") for mutant in rare)
    assert {mutant.clause for mutant in rare} <= {clause.id for clause in clauses(game)}


def test_ten_mistakes_or_more_are_about_draws() -> None:
    assert len(DRAWS_CRUMBLE) >= 10


def test_a_rare_mistake_is_found_by_its_name() -> None:
    assert mutants.find_mutant("splinter", "pushes-up-to-six").clause == "splinter.slide.push"


@pytest.mark.long
@each_game
def test_no_example_of_the_spec_shows_a_rare_mistake_unless_it_is_about_draws(game: str) -> None:
    probes = MutantProbes(game, find_game(game).Readings().to_mapping(), mutants.held_out_mutants(game))
    ask_examples(game, probes)
    assert {name for name, caught in probes.caught.items() if caught} <= {name for name, *_ in DRAWS_CRUMBLE}
