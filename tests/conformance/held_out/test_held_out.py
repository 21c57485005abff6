from __future__ import annotations

import pytest

from conformance import held_out
from conformance.compare.test_mutant_probes import ask_examples
from conformance.held_out import crumble_draws, held_out_mutants
from shatterproof.game import OURS, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.session import introduced

each_game = pytest.mark.parametrize("game", OURS)
MUTANTS = {"crumble": 35, "scrunch": 21, "splinter": 24}
"""How many there are, so that none is lost."""


@each_game
def test_every_held_out_mutant_says_what_it_is_and_which_clause_it_breaks(game: str) -> None:
    mutants = held_out_mutants(game)
    names = [mutant.name for mutant in (*mutants, *self_check_mutants(game))]
    assert len(mutants) == MUTANTS[game]
    assert len(set(names)) == len(names)
    assert all(mutant.says.endswith(".") for mutant in mutants)
    assert {mutant.clause for mutant in mutants} <= {clause.id for clause in clauses(game)}


def test_a_held_out_mutant_is_served_in_a_process_of_its_own() -> None:
    with EngineClient(held_out.command("splinter", "pushes-up-to-six").split()) as engine:
        assert introduced(engine).title.startswith("second engine with mutant pushes-up-to-six")


@pytest.mark.long
@each_game
def test_no_example_of_the_spec_shows_a_held_out_mutant_unless_it_is_about_draws(game: str) -> None:
    probes = MutantProbes(game, find_game(game).Readings().to_mapping(), held_out_mutants(game))
    ask_examples(game, probes)
    about_draws = {name for name, *_ in crumble_draws.MUTANTS}
    assert {name for name, caught in probes.caught.items() if caught} <= about_draws
