"""The main job: an engine is checked against the reference, and a verdict says what was found."""

from __future__ import annotations

import secrets
import shlex
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.conformance import controls
from shatterproof_properties.conformance.declared import Declared
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.explaining_readings import explaining_readings
from shatterproof_properties.conformance.known import known_cases
from shatterproof_properties.conformance.lockstep import Case, Lockstep
from shatterproof_properties.conformance.plan import Plan as Plan
from shatterproof_properties.conformance.progress import Watch
from shatterproof_properties.conformance.riders import Riders
from shatterproof_properties.conformance.search import Hunt
from shatterproof_properties.conformance.verdict import Tried
from shatterproof_properties.conformance.verdict import Verdict as Verdict
from shatterproof_properties.conformance.witness import witnessed_case
from shatterproof_properties.engines.engine import Engine, GaveUp
from shatterproof_properties.engines.seat import Mishap, Seat, introduce, introduced

CONTROL_SECONDS = 60.0
MOST_FLAKY = 3
"""Differences that did not show again, after which there is no point in going on."""

Told = Callable[[int, bool], bool]
"""Hears how many results a process has compared and whether it has found a difference; true: it should stop."""


def run_check(plan: Plan) -> Verdict:
    """Checks an engine for as long as the plan says. Raises InputError for a command that cannot be run."""
    begun = time.monotonic()
    seed = secrets.randbelow(2**32) if plan.seed is None else plan.seed
    with Engine(plan.argv, plan.limits) as engine:
        # An engine that cannot be checked is refused before anybody waits for planted mistakes.
        introduce(engine, plan.game, plan.readings)
    tried = [try_control(name, plan.game, seed) for name in controls.sample(plan.game, plan.controls, Random(seed))]
    left = max(plan.seconds - (time.monotonic() - begun), plan.seconds / 2)
    if plan.jobs > 1:
        from shatterproof_properties.conformance.jobs import run_jobs

        verdict = run_jobs(replace(plan, seconds=left), seed)
    else:
        verdict = run_alone(replace(plan, seconds=left), seed)
    verdict.plan = plan
    verdict.controls = tried
    verdict.along = [explaining_readings(difference) for difference in verdict.differences]
    return verdict


def games_of(plan: Plan) -> list[str]:
    """The games that an engine plays, of those there are. Raises InputError if it plays none."""
    if plan.command is None:
        return list(GAMES)
    with Engine(plan.argv, plan.limits) as engine:
        theirs = introduced(engine)["games"]
    played = [game for game in GAMES if game in theirs]
    if not played:
        raise InputError("the engine plays none of the games", "hello", f"one of {', '.join(GAMES)}")
    return played


def run_alone(plan: Plan, seed: int, told: Told | None = None, share: tuple[int, int] = (0, 1)) -> Verdict:
    """One process's share of a check: which one it is, of how many. Raises InputError."""
    begun = time.monotonic()
    with Engine(plan.argv, plan.limits) as engine, Watch("checking", plan.seconds, quiet=bool(told)) as watch:
        seat = introduce(engine, plan.game, plan.readings)
        readings = seat.readings.to_mapping()
        declared = [entry for entry in plan.declared if entry.game == plan.game]
        in_force = [entry for entry in declared if not entry.is_over()]
        lockstep = Lockstep(seat, declared=in_force, riders=Riders(plan.game, readings))
        verdict = Verdict(plan, seat.name, readings, seed, counts=seat.counts, troubles=seat.mishaps,
                          census=lockstep.census, declared=lockstep.met, unknown=seat.unknown,
                          unplayed=seat.unplayed, gaps=seat.gaps)  # fmt: skip

        def heard(doing: str) -> bool:
            results = lockstep.census.results
            watch.tell(results, "" if doing == "searching" else doing)
            enough = plan.results is not None and results >= plan.results
            return bool(told and told(results, doing == "shrinking")) or enough

        try:
            hunt = Hunt(lockstep, heard, share)
            if share[0] == 0:
                verdict.stale = list(stale(hunt, declared))
            look(hunt, verdict, begun + plan.seconds, share)
            verdict.census.small_boards = hunt.exhaustive.reached()
        except GaveUp as error:
            verdict.gave_up = str(error)
        seat.leave()
        verdict.sent = engine.asked
        verdict.caught = lockstep.riders.caught if lockstep.riders else {}
        verdict.seconds = time.monotonic() - begun
    return verdict


def stale(hunt: Hunt, declared: Iterable[Declared]) -> Iterator[Declared]:
    """The declared differences that the engine does not show any more when asked, or whose time is over.

    A witness that the engine cannot be asked, or of other readings, says nothing.
    """
    lockstep, seat = hunt.lockstep, hunt.lockstep.seat
    for entry in declared:
        case = witnessed_case(seat.game, entry.witness, "--declared, witness")
        if entry.is_over():
            yield entry
        elif seat.can_be_asked(case.start):
            before = seat.counts["agree"]
            deque(lockstep.differences(case), maxlen=0)
            if entry not in lockstep.met and seat.counts["agree"] > before:
                seat.revise("agree", "stale")
                yield entry


def look(hunt: Hunt, verdict: Verdict, deadline: float, share: tuple[int, int] = (0, 1)) -> None:
    """Searches until there are as many differences as the plan wants, or time is up; the verdict gets what is found."""
    begun = time.monotonic()
    assert verdict.seed is not None
    flaky = 0
    for found in findings(hunt, verdict.seed, deadline, share):
        after = time.monotonic() - begun
        if hunt.shows_again(found):
            verdict.found_after = verdict.found_after or after
            verdict.differences.append(found)
            verdict.differences[-1] = hunt.shrink(found)
            hunt.lockstep.known.add(found.signature)
            if len(verdict.differences) == verdict.plan.differences:
                break
        else:
            note_flaky(hunt.lockstep.seat, found)
            flaky += 1
            if flaky == MOST_FLAKY:
                break
    verdict.differences.sort(key=lambda difference: difference.size)


def findings(hunt: Hunt, seed: int, deadline: float, share: tuple[int, int] = (0, 1)) -> Iterator[Difference]:
    """Differences as they turn up: first in the examples of the spec, then in batches of random cases."""
    seat = hunt.lockstep.seat
    # Their turns are what matters, and listing all turns of all examples would take longer than a short run has.
    known = [
        replace(case, lists=False)
        for case in known_cases(seat.game.NAME, seat.readings, seat.boards, seat.from_position)
    ]
    position, jobs = share
    for batch in _batches(known[position::jobs], seed):
        found = hunt.try_out(batch, deadline) if isinstance(batch, list) else hunt.search(batch, deadline)
        if found:
            yield found
        if hunt.over:
            return


def _batches(known: list[Case], seed: int) -> Iterator[list[Case] | int]:
    """Known cases one by one, then seeds for batches of random ones, without end."""
    yield from ([case] for case in known)
    random = Random(seed)
    while True:
        yield random.randrange(2**63)


def note_flaky(seat: Seat, found: Difference) -> None:
    """Counts a difference that did not show again, with what differed only while asking again."""
    seat.revise("differ", "flaky", seat.counts["differ"])
    about = f" about {found.turn}" if found.turn else ""
    seat.keep(Mishap("flaky", f"another answer the second time{about}: {found.kind} {found.clause}", found.witness()))


def try_control(name: str, game: str, seed: int) -> Tried:
    """Whether a planted mistake is found under default settings, and after how many seconds."""
    begun = time.monotonic()
    found = None
    with (
        Engine(Plan(game, shlex.join(controls.argv(game, name))).argv) as engine,
        Watch(f"planted mistake {name}", CONTROL_SECONDS) as watch,
        suppress(GaveUp),
    ):
        lockstep = Lockstep(introduce(engine, game))

        def heard(doing: str) -> bool:
            watch.tell(lockstep.census.results)
            return False

        found = next(findings(Hunt(lockstep, heard), seed, begun + CONTROL_SECONDS), None)
    return Tried(name, found is not None, time.monotonic() - begun)
