"""An engine that lists every set backwards agrees in every command: the order of such lists is free."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.compare import lists_backwards
from conformance.made import HOUR, asked_in, run_settings, without_mutant_probes
from sampling import some
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.profile import profiler
from shatterproof_properties.conformance.profile.profiler import run_profile
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.conformance.vectors.vector_run import run_vectors
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.reference_table import position_to_json

TESTS = Path(__file__).parents[2]
COMMAND = f"python:{lists_backwards.__name__}:games"
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_it_lists_otherwise_than_we_do(game: str) -> None:
    rules = find_game(game)
    start = rules.start()
    table = lists_backwards.served(game).open(start.board, start.readings.to_mapping())
    assert table.start() != position_to_json(rules, start)


@each_game
def test_check_finds_it_fine(game: str) -> None:
    with without_mutant_probes():
        verdict = run_check(run_settings(game, COMMAND, HOUR, 200, 5))
    assert verdict.agrees, verdict.to_text()
    assert set(verdict.counts) <= {"agree", "skip"}


@each_game
def test_the_vectors_find_it_fine(game: str) -> None:
    verdict = run_vectors(run_settings(game, COMMAND))
    assert verdict.agrees, verdict.to_text()
    assert not asked_in(verdict).not_asked


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_profile_finds_every_reading_at_its_default(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 300)
    (profile,) = run_profile(EngineSettings(COMMAND), game, quiet=True)
    assert profile.exit_code == 0, profile.to_text()


def test_smoke_finds_nothing_to_fix() -> None:
    smoke = run_smoke(EngineSettings(COMMAND))
    assert smoke.exit_code == 0, smoke.to_text()


@pytest.mark.ci
def test_the_pytest_plugin_finds_it_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = shlex.join([sys.executable, "-m", lists_backwards.__name__])
    options = ["--shatterproof-engine", command, "--shatterproof-seed", "3", "--shatterproof-game", "splinter"]
    plugin = ["-p", "shatterproof_properties.pytest_plugin", "-p", "commands.by_counts", "-p", "no:cacheprovider", "-q"]
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *filter(None, sys.path)]))
    run = subprocess.run([sys.executable, "-m", "pytest", *plugin, *options], cwd=tmp_path, capture_output=True,
                         text=True, timeout=600)  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout
