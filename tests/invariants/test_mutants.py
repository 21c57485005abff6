"""Rule-shaped mutants of the reference: each is killed by a property, on a case that shows it."""

from __future__ import annotations

import pytest

from invariants import crumble_mutants, scrunch_mutants, splinter_mutants
from invariants.mutants import Mutant

MUTANTS: dict[str, dict[str, Mutant]] = {
    "crumble": crumble_mutants.MUTANTS,
    "scrunch": scrunch_mutants.MUTANTS,
    "splinter": splinter_mutants.MUTANTS,
}


@pytest.mark.parametrize(
    ("game", "name"), [pytest.param(game, name, id=f"{game}-{name}") for game in MUTANTS for name in MUTANTS[game]]
)
def test_a_mutant_is_killed(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = MUTANTS[game][name]
    known = mutant.arguments()
    for arguments in known:
        mutant.law(*arguments)
    mutant.plant(monkeypatch)

    def holds() -> None:
        for arguments in [*mutant.arguments(), *known]:
            mutant.law(*arguments)

    with pytest.raises(AssertionError):
        holds()
