"""A run in parts that a file keeps, so that you can stop it, go on with it, and merge others into it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.causes.differences import Difference, one_of_each_cause
from shatterproof_properties.conformance.generate.exhaustive import Shard
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.history.saved_run import NUMBERS, SavedRun, Totals
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.check import ask_again, judged, run_check
from shatterproof_properties.conformance.verdicts.result import RunResult, merge
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.in_process import is_in_process

PART_SECONDS = 600.0
"""The most seconds of a part: so much is lost if the machine goes down."""


def build_of(settings: RunSettings, title: str) -> str:
    """The build of an engine: its title, its command, and the contents of files that the command names."""
    files = {}
    for word in settings.engine.argv(settings.game):
        if is_in_process([word]):
            found = find_spec(word.split(":")[1])
            word = (found.origin if found else None) or ""
        if word and Path(word).is_file():
            with open(word, "rb") as stream:
                files[word] = file_digest(stream, "sha256").hexdigest()
    return strict_json.encode({"title": title, "command": settings.engine.command or "", "files": files})


def changed_since(builds: Iterable[str], build: str) -> str:
    """How a build differs from all earlier ones, in words; "" if it does not, or if it is the first."""
    before = [strict_json.decode(each) for each in builds]
    now = strict_json.decode(build)
    if not before or now in before:
        return ""
    latest = min(before, key=lambda each: sum(each[name] != now[name] for name in now))
    named = {"title": f"{latest['title']} before, {now['title']} now", "command": "another command",
             "files": "another program under the same command"}  # fmt: skip
    return "; ".join(named[name] for name in named if latest[name] != now[name])


def about(settings: RunSettings) -> dict[str, Any]:
    """The subject of a saved run: the game, the engine in any version, and the readings. Raises InputError."""
    with settings.engine.session(settings.game, settings.readings) as session:
        return {"game": settings.game, "engine": session.announced.name, "readings": session.readings.to_mapping()}


def run_saved(settings: RunSettings, saved: SavedRun) -> Verdict:
    """Checks part after part for as long as the budget says, and keeps the result of each.

    Each finding of earlier parts is asked again once, in a fresh process, and not searched for any more. The verdict
    has those that still show. Raises InputError.
    """
    until, left = time.monotonic() + settings.budget.seconds, settings.budget.results
    builds = saved.totals().builds
    again = ask_known_again(settings, saved.known())
    saved.forget([*again.fixed, *again.accepted])
    verdicts: list[Verdict] = []
    is_over = False
    while not is_over:
        # The seed names the part: only where the first is chosen is it no new one.
        seed = settings.seed if settings.seed is not None and not verdicts else secrets.randbelow(2**32)
        seconds = max(min(PART_SECONDS, until - time.monotonic()), 1)
        known = replace(settings.known, entries=(*settings.known.entries, *again.entries))
        part = replace(settings, seed=seed, budget=replace(settings.budget, seconds=seconds, results=left), known=known,
                       mutants=0 if verdicts else settings.mutants,
                       examples=settings.examples and not verdicts)  # fmt: skip
        verdict = run_check(part, Shard(part=saved.totals().parts, begins_run=not verdicts))
        result = verdict.result
        build = build_of(settings, result.engine.title)
        found = list(map(KnownDifference.of, result.findings.differences))
        saved.record(seed, result.ending.seconds, {**counted(result), "builds": {build: 1}})
        saved.remember(found)
        verdicts.append(verdict)
        again.shown += result.findings.differences
        again.entries += found
        left = None if left is None else left - result.coverage.results
        # Time is up, enough was compared, or this part was ended or failed.
        enough, ending = until - time.monotonic() < 1 or (left is not None and left <= 0), result.ending
        is_over = enough or ending.interrupted or bool(ending.gave_up or ending.internal_error)
    totals = replace(saved.totals(), changed=changed_since(builds, build))
    return _whole(settings, totals, verdicts, again)


def counted(result: RunResult) -> dict[str, Mapping[str, int]]:
    """The numbers that a saved run keeps of a part."""
    coverage = result.coverage
    numbers = {name: getattr(coverage, name) for name in NUMBERS}
    return {"clauses": coverage.all_clauses, "boards": coverage.boards, "features": coverage.features,
            "mutants": result.caught, "numbers": numbers}  # fmt: skip


@dataclass
class AskedAgain:
    """The differences of a saved run, asked again: those `shown` again with their `entries`, and those `fixed`.

    Those `accepted` are in the file of known differences by now. `run_saved` adds what its parts find to the first two.
    """

    shown: list[Difference] = field(default_factory=list)
    entries: list[KnownDifference] = field(default_factory=list)
    fixed: list[KnownDifference] = field(default_factory=list)
    accepted: list[KnownDifference] = field(default_factory=list)


def ask_known_again(settings: RunSettings, known: Sequence[KnownDifference]) -> AskedAgain:
    """Asks the counterexamples of known differences, each in a fresh process. Those that nobody can ask stay open."""
    again = AskedAgain()
    own = [entry for entry in settings.known.of_game(settings.game) if not entry.is_over()]
    for entry in known:
        with suppress(InputError):
            verdict = ask_again(settings, entry.counterexample, entry.earlier or ())
            shown = [*verdict.differences, *verdict.result.findings.beside]
            found = next(filter(entry.covers, shown), next(iter(shown), None))
            if found and any(each.covers(found) for each in own):
                again.accepted.append(entry)
            elif found:
                again.shown.append(entry.as_difference(found))
                again.entries.append(entry)
            elif verdict.agrees and entry.earlier != ():
                again.fixed.append(entry)
    return again


def _whole(settings: RunSettings, totals: Totals, verdicts: Sequence[Verdict], again: AskedAgain) -> Verdict:
    results = [verdict.result for verdict in verdicts]
    whole = merge(results)
    # The first part alone plays small boards from the opening; later ones go through them from elsewhere.
    first, longest = results[0].coverage, max((each.coverage for each in results), key=lambda each: each.bulk_results)
    whole.coverage.small_boards = first.small_boards
    reached = first.small_boards_in_bulk + longest.small_boards_in_bulk
    whole.coverage.small_boards_in_bulk = list(dict.fromkeys(reached))
    whole.ending.seconds = sum(each.ending.seconds for each in results)
    findings, own = whole.findings, set(settings.known.entries)
    findings.differences = one_of_each_cause(again.shown)
    # What earlier parts have found nobody has accepted: it is reported, and not expected.
    findings.expected = [entry for entry in findings.expected if entry in own]
    findings.fixed = [*again.fixed, *(entry for entry in findings.fixed if entry in own)]
    return judged(Verdict(settings, whole, verdicts[0].seed, verdicts[0].self_check, saved=totals))
