from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

from conformance.compare.test_mutant_probes import ask_examples
from conformance.held_out import crumble, held_out_mutants, pair_mutants, unlisted_mutants
from conformance.held_out.kinds import KINDS, MutantOfKind, is_named_rightly, mutants_of_kinds
from conformance.held_out.seeking import in_random_games, seek
from conformance.in_process import in_process
from conformance.made import (
    HOUR,
    checked,
    little_is_enough,
    run_settings,
    shrinking_briefly,
    without_mutant_probes,
)
from shatterproof.game import OURS, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.causes.differences import Cause
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.runs.check import run_check

each_game = pytest.mark.parametrize("game", OURS)
MUTANTS = {"crumble": 35, "scrunch": 21, "splinter": 24}
UNLISTED = {"crumble": 17, "scrunch": 16, "splinter": 18}
SELF_CHECK = {"crumble": 16, "scrunch": 22, "splinter": 24}
"""The numbers of mutants, so that none is lost."""
OF_PAIRS = 40
"""The mutants of a game that need pairs."""
FOUND = 0.95
"""The share of these that the questions of a minute show."""
RARE = 200
"""Half of them show in fewer than one of this many turns of random games, and none in more than five."""


@each_game
def test_every_mutant_says_what_it_is_and_which_clause_it_breaks(game: str) -> None:
    kinds = held_out_mutants(game), pair_mutants(game), unlisted_mutants(game), self_check_mutants(game)
    mutants = [mutant for kind in kinds for mutant in kind]
    assert tuple(map(len, kinds)) == (MUTANTS[game], OF_PAIRS, UNLISTED[game], SELF_CHECK[game])
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    assert all(mutant.says.endswith(".") for mutant in mutants)
    assert {mutant.clause for mutant in mutants} <= {clause.id for clause in clauses(game)}


@pytest.mark.long
@each_game
def test_no_example_of_the_spec_shows_a_held_out_mutant_but_for_those_about_draws_and_one_of_splinter(
    game: str,
) -> None:
    probes = MutantProbes(game, find_game(game).Readings().to_mapping(), held_out_mutants(game))
    ask_examples(game, probes)
    # An example shows a side that has no piece left and loses by their number.
    shown = {name for name, *_ in crumble.DRAWS} | {"nobody-left"}
    assert {name for name, caught in probes.caught.items() if caught} <= shown


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
    watch = in_random_games(game, turns=3_000)
    met = sorted(watch.met[name] for name in watch.mutants)
    assert met[OF_PAIRS // 2] < watch.turns / RARE
    assert met[-1] < 5 * watch.turns / RARE


@pytest.mark.long
@each_game
def test_the_questions_of_a_minute_show_nearly_all_mutants_that_need_pairs(game: str) -> None:
    watch, _ = seek(game, seconds=60.0)
    assert len(watch.found) >= FOUND * OF_PAIRS


# Of the four kinds


OF_EACH_KIND = {"crumble": (10, 9, 9, 8), "scrunch": (9, 9, 8, 9), "splinter": (9, 9, 8, 9)}


@each_game
def test_every_mutant_of_a_kind_says_what_it_is_and_which_clauses_may_be_named(game: str) -> None:
    listed = list(mutants_of_kinds(game))
    assert Counter(each.kind for each in listed) == dict(zip(KINDS, OF_EACH_KIND[game], strict=True))
    assert all(each.says.endswith(".") and 1 <= len(each.clauses) <= 3 for each in listed)
    assert {clause for each in listed for clause in each.clauses} <= {clause.id for clause in clauses(game)}


def cause_reported(mutant: MutantOfKind) -> Cause | None:
    """The cause of what a short run finds of a mutant."""
    with little_is_enough(), without_mutant_probes(), shrinking_briefly():
        verdict = run_check(run_settings(mutant.game, in_process(f"{mutant.game}-{mutant.name}"), HOUR, 3000, seed=7))
    return verdict.difference.cause if verdict.difference else None


SAMPLE = {
    "crumble-lines-exchanged": "H is a vertical line and V a horizontal one.",
    "scrunch-places-from-the-right": "The cells of a row are counted from the right.",
    "splinter-pushed-off-keeps-all": "A slide after which a piece is off the board cuts nothing off.",
}
IN_CI = {
    "crumble-never-back": "A turn that goes straight back is refused.",
    "crumble-joined-do-not-walk": "A turn that joins pieces and swaps is refused.",
    "crumble-joins-of-a-unit": "No join is longer than 1 units.",
    "scrunch-sizes-up-to-two": "Snakes of more than 2 stones count as having 2.",
    "splinter-pushes-up-to-three": "A piece pushes 3 others at most.",
    "splinter-rows-from-the-top": "Rows are counted from the top.",
}


@pytest.mark.parametrize(
    ("name", "says"), [*SAMPLE.items(), *(pytest.param(*each, marks=pytest.mark.ci) for each in IN_CI.items())]
)
def test_a_mistake_of_a_kind_is_reported_by_the_rule_that_it_follows_and_how_far_that_was_tested(
    name: str, says: str
) -> None:
    mutant = next(each for each in mutants_of_kinds() if f"{each.game}-{each.name}" == name)
    cause = cause_reported(mutant)
    assert cause is not None
    assert (cause.as_if, is_named_rightly(cause.clause, mutant.clauses)) == (says, True)
    assert cause.fitting == cause.asked >= 5


@pytest.mark.long
@pytest.mark.parametrize("aside", [False, True])
def test_nine_in_ten_mistakes_of_the_kinds_are_reported_under_a_clause_of_theirs(aside: bool) -> None:
    mutants = [each for each in mutants_of_kinds() if each.set_aside == aside]
    causes = [cause_reported(each) for each in mutants]
    right = [
        cause and is_named_rightly(cause.clause, each.clauses) for each, cause in zip(mutants, causes, strict=True)
    ]
    assert right.count(True) >= 0.9 * len(mutants)
