from __future__ import annotations

from collections import Counter

import pytest

from conformance.held_out import kinds
from conformance.held_out.kinds import KINDS, misreadings
from shatterproof.game import OURS
from shatterproof.spec import clauses


@pytest.mark.parametrize("game", OURS)
def test_every_mutant_of_a_kind_says_what_it_is_and_which_clauses_may_be_named(game: str) -> None:
    listed = list(misreadings(game))
    assert all(count >= 6 for count in Counter(each.kind for each in listed).values())
    assert {each.kind for each in listed} == set(KINDS)
    assert all((each.engine.__doc__ or "").endswith(".") and 1 <= len(each.clauses) <= 3 for each in listed)
    assert {clause for each in listed for clause in each.clauses} <= {clause.id for clause in clauses(game)}
    assert {getattr(kinds, each.name).name for each in listed} == {game}
