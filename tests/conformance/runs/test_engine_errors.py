"""`check` of engines that contradict themselves, fail, die, hang or do not start, and of things that are no engines."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from conformance.made import FORGETFUL, FROM_START, MANY, OWN_TEXTS, checked, made, made_here
from running import refusal, word_of
from sampling import only_in_ci
from shatterproof.errors import InputError
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.limits import Limits

pytestmark = pytest.mark.usefixtures("random_cases_briefly")
RESTARTS = 2
BRIEF = Limits(apply=1, turns=0.5, count=1, restarts=RESTARTS)


def test_an_answer_that_changes_is_flaky_and_no_difference() -> None:
    verdict = checked(made_here(FORGETFUL), results=MANY)
    assert verdict.difference is None
    assert verdict.counts["flaky"] >= 3
    assert verdict.counts["differ"] == 0
    assert verdict.exit_code == 1
    assert "flaky: another answer the second time" in verdict.to_text()


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


def test_an_engine_that_does_not_go_at_bye_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineSettings, "limits", Limits(bye=0.5))
    verdict = checked(made(tmp_path, "import atexit\natexit.register(time.sleep, 60)"), results=50)
    assert verdict.counts["breach"] == 1
    assert "breach at bye: still running after bye" in verdict.to_text()
    assert verdict.exit_code == 1


def test_an_engine_that_opens_nothing_is_given_up_soon(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, "def opened(*_):\n    raise ValueError('closed today')"), results=MANY)
    assert verdict.result.ending.gave_up == "10 boards in a row could not be opened"
    assert verdict.counts.total() == verdict.result.questions.sent
    assert "closed today" in verdict.to_text()


def test_what_an_engine_skips_is_not_held_against_it_though_nothing_be_left_to_ask() -> None:
    verdict = checked(made_here("def opened(*_):\n    raise Gap('not written yet')"), results=MANY)
    assert (verdict.headline, verdict.exit_code) == ("too-little-seen", 3)
    assert "the run gave up: 10 boards in a row could not be opened" in verdict.to_text()
    assert "for not written yet" in verdict.to_text()


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
