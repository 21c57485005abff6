"""An engine checked in somebody's own test run: `pytest --shatterproof-engine "CMD"`.

For each game that the engine plays there is a test for each clause in the frozen vectors, and one in a random
differential with the reference. The engine is asked when the first of these tests runs; the others report what it
answered.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from shatterproof_properties.conformance.run_settings import RunSettings
    from shatterproof_properties.conformance.verdicts.verdict import Verdict

SECONDS = 10.0
MOST_DIFFERENCES = 10
"""Unlike differences that one run looks for."""
LIMITS = {
    "memory": "MiB of memory for the engine with its children",
    "disk": "MiB that the engine may write to its folder",
    "processes": "processes for the engine, itself included",
}
PROTOCOL = "protocol"
"""The test about all that no clause is about."""
ROOT = "shatterproof::"
"""Begins the ids of our tests."""
CHOSEN = pytest.StashKey[Sequence[str]]()
"""The ids of ours that were asked for; all of our tests where there are none."""


def _number(reader: str) -> Callable[[str], Any]:
    """Reads the value of an option by a function of `common.prose`, which is imported when it is needed."""

    def read(text: str) -> Any:
        from shatterproof_properties.common import prose

        try:
            return getattr(prose, reader)(text)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return read


WHOLE, DECIMAL = _number("read_whole"), _number("read_decimal")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--shatterproof-*`."""
    group = parser.getgroup("shatterproof", "checking an engine against the rules of its game")
    group.addoption("--shatterproof-engine", metavar="CMD", help="the engine to check, as for shatterproof check")
    group.addoption("--shatterproof-game", metavar="GAME", action="append", help="a game to check; all by default")
    group.addoption("--shatterproof-time", metavar="S", type=DECIMAL, default=SECONDS,
                    help=f"seconds of random questions for each game; {SECONDS:g} by default")  # fmt: skip
    group.addoption("--shatterproof-seed", metavar="N", type=WHOLE, help="repeat a run")
    group.addoption("--shatterproof-vectors", choices=("core", "full"), default="core",
                    help="which of the frozen vectors to ask; core by default")  # fmt: skip
    for name, about in LIMITS.items():
        group.addoption(f"--shatterproof-engine-{name}", metavar="N", type=WHOLE, help=about)
    group.addoption("--shatterproof-engine-env", metavar="NAME[=VALUE]", action="append", default=[],
                    help="a variable for the engine, besides the few that it is given")  # fmt: skip
    group.addoption("--shatterproof-engine-cwd", metavar="DIR",
                    help="the folder in which the engine runs; by default an empty one of its own")  # fmt: skip
    group.addoption("--shatterproof-slower", metavar="X", type=DECIMAL, default=1.0,
                    help="give the engine X times as long for every answer")  # fmt: skip
    group.addoption("--shatterproof-known", metavar="FILE",
                    help="known differences, which fail no test")  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Takes ids of ours out of the arguments, for which pytest would look among files."""
    config = session.config
    folder = config.invocation_params.dir
    ours = [each for each in config.args if _is_ours(each) and not (folder / each.partition("::")[0]).exists()]
    if ours and config.getoption("--shatterproof-engine") is None:
        raise pytest.UsageError(f"{ours[0]}: this test needs --shatterproof-engine CMD")
    # As seen from another folder than the root, they begin with the way there.
    config.stash[CHOSEN] = [each[each.index(ROOT) :] for each in ours]
    config.args[:] = [each for each in config.args if each not in ours]


def _is_ours(argument: str) -> bool:
    return argument.startswith(ROOT) or f"/{ROOT}" in argument


def _chosen(items: Sequence[pytest.Item], chosen: Sequence[str]) -> list[pytest.Item]:
    """The tests that ids name, each by its own id or by that of a group; all without ids."""
    wanted, ids = set[str](), {each.nodeid for each in items}
    for name in chosen:
        named = {each for each in ids if each == name or each.startswith((f"{name}::", f"{name}["))}
        if not named:
            raise pytest.UsageError(f"not found: {name}")
        wanted |= named
    return [item for item in items if item.nodeid in wanted or not chosen]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Adds the tests of the engine to those found in files."""
    command = config.getoption("--shatterproof-engine")
    if command is None:
        return
    from shatterproof.errors import InputError
    from shatterproof_properties.common.interrupts import orderly_end
    from shatterproof_properties.conformance.runs.check import games_of

    try:
        settings = _settings(config, command)
        with orderly_end():
            played = games_of(settings.engine)
        wanted = config.getoption("--shatterproof-game") or played
        for game in wanted:
            if game not in played:
                raise InputError(f"the engine does not play {game}", expected=" or ".join(played))
        ours: list[pytest.Item] = []
        for game in (each for each in played if each in wanted):
            collector = Checked.from_parent(session, name=game, settings=settings)
            report = session.ihook.pytest_make_collect_report(collector=collector)
            session.ihook.pytest_collectreport(report=report)
            ours += report.result
        items += _chosen(ours, config.stash[CHOSEN])
    except InputError as error:
        raise pytest.UsageError(f"--shatterproof-engine: {error}") from None


def _settings(config: pytest.Config, command: str) -> RunSettings:
    from shatterproof.game import GAMES
    from shatterproof_properties.conformance.history.known_file import KnownFile, read_known
    from shatterproof_properties.conformance.run_settings import Budget, RunSettings
    from shatterproof_properties.engines.engine_settings import EngineSettings

    def option(name: str) -> Any:
        return config.getoption(f"--shatterproof-{name}")

    known, seconds, seed = option("known"), option("time"), option("seed")
    if not 0 < seconds <= 86_400 or (seed is not None and seed < 0):
        raise pytest.UsageError("--shatterproof-time takes seconds above 0, --shatterproof-seed a whole number")
    limits = {name: option(f"engine-{name}") for name in LIMITS}
    if any(number is not None and number < 1 for number in limits.values()) or option("slower") <= 0:
        raise pytest.UsageError("limits of the engine take whole numbers above 0, --shatterproof-slower one above 0")
    return RunSettings(
        GAMES[0],
        EngineSettings(
            command, option("slower"), variables=tuple(option("engine-env")), cwd=option("engine-cwd"), **limits
        ),
        budget=Budget(seconds, differences=MOST_DIFFERENCES),
        seed=seed,
        mutants=0,
        known=read_known(Path(known)) if known else KnownFile(),
    )


class Checked(pytest.Collector):
    """A game that the engine plays, with its tests. `vectors` and `differential` are what the two runs found."""

    def __init__(self, *, settings: RunSettings, **rest: Any) -> None:
        super().__init__(**rest, nodeid=f"{ROOT}{rest['name']}")
        from dataclasses import replace

        self.settings = replace(settings, game=self.name)

    def collect(self) -> list[pytest.Item]:
        """List the tests: one for each clause in each run, and one for what no clause is about."""
        from shatterproof.spec import clauses
        from shatterproof_properties.conformance.vectors.vector import has_vectors

        names = [*(clause.id for clause in clauses(self.name)), PROTOCOL]
        runs = ("vectors", "differential") if has_vectors(self.name) else ("differential",)
        return [AboutClause.from_parent(self, run=run, clause=name) for run in runs for name in names]

    @cached_property
    def vectors(self) -> Verdict:
        """Ask the engine the frozen vectors, once."""
        from shatterproof_properties.conformance.vectors.vector_run import run_vectors

        return run_vectors(self.settings, self.config.getoption("--shatterproof-vectors"))

    @cached_property
    def differential(self) -> Verdict:
        """Compare the engine with the reference, once."""
        from shatterproof_properties.conformance.runs.check import run_check

        return run_check(self.settings)


class AboutClause(pytest.Item):
    """What one run says about one clause: fails with the differences, is skipped where the run did not meet it."""

    def __init__(self, *, parent: Checked, run: str, clause: str) -> None:
        # Given as a whole, the id equals the one that pytest reads from its cache.
        name = f"{run}[{clause}]"
        super().__init__(name=name, parent=parent, nodeid=f"{parent.nodeid}::{name}")
        self.run = run
        self.clause = clause

    def runtest(self) -> None:
        """Fail with what the run found about the clause.

        Raises:
            Differs: The engine and the rules differ.
        """
        assert isinstance(self.parent, Checked)
        from shatterproof_properties.common.interrupts import orderly_end

        with orderly_end():
            verdict: Verdict = getattr(self.parent, self.run)
        failures = list(self._failures(verdict))
        if failures:
            raise Differs("\n\n".join(failures))
        if self.clause != PROTOCOL and not verdict.coverage.clauses[self.clause]:
            pytest.skip("apart from the vectors, this run asked nothing about it")
        if self.clause == PROTOCOL and _is_short(verdict):
            pytest.skip(verdict.first_line())

    def _failures(self, verdict: Verdict) -> Iterator[str]:
        from shatterproof_properties.common.prose import visible

        for difference in verdict.differences:
            if (difference.clause or PROTOCOL) == self.clause:
                again = f"ask the engine again:\n    {verdict.replay(difference)}"
                yield visible(f"{difference.to_text()}\n\n{again}")
        if self.clause == PROTOCOL and not verdict.differences and not verdict.agrees and not _is_short(verdict):
            yield verdict.to_text(verbose=True)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show a difference as `check` does."""
        return str(excinfo.value) if isinstance(excinfo.value, Differs) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Name the test in summaries."""
        return self.config.rootpath, None, f"shatterproof {self.parent.name if self.parent else ''} {self.name}"


class Differs(Exception):
    """The engine and the rules differ; str() shows how."""


def _is_short(verdict: Verdict) -> bool:
    """Whether the run compared answers and found no fault, but too little for a verdict of agreement."""
    return verdict.headline == "too-little-seen" and bool(verdict.coverage.results)
