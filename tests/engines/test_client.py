"""Questions to an engine: its answers, its faults, and that nothing of it is left."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from miniatures import START, engine, on_apply
from shatterproof.errors import InputError
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import (
    Breach,
    Died,
    ErrorAnswer,
    GaveUp,
    Skipped,
    Stopped,
    Timeout,
)
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.process import Process, with_absolute_paths

PATIENT = Limits().scaled(5)
SHORT = replace(PATIENT, apply=0.4)


@contextlib.contextmanager
def opened(argv: list[str], limits: Limits = PATIENT) -> Iterator[EngineClient]:
    with EngineClient(argv, limits) as started:
        started.hello()
        started.open("crumble", "2x2")
        yield started


def is_alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def ends_soon(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(pid)


@contextlib.contextmanager
def answering(folder: Path, answer: str, limits: Limits = PATIENT) -> Iterator[EngineClient]:
    """An engine that gives this answer to `apply`."""
    with opened(engine(folder, on_apply(answer)), limits) as started:
        yield started


def applied(started: EngineClient) -> dict[str, Any]:
    return started.apply("c1", START, "1HN")


def words(started: EngineClient) -> list[str]:
    """What an engine says, by the meanings of an ambiguous turn."""
    return list(applied(started)["means"])


def test_an_honest_engine_is_asked_and_goes_quietly(tmp_path: Path) -> None:
    tiny = EngineClient(engine(tmp_path), PATIENT)
    tiny.start()
    assert tiny.hello()["engine"]["name"] == "tiny"
    assert tiny.open("crumble", "2x2", {}) == ("c1", START)
    assert tiny.apply("c1", START, "?") == {"verdict": "malformed"}
    assert tiny.ask("apply", context="c1", turns=["?", "1HN"]) == {"verdict": "malformed", "at": 0}
    assert tiny.asked == 4
    assert tiny.waited > 0
    tiny.say_bye()
    assert not tiny.running


def test_an_engine_starts_in_an_empty_folder_of_its_own_that_goes_with_it(tmp_path: Path) -> None:
    argv = engine(tmp_path, on_apply("ok(question, verdict='ambiguous', means=[os.getcwd(), str(os.listdir())])"))
    with opened(argv) as started:
        folder, listing = words(started)
        assert Path(folder).is_dir()
        assert Path(folder) != Path.cwd()
        assert listing == "[]"
    assert not Path(folder).exists()


def test_folders_that_are_written_as_paths_are_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path)
    found = with_absolute_paths(["java", "-cp", ".", "./inner", "inner", "v1.0", "../nowhere"])
    assert found == ["java", "-cp", str(tmp_path), str(tmp_path / "inner"), "inner", "v1.0", "../nowhere"]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_relative_search_paths_count_from_where_we_are_or_from_the_folder_asked_for(
    tmp_path: Path, elsewhere: bool
) -> None:
    cwd = str(tmp_path) if elsewhere else None
    limits = replace(PATIENT, environment={"PYTHONPATH": f"here{os.pathsep}/there"}, cwd=cwd)
    with answering(
        tmp_path, "ok(question, verdict='ambiguous', means=['1', os.environ['PYTHONPATH']])", limits
    ) as tiny:
        assert words(tiny)[1] == f"{Path(cwd or Path.cwd()) / 'here'}{os.pathsep}/there"


@pytest.mark.parametrize(
    "arguments",
    [
        ["-m", "tiny_engine"],
        ["./tiny_engine.py"],
        ["tiny_engine.py"],
        ["-c", "import sys; sys.path.append('.'); import tiny_engine"],
    ],
)
def test_paths_and_modules_count_from_the_folder_that_is_asked_for(tmp_path: Path, arguments: list[str]) -> None:
    note = on_apply(
        "ok(question, verdict='ambiguous', means=['in ' + os.getcwd(), os.environ['PWD'], os.environ['TMPDIR']])"
    )
    argv = [*engine(tmp_path, note)[:-1], *arguments]
    with opened(argv, replace(PATIENT, cwd=str(tmp_path))) as started:
        here, also_here, temporary = words(started)
    assert (here, also_here) == (f"in {tmp_path}", str(tmp_path))
    assert temporary != also_here
    assert (tmp_path / "tiny_engine.py").exists()


@pytest.mark.parametrize(
    ("argv", "cwd", "said"),
    [
        ([sys.executable], "/nowhere", r"no such folder.*--engine-cwd"),
        (["/nowhere/engine"], None, "cannot start"),
        ([], None, "no command"),
    ],
)
def test_what_cannot_be_started_is_bad_input(argv: list[str], cwd: str | None, said: str) -> None:
    with pytest.raises(InputError, match=said):
        EngineClient(argv, replace(PATIENT, cwd=cwd)).start()


def test_an_engine_that_ends_at_its_start_and_no_other_is_shown_where_it_runs(tmp_path: Path) -> None:
    lacking = [sys.executable, "-m", "tiny_engine"]
    with EngineClient(lacking, PATIENT) as started, pytest.raises(Died, match="--engine-cwd DIR"):
        started.hello()
    with EngineClient(lacking, replace(PATIENT, cwd="/")) as started, pytest.raises(Died) as at_start:
        started.hello()
    with answering(tmp_path, "sys.exit(1)") as started, pytest.raises(Died) as later:
        applied(started)
    for died in (at_start, later):
        assert "empty folder" not in str(died.value)


def test_arguments_are_given_as_they_are_without_a_shell(tmp_path: Path) -> None:
    argv = engine(tmp_path, on_apply("ok(question, verdict='ambiguous', means=sys.argv[1:])"))
    with opened([*argv, "$HOME; echo", "a b"]) as started:
        assert words(started) == ["$HOME; echo", "a b"]


def test_an_engine_that_dies_is_named_with_its_exit_and_last_words(tmp_path: Path) -> None:
    argv = engine(tmp_path, on_apply("say('{\"id\":'); sys.stderr.write('my fault'); sys.exit(3)"))
    with opened(argv) as started:
        with pytest.raises(Died, match=r"code 3, leaving half a line: .*; stderr ends: my fault") as caught:
            applied(started)
        assert caught.value.stderr == "my fault"
        assert started.stderr == "my fault"
        with pytest.raises(Died, match="not running"):
            started.hello()


def test_a_flood_on_stderr_is_read_along_and_its_end_kept(tmp_path: Path) -> None:
    answer = "sys.stderr.write('x' * 2000000 + 'the end'); sys.stderr.flush(); usual(question)"
    with answering(tmp_path, answer) as started:
        assert applied(started) == {"verdict": "malformed"}
        assert started.stderr.endswith("the end")
        assert len(started.stderr) <= 65536


def on_bye(answer: str) -> str:
    return f"if question['do'] == 'bye':\n    {answer}\nelse: usual(question)"


def test_closing_is_quiet_whatever_the_engine_does(tmp_path: Path) -> None:
    with opened(engine(tmp_path, on_bye("time.sleep(60)")), replace(PATIENT, bye=0.4)) as started:
        pid = started.pid
    assert pid is not None
    assert not is_alive(pid)


def test_an_error_in_the_body_ends_the_process(tmp_path: Path) -> None:
    tiny = EngineClient(engine(tmp_path))
    with contextlib.suppress(ZeroDivisionError), tiny:
        pid = tiny.pid
        raise ZeroDivisionError
    assert not tiny.running
    assert pid is not None
    assert not is_alive(pid)


def test_restarts_are_counted_and_limited(tmp_path: Path) -> None:
    with EngineClient(engine(tmp_path, on_apply("os._exit(1)")), replace(PATIENT, restarts=1)) as started:
        first = started.pid
        started.restart()
        assert started.pid != first
        assert started.hello()["protocol"] == 1
        with pytest.raises(GaveUp):
            started.restart()
        assert not started.running


NUMBERED = "ok(question, verdict='ambiguous', means=['1', question['turn']])"


def post(started: EngineClient, *turns: str) -> None:
    for turn in turns:
        started.post("apply", context="c1", position=START, turn=turn)


def test_several_questions_are_in_flight_and_answered_in_order(tmp_path: Path) -> None:
    with answering(tmp_path, NUMBERED) as started:
        post(started, *"abc")
        assert started.in_flight == 3
        assert started.collect()["means"][1] == "a"
        post(started, "d")
        assert [started.collect()["means"][1] for _ in range(3)] == ["b", "c", "d"]
        assert started.in_flight == 0
        assert started.asked == 6


def test_no_more_questions_are_in_flight_than_the_pipeline_allows(tmp_path: Path) -> None:
    with opened(engine(tmp_path), replace(PATIENT, pipeline=2)) as started:
        post(started, "a", "b")
        with pytest.raises(RuntimeError, match="2 questions are in flight"):
            post(started, "c")
        with pytest.raises(RuntimeError, match="collect their answers first"):
            started.apply("c1", START, "c")
        assert [started.collect()["verdict"] for _ in range(2)] == ["malformed"] * 2


def test_a_pipeline_of_long_questions_and_long_answers_goes_through_an_engine_that_does_one_at_a_time(
    tmp_path: Path,
) -> None:
    answer = "say(' ' * 500000); ok(question, verdict='ambiguous', means=['1', question['turn'][:1]])"
    with answering(tmp_path, answer) as started:
        post(started, *(letter * 500_000 for letter in "abcdefgh"))
        assert [started.collect()["means"][1] for _ in range(8)] == [*"abcdefgh"]


def test_a_question_too_long_for_a_line_is_skipped_while_others_are_in_flight(tmp_path: Path) -> None:
    with answering(tmp_path, NUMBERED, replace(PATIENT, line=5000)) as started:
        post(started, "a")
        with pytest.raises(Skipped):
            post(started, "N" * 5000)
        post(started, "b")
        assert [started.collect()["means"][1] for _ in range(2)] == ["a", "b"]
        assert started.asked == 5


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("usual(question); usual(question)", "question 2, not 3: a second"),
        ("question['id'] += 1; usual(question)", "out of order"),
    ],
)
def test_an_answer_out_of_step_with_several_in_flight_is_a_breach(tmp_path: Path, wrong: str, said: str) -> None:
    with answering(tmp_path, f"if question['turn'] == 'a':\n    {wrong}\nelse: usual(question)") as started:
        post(started, *"abc")
        with pytest.raises(Breach, match=said):
            [started.collect() for _ in range(3)]
        assert (started.in_flight, started.running) == (0, False)


def test_what_was_in_flight_is_lost_with_the_process_and_not_counted(tmp_path: Path) -> None:
    with answering(tmp_path, "if question['turn'] == 'b': os._exit(3)\nusual(question)") as started:
        post(started, *"abcd")
        assert started.collect() == {"verdict": "malformed"}
        with pytest.raises(Died, match="code 3") as caught:
            started.collect()
        assert caught.value.question["turn"] == "b"
        assert (started.in_flight, started.running, started.asked) == (0, False, 4)
        with pytest.raises(Died, match="not running"):
            post(started, "a")
        started.restart()
        started.hello()
        started.open("crumble", "2x2")
        assert started.apply("c1", START, "a") == {"verdict": "malformed"}


def test_an_answer_that_waited_for_the_harness_is_in_time(tmp_path: Path) -> None:
    # More than a pipe holds: the engine cannot finish its answer before it is read.
    with answering(tmp_path, "say(' ' * 300000); usual(question)", SHORT) as started:
        post(started, *"ab")
        for _ in range(2):
            time.sleep(2 * SHORT.apply)
            assert started.collect() == {"verdict": "malformed"}


def test_a_question_that_waited_for_the_harness_is_in_time(tmp_path: Path) -> None:
    with opened(engine(tmp_path), replace(PATIENT, apply=2.0)) as started:
        # More than a pipe holds, and next to no work for the engine.
        post(started, "N" * 200_000)
        time.sleep(2.5)
        assert started.collect() == {"verdict": "malformed"}


def test_a_question_is_in_time_whose_rest_goes_out_as_soon_as_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drain(self: Process) -> None:
        # The engine reads as fast as it is written to.
        while self._outgoing:
            self._pump(0.1)

    with answering(tmp_path, "time.sleep(0.5); usual(question)", replace(PATIENT, apply=2.0)) as started:
        post(started, "N" * 200_000)
        time.sleep(2.5)
        monkeypatch.setattr(Process, "_drain", drain)
        assert started.collect() == {"verdict": "malformed"}


def test_silence_while_the_harness_was_away_counts(tmp_path: Path) -> None:
    with answering(tmp_path, "time.sleep(60)", replace(PATIENT, apply=0.4, pipeline=2)) as started:
        post(started, *"ab")
        time.sleep(0.5)
        # If its time began only now, the end of the run would come first.
        started.until = time.monotonic() + 0.2
        with pytest.raises(Timeout):
            started.collect()
        assert started.in_flight == 0


def test_answers_that_nobody_wants_any_more_are_forgotten(tmp_path: Path) -> None:
    with answering(tmp_path, NUMBERED) as started:
        post(started, *"abc")
        started.forget()
        assert (started.in_flight, started.asked) == (0, 2)
        assert started.apply("c1", START, "d")["means"][1] == "d"
        post(started, "e")
        started.say_bye()


def test_a_question_that_the_end_of_the_run_cuts_short_is_nobodys_fault(tmp_path: Path) -> None:
    with answering(tmp_path, "time.sleep(60)") as started:
        post(started, *"ab")
        started.until = time.monotonic() + 0.1
        with pytest.raises(Stopped):
            started.collect()
        assert (started.in_flight, started.running, started.asked) == (0, False, 2)


def test_the_end_of_the_run_does_not_lengthen_a_limit_nor_shorten_bye(tmp_path: Path) -> None:
    with answering(tmp_path, "time.sleep(60)", SHORT) as started:
        started.until = time.monotonic() + 60
        with pytest.raises(Timeout):
            applied(started)
    with opened(engine(tmp_path, on_bye("time.sleep(0.3); usual(question)"))) as started:
        started.until = time.monotonic() - 1
        started.say_bye()
        assert started.asked == 3


def test_an_answer_that_is_there_counts_even_after_the_end_of_the_run(tmp_path: Path) -> None:
    both = """
if question['turn'] == 'b':
    say(''.join('{"id":%d,"ok":{"verdict":"malformed"}}\\n' % each for each in (2, 3)))
"""
    with answering(tmp_path, both) as started:
        post(started, "a", "b")
        started.collect()
        started.until = time.monotonic()
        assert started.collect() == {"verdict": "malformed"}


BATCHING = """
if question["do"] == "batch":
    say(json.dumps({'id': question['id'], 'ok': ANSWERS}) + '\\n')
elif question["do"] == "hello":
    say('{"id":0,"ok":{"protocol":1,"engine":{"name":"b","version":"","language":""},"games":{"crumble":'
        '{"boards":["2x2"],"readings":{}}},"can":["apply","batch"],"from":["position"]}}\\n')
else:
    usual(question)
"""
ITEMS = [{"do": "apply", "context": "c1", "position": START, "turn": turn} for turn in ("1", "2", "3")]


def test_a_batch_is_answered_in_order_with_errors_in_their_places(tmp_path: Path) -> None:
    before = """ANSWERS = [{"ok": {"verdict": "malformed"}}, {"error": {"code": "internal", "text": "oops"}},
                           {"skip": {"why": "later"}}]"""
    with opened(engine(tmp_path, BATCHING, before)) as started:
        first, second, third = started.batch(ITEMS)
        assert first == {"verdict": "malformed"}
        assert isinstance(second, ErrorAnswer)
        assert second.question["turn"] == "2"
        assert isinstance(third, Skipped)


@pytest.mark.parametrize(
    ("answers", "said"), [("[]", "0 answers to 3 questions"), ("[{'ok': {}}] * 3", "at /ok/0/ok: lacks")]
)
def test_a_bad_batch_is_a_breach(tmp_path: Path, answers: str, said: str) -> None:
    with opened(engine(tmp_path, BATCHING, f"ANSWERS = {answers}")) as started, pytest.raises(Breach, match=said):
        started.batch(ITEMS)


def test_limits_scale_in_time_and_only_in_time() -> None:
    limits = Limits().scaled(0.5)
    assert (limits.hello, limits.line, limits.memory) == (10, Limits().line, Limits().memory)
    assert limits.seconds({"do": "apply", "turns": ["a"] * 11}) == pytest.approx(1.5)
    assert limits.seconds({"do": "batch", "items": [{"do": "apply", "turn": "a"}, {"do": "turns"}]}) == 3.5


def test_an_abandoned_engine_is_ended_with_its_object(tmp_path: Path) -> None:
    started = EngineClient(engine(tmp_path))
    started.start()
    pid = started.pid
    del started
    assert pid is not None
    assert ends_soon(pid)
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
