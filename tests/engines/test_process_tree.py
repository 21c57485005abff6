"""Processes of engines are found and ended wherever they go, and what they take is bounded."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.test_client import answering, applied, is_alive, opened, words
from miniatures import engine, on_apply
from sampling import some
from shatterproof.errors import InputError
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import Died
from shatterproof_properties.engines.limits import MIB, Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the processes are listed from /proc")
PATIENT = Limits().scaled(10)

# Goes on in a child every 5 ms, away from the engine; the file shows that it is still at it.
FORK_ANEW = """
if os.fork() == 0:
    os.setsid()
    for descriptor in range(3): os.close(descriptor)
    while True:
        if os.fork(): os._exit(0)
        open({note!r}, "a").write(".")
        time.sleep(0.005)
while not os.path.exists({note!r}): time.sleep(0.01)
"""


def adopted() -> set[int]:
    """The children of this process."""
    own = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(entry.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                own.add(int(entry.parent.name))
    return own


def begun(folder: Path, before: str) -> EngineClient:
    """A started engine that has run the code `before`."""
    started = EngineClient(engine(folder, before=before), PATIENT)
    started.start()
    started.hello()
    return started


def test_a_child_that_forks_anew_all_the_time_is_ended(tmp_path: Path) -> None:
    note = tmp_path / "note"
    before = adopted()
    started = begun(tmp_path, FORK_ANEW.format(note=str(note)))
    started.kill()
    size = note.stat().st_size
    time.sleep(0.3)
    assert note.stat().st_size == size
    assert adopted() <= before


# Ends an engine with a child, and is killed itself after so many signals that it has sent.
KILLED_HARNESS = """
import os, signal, sys
from shatterproof_properties.engines.client import EngineClient
client = EngineClient(sys.argv[2:])
client.start()
client.hello()
print(client.pid, flush=True)
kill, left = os.kill, [int(sys.argv[1])]
def counted(pid, number):
    kill(pid, number)
    left[0] -= 1
    if not left[0]:
        kill(os.getpid(), signal.SIGKILL)
os.kill = counted
client.kill()
"""
CHILD = "child = subprocess.Popen(['sleep', '600'], start_new_session=True).pid\nopen({note!r}, 'w').write(str(child))"


@pytest.mark.parametrize("signals", [1, 2])
def test_a_harness_that_is_killed_while_it_ends_an_engine_leaves_no_stopped_process(
    tmp_path: Path, signals: int
) -> None:
    note = tmp_path / "note"
    argv = engine(tmp_path, before=CHILD.format(note=str(note)))
    done = subprocess.run([sys.executable, "-c", KILLED_HARNESS, str(signals), *argv], capture_output=True)
    for pid in (int(done.stdout), int(note.read_text())):
        with contextlib.suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            assert state not in "Tt"
            os.kill(pid, signal.SIGKILL)


def dumpable() -> int:
    return int(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))


def test_an_engine_without_rights_to_trace_cannot_attach_to_the_harness(tmp_path: Path) -> None:
    assert dumpable() == 1
    one, another = begun(tmp_path, ""), begun(tmp_path, "")
    one.kill()
    assert dumpable() == 0
    another.kill()
    assert dumpable() == 1


def test_children_of_others_are_left_alone(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as other:
        started = begun(tmp_path, "")
        with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
            while is_alive(ended.pid):
                time.sleep(0.01)
            started.kill()
            assert ended.wait() == 0
        assert other.poll() is None
        other.kill()


def test_a_child_of_ours_that_is_begun_after_an_engine_is_left_alone(tmp_path: Path) -> None:
    started = begun(tmp_path, "")
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as other:
        started.say_bye()
        assert other.poll() is None
        other.kill()


def over(folder: Path, answer: str, limits: Limits) -> str:
    """The message about an engine that exceeds a limit while it is asked."""
    with answering(folder, answer, limits) as started:
        with pytest.raises(Died) as caught:
            applied(started)
        assert not started.running
    return str(caught.value)


HOARD = 'import time; hoard = bytearray(b"x") * 60_000_000; time.sleep(600)'
WRITE = "import itertools\nfor name in itertools.count(): open(str(name), 'wb')"
FOLDER = "it wrote more than 5 MiB into its folder"
OVER = [
    ("for _ in range(5): subprocess.Popen(['sleep', '600'], start_new_session=True)\ntime.sleep(600)",
     {"processes": 5}, "it ran 6 processes, of which it may have 5"),
    (f"for _ in range(3): subprocess.Popen([sys.executable, '-Sc', {HOARD!r}])\ntime.sleep(600)",
     {"memory": 100 * MIB}, "MiB of memory with its children, of which it may use 100 MiB"),
    *some([(f"{WRITE}.write(bytes(10**6)); time.sleep(0.001)", {"disk": 5 * MIB}, FOLDER),
           (f"{WRITE}.close(); time.sleep(0.0001)", {"disk": 5 * MIB}, FOLDER)], one_in=2),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "limits", "said"), OVER)
def test_an_engine_that_takes_more_than_it_may_is_ended(
    tmp_path: Path, answer: str, limits: dict[str, Any], said: str
) -> None:
    message = over(tmp_path, answer, replace(PATIENT, apply=60, **limits))
    assert message.startswith("the engine was ended: ")
    assert message.endswith(said)


def test_memory_that_children_share_counts_once(tmp_path: Path) -> None:
    before = "hoard = bytearray(b'x') * 40_000_000\nfor _ in range(5):\n    if not os.fork(): time.sleep(600)"
    argv = engine(tmp_path, on_apply("time.sleep(1.5)\nusual(question)"), before)
    with opened(argv, replace(PATIENT, memory=100 * MIB)) as started:
        assert applied(started) == {"verdict": "malformed"}


def test_a_file_anywhere_may_be_so_long_and_no_longer(tmp_path: Path) -> None:
    file = tmp_path / "elsewhere"
    said = over(tmp_path, f"open({str(file)!r}, 'wb').write(bytes(10**7))", replace(PATIENT, disk=5 * MIB))
    assert "it wrote a file of more than 5 MiB" in said
    assert file.stat().st_size <= 5 * MIB


def variables_of(folder: Path, limits: Limits) -> dict[str, str]:
    answer = "ok(question, verdict='ambiguous', means=[json.dumps(dict(os.environ)), 'x'])"
    with answering(folder, answer, limits) as started:
        seen: dict[str, str] = json.loads(words(started)[0])
    return seen


def test_the_environment_is_a_short_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "secret")
    monkeypatch.setenv("LC_TIME", "C")
    monkeypatch.setenv("MINE", "yes")
    seen = variables_of(tmp_path, PATIENT)
    assert "API_TOKEN" not in seen
    assert (seen["PATH"], seen["LC_TIME"]) == (os.environ["PATH"], "C")
    assert seen["PWD"] == seen["TMPDIR"]
    more = variables_of(tmp_path, EngineSettings(variables=("MINE", "A=b=c")).limits)
    assert more.keys() - seen.keys() == {"MINE", "A"}
    assert (more["MINE"], more["A"]) == ("yes", "b=c")


@pytest.mark.parametrize("word", ["", "=x", "NOT_SET_AT_ALL"])
def test_a_variable_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(InputError, match="--engine-env"):
        EngineSettings(variables=(word,)).engine("crumble")


def test_options_are_limits() -> None:
    limits = EngineSettings("engine", 3.0, 500, 7, 1).limits
    assert (limits.memory, limits.disk, limits.processes) == (500 * MIB, 7 * MIB, 1)
    assert limits.apply == 3 * Limits.apply


def test_a_run_is_repeated_under_the_same_limits() -> None:
    engine = EngineSettings("engine", memory=500, disk=7, processes=3, variables=("A=b", "C"), cwd="x")
    said = "--engine-memory 500 --engine-disk 7 --engine-processes 3 --engine-cwd x --engine-env A=b --engine-env C"
    assert said in RunSettings("crumble", engine).again()
