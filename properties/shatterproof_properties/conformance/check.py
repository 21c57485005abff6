"""The main job: an engine is checked against the reference, and the verdict says what was found and what was looked at."""

from __future__ import annotations

import secrets
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.conformance import controls
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.engine import Engine, GaveUp, Trouble
from shatterproof_properties.conformance.lockstep import Case, Census, Lockstep, cases
from shatterproof_properties.conformance.search import Hunt
from shatterproof_properties.conformance.seat import OUTCOMES, Seat

LARGEST_SIDE = 6
STANDARD = {"crumble": "6x6"}
CONTROL_SECONDS = 60.0


@dataclass(frozen=True)
class Plan:
    """What a run is asked to do; `command` None means our own second engine, `results` None no limit but time."""

    game: str
    command: str | None = None
    seconds: float = 60.0
    results: int | None = None
    seed: int | None = None
    jobs: int = 1
    controls: int = 1

    @property
    def argv(self) -> list[str]:
        """The engine's command as a list. Raises InputError if it cannot be split."""
        if self.command is None:
            return [sys.executable, "-m", "shatterproof_properties.conformance.served", self.game, "--second"]
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise InputError(f"the command cannot be split: {error}", "--engine", "words as in a shell") from None
        if not words:
            raise InputError("the command is empty", "--engine", "a program and its arguments")
        return words

    def again(self, *more: str) -> str:
        """The command line that repeats this run, or part of it."""
        engine = ["--engine", self.command] if self.command is not None else []
        return shlex.join(["shatterproof", "check", self.game, *engine, *more])


@dataclass
class Verdict:
    """What a run found: at most one difference, shrunk; troubles; the census; and how to run it again."""

    plan: Plan
    engine: str
    readings: dict[str, str]
    seed: int | None = None
    difference: Difference | None = None
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    census: Census = field(default_factory=Census)
    controls: list[tuple[str, bool, float]] = field(default_factory=list)
    seconds: float = 0.0
    found_after: float | None = None
    gave_up: str = ""
    report: str = ""

    @property
    def withheld(self) -> bool:
        """Whether a planted mistake was missed, so that agreement would mean nothing."""
        return any(not found for _, found, _ in self.controls)

    @property
    def agrees(self) -> bool:
        spoilt = any(self.counts[outcome] for outcome in ("error", "timeout", "breach", "flaky"))
        return not self.difference and not spoilt and not self.gave_up and self.counts["agree"] > 0

    @property
    def exit_code(self) -> int:
        if self.difference is None and self.withheld:
            return 3
        return 0 if self.agrees else 1

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        return {
            "verdict": self._headline(),
            "game": self.plan.game,
            "engine": self.engine,
            "readings": self.readings,
            "seed": self.seed,
            "milliseconds": round(1000 * self.seconds),
            "questions": {outcome: self.counts[outcome] for outcome in OUTCOMES},
            "results": self.census.results,
            "positions": self.census.positions,
            "refusals": self.census.refusals,
            "boards": dict(sorted(self.census.boards.items())),
            "clauses": dict(sorted(self.census.clauses.items())),
            "controls": [{"name": name, "found": found} for name, found, _ in self.controls],
            "difference": self.difference.to_json() if self.difference else None,
            "troubles": self.troubles,
            "report": self.report,
        }

    def _headline(self) -> str:
        if self.difference:
            return "differs"
        if self.withheld:
            return "withheld"
        return "agrees" if self.agrees else "troubled"

    def replay(self) -> str:
        """The command that asks the differing question again."""
        assert self.difference is not None
        return self.plan.again("--replay", strict_json.encode(self.difference.witness()))

    def to_text(self) -> str:
        """The verdict for people: the answer first, then what was looked at, then how to go on."""
        lines = [self._first_line()]
        if self.difference:
            lines += ["", self.difference.to_text(self.replay())]
        lines += [f"trouble: {trouble}" for trouble in self.troubles]
        lines += [f"gave up: {self.gave_up}"] if self.gave_up else []
        lines += self._looked_at()
        for name, found, seconds in self.controls:
            lines.append(f"control {name}: {f'found in {seconds:.1f} s' if found else 'MISSED'}")
        lines += [f"report: {self.report}"] if self.report else []
        if self.seed is not None:
            lines.append(f"again: {self.plan.again('--seed', str(self.seed), '--time', f'{self.plan.seconds:g}')}")
        return "\n".join(lines) + "\n"

    def _first_line(self) -> str:
        about = f"{self.engine} and the rules of {self.plan.game}"
        if self.difference:
            turns = self.difference.turns
            return f"DIFFERS: {about}, shown in {turns} turn{'' if turns == 1 else 's'}"
        if self.withheld:
            return f"NO VERDICT on {about}: this run misses mistakes that were planted for it to find"
        if self.agrees:
            return f"agrees: {about}, over {self.census.results:,} compared results"
        return f"TROUBLED: {about} could not be compared throughout"

    def _looked_at(self) -> list[str]:
        census = self.census
        questions = ", ".join(f"{self.counts[outcome]:,} {outcome}" for outcome in OUTCOMES if self.counts[outcome])
        rows = [
            f"in {self.seconds:.1f} s: {census.results:,} results compared, {census.refusals:,} of them refusals; "
            f"{census.positions:,} positions with all their turns",
            f"questions: {questions or 'none'}",
        ]
        if census.boards:
            rows.append("boards: " + ", ".join(f"{board} {count:,}" for board, count in sorted(census.boards.items())))
        if census.clauses:
            rows.append("clauses: " + ", ".join(f"{name} {count:,}" for name, count in sorted(census.clauses.items())))
        if census.other_clauses:
            rows.append(f"remark: {census.other_clauses:,} refusals name another clause than the reference")
        departures = find_game(self.plan.game).Readings.from_mapping(self.readings).departures()
        if departures:
            rows.append("readings: " + ", ".join(f"{name}={value}" for name, value in departures.items()))
        return rows


def playable_boards(seat: Seat) -> tuple[str, ...]:
    """The boards to play on: all the engine knows up to a size, the standard one always; smallest first."""
    standard = STANDARD[seat.game.NAME]
    small = [board for board in seat.boards if max(int(side) for side in board.split("x")) <= LARGEST_SIDE]
    chosen = small or list(seat.boards[:1])
    # The standard board is where games are played: it is drawn more often than any other.
    return (*chosen, standard, standard) if standard in seat.boards else tuple(chosen)


def run_check(plan: Plan) -> Verdict:
    """Checks an engine for as long as the plan says. Raises InputError for a command that cannot be run."""
    seed = secrets.randbelow(2**32) if plan.seed is None else plan.seed
    tried = [try_control(name, plan.game, seed) for name in controls.sample(plan.game, plan.controls, Random(seed))]
    if plan.jobs > 1:
        from shatterproof_properties.conformance.jobs import run_jobs

        verdict = run_jobs(plan, seed)
    else:
        verdict = run_alone(plan, seed)
    verdict.controls = tried
    return verdict


def run_alone(plan: Plan, seed: int, label: str = "checking", told: Callable[[int], None] | None = None) -> Verdict:
    """One process's share of a check. `told` hears the number of results compared, from time to time."""
    begun = time.monotonic()
    with Engine(plan.argv) as engine:
        seat = introduce(engine, plan.game)
        lockstep = Lockstep(seat)
        verdict = Verdict(plan, seat.name, seat.readings.to_mapping(), seed, counts=seat.counts,
                          troubles=seat.troubles, census=lockstep.census)  # fmt: skip
        hunt = Hunt(lockstep, lambda **limits: cases(seat.game, playable_boards(seat), seat.readings, **limits),
                    set_up=seat.from_position)  # fmt: skip
        deadline = begun + plan.seconds
        try:
            with progress(label, plan, told) as tick:
                for batch_seed in _seeds(seed):
                    verdict.difference = hunt.search(batch_seed, deadline)
                    tick(time.monotonic() - begun, lockstep.census.results)
                    enough = plan.results is not None and lockstep.census.results >= plan.results
                    if verdict.difference or enough or time.monotonic() >= deadline:
                        break
                if verdict.difference:
                    verdict.found_after = time.monotonic() - begun
                    verdict.difference = settle_difference(hunt, verdict, seat)
        except GaveUp as error:
            verdict.gave_up = str(error)
        verdict.seconds = time.monotonic() - begun
    return verdict


def settle_difference(hunt: Hunt, verdict: Verdict, seat: Seat) -> Difference | None:
    """The difference, shrunk; or None, counted as flaky, if the engine does not give the same answer again."""
    found = verdict.difference
    assert found is not None
    if not hunt.shows_again(found):
        seat.settle("flaky")
        seat.troubles.append(f"flaky: another answer the second time: {found.kind} {found.clause} {found.turn}")
        return None
    return hunt.shrink(found)


def introduce(engine: Engine, game: str) -> Seat:
    """Seats an engine. Raises InputError when it does not manage to introduce itself."""
    try:
        return Seat(engine, find_game(game))
    except Trouble as trouble:
        told = f"; it wrote: {' '.join(trouble.stderr.split())[-300:]}" if trouble.stderr.strip() else ""
        raise InputError(f"{trouble}{told}", "hello", "an engine that answers as spec/protocol.md says") from None


def _seeds(seed: int) -> Iterator[int]:
    random = Random(seed)
    while True:
        yield random.randrange(2**63)


class progress:
    """A progress bar on stderr, by time; or, where there is a listener, word to it."""

    def __init__(self, label: str, plan: Plan, told: Callable[[int], None] | None) -> None:
        self.told = told
        text = TextColumn("{task.description}")
        found = TextColumn("{task.fields[results]:,} results")
        console = Console(stderr=True)
        self.bar = Progress(
            text,
            BarColumn(),
            found,
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=bool(told) or not console.is_terminal,
        )
        self.task = self.bar.add_task(label, total=plan.seconds, results=0)

    def __enter__(self) -> Callable[[float, int], None]:
        self.bar.start()
        return self._tick

    def _tick(self, elapsed: float, results: int) -> None:
        if self.told:
            self.told(results)
        self.bar.update(self.task, completed=elapsed, results=results)

    def __exit__(self, *_: object) -> None:
        self.bar.stop()


def try_control(name: str, game: str, seed: int) -> tuple[str, bool, float]:
    """Whether a planted mistake is found under default settings, and after how many seconds."""
    plan = Plan(game, shlex.join(controls.argv(name)), CONTROL_SECONDS)
    begun = time.monotonic()
    with Engine(plan.argv) as engine:
        seat = introduce(engine, game)
        lockstep = Lockstep(seat)
        hunt = Hunt(lockstep, lambda **limits: cases(seat.game, playable_boards(seat), seat.readings, **limits), True)
        found = None
        with progress(f"control {name}", plan, None) as tick:
            for batch_seed in _seeds(seed):
                found = hunt.search(batch_seed, begun + CONTROL_SECONDS)
                tick(time.monotonic() - begun, lockstep.census.results)
                if found or time.monotonic() - begun > CONTROL_SECONDS:
                    break
    return name, found is not None, time.monotonic() - begun


def run_replay(plan: Plan, witness: str) -> Verdict:
    """Asks one question again. `witness` is the JSON of a witness, or a file with it. Raises InputError."""
    game = find_game(plan.game)
    if not witness.lstrip().startswith("{"):
        from shatterproof_properties.load import read_text

        witness = read_text(Path(witness))
    data = strict_json.decode(witness, source="--replay")
    if not isinstance(data, dict) or set(data) - {"start", "played", "turn", "readings"} or "start" not in data:
        raise InputError("this is no witness", "--replay", "an object with start, played and turn")
    with Engine(plan.argv) as engine:
        seat = introduce(engine, plan.game)
        seat.readings = game.Readings.from_mapping(data.get("readings", {}))
        start = position = game.from_json(data["start"], seat.readings)
        turns = []
        for text in data.get("played", []):
            turns.append(game.parse_turn(position, text))
            position = game.play(position, turns[-1])
        probes = ((data["turn"], None),) if data.get("turn") else ()
        lockstep = Lockstep(seat)
        difference = lockstep.first_difference(Case(start, tuple(turns), probes))
        return Verdict(plan, seat.name, seat.readings.to_mapping(), None, difference, seat.counts, seat.troubles,
                       lockstep.census)  # fmt: skip
