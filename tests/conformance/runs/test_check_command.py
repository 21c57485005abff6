"""`check` as a command: exit codes, JSON and text, counterexamples asked again, engines that fail, and bad input."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from conformance.in_process import in_process
from conformance.made import (
    FROM_START,
    HOUR,
    MANY,
    OWN_TEXTS,
    REFUSES_JOINS,
    checked,
    made,
    made_here,
    run_settings,
    shrinking_briefly,
    without_mutant_probes,
)
from miniatures import START
from running import refusal, run, run_for_json, word_of
from sampling import only_in_ci
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.mutants import EngineMutant
from shatterproof_properties.conformance.runs import check
from shatterproof_properties.conformance.runs.check import ask_again, read_replay, run_check
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.second.crumble import Engine as SecondEngine

pytestmark = pytest.mark.usefixtures("random_cases_briefly")

OPENS_NOTHING = """
class Made(Engine):
    @classmethod
    def on_board(cls, *_):
        raise {}
"""


@pytest.fixture(scope="module")
def counterexample(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """An engine, and a question that it answers wrongly."""
    command = made(tmp_path_factory.mktemp("made"), REFUSES_JOINS)
    with without_mutant_probes(), shrinking_briefly():
        found = checked(command, results=MANY).difference
    assert found is not None
    return command, found.question.to_json()


def test_a_replay_shows_the_difference_again_from_json_and_from_a_file(
    tmp_path: Path, counterexample: tuple[str, dict[str, Any]]
) -> None:
    command, question = counterexample
    file = tmp_path / "witness.json"
    file.write_text(strict_json.encode(question))
    for given in (strict_json.encode(question), file):
        (verdict,) = run_for_json("check", "crumble", "--engine", command, "--replay", given, code=1)
        assert verdict["differences"][0]["counterexample"] == question
    assert word_of(run("check", "crumble", "--replay", file)) == "AGREES"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"start": 3}, "expected"),
        ({"turn": 3}, "a turn is not a text"),
        ({"played": "1H"}, "a turn is not a text"),
        ({"played": ["?"]}, "?"),
        ({"played": ["9H"]}, "crumble.notation.location"),
        ({"readings": {"crumble.draw": 1}}, "a reading is not a text"),
        ({"readings": {"crumble.draw": "never"}}, "never"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_a_counterexample_that_is_none_is_bad_input(change: dict[str, Any], said: str) -> None:
    question = {"start": START, "played": [], "turn": "1H", **change}
    assert said in refusal("check", "crumble", "--replay", strict_json.encode(question))


def test_a_counterexample_set_up_cannot_be_asked_of_an_engine_that_plays_from_the_start_only(
    counterexample: tuple[str, dict[str, Any]],
) -> None:
    _, question = counterexample
    assert not question["played"]
    asked, _ = read_replay(strict_json.encode(question))
    with pytest.raises(InputError, match="plays from the opening only"):
        ask_again(run_settings("crumble", made_here(FROM_START)), asked)


def test_a_counterexample_from_the_standard_input_tells_its_game() -> None:
    stones = {"board": "2", "game": "scrunch", "creating": [], "dark": ["c2"], "light": ["a2"], "to_move": "dark"}
    question = strict_json.encode({"start": stones, "played": [], "turn": "b3 c2-c1"})
    text = run("check", "--replay", "-", given=question.encode())
    assert word_of(text) == "AGREES"
    assert text.startswith("Scrunch  ")


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


def test_a_mutant_that_is_missed_withholds_agreement_and_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
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
    verdict = run_check(run_settings("splinter", in_process("step-off-refused"), HOUR, MANY, seed=4, mutants=1))
    assert (verdict.headline, verdict.exit_code) == ("differs", 1)


RESTARTS = 2
BRIEF = Limits(apply=1, turns=0.5, count=1, restarts=RESTARTS)


def test_errors_of_an_engine_spoil_agreement_and_not_the_run() -> None:
    changes = "class Made(Engine):\n    def count(self, *_):\n        raise RuntimeError('too lazy to count')"
    verdict = checked(made_here(changes), 150)
    assert (verdict.headline, verdict.exit_code) == ("engine-errors", 1)
    assert verdict.counts["error"] > 2
    assert verdict.coverage.positions > 2
    text = verdict.to_text()
    assert word_of(text) == "ENGINE ERRORS"
    assert "too lazy to count" in text
    assert '"do":"count"' in text


@pytest.mark.parametrize(("misdeed", "outcome"), [("os._exit(4)", "error"), only_in_ci(("time.sleep(60)", "timeout"))])
def test_an_engine_that_dies_or_hangs_again_and_again_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misdeed: str, outcome: str
) -> None:
    monkeypatch.setattr(EngineSettings, "limits", BRIEF)
    changes = f"""
class Made(Engine):
    def turns(self, position):
        if len(position["pieces"]) > 4:
            {misdeed}
        return super().turns(position)
"""
    verdict = checked(made(tmp_path, changes), results=MANY)
    assert verdict.result.ending.gave_up == f"the engine was started anew {RESTARTS} times"
    assert verdict.counts[outcome] == RESTARTS + 1
    assert verdict.counts["agree"] > 11
    assert verdict.exit_code == 1
    assert f"gave up: {verdict.result.ending.gave_up}" in verdict.to_text()


@pytest.mark.ci
def test_an_engine_that_cannot_be_started_again_is_given_up(tmp_path: Path) -> None:
    changes = f"""
starts = open({str(tmp_path / "starts")!r}, "a+")
starts.write("x")
starts.seek(0)
if len(starts.read()) > 2:
    sys.exit("no more")
class Made(Engine):
    def turns(self, position):
        os._exit(5)
"""
    verdict = checked(made(tmp_path, changes))
    assert verdict.result.ending.gave_up
    assert "no more" in verdict.to_text()


@pytest.mark.parametrize(
    ("raised", "headline", "code", "said"),
    [("ValueError('closed today')", "engine-errors", 1, "closed today"),
     ("Gap('not written yet')", "too-little-seen", 3, "for not written yet")],
)  # fmt: skip
def test_an_engine_that_opens_nothing_is_given_up_soon(raised: str, headline: str, code: int, said: str) -> None:
    verdict = checked(made_here(OPENS_NOTHING.format(raised)), results=MANY)
    assert (verdict.headline, verdict.exit_code) == (headline, code)
    assert verdict.result.ending.gave_up == "10 boards in a row could not be opened"
    assert verdict.counts.total() == verdict.result.questions.sent
    assert said in verdict.to_text()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/nowhere/engine", "cannot start"),
        ("'", "cannot be split"),
        (" ", "is empty"),
        (shlex.join(["python3", "-c", "print('hello')"]), "hello: "),
        (shlex.join(["python3", "-c", "raise SystemExit('lost my head')"]), "lost my head"),
    ],
)
def test_a_command_that_is_no_engine_is_bad_input(command: str, said: str) -> None:
    assert said in refusal("check", "crumble", "--engine", command)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ("ServedGame = lambda name, *rest, made=ServedGame: made('chess', *rest)", "does not play crumble"),
        ("BOARDS = ('1x1', '40x40', '7')", "no board of the engine"),
        (OWN_TEXTS + FROM_START, "texts of its own need turns"),
    ],
)
def test_an_engine_that_cannot_be_compared_is_bad_input(changes: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        checked(made_here(changes))
