"""Engines made for a test: a second engine with changes, in this process or as a program."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shatterproof import strict_json
from shatterproof_properties.conformance.compare import bulk, mismatch_candidates, mutant_probes
from shatterproof_properties.conformance.reduce import difference_search, reproduction, shrinking
from shatterproof_properties.conformance.run_settings import Budget, RunSettings, RunWorkers
from shatterproof_properties.conformance.runs import inquiry, shard
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.verdicts import result as enough
from shatterproof_properties.conformance.verdicts.covered import VectorsAsked
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.messages import LINE_LIMIT
from shatterproof_properties.protocol.serve import Server
from shatterproof_properties.protocol.table import Introduction, ServedGame

_PROGRAM = """
import os, sys, time
from shatterproof_properties.protocol.serve import Gap, Introduction, Refusal, ServedGame, serve
from shatterproof_properties.protocol.served import boards_of
from shatterproof_properties.second.{game} import READINGS, Engine
NAME, TEXTS, CAN, STARTS, BOARDS = "made", "spec", ("apply", "turns", "count"), ("start", "position"), {boards}
READINGS = dict(READINGS)
class Made(Engine):
    pass
{changes}
introduction = Introduction(NAME, "1", can=CAN, starts=STARTS, texts=TEXTS)
games = [ServedGame("{game}", BOARDS, READINGS, Made.on_board)]
"""

FROM_START = "CAN, STARTS = ('apply',), ('start',)"


Serving = Callable[[], tuple[Introduction, Sequence[ServedGame]]]
_here: dict[str, Serving] = {}


def here(serving: Serving) -> str:
    """The command of an engine in this process. Its table is made anew at each start."""
    name = f"engine_{len(_here)}"
    _here[name] = serving
    return f"python:{__name__}:{name}"


def __getattr__(name: str) -> Callable[[Any], Any]:
    if name not in _here:
        raise AttributeError(name)
    server = Server(*_here[name](), LINE_LIMIT, sys.stderr)
    return lambda question: strict_json.decode(server.answer(strict_json.encode(question).encode()))


def _program(changes: str, game: str) -> str:
    boards = repr(("2x2..4x4",)) if game == "crumble" else f'boards_of("{game}")'
    return _PROGRAM.format(game=game, boards=boards, changes=changes)


def made_here(changes: str = "", game: str = "crumble") -> str:
    """The command of an engine in this process.

    `changes` may define another Made(Engine), and set NAME, TEXTS, CAN, STARTS, BOARDS.
    """

    def serving() -> tuple[Introduction, list[ServedGame]]:
        defined: dict[str, Any] = {}
        exec(_program(changes, game), defined)
        return defined["introduction"], defined["games"]

    return here(serving)


def made(folder: Path, changes: str = "", game: str = "crumble") -> str:
    """The command of such an engine as a program, for changes that end it, make it wait or need its own files."""
    file = folder / "made_engine.py"
    file.write_text(_program(changes, game) + "serve(introduction, games)\n")
    return shlex.join([sys.executable, str(file)])


MANY = 3000
"""The number of results after which a run ends that should have ended before."""
HOUR = 3600.0


def run_settings(
    game: str, command: str | None = None, seconds: float = 20.0, results: int | None = None, seed: int | None = None,
    *, differences: int = 1, jobs: int = 1, scheduler: str | None = None, slower: float = 1.0, mutants: int = 0,
    **more: Any,
) -> RunSettings:  # fmt: skip
    """The settings of a run of an engine, by default of the second engine. The run looks for no mutants first."""
    return RunSettings(game, EngineSettings(command, slower), budget=Budget(seconds, results, differences),
                       workers=RunWorkers(jobs, scheduler), seed=seed, mutants=mutants, **more)  # fmt: skip


def asked_in(verdict: Verdict) -> VectorsAsked:
    """The number of vectors that a run has asked, and why others were not."""
    assert verdict.vectors
    return verdict.vectors


def checked(command: str | None, results: int = 60, seed: int = 5, game: str = "crumble") -> Verdict:
    """The verdict of a short run without mutants, however fast the machine is."""
    return run_check(run_settings(game, command, HOUR, results, seed))


@contextmanager
def little_is_enough() -> Iterator[None]:
    """Makes one result enough for agreement. The usual limit has its own tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enough, "LEAST_RESULTS", 1)
        patch.setattr(enough, "SHARE", 0)
        yield


@contextmanager
def without_mutant_probes() -> Iterator[None]:
    """Asks no mutants beside the engine. They take as long as all the rest, and have their own tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mutant_probes, "self_check_mutants", lambda *_: ())
        yield


@contextmanager
def shrinking_briefly(effort: int = 200) -> Iterator[None]:
    """Limits each way to shrink to this many results and questions, whatever the time; 0 for no shrinking.

    By default it takes less than a second: enough for small counterexamples, not for the smallest.
    """
    with pytest.MonkeyPatch.context() as patch:
        for way in ("BY_HYPOTHESIS", "SMALL_WORLD", "SIMPLIFYING"):
            patch.setattr(shrinking, way, effort)
        patch.setattr(shrinking, "MOST_SECONDS", HOUR)
        yield


@contextmanager
def as_found() -> Iterator[None]:
    """Reports differences as they were found. Shrinking and causes have their own tests."""
    with pytest.MonkeyPatch.context() as patch, shrinking_briefly(0):
        patch.setattr(inquiry, "_with_cause", lambda search, smallest, *_: smallest)
        yield


@contextmanager
def keeping_time(clock: Callable[[], float]) -> Iterator[None]:
    """The parts of a run look at a clock of ours."""
    ours = SimpleNamespace(monotonic=clock, process_time=time.process_time)
    with pytest.MonkeyPatch.context() as patch:
        for module in (bulk, difference_search, inquiry, mismatch_candidates, reproduction, shard, shrinking):
            patch.setattr(module, "time", ours)
        yield


REFUSES_JOINS = """
class Made(Engine):
    def may_join(self, outline, count):
        return False
"""

FORGETFUL = """
class Made(Engine):
    asked = set()
    def apply(self, position, text):
        question = (str(position), text)
        if question not in self.asked and len(self.asked) % 5 == 4:
            self.asked.add(question)
            return {"verdict": "malformed"}
        self.asked.add(question)
        return super().apply(position, text)
"""

WITHOUT_MEMORY = """
STARTS = ("position",)
class Made(Engine):
    def write(self, position):
        return {name: value for name, value in super().write(position).items() if name != "memory"}
    def turns(self, position):
        seen = set()
        for entry in super().turns(position):
            if str(entry["position"]) not in seen:
                seen.add(str(entry["position"]))
                yield entry
"""

BATCHES = 'CAN = ("apply", "turns", "count", "batch")'

DIES_NOW_AND_THEN = """
class Made(Engine):
    asked = 0
    def apply(self, position, text):
        Made.asked += 1
        if Made.asked == 60:
            os._exit(7)
        return super().apply(position, text)
"""

OWN_TEXTS = """
TEXTS = "own"
class Made(Engine):
    def apply(self, position, text):
        return super().apply(position, text[::-1].swapcase())
    def turns(self, position):
        for entry in super().turns(position):
            yield {**entry, "turn": entry["turn"][::-1].swapcase()}
"""
