"""The exit code, JSON and text of a run of `check`."""

from __future__ import annotations

import pytest

from conformance.made import HOUR, MANY, checked, made_here, run_settings
from conformance.mutants_in_process import in_process
from running import run, run_for_json, word_of
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.mutants import EngineMutant
from shatterproof_properties.conformance.runs import check
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.second.crumble import Engine as SecondEngine

pytestmark = pytest.mark.usefixtures("random_cases_briefly")


def test_agreement_is_exit_code_0_and_valid_json() -> None:
    (verdict,) = run_for_json("check", "scrunch", "--results", 120, "--seed", 4, "--mutants", 0)
    assert verdict["verdict"] == "agrees"
    assert verdict["differences"] == []
    assert verdict["seed"] == 4
    assert verdict["again"] == "shatterproof check scrunch --seed 4 --time 20 --results 120 --mutants 0"


def test_a_difference_is_exit_code_1_and_valid_json() -> None:
    command = in_process("step-off-refused")
    options = ("check", "splinter", "--engine", command, "--seed", 5, "--mutants", 0, "--time", HOUR)
    (verdict,) = run_for_json(*options, code=1)
    text = run(*options, code=1)
    assert verdict["verdict"] == "differs"
    assert verdict["differences"][0]["clause"].startswith("splinter.step-off")
    assert verdict["differences"][0]["got"]["verdict"] == "illegal"
    assert text.startswith(f"Splinter  DIFFERS  {command.removeprefix('python:')} breaks splinter.step-off\n")
    assert text.index("by the rules") < text.index("the engine") < text.index("  again  ") < text.index("--seed 5")


def test_a_mutant_that_is_missed_withholds_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "self_check_mutants", lambda *_: (EngineMutant("honest", SecondEngine, ()),))
    monkeypatch.setattr(mutants, "argv", lambda game, name: EngineSettings().argv(game))
    monkeypatch.setattr(check, "MUTANT_SECONDS", 0.01)
    options = ("check", "crumble", "--results", 50, "--seed", 4)
    (verdict,) = run_for_json(*options, code=3)
    assert verdict["verdict"] == "withheld"
    assert verdict["self_check"] == [{"name": "honest", "found": False}]
    text = run(*options, code=3)
    assert word_of(text) == "NO VERDICT"
    assert "missed the mutant honest" in text


def test_a_difference_is_shown_even_where_a_mutant_is_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mutants, "self_check_mutants", lambda *_: (EngineMutant("honest", SecondEngine, ()),))
    monkeypatch.setattr(mutants, "argv", lambda game, name: EngineSettings().argv(game))
    monkeypatch.setattr(check, "MUTANT_SECONDS", 0.01)
    verdict = run_check(run_settings("splinter", in_process("step-off-refused"), HOUR, MANY, seed=4))
    assert (verdict.headline, verdict.exit_code) == ("differs", 1)


def test_what_an_engine_calls_itself_cannot_guide_a_terminal() -> None:
    text = checked(made_here(r"NAME = 'evil\x1b[2J'"), results=30).to_text()
    assert r"evil\x1b[2J 1" in text
    assert "\x1b" not in text
