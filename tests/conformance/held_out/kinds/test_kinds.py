from __future__ import annotations

from collections import Counter

import pytest

from conformance.held_out.kinds import KINDS, MutantOfKind, is_named_rightly, mutants_of_kinds
from conformance.made import HOUR, little_is_enough, run_settings, shrinking_briefly, without_mutant_probes
from conformance.mutants_in_process import in_process
from shatterproof.game import OURS
from shatterproof.spec import clauses
from shatterproof_properties.conformance.causes.differences import Cause
from shatterproof_properties.conformance.runs.check import run_check

OF_EACH_KIND = {"crumble": (10, 9, 9, 8), "scrunch": (9, 9, 8, 9), "splinter": (9, 9, 8, 9)}


@pytest.mark.parametrize("game", OURS)
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
