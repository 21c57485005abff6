"""The result of a run, merged from the values that its processes return."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import ceil, exp, log
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.common.prose import internal_error
from shatterproof_properties.conformance.causes.differences import Difference, one_of_each_cause
from shatterproof_properties.conformance.causes.known_causes import one_of_each
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.compare.mismatch_candidates import SecondEngineWrong
from shatterproof_properties.conformance.compare.mutant_probes import SHARE
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.engines.errors import GaveUp, Stopped
from shatterproof_properties.engines.session import MOST_ENGINE_ERRORS_KEPT, EngineErrorRecord, Session
from shatterproof_properties.protocol.question import Question

LEAST_RESULTS = 50
"""The least number of results to compare if no mutant can show."""
MOST_SECONDS = 30 * 86_400.0
SPOILING = ("error", "timeout", "breach", "flaky")
"""The outcomes of questions that were not answered properly."""


class MutantResult(NamedTuple):
    """A mutant that the run had to find first: whether it did, and after how many seconds."""

    name: str
    found: bool
    seconds: float


@dataclass
class EngineAccount:
    """The introduction of an engine that plays a game.

    `readings` are all values in force. For `unknown` readings the engine does not say what it follows, and for
    `unplayed` ones it announces further values. `not_announced` would let a run see more. `spared` are the questions
    that its introduction rules out, in words. With `own_texts` it has a notation of its own.
    """

    game: str
    title: str
    readings: dict[str, str]
    unknown: tuple[str, ...] = ()
    unplayed: tuple[str, ...] = ()
    not_announced: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    own_texts: bool = False

    @property
    def rules(self) -> Any:
        """The readings in force, as the game has them."""
        return find_game(self.game).Readings.from_mapping(self.readings)

    @property
    def departures(self) -> dict[str, str]:
        """The readings in force that are not at the defaults of the game."""
        return dict(self.rules.departures())

    @classmethod
    def of(cls, session: Session) -> EngineAccount:
        """The introduction of the engine of a session, as far as it is known now."""
        about, announced = session.about, session.announced
        lacks = {"turns": not announced.lists_from, "positions": not announced.from_position,
                 "more boards": len(about.boards) == 1}  # fmt: skip
        return cls(session.game.NAME, announced.title, session.readings.to_mapping(), about.unknown, about.with_choice,
                   tuple(what for what, is_lacking in lacks.items() if is_lacking), session.spared,
                   announced.own_texts)  # fmt: skip


@dataclass
class Questions:
    """How the questions of a run ended: `counts` by outcome, which add up to the number `sent`.

    `errors` are some of those without a proper answer, `gaps` the reasons that the engine gave for not answering.
    """

    counts: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    errors: list[EngineErrorRecord] = field(default_factory=list)
    gaps: Counter[str] = field(default_factory=Counter)

    def add(self, other: Questions) -> None:
        self.counts += other.counts
        self.sent += other.sent
        self.errors += other.errors[: MOST_ENGINE_ERRORS_KEPT - len(self.errors)]
        self.gaps += other.gaps


@dataclass
class Findings:
    """The differences of a run, each with another cause, and the known ones that were `expected` or are `fixed`.

    `stopped_short` is the number of differences that were not shrunk to the end for lack of time. `found_after` are the
    seconds until the first. `is_asked_afresh` says that a new process was asked about each. `beside` are differences in
    other turns of a position than the one asked about. The run looked for `most` differences.
    """

    differences: list[Difference] = field(default_factory=list)
    expected: list[KnownDifference] = field(default_factory=list)
    fixed: list[KnownDifference] = field(default_factory=list)
    stopped_short: int = 0
    is_asked_afresh: bool = True
    beside: list[Difference] = field(default_factory=list)
    found_after: float | None = None
    most: int = 1

    def keep_expected(self) -> None:
        """Keeps an entry from counting as fixed if its difference has shown elsewhere."""
        self.fixed = [entry for entry in self.fixed if entry not in self.expected]

    def add(self, other: Findings) -> None:
        self.differences += other.differences
        self.expected += [entry for entry in other.expected if entry not in self.expected]
        self.fixed += [entry for entry in other.fixed if entry not in self.fixed]
        self.stopped_short += other.stopped_short
        self.most = max(self.most, other.most)
        self.is_asked_afresh &= other.is_asked_afresh
        times = [time for time in (self.found_after, other.found_after) if time is not None]
        self.found_after = min(times, default=None)


@dataclass
class RunEnding:
    """How a run ended: after how many seconds, and whether anything cut it short.

    `internal_error` is set if our second engine and the reference differ, or if the harness fails. The run then says
    nothing about agreement.
    """

    seconds: float = 0.0
    interrupted: bool = False
    gave_up: str = ""
    internal_error: str = ""


@dataclass
class RunResult:
    """The result of one process of a run, or of all.

    `caught` tells of each mutant whether the run's own questions would have shown it; questions with which every run
    begins do not count. `caught_after` are the seconds from the first such question until each was caught. `hidden`
    mutants cannot show on what the engine announces.
    """

    engine: EngineAccount
    questions: Questions = field(default_factory=Questions)
    coverage: Coverage = field(default_factory=Coverage)
    findings: Findings = field(default_factory=Findings)
    ending: RunEnding = field(default_factory=RunEnding)
    caught: dict[str, bool] = field(default_factory=dict)
    caught_after: list[float] = field(default_factory=list)
    hidden: tuple[str, ...] = ()

    @property
    def visible_mutants(self) -> list[str]:
        """The mutants that can show, as far as is known."""
        return [name for name, caught in self.caught.items() if caught or name not in self.hidden]

    @property
    def mutants_needed(self) -> int:
        """How many mutants the questions must have shown; 0 where none is known that can show."""
        return ceil(SHARE * len(self.visible_mutants))

    @property
    def lacking(self) -> list[str]:
        """The coverage that a run lacks for a verdict of agreement, in words; empty if it saw enough."""
        needed, results, caught = self.mutants_needed, self.coverage.results, sum(self.caught.values())
        if not needed or not results:
            return [f"{results:,} results of at least {LEAST_RESULTS:,}"] if results < LEAST_RESULTS else []
        of = f"{caught} of {len(self.visible_mutants)} self-check mutants would have been found"
        return [f"{of}, {needed} are needed"] if caught < needed else []

    @property
    def seconds_needed(self) -> float | None:
        """About how long a run takes that sees enough, at the rate at which this one has; None if that cannot be said.

        Every further mutant takes longer by the same factor, at least one and a tenth, since many are shown at once and
        by luck: by that factor the later half of those shown has been found.
        """
        needed, results, after = self.mutants_needed, self.coverage.results, sorted(self.caught_after)
        if not needed:
            return self.ending.seconds * LEAST_RESULTS / results if results else None
        if len(after) < 3:
            return None
        half = len(after) // 2
        step = max(log(after[-1] / max(after[half - 1], 0.01)) / (len(after) - half), 0.1)
        return min(self.ending.seconds + after[-1] * (exp((needed - len(after)) * step) - 1), MOST_SECONDS)

    def refused_position(self, is_legal: bool) -> Question | None:
        """The first question whose position the engine refuses, and the rules accept; None if there is none.

        With `is_legal` False it is one that the rules refuse as well, and only our second engine accepts.
        """
        for error in self.questions.errors:
            start = error.question.get("position")
            if error.what.startswith("bad-position: ") and isinstance(start, dict):
                data = {"start": start, "turn": error.question.get("turn", "")}
                question = Question.from_json(data, "trouble", self.engine.game).under(self.engine.readings)
                accepted = False
                with suppress(InputError):
                    accepted = question.begun is not None
                if accepted == is_legal:
                    return question
        return None

    @contextmanager
    def growing_with(self, session: Session) -> Iterator[None]:
        """Let the questions grow with those of a session; after the block, take leave of the engine.

        The result then says how the block ended and after how many seconds, even if it was interrupted. Raises
        InputError if the block does; no other exception gets out.
        """
        # The time is that for questions: what takes long to begin loses none of it.
        ending, begun = self.ending, time.monotonic()
        self.questions = Questions(session.counts, 0, session.engine_errors, session.gaps)
        try:
            try:
                yield
            except Stopped:
                pass
            except GaveUp as error:
                ending.gave_up = str(error)
            except SecondEngineWrong as error:
                ending.internal_error = str(error)
            session.leave()
            self.questions.sent = session.engine.asked
            self.findings.is_asked_afresh = session.is_asked_afresh
        except InputError:
            raise
        except (KeyboardInterrupt, Exception) as error:
            # What was found until then is reported all the same.
            if isinstance(error, KeyboardInterrupt):
                ending.interrupted = True
            else:
                ending.internal_error = internal_error(error)
            session.engine.kill()
            # What was just being compared is no question of this run.
            self.questions.sent = self.questions.counts.total()
        self.engine.spared = session.spared
        ending.seconds = time.monotonic() - begun

    def add(self, other: RunResult) -> None:
        self.questions.add(other.questions)
        self.coverage.add(other.coverage)
        self.findings.add(other.findings)
        self.ending.interrupted |= other.ending.interrupted
        self.ending.gave_up = self.ending.gave_up or other.ending.gave_up
        self.ending.internal_error = self.ending.internal_error or other.ending.internal_error
        for name, caught in other.caught.items():
            self.caught[name] = caught or self.caught.get(name, False)
        # Of several processes each has found some of them: as many as all together, by those that were quickest.
        self.caught_after = sorted([*self.caught_after, *other.caught_after])[: sum(self.caught.values())]


def merge(results: Sequence[RunResult]) -> RunResult:
    """Several results in one: sums, and the smallest differences, one of each cause, as many as were looked for."""
    whole = RunResult(results[0].engine)
    for result in results:
        whole.add(result)
    found = one_of_each(whole.engine.game, whole.engine.rules, whole.findings.differences)
    whole.findings.differences = one_of_each_cause(found)[: whole.findings.most]
    whole.findings.keep_expected()
    # Each process has asked about its share of the same positions.
    whole.coverage.small_boards = min(results, key=lambda result: result.coverage.results).coverage.small_boards
    return whole
