"""Rule-shaped mistakes planted in the reference: each is caught by a property, on a case that shows it."""

from __future__ import annotations

import pytest

from properties import crumble_mutants, scrunch_mutants, splinter_mutants
from properties.planting import Mutant, check_caught

MUTANTS: dict[str, dict[str, Mutant]] = {
    "crumble": crumble_mutants.MUTANTS,
    "scrunch": scrunch_mutants.MUTANTS,
    "splinter": splinter_mutants.MUTANTS,
}


@pytest.mark.parametrize(
    ("game", "name"), [pytest.param(game, name, id=f"{game}-{name}") for game in MUTANTS for name in MUTANTS[game]]
)
def test_a_planted_mistake_is_caught(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_caught(MUTANTS[game][name], monkeypatch)
