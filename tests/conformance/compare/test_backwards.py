"""An engine that lists every set backwards agrees in every command: the order of such lists is free."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from conformance.follower import serving
from conformance.made import HOUR, asked_in, here, run_settings, without_mutant_probes
from sampling import some
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.profile import profiler
from shatterproof_properties.conformance.profile.profiler import run_profile
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.vectors.vector_run import run_vectors
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.answers import position_to_json

TESTS = Path(__file__).parents[2]
BACKWARDS: dict[str, dict[str, Any]] = {
    game: {"game": game, "backwards": True, "slow": 0, "announced": find_game(game).Readings.choices()}
    for game in GAMES
}
"""The second engine, whose order means nothing wherever a list stands for a set."""
COMMANDS = {game: here(partial(serving, BACKWARDS[game])) for game in GAMES}
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_it_lists_otherwise_than_we_do(game: str) -> None:
    rules = find_game(game)
    start = rules.start()
    table = serving(BACKWARDS[game])[1][0].open(start.board, start.readings.to_mapping())
    assert table.start() != position_to_json(rules, start)


@each_game
def test_check_finds_it_fine(game: str) -> None:
    with without_mutant_probes():
        verdict = run_check(run_settings(game, COMMANDS[game], HOUR, 200, 5))
    assert verdict.agrees, verdict.to_text()
    assert set(verdict.counts) <= {"agree", "skip"}


@each_game
def test_the_vectors_find_it_fine(game: str) -> None:
    verdict = run_vectors(run_settings(game, COMMANDS[game]))
    assert verdict.agrees, verdict.to_text()
    assert not asked_in(verdict).not_asked


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_profile_finds_every_reading_at_its_default(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 300)
    (profile,) = run_profile(EngineSettings(COMMANDS[game]), game)
    assert profile.exit_code == 0, profile.to_text()
