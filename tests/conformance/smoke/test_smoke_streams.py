"""Smoke runs of an engine in its own process: faults of its streams, its start and its end, and slow engines."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from conformance.smoke.test_smoke_faults import first_of
from engines.test_client import ends_soon
from sampling import some
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.smoke.smoke_report import FAILED, NOT_REACHED, OK, SmokeReport
from shatterproof_properties.conformance.smoke.smoke_run import SmokeRun, run_smoke
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.limits import Limits

_PROGRAM = """
import json, os, subprocess, sys, time
from pathlib import Path
with open(PIDS, "a") as file:
    print(os.getpid(), file=file)
{before}
from shatterproof_properties.protocol.serve import Introduction, ServedGame, Server
from shatterproof_properties.protocol.served import second_engine, second_readings
game = ServedGame("scrunch", ("2",), second_readings("scrunch"), second_engine("scrunch").on_board)
server = Server(Introduction("tiny", "1"), [game])
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def hear(do, said):
    {hear}
for line in sys.stdin.buffer:
    said = server.answer(line.rstrip(b"\\n")).decode() + "\\n"
    hear(json.loads(line)["do"] if line.startswith(b"{{") else "", said)
    if server.finished:
        break
{after}
"""


class Program:
    """An engine in its own process, with a fault in its streams."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pids = folder / "pids"

    def smoked(
        self, hear: str = "say(said)", before: str = "", after: str = "", limits: Limits | None = None
    ) -> SmokeReport:
        """A smoke run of the engine, whose `limits` no option can set. Fails if anything of the engine is left."""
        file = self.folder / "engine.py"
        program = _PROGRAM.format(before=before, hear=hear.replace("\n", "\n    "), after=after)
        file.write_text(program.replace("PIDS", repr(str(self.pids))))
        engine = EngineSettings(shlex.join([sys.executable, str(file)]))
        report = SmokeRun(engine.argv(""), limits or engine.limits).run()
        for pid in self.pids.read_text().split():
            assert ends_soon(int(pid))
        return report


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


CHILD = "child = subprocess.Popen(['sleep', '60']); open(PIDS, 'a').write(f'{child.pid}\\n')"

STREAM_FAULTS = {
    "ends at once": ("", "sys.exit(0)", "", "start", "the engine ended with code 0"),
    "cannot start": ("", "import no_such_module", "", "start", "the engine ended with code 1"),
    "silent": ("", "", "", "hello", ", while the engine did nothing (a check waits 20 s; "),
    "unflushed": ("held.append(said)", "held = []", "say(''.join(held))", "hello", "kept in a buffer"),
    "no newline": ("say(said.rstrip())", "", "", "hello", "half a line"),
    "several lines": ("say(json.dumps(json.loads(said), indent=1) + '\\n')", "", "", "hello", "over several lines"),
    "greets": (
        "say(said)", "print('Welcome!', flush=True)", "", "hello", "not JSON: expecting value; expected one line"
    ),
    "a list": ("say('[]\\n')", "", "", "hello", "[]; expected a JSON object: an answer"),
    "says it twice": ("say(2 * said)", "", "", "hello", "output that nobody asked for: '{\"id\":0,"),
    "a blank line after each answer": (
        "say(said + '\\n')", "", "", "hello", r"a blank line that nobody asked for: '\n'"
    ),
    "crashes": (
        "os.kill(os.getpid(), 11) if do == 'open' else say(said)",
        "import os", "", "scrunch 2: open", "the engine was ended by SIGSEGV",
    ),
    "dies of no JSON": (
        "say(said) if do else sys.exit(1)", "", "", "mistakes: no JSON", "the engine ended with code 1"
    ),
    "turns questions round": (
        "threading.Timer(0.1 if 'malformed' in said else 0, say, [said]).start()",
        "import threading", "", "two questions at once", "at /id: answers question",
    ),
    "leaves a child": ("say(said)", CHILD, "", "bye", "); expected an exit with code 0, with nothing more"),
    "ends badly without bye": (
        "say(said)", "", "sys.exit(0 if server.finished else 4)", "end of input", "code 4 after the end of its input"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", some(STREAM_FAULTS, one_in=6))
def test_a_fault_of_the_streams_is_named_and_leaves_no_process(name: str, program: Program) -> None:
    hear, before, after, step, said = STREAM_FAULTS[name]
    smoke = program.smoked(hear or "pass", before, after)
    first = first_of(smoke)
    assert first.title == step
    assert said in f"{first.why}; expected {first.expected}"
    assert ("No module named 'no_such_module'" in smoke.to_text()) == ("no_such_module" in before)


def test_a_silent_engine_is_given_the_line_to_answer_with(program: Program) -> None:
    smoke = program.smoked("pass")
    first = first_of(smoke)
    assert first.asked == '{"id":0,"do":"hello","protocol":1}'
    assert strict_json.decode(first.like)["ok"]["can"] == ["apply"]
    assert f"  like      {first.like}\n" in smoke.to_text()
    assert [step.state for step in smoke.steps].count(NOT_REACHED) == len(smoke.steps) - 2


def test_the_line_that_it_gives_is_one_that_would_do(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text("for line in open(0): pass")
    command = shlex.join([sys.executable, "-S", str(file)])
    said = tmp_path / "said.txt"
    first = first_of(run_smoke(EngineSettings(command, transcript=str(said))))
    assert said.read_text().endswith(f"> {first.asked}\n")
    file.write_text(f"for line in open(0): print({first.like!r}, flush=True)")
    hello = run_smoke(EngineSettings(command)).steps[1]
    assert (hello.name, hello.state) == ("hello", OK)


def test_an_engine_that_dies_of_one_question_is_started_again(program: Program) -> None:
    smoke = program.smoked("say(said) if do != 'count' else sys.exit(1)")
    assert [step.name for step in smoke.steps if step.state == FAILED] == ["count"]
    assert len(program.pids.read_text().split()) == 3


@pytest.mark.ci
def test_an_engine_that_dies_of_all_questions_is_not_started_for_ever(program: Program) -> None:
    smoke = program.smoked("say(said) if do in ('hello', 'open') else sys.exit(1)")
    missed = {step.why for step in smoke.steps if step.state == NOT_REACHED}
    assert missed == {"the engine had to be started too often"}
    assert len(program.pids.read_text().split()) < 12


@pytest.mark.ci
def test_a_silent_engine_is_not_asked_for_ever(program: Program) -> None:
    smoke = program.smoked("if do in ('hello', 'open'): say(said)")
    assert smoke.count(FAILED) < 4
    assert {step.why for step in smoke.steps if step.state == NOT_REACHED} == {"too many questions got no answer"}


SLOW_AT_FIRST = "ends = 1.2 * (len(open(PIDS).readlines()) == 1)"


@pytest.mark.ci
def test_a_slow_start_and_a_slow_opening_are_no_faults_and_are_said_with_what_to_do(program: Program) -> None:
    busy = "while do == 'open' and time.process_time() < 3: pass\nsay(said)"
    smoke = program.smoked(busy, before=f"{SLOW_AT_FIRST}\nwhile time.process_time() < ends: pass")
    assert smoke.exit_code == 0, smoke.to_text()
    for what in ("start and say hello", "open 2"):
        longer = "a check waits 20 s, and longer with --slower"
        assert re.search(rf"remark: the engine took \d+\.\d s to {what}; {longer}", smoke.to_text())


@pytest.mark.ci
def test_an_engine_that_is_busy_is_given_the_time_of_a_check_and_no_more(program: Program) -> None:
    busy = "if do == 'apply':\n    while True: pass\nsay(said)"
    smoke = program.smoked(busy, limits=Limits(apply=0.6))
    longer = "(smoke and check wait longer with --slower 3)"
    assert first_of(smoke).why == f"no answer within 0.6 s, though the engine was busy {longer}"


@pytest.mark.ci
def test_an_engine_that_sleeps_first_is_reported_how_it_gets_more_time_and_is_fine_with_it(program: Program) -> None:
    why = first_of(program.smoked(before="time.sleep(2)")).why
    assert re.fullmatch(
        r"no answer within \d\.\d s, while the engine did nothing "
        r"\(a check waits 20 s; smoke --slower 10 waits longer\)",
        why,
    )
    smoke = program.smoked(before="time.sleep(2)", limits=Limits().scaled(10))
    assert smoke.exit_code == 0, smoke.to_text()


@pytest.mark.parametrize("command", ["", "/no/such/engine", "'unclosed"])
def test_a_command_that_cannot_be_run_is_bad_input(command: str) -> None:
    with pytest.raises(InputError):
        run_smoke(EngineSettings(command))
