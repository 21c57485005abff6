"""Each reading that is stated matters: without it the statement and the reference part where its values differ."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from proofs.answers import answers, others_of, where_it_matters
from proofs.scrunch import turn_lists as scrunch_lists
from proofs.splinter import turn_lists as splinter_lists
from shatterproof import scrunch, splinter
from shatterproof.game import AnyGame
from shatterproof_properties.proofs import Disagreement, agreement
from shatterproof_properties.proofs.scrunch import verdicts as scrunch_verdicts
from shatterproof_properties.proofs.splinter import verdicts as splinter_verdicts

CASES = [
    pytest.param(game, verdicts, lists.check_turns, reading, value, id=f"{game.NAME}-{reading}-{value}")
    for game, verdicts, lists in (
        (scrunch, scrunch_verdicts, scrunch_lists),
        (splinter, splinter_verdicts, splinter_lists),
    )
    for reading, value in others_of(game)
]


@pytest.mark.parametrize(("game", "verdicts", "check_turns", "reading", "value"), CASES)
def test_a_statement_that_takes_a_reading_at_its_default_is_contradicted(
    game: AnyGame,
    verdicts: ModuleType,
    check_turns: Callable[[Any, Any], None],
    reading: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left_out = f"{game.NAME}.{reading.replace('_', '-')}"
    there = where_it_matters(game, reading, value)

    def without(position: dict[str, Any], stated: Any) -> agreement.Readings:
        given = {name: chosen for name, chosen in position.get("readings", {}).items() if name != left_out}
        return agreement.readings_of(position | {"readings": given}, stated)

    monkeypatch.setattr(verdicts, "readings_of", without)
    with pytest.raises(Disagreement):
        _check_all(game, there, check_turns)


def _check_all(game: AnyGame, positions: list[Any], check_turns: Callable[[Any, Any], None]) -> None:
    for found in positions:
        check_turns(game.to_json(found), answers(game, found))
