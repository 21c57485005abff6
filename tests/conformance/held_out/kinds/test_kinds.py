from __future__ import annotations

from collections import Counter

import pytest

from conformance.held_out import kinds
from conformance.held_out.kinds import KINDS, Misreading, is_named_rightly, misreadings
from conformance.made import HOUR, little_is_enough, run_settings, shrinking_briefly, without_mutant_probes
from shatterproof.game import OURS
from shatterproof.spec import clauses
from shatterproof_properties.conformance.causes.differences import Cause
from shatterproof_properties.conformance.runs.check import run_check


@pytest.mark.parametrize("game", OURS)
def test_every_mutant_of_a_kind_says_what_it_is_and_which_clauses_may_be_named(game: str) -> None:
    listed = list(misreadings(game))
    assert all(count >= 6 for count in Counter(each.kind for each in listed).values())
    assert {each.kind for each in listed} == set(KINDS)
    assert all((each.engine.__doc__ or "").endswith(".") and 1 <= len(each.clauses) <= 3 for each in listed)
    assert {clause for each in listed for clause in each.clauses} <= {clause.id for clause in clauses(game)}
    assert {getattr(kinds, each.name).name for each in listed} == {game}


def cause_reported(mutant: Misreading) -> Cause | None:
    """The cause of what a short run finds of a mutant."""
    with little_is_enough(), without_mutant_probes(), shrinking_briefly():
        verdict = run_check(run_settings(mutant.game, mutant.command, HOUR, 3000, seed=7))
    return verdict.difference.cause if verdict.difference else None


SAMPLE = {
    "crumble_LinesExchanged": "H is a vertical line and V a horizontal one.",
    "scrunch_PlacesFromTheRight": "The cells of a row are counted from the right.",
    "splinter_PushedOffKeepsAll": "A slide after which a piece is off the board cuts nothing off.",
}
IN_CI = {
    "crumble_NeverBack": "A turn that goes straight back is refused.",
    "crumble_JoinedDoNotWalk": "A turn that joins pieces and swaps is refused.",
    "crumble_JoinsOfAUnit": "No join is longer than 1 units.",
    "scrunch_SizesUpToTwo": "Snakes of more than 2 stones count as having 2.",
    "splinter_PushesUpToThree": "A piece pushes 3 others at most.",
    "splinter_RowsFromTheTop": "Rows are counted from the top.",
}


@pytest.mark.parametrize(
    ("name", "says"), [*SAMPLE.items(), *(pytest.param(*each, marks=pytest.mark.ci) for each in IN_CI.items())]
)
def test_a_mistake_of_a_kind_is_reported_by_the_rule_that_it_follows_and_how_far_that_was_tested(
    name: str, says: str
) -> None:
    mutant = next(each for each in misreadings() if each.name == name)
    cause = cause_reported(mutant)
    assert cause is not None
    assert (cause.as_if, is_named_rightly(cause.clause, mutant.clauses)) == (says, True)
    assert cause.fitting == cause.asked >= 5


@pytest.mark.long
@pytest.mark.parametrize("aside", [False, True])
def test_nine_in_ten_mistakes_of_the_kinds_are_reported_under_a_clause_of_theirs(aside: bool) -> None:
    mutants = [each for each in misreadings() if each.set_aside == aside]
    causes = [cause_reported(each) for each in mutants]
    right = [
        cause and is_named_rightly(cause.clause, each.clauses) for each, cause in zip(mutants, causes, strict=True)
    ]
    assert right.count(True) >= 0.9 * len(mutants)
