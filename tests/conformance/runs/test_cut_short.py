"""Runs that are cut short by the clock at any question, interrupted, or short of time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.in_process import Clock, CutEngine, Interrupting, in_process, settings_of
from conformance.made import keeping_time, little_is_enough, run_settings, shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import check_schema, led_elsewhere
from miniatures import START
from running import run, run_for_json, word_of
from sampling import only_in_ci, some
from shatterproof import strict_json
from shatterproof_properties.cli import main
from shatterproof_properties.common import outputs
from shatterproof_properties.common.interrupts import Interrupted
from shatterproof_properties.conformance.causes import known_causes
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.rule_mutants import explaining_readings
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.reduce import shrinking
from shatterproof_properties.conformance.reduce.difference_search import Budget, DifferenceSearch
from shatterproof_properties.conformance.reduce.reproduction import fresh_run, reproduced
from shatterproof_properties.conformance.runs import check, shard
from shatterproof_properties.conformance.runs.check import run_check, run_each
from shatterproof_properties.conformance.runs.inquiry import INQUIRY, look
from shatterproof_properties.conformance.runs.shard import search_through
from shatterproof_properties.conformance.verdicts.result import LEAST_RESULTS, EngineAccount, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.errors import GaveUp, Stopped
from shatterproof_properties.engines.session import Session

FOREVER = float("inf")
AT_MOST = 18
"""All smaller numbers of questions before a cut are tried. By then two full pipelines are in flight."""
EVERYWHERE = [
    (attribute, by_pulse, questions)
    for attribute in ("honest", "refusing", "forgetful")
    for by_pulse in (False, True)
    for questions in range(1, AT_MOST)
]


@pytest.fixture(autouse=True)
def _nothing_but_random_cases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(shard, "known_cases", lambda *_: [])
    with without_mutant_probes():
        yield


def cut_after(attribute: str, questions: int, by_pulse: bool = False) -> Session:
    """A session whose search was cut short after this many questions, or steps, if there were as many."""
    numbers = count()
    late = [False]

    def over(*_: object) -> bool:
        late[0] = late[0] or next(numbers) >= questions
        return late[0]

    engine = CutEngine(settings_of(attribute).engine.argv("crumble"), (lambda: False) if by_pulse else over)
    with engine:
        session = Session.begin(engine, "crumble")
        search = DifferenceSearch(DifferentialRun(session), over if by_pulse else lambda doing: False)
        try:
            for seed in range(3):
                found = search.search(seed)
                if found and not late[0]:
                    search.shows_again(found)
                if search.over:
                    break
        except (GaveUp, Stopped):
            pass
        session.leave()
    return session


@pytest.mark.parametrize(("attribute", "by_pulse", "questions"), some(EVERYWHERE, one_in=8))
def test_every_question_ends_in_exactly_one_way_wherever_the_run_is_cut_short(
    attribute: str, by_pulse: bool, questions: int
) -> None:
    session = cut_after(attribute, questions, by_pulse)
    assert session.counts.total() == session.engine.asked


def shrunk_by_the_clock(attribute: str, seconds: float, clock: Clock | None = None) -> tuple[Verdict, float]:
    """The findings of a run of this many seconds, with 0.4 seconds an answer, and the time that it took."""
    clock = clock or Clock()
    with CutEngine(settings_of(attribute).engine.argv("crumble"), clock.answer) as engine, keeping_time(clock):
        session = Session.begin(engine, "crumble")
        verdict = Verdict(settings_of(attribute, seconds=seconds), RunResult(EngineAccount.of(session)), 5)
        search, begun = DifferenceSearch(DifferentialRun(session), budget=Budget(seconds)), clock()
        look(search, verdict.result.findings, search_through(search, 5))
        return verdict, clock() - begun


@pytest.mark.ci
def test_shrinking_has_a_share_of_the_time_and_says_when_it_stopped_short() -> None:
    verdict, took = shrunk_by_the_clock("refusing_widely", 30)
    pipeline = 0.4 * 2 * 8
    assert took <= (1 + INQUIRY) * 30 + pipeline
    assert verdict.result.findings.stopped_short == len(verdict.differences) == 1
    assert "shrinking stopped short" in verdict.to_text()
    assert "shrink further, with more time" in verdict.to_text(verbose=True)


class Thinking:
    """A rule mutant that explains everything, and takes ten seconds for every question."""

    name = clause = says = "crumble.cut.own"
    readings = ()

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def explains(self, _: Difference) -> bool:
        self._clock.now += 10
        return True

    def agrees(self, *_: object) -> bool:
        self._clock.now += 10
        return True


@pytest.mark.ci
@pytest.mark.parametrize("seconds", [20, 60])
def test_whatever_happens_to_a_difference_takes_no_longer_than_the_run_was_to_take(
    monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    clock = Clock()
    monkeypatch.setattr(known_causes, "rule_mutants", lambda *_: [Thinking(clock)] * 50)
    with shrinking_briefly():
        verdict, took = shrunk_by_the_clock("refusing", seconds, clock)
    a_rule, pipeline = 10 * (1 + known_causes.KEPT), 0.4 * 2 * 8
    assert verdict.difference
    assert took <= 2 * seconds + a_rule + pipeline
    assert took < 50 * a_rule


def test_a_fresh_process_is_asked_until_time_is_up() -> None:
    clock = Clock()
    settings = settings_of("refusing")
    with settings.engine.engine("crumble") as engine, keeping_time(clock):
        session = Session.begin(engine, "crumble")
        found = DifferenceSearch(DifferentialRun(session)).search(3)
        assert found
        with fresh_run(session, (), clock() + 5) as fresh:
            assert fresh
            assert fresh.first_difference(Case.of(found.question))
            clock.now += 6
            with pytest.raises(Stopped):
                fresh.first_difference(Case.of(found.question))
        assert reproduced(session, found, 0, []) == found
        with keeping_time(map(float, count()).__next__):
            assert reproduced(session, found, 0, [], least=0) is None


def test_no_further_readings_are_tried_once_it_is_late() -> None:
    difference = led_elsewhere()
    tried = count()
    assert explaining_readings(difference, lambda: next(tried) >= 2) == ()
    assert next(tried) > 2


# Too little seen


@pytest.mark.parametrize("asked", [{"seconds": 0}, {"results": 5}, {"results": LEAST_RESULTS // 2}])
def test_too_little_seen_is_no_agreement(asked: dict[str, int]) -> None:
    verdict = run_check(settings_of("honest", **asked))
    assert (verdict.headline, verdict.exit_code) == ("too-little-seen", 3)
    text = verdict.to_text()
    assert word_of(text) == "TOO LITTLE SEEN"
    assert f"{verdict.coverage.results} results of at least {LEAST_RESULTS}" in text
    assert "--time" in text
    assert "see more if the engine announced more boards" in text
    check_schema(verdict.to_json())
    assert verdict.to_json()["lacking"]


def test_a_difference_that_nobody_could_ask_about_again_is_no_agreement() -> None:
    verdict = run_check(settings_of("honest", results=LEAST_RESULTS + 20))
    assert verdict.agrees
    verdict.counts["differ"] = 1
    assert verdict.headline == "too-little-seen"
    assert "time to ask again about 1 answers that differ" in verdict.to_text()


# Interrupts


def test_what_was_found_before_an_interrupt_is_reported() -> None:
    Interrupting.left = 12
    verdict = run_check(run_settings("scrunch", in_process("interrupted"), seed=5))
    assert (verdict.result.ending.interrupted, verdict.headline, verdict.exit_code) == (True, "interrupted", 3)
    assert verdict.coverage.results > 12
    assert verdict.counts.total() == verdict.result.questions.sent
    assert verdict.word == "INTERRUPTED"
    check_schema(verdict.to_json())


@pytest.mark.parametrize(
    ("attribute", "results", "first", "code"),
    [("interrupted", 30, "agrees", 3), only_in_ci(("differing", 90, "differs", 1))],
)
def test_an_interrupt_loses_no_finished_game(
    tmp_path: Path, attribute: str, results: int, first: str, code: int
) -> None:
    options = ("check", "--engine", in_process(attribute), "--results", results, "--seed", 5, "--mutants", 0)
    Interrupting.left = 1
    with shrinking_briefly(), little_is_enough():
        (said,) = run_for_json(*options, "--report", tmp_path / "r", "--junit", tmp_path / "j.xml", code=code)
    assert [each["verdict"] for each in said["games"]] == [first, "interrupted"]
    assert (tmp_path / "r" / "scrunch" / "index.html").is_file()
    assert "somebody interrupted the run" in (tmp_path / "j.xml").read_text()
    Interrupting.left = 1
    with shrinking_briefly(), little_is_enough():
        text = run(*options, code=code)
    assert word_of(text) == first.upper()
    assert "  INTERRUPTED  " in text


def test_an_interrupt_while_shrinking_keeps_the_difference_as_small_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    smaller: list[bool] = []

    def kept(one: shrinking.Shrinking, case: Case) -> bool:
        if len(smaller) == 3:
            raise KeyboardInterrupt
        smaller.append(found := really_kept(one, case))
        return found

    really_kept = shrinking.Shrinking._keeps
    monkeypatch.setattr(shrinking.Shrinking, "_keeps", kept)
    (said,) = run_for_json("check", "crumble", "--engine", in_process("refusing"), "--seed", 5, "--mutants", 0, code=1)
    assert len(smaller) == 3
    assert (said["verdict"], len(said["differences"])) == ("differs", 1)
    assert said["interrupted"]
    assert said["sent"] == sum(said["questions"].values())


@pytest.mark.ci
def test_an_internal_error_loses_nothing_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> bool:
        raise ValueError("no such\nedge")

    monkeypatch.setattr(shrinking.Shrinking, "_keeps", fails)
    asked = ["check", "crumble", "--engine", in_process("refusing"), "--seed", 5, "--mutants", "0"]
    (said,) = run_for_json(*asked, code=3)
    assert (said["verdict"], len(said["differences"])) == ("internal-error", 1)
    assert said["internal_error"] == "shatterproof itself failed: ValueError: no such edge"
    assert said["sent"] == sum(said["questions"].values())
    text = run(*asked, code=3)
    assert word_of(text) == "NO VERDICT"
    assert f": {said['internal_error']}" in " ".join(text.split())


@pytest.mark.parametrize("files", some([0, 1, 2], one_in=3))
def test_an_interrupt_while_the_report_is_written_loses_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    def put(path: Path, text: str) -> None:
        if next(written) == files:
            raise Interrupted
        really_put(path, text)

    def checked() -> Result:
        asked = ["check", "--replay", strict_json.encode({"start": START, "turn": "1HN"}), "--report", tmp_path / "r"]
        asked += ["--junit", tmp_path / "j.xml"]
        return CliRunner().invoke(main, [str(word) for word in asked], prog_name="shatterproof")

    written, really_put = count(), outputs.replace_file
    monkeypatch.setattr(outputs, "replace_file", put)
    result = checked()
    assert (result.exit_code, result.stderr) == (3, "shatterproof: interrupted\n")
    assert word_of(result.stdout) == "AGREES"
    assert "report: " not in result.stdout
    assert not (tmp_path / "j.xml").exists()
    monkeypatch.setattr(outputs, "replace_file", really_put)
    again = checked()
    assert (again.exit_code, again.stderr) == (0, "")
    assert (tmp_path / "r" / "index.html").is_file()
    assert (tmp_path / "j.xml").is_file()


def test_games_that_an_interrupt_kept_from_beginning_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(*_: object) -> None:
        raise KeyboardInterrupt

    wanted = [settings_of("honest", results=120), run_settings("scrunch", mutants=1), run_settings("splinter")]
    monkeypatch.setattr(check, "try_mutant", tried)
    verdicts = run_each(wanted, run_check)
    assert [verdict.headline for verdict in verdicts] == ["agrees", "interrupted", "interrupted"]
    assert verdicts[2].word == "INTERRUPTED"
    assert "was not compared" in verdicts[2].to_text()
    with pytest.raises(KeyboardInterrupt):
        run_each(wanted[:1], tried)  # type: ignore[arg-type]
