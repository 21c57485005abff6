from __future__ import annotations

import pytest

from conformance import unlisted
from conformance.unlisted import unlisted_mutants
from shatterproof.game import GAMES
from shatterproof.spec import clauses


@pytest.mark.parametrize("game", GAMES)
def test_every_unlisted_mutant_says_what_it_is_and_which_clause_it_breaks(game: str) -> None:
    mutants = unlisted_mutants(game)
    assert len(mutants) >= 15
    assert all((engine.__doc__ or "").endswith(".") for engine, _ in mutants.values())
    assert {clause for _, clause in mutants.values()} <= {clause.id for clause in clauses(game)}
    assert {getattr(unlisted, name).name for name in mutants} == {game}
