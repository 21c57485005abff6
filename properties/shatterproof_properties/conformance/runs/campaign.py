"""Campaigns: a check in parts that can be stopped, gone on with and merged; an sqlite file keeps what they come to."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof_properties.common.state_file import StateFile
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.reading_causes import explaining_readings
from shatterproof_properties.conformance.history.baseline import check_verdict, check_witnesses, run_of
from shatterproof_properties.conformance.history.totals import NUMBERS, Totals
from shatterproof_properties.conformance.runs.check import ask_again, run_check
from shatterproof_properties.conformance.runs.jobs import merge
from shatterproof_properties.conformance.settings import Plan
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.session import Session

PART_SECONDS = 600.0
"""Seconds of a part at most: what is lost at worst when the machine goes down."""
VERSION = 1
APPLICATION = 0x53504331
"""Marks the file as ours; spells SPC1."""
SCHEMA = (
    "CREATE TABLE campaign (only INTEGER PRIMARY KEY CHECK (only = 1), about TEXT NOT NULL)",
    "CREATE TABLE parts (seed INTEGER PRIMARY KEY, verdict TEXT NOT NULL)",
    "CREATE TABLE met (seed INTEGER NOT NULL REFERENCES parts, kind TEXT NOT NULL, name TEXT NOT NULL, "
    "count INTEGER NOT NULL, PRIMARY KEY (seed, kind, name)) WITHOUT ROWID",
)
KEPT = ("clauses", "boards", "features")
"""Fields of a verdict that say how often something was met, by name."""


class CampaignState(StateFile):
    """The file of a campaign, held by one process at a time; use it in a `with` statement.

    `about` says what is checked: the game, the engine and the readings. Raises InputError for a file that is none, that
    another run is holding, or that is about something else.
    """

    application, version, schema, longest = APPLICATION, VERSION, SCHEMA, strict_json.SIZE_LIMIT

    def __init__(self, file: Path, about: Mapping[str, Any]) -> None:
        self._game, self._about = about["game"], strict_json.encode(dict(about))
        super().__init__(file)

    def record(self, seed: int, verdict: Mapping[str, Any]) -> None:
        """Keeps what a part has come to, a verdict in JSON; nothing if a part of this seed is there already."""
        with self._at_once():
            new = self._base.execute(
                "INSERT OR IGNORE INTO parts VALUES (?, ?)", (seed, strict_json.encode(dict(verdict)))
            )
            if new.rowcount:
                for kind in KEPT:
                    rows = [(seed, kind, name, count) for name, count in verdict.get(kind, {}).items() if count]
                    self._base.executemany("INSERT INTO met VALUES (?, ?, ?, ?)", rows)

    def parts(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The parts, each with its seed and its verdict in JSON. Raises InputError where one cannot be read."""
        with self._input_errors():
            for seed, text in self._base.execute("SELECT seed, verdict FROM parts ORDER BY rowid"):
                data = strict_json.decode(text, source=str(self._file))
                check_verdict(data, str(self._file))
                if data.get("game") != self._game:
                    raise InputError("a part is about something else", str(self._file), f"{self._game} in each")
                yield seed, data

    def add(self, other: CampaignState) -> None:
        """Adds the parts of another campaign that are not here yet."""
        for seed, data in other.parts():
            self.record(seed, data)

    def totals(self) -> Totals:
        """What the campaign has come to."""
        totals = Totals()
        for _, data in self.parts():
            totals.parts += 1
            totals.seconds += data["milliseconds"] / 1000
            totals.numbers.update({name: data.get(name, 0) for name in NUMBERS})
            for name, caught in data["caught"].items():
                totals.caught[name] = caught or totals.caught.get(name, False)
        with self._input_errors():
            for kind, name, count in self._base.execute("SELECT kind, name, sum(count) FROM met GROUP BY kind, name"):
                if kind not in KEPT or not isinstance(name, str) or not isinstance(count, int):
                    raise InputError("it does not say how often something was met", str(self._file), "a whole campaign")
                totals.met.setdefault(kind, Counter())[name] = count
        return totals

    def differences(self) -> list[Difference]:
        """The differences that parts have found, each once."""
        found: dict[tuple[Any, ...], Difference] = {}
        for _, data in self.parts():
            check_witnesses(data, f"{self._file}, at ")
            for difference in run_of(data).differences.values():
                found.setdefault(difference.signature, difference)
        return list(found.values())

    def _begin(self) -> None:
        self._base.execute("INSERT INTO campaign VALUES (1, ?)", (self._about,))

    def _take_up(self, application: int, version: int, tables: Mapping[str, str]) -> None:
        if application == APPLICATION and version != VERSION:
            raise InputError(f"a campaign of version {version}", str(self._file), f"version {VERSION}")
        if application != APPLICATION or sorted(tables.values()) != sorted(SCHEMA):
            raise _no_campaign(self._file)
        (known,) = self._base.execute("SELECT about FROM campaign").fetchone() or ("",)
        if known != self._about:
            what, wish = (_in_words(each, self._file) for each in (known, self._about))
            raise InputError(f"a campaign about {what}", str(self._file), f"one about {wish}")

    def _unfit(self, error: Exception) -> InputError:
        busy = "locked" in str(error) or "busy" in str(error)
        what = "another run is at work on it" if busy else f"cannot be used: {error}"
        return InputError(what, str(self._file), "the file of a campaign, one run at a time")


def _in_words(about: str, file: Path) -> str:
    match strict_json.decode(about, source=str(file)):
        case {"game": str(game), "engine": str(engine), "readings": dict(readings)}:
            told = " ".join(f"{name}={value}" for name, value in readings.items())
            return shorten(" ".join(filter(None, (game, "by", engine, told))), 400)
    raise _no_campaign(file)


def _no_campaign(file: Path) -> InputError:
    return InputError("this is no campaign", str(file), "the file that --state began")


def about(plan: Plan) -> dict[str, Any]:
    """What a campaign is about: the game, the engine whatever its version, and the readings. Raises InputError."""
    with EngineClient(plan.argv, plan.limits) as engine:
        session = Session.begin(engine, plan.game, plan.readings)
        return {"game": plan.game, "engine": session.announced.name, "readings": session.readings.to_mapping()}


def run_campaign(plan: Plan, state: CampaignState) -> Verdict:
    """Checks part after part for as long as the plan says, and keeps what each has come to.

    What earlier parts have found is asked again once, and then not looked for any more; the verdict has what still
    shows. Raises InputError.
    """
    until, left = time.monotonic() + plan.seconds, plan.results
    kept = still_shown(plan, state)
    verdicts: list[Verdict] = []
    while not verdicts or not _is_over(verdicts[-1], until, left):
        # The seed names the part: only where the first is told is it no new one.
        seed = plan.seed if plan.seed is not None and not verdicts else secrets.randbelow(2**32)
        part = replace(plan, seconds=max(min(PART_SECONDS, until - time.monotonic()), 1), seed=seed, results=left,
                       controls=0 if verdicts else plan.controls, known=(*plan.known, *kept),
                       examples=plan.examples and not verdicts, part=state.totals().parts,
                       begins_run=not verdicts)  # fmt: skip
        verdict = run_check(part)
        state.record(seed, strict_json.decode(strict_json.encode(verdict.to_json())))
        verdicts.append(verdict)
        kept += verdict.differences
        left = None if left is None else left - verdict.coverage.results
    return _whole(plan, state, verdicts, kept)


def still_shown(plan: Plan, state: CampaignState) -> list[Difference]:
    """The differences that a campaign has found and that the engine has not been seen to have lost."""
    known = state.differences()
    return [each for each in known if not ask_again(plan, each.question, each.earlier or ()).agrees]


def _whole(plan: Plan, state: CampaignState, verdicts: list[Verdict], kept: list[Difference]) -> Verdict:
    """One verdict of the parts of a run, with what the whole campaign has come to."""
    whole = merge(replace(plan, differences=len(kept) + 1), verdicts[0].seed or 0, verdicts)
    whole.plan, whole.campaign = plan, state.totals()
    whole.controls = verdicts[0].controls
    # The first part alone plays small boards from the opening; later ones go through them from elsewhere.
    first, longest = (
        verdicts[0].coverage,
        max((each.coverage for each in verdicts), key=lambda coverage: coverage.by_second),
    )
    whole.coverage.small_boards = first.small_boards
    told = first.small_boards_by_second + longest.small_boards_by_second
    whole.coverage.small_boards_by_second = list(dict.fromkeys(told))
    whole.seconds = sum(verdict.seconds for verdict in verdicts)
    whole.differences = sorted(kept, key=lambda difference: difference.question.size)
    whole.along = [explaining_readings(difference) for difference in whole.differences]
    return whole


def _is_over(latest: Verdict, until: float, left: int | None) -> bool:
    """Whether there is no point in another part: time is up or enough compared, or the latest was ended or failed."""
    enough = until - time.monotonic() < 1 or (left is not None and left <= 0)
    return enough or latest.interrupted or bool(latest.gave_up or latest.own_mistake)
