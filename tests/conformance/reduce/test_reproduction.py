"""A reported difference was seen in a fresh process, or the report says what it depends on."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from conformance.made import HOUR, REFUSES_JOINS, made, run_settings, shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import check_schema
from running import run, word_of
from sampling import some
from shatterproof import strict_json
from shatterproof_properties.conformance.history.known_file import KnownFile
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.report.output import Output
from shatterproof_properties.conformance.runs import inquiry
from shatterproof_properties.conformance.runs.check import ask_again, read_replay, run_check
from shatterproof_properties.conformance.vectors.vector_run import run_vectors
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

LATE = """
class Made(Engine):
    asked = 0
    def apply(self, position, text):
        Made.asked += 1
        said = super().apply(position, text)
        if Made.asked <= {after} or "position" not in said:
            return said
        other = {{"black": "white", "white": "black"}}[said["position"]["to_move"]]
        return {{**said, "position": {{**said["position"], "to_move": other}}}}
"""


@pytest.fixture(autouse=True)
def _briefly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # What is too long for a command is left in the working folder.
    monkeypatch.chdir(tmp_path)
    # A run goes on until it has found something, and has no more time for it than each step takes at least.
    monkeypatch.setattr(inquiry, "INQUIRY", 0.0)
    with shrinking_briefly(), without_mutant_probes():
        yield


def verdict_on(folder: Path, changes: str, seconds: float = HOUR, results: int | None = None, seed: int = 1) -> Verdict:
    return run_check(run_settings("crumble", made(folder, changes), seconds, results, seed))


def asked_again(verdict: Verdict, folder: Path) -> str:
    """What a newly started process shows of the difference."""
    assert verdict.difference is not None
    counterexample = folder / "counterexample.json"
    counterexample.write_text(strict_json.encode(verdict.difference.counterexample()))
    _, *words = shlex.split(verdict.replay(verdict.difference, str(counterexample)))
    return run(*words, code=1)


@pytest.mark.parametrize("after", some([5, 60], one_in=2))
def test_what_shows_after_so_many_questions_is_reported_with_them_however_short_the_time(
    tmp_path: Path, after: int
) -> None:
    verdict = verdict_on(tmp_path, LATE.format(after=after))
    assert verdict.difference is not None
    assert len(verdict.difference.earlier or ()) >= after
    assert verdict.difference.cause is None
    assert "answers differently after earlier questions" in verdict.first_line()
    assert word_of(asked_again(verdict, tmp_path)) == "DIFFERS"


@pytest.mark.long
def test_what_shows_in_vectors_after_so_many_questions_is_reported_with_them(tmp_path: Path) -> None:
    verdict = run_vectors(run_settings("crumble", made(tmp_path, LATE.format(after=60))))
    assert verdict.difference is not None
    for difference in verdict.differences:
        assert len(difference.earlier or ()) >= 60
    assert word_of(asked_again(verdict, tmp_path)) == "DIFFERS"


@pytest.mark.ci
def test_what_nobody_has_time_to_ask_again_is_asked_of_a_fresh_process_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DifferenceSearch, "shows_again", lambda *_: None)
    verdict = verdict_on(tmp_path, LATE.format(after=20))
    assert verdict.difference is not None
    assert len(verdict.difference.earlier or ()) >= 20
    assert word_of(asked_again(verdict, tmp_path)) == "DIFFERS"


def test_what_no_fresh_process_could_be_asked_about_is_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry, "reproduced", lambda *_: None)
    verdict = verdict_on(tmp_path, REFUSES_JOINS, HOUR, 200)
    assert (verdict.headline, verdict.differences) == ("too-little-seen", [])
    assert "time to ask again about" in verdict.to_text()


def test_what_depends_on_nobody_knows_what_has_no_replay_and_is_no_known_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry, "reproduced", lambda session, difference, *_, **__: replace(difference, earlier=()))
    verdict = verdict_on(tmp_path, REFUSES_JOINS)
    text = verdict.to_text()
    assert verdict.headline == "differs"
    assert "perhaps it depends on earlier questions" in " ".join(text.split())
    assert "--replay" not in text
    assert "--update-known" not in text
    known = tmp_path / "known.toml"
    verdict.settings = replace(verdict.settings, known=KnownFile(str(known)))
    Output(None, None, None, None, False, update=True)._update_known([verdict])
    assert "[[difference]]" not in known.read_text()


ONCE = """
import os
starts = len(os.listdir({folder!r}))
open(os.path.join({folder!r}, str(starts)), "w").close()
class Made(Engine):
    asked = 0
    def apply(self, position, text):
        Made.asked += 1
        said = super().apply(position, text)
        return {{"verdict": "malformed"}} if starts == 1 and Made.asked > 8 and said["verdict"] == "legal" else said
"""


def test_what_no_fresh_process_shows_is_kept_with_all_questions_before_it_in_a_file_that_asks_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The process that introduces itself is the first: the second one alone goes wrong.
    starts = tmp_path / "starts"
    starts.mkdir()
    verdict = verdict_on(tmp_path, ONCE.format(folder=str(starts)))
    difference = verdict.difference
    assert difference is not None
    assert (difference.earlier, len(difference.asked) > 8) == ((), True)
    check_schema(verdict.to_json())
    Output(None, None, None, None, False)._keep_questions([verdict])
    text = verdict.to_text()
    assert f"depends on the {len(difference.asked)} questions before it" in " ".join(text.split())
    (file,) = verdict.files.values()
    assert f"--replay {file}" in text
    asked: list[Question] = []
    ask = Session.ask

    def noting(session: Session, question: Question) -> Answer:
        asked.append(question)
        return ask(session, question)

    monkeypatch.setattr(Session, "ask", noting)
    replayed, earlier = read_replay(file)
    assert not ask_again(verdict.settings, replayed, earlier).differences
    assert [each.to_json() for each in asked[: len(earlier)]] == [each.to_json() for each in difference.asked]


COUNTS = """
from shatterproof_properties.protocol.served import boards_of, second_engine, second_readings
from shatterproof_properties.protocol.serve import ServedGame
Engine, asked = second_engine("crumble"), []
class Made(Engine):
    def apply(self, position, text):
        asked.append(text)
        said = super().apply(position, text)
        return {"verdict": "malformed"} if len(asked) > 12 and said["verdict"] == "legal" else said
game = ServedGame("crumble", boards_of("crumble"), second_readings("crumble"),
                  Made.on_board)
"""


def test_an_engine_in_this_process_is_asked_afresh_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "counting_adapter.py").write_text(COUNTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    verdict = run_check(run_settings("crumble", "python:counting_adapter:game", HOUR, seed=1))
    assert verdict.difference is not None
    assert verdict.difference.earlier
    assert verdict.result.findings.is_asked_afresh


def test_an_engine_that_no_other_process_finds_is_reported_as_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("adapter_of_this_process")
    exec(COUNTS.replace("> 12", "> 0"), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    verdict = run_check(run_settings("crumble", f"python:{module.__name__}:game", HOUR, seed=1))
    assert verdict.differences
    assert "not confirmed in a new process: none could import the engine" in verdict.to_text()
