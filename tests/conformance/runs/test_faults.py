"""Engines with one fault each: the harness names the fault, goes on, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from conformance.made import little_is_enough, run_settings, shrinking_briefly, without_mutant_probes
from miniatures import MINIATURES, START
from sampling import some
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.history.known_file import read_known
from shatterproof_properties.conformance.history.saved_run import SavedRun
from shatterproof_properties.conformance.runs.check import ask_again, read_replay, run_check
from shatterproof_properties.conformance.runs.saved import about, ask_known_again
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import Breach, EngineError
from shatterproof_properties.engines.limits import Limits

TESTS = Path(__file__).parents[2]
HURRIED = 0.25
"""The factor of the limits, for tests that wait for an engine in vain."""
RESULTS = 4
"""The number of results to compare. The fault shows at the third turn, and the run must get beyond it."""


class Fault(NamedTuple):
    """How the harness treats a fault: the outcome, what it reports, and whether it ends the process."""

    outcome: str
    said: str
    ends: bool = True
    limits: float = 1.0


AT_A_TURN = {
    "silent": Fault("timeout", r"no answer within 0\.5 s$", limits=HURRIED),
    "slow": Fault("timeout", r"no answer within 0\.5 s$", limits=HURRIED),
    "stops_reading": Fault("timeout", r"no answer within 0\.5 s$", limits=HURRIED),
    "half_a_line": Fault("timeout", r"within 0\.5 s, only half a line: '\{\"id\":'", limits=HURRIED),
    "drip": Fault("timeout", r"within 0\.5 s, only half a line: '  ", limits=HURRIED),
    "exits": Fault("error", "the engine ended with code 3; stderr ends: no rule for this"),
    "raises": Fault("error", "the engine ended with code 1; stderr ends: KeyError: 'walk'"),
    "crashes": Fault("error", "the engine was ended by SIGSEGV$"),
    "goes_quietly": Fault("error", "the engine ended with code 0$"),
    "closes_its_output": Fault("error", "the engine closed its output"),
    "hoards": Fault("error", "it ran out of memory, of which it may use 2048 MiB"),
    "fills_the_disk": Fault("error", "it wrote (a file of )?more than 256 MiB", limits=10),
    "starts_too_many": Fault("error", r"ended: it ran \d+ processes, of which it may have 64", limits=10),
    "dies_with_a_child": Fault("error", "the engine ended with code 4"),
    "starts_strays": Fault("error", "the engine ended with code 1"),
    "says_nan": Fault("breach", "line 1, column 14, at /ok: number \"NaN\""),
    "says_floats": Fault("breach", "line 1, column 23, at /ok/total: number \"1.5\""),
    "keys_twice": Fault("breach", "at /ok/verdict: key \"verdict\" twice"),
    "single_quotes": Fault("breach", "line 1, column 2: not JSON"),
    "several_lines": Fault("breach", "not JSON: .* in '{'"),
    "latin_letters": Fault("breach", "line 1, byte 24: not UTF-8"),
    "byte_order_mark": Fault("breach", "byte order mark"),
    "half_a_character": Fault("breach", "at /skip/why: lone surrogate"),
    "too_deep": Fault("breach", "brackets nested too deeply; expected at most 64 deep"),
    "too_long": Fault("breach", "a line longer than 8388608 bytes"),
    "never_ends_a_line": Fault("breach", "a line longer than 8388608 bytes"),
    "empty_line": Fault("breach", "empty; expected one JSON value"),
    "prints": Fault("breach", "not JSON: .* in 'trying "),
    "wrong_id": Fault("breach", r"at /id: answers question 100\d, not \d: nobody asked that"),
    "no_id": Fault("breach", "lacks \"id\""),
    "null_id": Fault("breach", "lacks \"error\"; expected an error: nothing else goes with a null id"),
    "unknown_verdict": Fault("breach", "at /ok/verdict: \"perhaps\"; expected one of legal, ", ends=False),
    "more_than_asked": Fault("breach", "at /ok: unknown field \"took\"", ends=False),
    "unknown_error": Fault("breach", "at /error/code: \"oops\"; expected one of bad-json, ", ends=False),
    "ok_and_error": Fault("breach", "exactly one of ok, error and skip"),
    "forgets_its_context": Fault("error", "bad-question: no such context is open", ends=False),
}  # fmt: skip

LATER = {
    "answers_twice": Fault("breach", r"output that nobody asked for|answers question \d+, not \d+: a second answer"),
    "answers_early": Fault("breach", r"output that nobody asked for|answers question \d+, not \d+: a second answer"),
    "where_it_stopped": Fault("breach", "at /ok/at: with turns from the start, at is the index"),
    "changes_its_mind": Fault("flaky", "another answer the second time"),
}

AT_BYE = {
    "silent_at_bye": Fault("timeout", r"at bye: no answer within 0\.5 s", limits=HURRIED),
    "ignores_bye": Fault("breach", "at bye: still running after bye", limits=HURRIED),
    "exits_with_5": Fault("breach", "at bye: the engine ended with code 5 after bye, not with code 0"),
    "has_the_last_word": Fault("breach", "at bye: output after bye: 'goodbye"),
    "leaves_a_child": Fault("breach", r"at bye: processes left behind after bye: sleep \(\d+\)"),
    "leaves_a_stray": Fault("breach", r"at bye: processes left behind after bye: sleep \(\d+\)"),
    "leaves_a_double_fork": Fault("breach", r"at bye: processes left behind after bye: sleep \(\d+\)"),
}

AT_HELLO = {
    "greets": "in 'Tiny engine, version 1",
    "never_reads": r"no answer within \d+ s",
    "wants_arguments": r"the engine ended with code 1 \(.*--engine-cwd DIR.*\); stderr ends: usage: wants_arguments",
    "newer": "unsupported: speaks version 2 only",
    "wrong_hello": 'at /ok: lacks "from"',
}

FORGIVEN = ("honest", "floods_stderr", "in_pieces", "carriage_returns", "knows_little",
            "has_one_word", "checks_nothing", "lists_after_turns", "keeps_no_memory")  # fmt: skip

LINUX_ONLY = {"hoards", "fills_the_disk", "starts_too_many", "leaves_a_child", "leaves_a_stray", "leaves_a_double_fork",
              "starts_strays"}  # fmt: skip
"""Faults that can only be found with the system's help: a limit on memory, the list of processes."""


def named(name: str) -> Any:
    """A row of the table as a parameter."""
    marks = [pytest.mark.skipif(sys.platform != "linux", reason="Linux tells")] if name in LINUX_ONLY else []
    return pytest.param(name, marks=marks)


def argv(name: str) -> list[str]:
    return [sys.executable, "-m", "miniatures", name]


@pytest.fixture(autouse=True)
def _briefly() -> Iterator[None]:
    with little_is_enough(), without_mutant_probes():
        yield


@pytest.fixture(autouse=True)
def row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes the miniatures importable. In the end it fails if an engine or a folder is left."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *filter(None, sys.path)]))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield
    assert not list(tmp_path.iterdir())
    deadline = time.monotonic() + 5
    while started_in(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not started_in(tmp_path)


def started_in(folder: Path) -> list[str]:
    """The live processes of engines whose folders are in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            alive = (process / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
            if alive and f"TMPDIR={folder}".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text())
    return found


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[EngineClient]:
    """The engines that a run uses, in order."""
    used: list[EngineClient] = []

    def kept(settings: EngineSettings, game: str) -> EngineClient:
        used.append(EngineClient(settings.argv(game), settings.limits))
        return used[-1]

    monkeypatch.setattr(EngineSettings, "engine", kept)
    return used


def checked(name: str, limits: float = 1.0, results: int = RESULTS) -> Verdict:
    settings = run_settings("crumble", shlex.join(argv(name)), 60, results, seed=1, slower=limits)
    return run_check(settings)


@pytest.mark.parametrize("name", some(map(named, [*AT_A_TURN, *LATER, *AT_BYE]), one_in=6))
def test_a_fault_is_named_and_counted_and_the_run_goes_on(name: str, engines: list[EngineClient]) -> None:
    fault = {**AT_A_TURN, **LATER, **AT_BYE}[name]
    verdict = checked(name, fault.limits)
    assert not verdict.agrees
    assert not verdict.result.ending.gave_up
    assert not verdict.differences
    assert verdict.counts[fault.outcome]
    reported = [each for each in map(str, verdict.result.questions.errors) if each.startswith(fault.outcome)]
    assert any(re.search(fault.said, each) for each in reported), reported
    assert verdict.counts["agree"]
    assert verdict.coverage.results >= RESULTS or fault.outcome == "flaky"
    assert verdict.counts.total() == engines[-1].asked


@pytest.mark.parametrize("name", some(map(named, AT_A_TURN), one_in=9))
def test_a_fault_that_may_put_lines_out_of_step_ends_the_process_and_no_other_does(name: str) -> None:
    fault = AT_A_TURN[name]
    with EngineClient(argv(name), Limits().scaled(fault.limits)) as engine:
        engine.hello()
        context, start = engine.open("crumble", "2x2")
        assert engine.apply(context, start, "1HN")["verdict"] == "legal"
        assert engine.apply(context, start, "?") == {"verdict": "malformed"}
        with pytest.raises(EngineError, match=fault.said) as caught:
            engine.apply(context, start, "1H")
        assert caught.value.outcome == fault.outcome
        assert caught.value.question["turn"] == "1H"
        assert engine.running is not fault.ends
        if fault.ends:
            engine.restart()
            engine.hello()
        assert engine.open("crumble", "2x2").start == START


@pytest.mark.parametrize("name", AT_HELLO)
def test_an_engine_that_cannot_introduce_itself_is_not_checked(name: str) -> None:
    with pytest.raises(InputError, match=AT_HELLO[name]) as caught:
        checked(name, limits=0.05 if name == "never_reads" else 1.0)
    assert caught.value.where == "hello"


@pytest.mark.parametrize("name", some(FORGIVEN, one_in=3))
def test_what_the_protocol_allows_is_no_fault(name: str) -> None:
    verdict = checked(name)
    assert verdict.agrees, verdict.result.questions.errors
    assert bool(verdict.counts["skip"]) is (name == "knows_little")


@cache
def dependent() -> Verdict:
    """The verdict on an engine whose answers depend on earlier questions."""
    with shrinking_briefly():
        return checked("keeps_old_answers", results=400)


@pytest.mark.ci
def test_what_depends_on_earlier_questions_is_reported_with_the_fewest_of_them() -> None:
    verdict, difference = dependent(), dependent().difference
    assert difference is not None
    assert len(difference.earlier or ()) == 1
    assert "It depends on earlier questions" in difference.to_text()
    question, earlier = read_replay(strict_json.encode(difference.counterexample()))
    assert ask_again(verdict.settings, question).agrees
    (again,) = ask_again(verdict.settings, question, earlier).differences
    assert (again, again.earlier) == (difference, difference.earlier)


@pytest.mark.long
def test_known_differences_are_asked_after_what_has_to_be_asked_before(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder, verdict = tmp_path_factory.mktemp("kept"), dependent()
    (difference,) = verdict.differences
    (folder / "verdict.json").write_text(strict_json.encode(verdict.to_json()))
    known = read_known(folder / "verdict.json")
    assert [entry.earlier for entry in known.entries] == [difference.earlier]
    found = run_check(replace(verdict.settings, known=known)).result.findings
    assert found.expected == list(known.entries)
    with SavedRun(folder / "saved", about(verdict.settings)) as saved:
        saved.remember(known.entries)
        (entry,) = saved.known()
        (again,) = ask_known_again(verdict.settings, [entry]).shown
    assert (again, again.earlier) == (difference, difference.earlier)


def test_answers_in_another_order_than_the_questions_are_a_breach() -> None:
    with EngineClient(argv("out_of_order")) as engine:
        engine.hello()
        context, start = engine.open("crumble", "2x2")
        for turn in ("1HN", "1H", "1V", "?"):
            engine.post("apply", context=context, position=start, turn=turn)
        assert [engine.collect()["verdict"] for _ in range(2)] == ["legal", "legal"]
        with pytest.raises(Breach, match="answers question 5, not 4: out of order"):
            engine.collect()
        assert (engine.in_flight, engine.running) == (0, False)


def test_a_count_that_does_not_add_up_is_a_breach() -> None:
    with EngineClient(argv("cannot_add")) as engine:
        engine.hello()
        context, start = engine.open("crumble", "2x2")
        with pytest.raises(Breach, match="at /ok/total: total is not the sum of the numbers in by"):
            engine.count(context, start, 1)
        assert engine.running


def test_every_engine_of_the_row_has_one_documented_fault_that_is_tried() -> None:
    tried = {*AT_A_TURN, *LATER, *AT_BYE, *AT_HELLO, *FORGIVEN, "out_of_order", "cannot_add", "keeps_old_answers"}
    assert MINIATURES.keys() == tried
    assert all((engine.__doc__ or "").rstrip().endswith(".") for engine in MINIATURES.values())
