from __future__ import annotations

from itertools import count

import pytest

from conformance import held_out
from conformance.compare.test_mutant_probes import ask_examples
from conformance.held_out import crumble_draws, held_out_mutants, pair_mutants, unlisted_mutants
from conformance.held_out.seeking import in_random_games, seek
from conformance.made import checked
from conformance.mutants_in_process import in_process
from shatterproof.game import OURS, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.session import introduced

each_game = pytest.mark.parametrize("game", OURS)
MUTANTS = {"crumble": 35, "scrunch": 21, "splinter": 24}
UNLISTED = {"crumble": 17, "scrunch": 16, "splinter": 18}
"""The numbers of mutants, so that none is lost."""
OF_PAIRS = 40
"""The mutants of a game that need pairs."""
FOUND = 0.95
"""The share of these that the questions of a minute show."""
RARE = 200
"""Each shows in fewer than one of this many turns of random games."""


@each_game
def test_every_held_out_mutant_says_what_it_is_and_which_clause_it_breaks(game: str) -> None:
    mutants = (*held_out_mutants(game), *pair_mutants(game), *unlisted_mutants(game))
    names = [mutant.name for mutant in (*mutants, *self_check_mutants(game))]
    assert len(mutants) == MUTANTS[game] + OF_PAIRS + UNLISTED[game]
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


def test_a_mutant_that_needs_a_pair_is_reported_where_the_pair_meets() -> None:
    verdict = checked(in_process("splinter-last-square-off-refused"), game="splinter", results=3000)
    assert verdict.difference
    assert verdict.difference.clause == "splinter.slide.off"


@pytest.mark.ci
def test_a_right_engine_is_watched_for_all_mutants_that_need_pairs() -> None:
    times_asked = count()
    watch, coverage = seek("splinter", seconds=2_000, clock=lambda: float(next(times_asked)))
    assert coverage.results
    assert len(watch.found) > OF_PAIRS / 4
    assert set(watch.found) | set(watch.waiting) == set(watch.mutants)


@pytest.mark.long
@each_game
def test_what_a_mutant_of_pairs_needs_meets_seldom_in_random_games(game: str) -> None:
    watch = in_random_games(game, turns=20_000)
    assert max(watch.met.values()) < watch.turns / RARE


@pytest.mark.long
@each_game
def test_the_questions_of_a_minute_show_nearly_all_mutants_that_need_pairs(game: str) -> None:
    watch, _ = seek(game, seconds=60.0)
    assert len(watch.found) >= FOUND * OF_PAIRS
