"""Interrupts of commands: one line, exit code 3, no engine and no folder left behind."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conformance.made import made
from engines.test_client import is_alive
from miniatures import engine
from sampling import only_in_ci, some
from shatterproof import strict_json

PATIENCE = 120.0
PROGRAM = [sys.executable, "-m", "shatterproof_properties"]
CHECK = ["check", "crumble", "--mutants", "0", "--time", "600", "--slower", "1000"]
DEAF = "import signal; [signal.signal(number, signal.SIG_IGN) for number in (signal.SIGTERM, signal.SIGHUP)]"


def noted(folder: Path, name: str) -> str:
    """A line of code for an engine that writes its process id into a file of this name."""
    return f"open(os.path.join({str(folder)!r}, '{name}-' + str(os.getpid())), 'w').close()"


def that_hangs(folder: Path, do: str = "apply") -> list[str]:
    """An engine that never answers a question, and goes on after the end of its input."""
    answer = (
        f"if question['do'] == {do!r}:\n    {noted(folder, 'asked')}\n    while True: time.sleep(9)\nusual(question)"
    )
    return ["--engine", shlex.join(engine(folder, answer, DEAF))]


def heed_signals() -> None:
    """Undoes the effect of `nohup` on all started processes."""
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)


class Running:
    """A started command in a group of its own. Its engines put their folders into `folder`."""

    def __init__(self, folder: Path, *arguments: str, path: str = "") -> None:
        self.folder = folder / "tmp"
        self.folder.mkdir()
        paths = os.pathsep.join(filter(None, (path, *sys.path)))
        environment = {**os.environ, "TMPDIR": str(self.folder), "PYTHONPATH": paths}
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, preexec_fn=heed_signals,
        )  # fmt: skip

    def ended(self) -> tuple[int, str]:
        """Its exit code and its output."""
        said, complaint = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said + complaint

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


Start = Callable[..., Running]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[Running] = []

    def started(*arguments: str, path: str = "") -> Running:
        running.append(Running(tmp_path, *arguments, path=path))
        return running[-1]

    yield started
    for each in running:
        each.kill()


def notes(folder: Path, name: str, count: int = 1) -> list[int]:
    """The process ids that engines have written, once there are enough of them."""
    deadline = time.monotonic() + PATIENCE
    while len(found := list(folder.glob(f"{name}-*"))) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return [int(note.name.partition("-")[2]) for note in found]


def assert_nothing_left(running: Running, pids: list[int]) -> None:
    assert not [pid for pid in pids if is_alive(pid)]
    assert not list(running.folder.iterdir())


@pytest.mark.parametrize(
    ("number", "jobs", "whole_group"),
    [
        (signal.SIGTERM, 1, False),
        only_in_ci((signal.SIGHUP, 1, False)),
        only_in_ci((signal.SIGTERM, 2, False)),
        only_in_ci((signal.SIGHUP, 2, True)),
        only_in_ci((signal.SIGTERM, 2, True)),
        only_in_ci((signal.SIGHUP, 2, False)),
    ],
)
def test_a_signal_ends_a_check_with_its_engines(
    tmp_path: Path, start: Start, number: signal.Signals, jobs: int, whole_group: bool
) -> None:
    running = start(*CHECK, "--jobs", str(jobs), *that_hangs(tmp_path))
    pids = notes(tmp_path, "asked", jobs)
    if whole_group:
        os.killpg(running.process.pid, number)
    else:
        running.process.send_signal(number)
    code, said = running.ended()
    assert code == 3
    assert "interrupted" in said
    assert "Traceback" not in said
    assert_nothing_left(running, pids)


@pytest.mark.parametrize("command", some([[*CHECK], ["smoke", "--slower", "1000"], ["profile", "crumble"]], one_in=3))
def test_an_engine_that_is_just_starting_ends_with_the_command(
    tmp_path: Path, start: Start, command: list[str]
) -> None:
    running = start(*command, *that_hangs(tmp_path, "hello"))
    pids = notes(tmp_path, "asked")
    running.process.send_signal(signal.SIGTERM)
    assert running.ended() == (3, "shatterproof: interrupted by SIGTERM\n")
    assert_nothing_left(running, pids)


@pytest.mark.parametrize("jobs", some([1, 2], one_in=2))
@pytest.mark.ci
def test_one_interrupt_after_another_is_no_traceback(tmp_path: Path, start: Start, jobs: int) -> None:
    running = start(*CHECK, "--jobs", str(jobs), *that_hangs(tmp_path))
    pids = notes(tmp_path, "asked", jobs)
    deadline = time.monotonic() + PATIENCE
    while running.process.poll() is None and time.monotonic() < deadline:
        running.process.send_signal(signal.SIGINT)
        time.sleep(0.01)
    code, said = running.ended()
    assert code == 3
    assert "Traceback" not in said
    assert_nothing_left(running, pids)


@pytest.mark.ci
def test_what_two_jobs_have_compared_is_reported_after_an_interrupt(tmp_path: Path, start: Start) -> None:
    hangs_later = f"""
class Made(Engine):
    asked = 0
    def apply(self, position, text):
        Made.asked += 1
        if Made.asked == 40:
            {noted(tmp_path, "asked")}
            time.sleep(600)
        return super().apply(position, text)
"""
    running = start(*CHECK, "--no-examples", "--jobs", "2", "--json", "--engine", made(tmp_path, hangs_later))
    pids = notes(tmp_path, "asked", 2)
    running.process.send_signal(signal.SIGINT)
    code, said = running.ended()
    # Hypothesis may complain of an interrupt on the standard error stream.
    verdict = strict_json.decode(said.splitlines()[0])
    assert (code, verdict["verdict"], verdict["interrupted"]) == (3, "interrupted", True)
    assert verdict["results"] > 39
    assert verdict["sent"] == sum(verdict["questions"].values())
    assert_nothing_left(running, pids)


def test_an_interrupt_during_the_first_imports_is_a_line(tmp_path: Path, start: Start) -> None:
    (tmp_path / "early").mkdir()
    slow = f"import os, time\n{noted(tmp_path, 'importing')}\ntime.sleep(600)\n"
    (tmp_path / "early" / "click.py").write_text(slow)
    running = start("rule", path=str(tmp_path / "early"))
    notes(tmp_path, "importing")
    running.process.send_signal(signal.SIGINT)
    assert running.ended() == (3, "shatterproof: interrupted\n")


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    code = "import signal; from shatterproof_properties.common.interrupts import orderly_end\n"
    code += "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nwith orderly_end(): signal.raise_signal(signal.SIGHUP)\n"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
