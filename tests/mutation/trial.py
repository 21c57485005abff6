"""A process that forks a trial for every question, and one mutant on trial in the forked process.

There the module is served mutated, then tests run to the first failure. What is imported here must not import anything
of the reference: the mutant has to be there first.

Questions are lines of JSON on stdin, answers lines on stdout. `--of-a-game` on the command line says that all mutants
are in modules of one game, so that shared modules are imported ahead too.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import time
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_MEMORY = 3 << 30
"""The most bytes of memory for a trial."""
GAMES = ("crumble", "scrunch", "splinter")
LATE = ("second engine", "laws", "commands")
"""Stages that take nine tenths of the time of survivors and kill almost nothing that has come so far.

Their tests are read once all others have passed, and left out by --quick.
"""


class Served(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Serves one module from a text instead of its file."""

    def __init__(self, module: str, source: str) -> None:
        self.module, self.source = module, source

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)
        assert found is not None, name
        spec = importlib.util.spec_from_loader(
            name, self, origin=found.origin, is_package=bool(found.submodule_search_locations)
        )
        assert spec is not None
        spec.submodule_search_locations = found.submodule_search_locations
        spec.has_location = True
        return spec

    def exec_module(self, module: types.ModuleType) -> None:
        assert module.__spec__ is not None
        exec(compile(self.source, module.__spec__.origin or "", "exec"), vars(module))


class Trial:
    """A running trial: its present stage and test, and how it ends, reported through a pipe."""

    def __init__(self, asked: dict[str, Any], answers: int) -> None:
        self.asked, self.answers = asked, answers
        self.stage = self.test = ""
        self.begun = self.test_begun = time.process_time()
        self.longest = 0.0

    def end(self, status: str, why: str = "") -> None:
        """Reports the end of the trial, and ends the process."""
        self.note_time()
        ended: dict[str, Any] = {"status": status, "stage": self.stage, "by": self.test, "why": why[:300]}
        ended |= {"seconds": round(time.process_time() - self.begun, 3), "longest": round(self.longest, 3)}
        os.write(self.answers, json.dumps(ended).encode())
        os._exit(0)

    def begin(self, stage: str, test: str, share: float = 1.0) -> None:
        """Begins a test, which has its time from now on. The space in the pipe is a sign of life."""
        self.note_time()
        self.stage, self.test = stage, test
        os.write(self.answers, b" ")
        signal.setitimer(signal.ITIMER_VIRTUAL, share * self.asked["seconds"])

    def note_time(self) -> None:
        """Ends a test, if one has begun, and notes the longest time so far."""
        now = time.process_time()
        if self.test:
            self.longest = max(self.longest, now - self.test_begun)
        self.test_begun = now

    @contextlib.contextmanager
    def timed(self, stage: str, test: str) -> Iterator[None]:
        """Limits the time of an example, which is shorter than that of a test."""
        self.begin(stage, test, share=1 / 3)
        yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def run(self) -> None:
        """Goes through all stages. Does not return."""
        signal.signal(signal.SIGVTALRM, lambda *_: self.end("timeout"))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        if self.asked["module"]:
            sys.meta_path.insert(0, Served(self.asked["module"], self.asked["source"]))
        try:
            examples = self.examples() if self.asked["examples"] else []
            own = self.asked["first"]
            self.run_examples(example for clause, example in examples if clause in own)
            self.run_examples(example for clause, example in examples if clause not in own)
        except BaseException as error:
            self.end("killed", f"{type(error).__name__}: {error}")
        self.run_tests()
        self.end("survived")

    def examples(self) -> list[tuple[str, Any]]:
        """Every example of the spec of the games, each with its clause. A rule-shaped mutant is applied before."""
        with self.timed("import", self.asked["module"]):
            from shatterproof.spec import clauses

            for name in ("examples", *self.asked["games"]):
                importlib.import_module(f"shatterproof.{name}")
        if self.asked["rule"]:
            game, name = self.asked["rule"]
            with self.timed("import", name):
                mutant = importlib.import_module(f"invariants.{game}_mutants").MUTANTS[name]
            mutant.plant(pytest.MonkeyPatch())
        with self.timed("examples", "reading the pages"):
            return [
                (clause.id, example)
                for game in self.asked["games"]
                for clause in clauses(game)
                for example in clause.examples
            ]

    def run_examples(self, examples: Iterable[Any]) -> None:
        """Some examples, as tests/spec/test_examples.py runs them."""
        from shatterproof.examples import run_example

        for example in examples:
            with self.timed("examples", example.name):
                run_example(example)

    def run_tests(self) -> None:
        """Runs the test modules in the given order, each test alone under its limit.

        Most mutants die early, so late modules are read only when the others have passed.
        """
        early = {name for name, _ in self.asked["stages"] if name not in LATE}
        for names in (early, set(LATE)):
            files = [file for name, stage in self.asked["stages"] if name in names for file in stage]
            code = pytest.main([*OPTIONS, *files], plugins=[Watch(self, names)]) if files else pytest.ExitCode.OK
            if code != pytest.ExitCode.OK:
                self.end("killed", f"pytest ended with {code!r}")


OPTIONS = [
    *("-x", "-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("--long", "-m", "not long", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)),
]


class Watch:
    """A pytest plugin: the tests and their order, their limits, and the first failure.

    Tests of other games and stages are left out.
    """

    def __init__(self, trial: Trial, stages: set[str]) -> None:
        self.trial, self.stages = trial, stages

    def pytest_configure(self) -> None:
        self.trial.stage = self.trial.test = "collection"

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        others = [game for game in GAMES if game not in self.trial.asked["games"]]
        items[:] = [
            item for item in items if self.stage(item) in self.stages and not any(game in item.name for game in others)
        ]
        order = [name for name, _ in self.trial.asked["stages"]]
        items.sort(key=lambda item: order.index(self.stage(item)))

    def stage(self, item: Any) -> str:
        """The stage of a test; none for a test whose file the trial leaves out."""
        stages = self.trial.asked["stages"]
        return next((name for name, files in stages if any(item.nodeid.startswith(file) for file in files)), "")

    def pytest_runtest_protocol(self, item: Any) -> None:
        self.trial.begin(self.stage(item), str(item.nodeid.removeprefix("tests/")))

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.trial.end("killed", str(getattr(report.longrepr, "reprcrash", ""))[-300:])
        if report.when == "teardown":
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


WALL = 20
"""By the clock a test may take this many times as long as it may compute, since others use the machine."""


LIBRARIES = (
    "click.testing", "hypothesis.strategies", "jinja2", "jsonschema_rs", "networkx", "rich.progress", "rich.table",
)  # fmt: skip
SHARED = (
    "shatterproof.diagrams",
    "shatterproof.drawing",
    "shatterproof.examples",
    "shatterproof.judging",
    "shatterproof_properties.protocol.served",
    "shatterproof_properties.invariants",
    "shatterproof_properties.play",
    *(f"shatterproof_properties.second.{game}" for game in GAMES),
)


def warm_up(of_a_game: bool) -> None:
    """Imports all that every trial needs and no mutant can touch."""
    for name in LIBRARIES:
        importlib.import_module(name)
    assert "shatterproof" not in sys.modules
    if of_a_game:
        for name in SHARED:
            importlib.import_module(name)
        for game in GAMES:
            importlib.import_module("shatterproof.spec").clauses(game)
            assert f"shatterproof.{game}" not in sys.modules


def tried(asked: dict[str, Any]) -> dict[str, Any]:
    """The end of a trial: its own report, or that it died or was ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            Trial(asked, writing).run()
        finally:
            os._exit(1)
    os.close(writing)
    said = b""
    ready = True
    while ready:
        ready = bool(select.select([reading], [], [], WALL * asked["seconds"])[0])
        more = os.read(reading, 65536) if ready else b""
        if not more:
            break
        said += more
    os.close(reading)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if said.strip():
        ended: dict[str, Any] = json.loads(said)
        return ended
    status = "timeout" if not ready else "killed"
    return {"status": status, "stage": "process", "by": "", "why": "the process died or hung", "seconds": 0.0}


def main() -> None:
    sys.path[:0] = [str(ROOT / room) for room in ("reference", "properties", "tests")]
    os.environ["HYPOTHESIS_PROFILE"] = "mutation"
    # Else a mutant of a second engine would be asked for nothing that is compiled.
    os.environ["SHATTERPROOF_COMPILED"] = "no"
    warm_up("--of-a-game" in sys.argv)
    # Whoever asked may be gone before the answer comes.
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin:
            os.write(1, json.dumps(tried(json.loads(line))).encode() + b"\n")


if __name__ == "__main__":
    main()
