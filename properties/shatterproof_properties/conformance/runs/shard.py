"""One process's shard of a run: it searches for as long as its budget says, and returns what it has found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from random import Random

from rich.progress import BarColumn, TextColumn

from shatterproof.errors import InputError
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.common.prose import internal_error
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.bulk import SecondEngineWrong
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.cases import Case, replayed_case
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.generate.spec_examples import known_cases
from shatterproof_properties.conformance.history.known import ExpectedDifferences, KnownDifference
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.reproduction import differences_afresh
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.inquiry import look
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.conformance.verdicts.engine_errors import wrongly_asked
from shatterproof_properties.conformance.verdicts.result import SPOILING, RunResult
from shatterproof_properties.engines.exchange import GaveUp, Stopped
from shatterproof_properties.engines.session import Session

VECTORS = 0.4
"""The share of a run's time for vectors. After it a slow engine is asked other things as well."""

OnProgress = Callable[[RunResult, bool], bool]
"""Gets the result of a process so far, and whether it is shrinking a difference. Returns true if it should stop."""


class RunProgress(Bar):
    """A progress bar over some seconds, on a terminal only; use it in a `with` statement."""

    def __init__(self, label: str, seconds: float, quiet: bool = False) -> None:
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[results]:,} results")
        super().__init__(label, seconds, *columns, quiet=quiet, results=0)
        self._label = label
        self._begun = time.monotonic()
        self._next = self._begun

    def tell(self, results: int, doing: str = "") -> None:
        """Shows how far the run is. `doing` replaces the label."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + 0.1
        self.show(now - self._begun, results=results, description=doing or self._label)


def run_shard(
    settings: RunSettings, seed: int, on_progress: OnProgress | None = None, shard: Shard = ALONE
) -> RunResult:
    """Search as one process of a run. Raises InputError."""
    budget = settings.budget
    with (
        settings.engine.engine(settings.game) as engine,
        RunProgress("checking", budget.seconds, quiet=bool(on_progress)) as watch,
    ):
        session = Session.begin(engine, settings.game, settings.readings)
        # The time is that for questions: what takes long to begin loses none of it.
        begun = time.monotonic()
        known = settings.known.of_game(settings.game)
        expected = ExpectedDifferences([entry for entry in known if not entry.is_over()])
        only = settings.only
        probes = MutantProbes(settings.game, session.readings.to_mapping(), only=only)
        differential = DifferentialRun(session, expected=expected, only=only)
        result = RunResult.growing_with(session, differential.coverage)
        result.caught, result.caught_after, result.findings.expected = probes.caught, probes.caught_after, expected.seen

        def enough(doing: str) -> bool:
            results = differential.coverage.results
            watch.tell(results, "" if doing == "searching" else doing)
            stop = on_progress(result, doing == "shrinking") if on_progress else False
            return stop or (budget.results is not None and results >= budget.results)

        def work() -> None:
            search, until = DifferenceSearch(differential, enough, shard), begun + budget.seconds
            again = KnownAgain(search, known, shard)
            result.findings.fixed = again.fixed
            further = search_through(search, seed, until, shard, settings.examples, probes)
            seen = chain(again.differences(until), further)
            look(search, result.findings, seen, budget)
            result.coverage.small_boards = search.exhaustive.reached()
            result.coverage.small_boards_in_bulk = search.bulk.reached()

        carry_out(work, result, session)
        result.findings.keep_expected()
        if wrong := wrongly_asked(settings.game, result.engine.readings, result.questions.errors):
            result.ending.internal_error = str(SecondEngineWrong(wrong))
        result.ending.seconds = time.monotonic() - begun
    return result


def carry_out(work: Callable[[], None], result: RunResult, session: Session) -> None:
    """Does the work and says bye to the engine. The result gets how it ended, also after an interrupt.

    Raises InputError if the work does. The result keeps any other exception as an internal error.
    """
    ending = result.ending
    try:
        with suppress(Stopped):
            try:
                work()
            except GaveUp as error:
                ending.gave_up = str(error)
            except SecondEngineWrong as error:
                ending.internal_error = str(error)
        session.leave()
        result.questions.sent, result.engine.spared = session.engine.asked, session.spared
        result.findings.is_asked_afresh = session.is_asked_afresh
        return
    except InputError:
        raise
    except KeyboardInterrupt:
        ending.interrupted = True
    # What was found until then is reported all the same.
    except Exception as error:
        ending.internal_error = internal_error(error)
    session.engine.kill()
    # What was just being compared is no question of this run.
    result.questions.sent, result.engine.spared = result.questions.counts.total(), session.spared


class KnownAgain:
    """Asks the counterexamples of known differences again, before anything else is asked.

    From then on every shard expects differences with the cause of an entry. Only the first shard reports other
    differences that these questions show, and which entries are `fixed`. An entry stays open if the engine cannot be
    asked about it, or gives no proper answer.
    """

    def __init__(self, search: DifferenceSearch, entries: Iterable[KnownDifference], shard: Shard = ALONE) -> None:
        self.fixed: list[KnownDifference] = []
        self._search, self._differential = search, search.differential
        self._entries = entries
        self._reports = shard.index == 0

    def differences(self, deadline: float) -> Iterator[Difference]:
        """Unexpected differences that these questions show.

        While one is looked into, no other question is on its way.
        """
        shown = (found for entry in self._entries for found in self._shown(entry, deadline))
        while found := self._search.next_of(shown, deadline):
            if self._reports:
                yield found

    def _shown(self, entry: KnownDifference, deadline: float) -> Iterator[Difference]:
        if not self._differential.session.can_be_asked(entry.counterexample):
            return
        found, is_answered = self._asked(entry, deadline)
        is_gone = is_answered and entry not in self._differential.expected.seen and not any(map(entry.covers, found))
        if is_gone and self._reports:
            self.fixed.append(entry)
        yield from (each for each in found if not self._differential.known.cover(each))

    def _asked(self, entry: KnownDifference, deadline: float) -> tuple[list[Difference], bool]:
        """The unexpected differences of one entry's question, and whether its answer decides if the entry is fixed."""
        session = self._differential.session
        if entry.earlier:
            reproduced = differences_afresh(session, entry.counterexample, entry.earlier, deadline)
            others = self._differential.expected.others(reproduced or ())
            return [replace(each, earlier=entry.earlier) for each in others], reproduced is not None
        before = session.counts.copy()
        found = list(self._differential.differences(replayed_case(entry.counterexample, "--known")))
        is_answered = not any(session.counts[outcome] > before[outcome] for outcome in ("skip", *SPOILING))
        # Where nobody knows what has to be asked before, an engine that agrees says nothing.
        return found, entry.earlier is None and is_answered


def search_through(
    search: DifferenceSearch,
    seed: int,
    deadline: float,
    shard: Shard = ALONE,
    with_examples: bool = True,
    probes: MutantProbes | None = None,
) -> Iterator[Difference]:
    """Yields differences: first from the vectors and the examples of the spec, if wanted, then from random cases.

    Only random cases are asked of the probes, since every run has the vectors and examples.
    """
    vectors: Iterator[Difference] = iter(())
    if with_examples:
        until = search.clock() + VECTORS * (deadline - search.clock())
        vectors = VectorsFirst(search.differential, search.on_step, shard, lambda: search.clock() < until).differences()
    while found := search.next_of(vectors, deadline):
        yield found
    if search.over:
        return
    session = search.differential.session
    about, set_up = session.about, session.announced.from_position
    known: Iterable[Case] = ()
    if with_examples:
        only = search.differential.coverage.only
        examples = known_cases(session.game.NAME, session.readings, about.boards, set_up, shard, only)
        # Their turns are what matters, and listing all turns of all examples would take longer than a short run has.
        known = (case.asking(lists=False) for case in examples)
    for batch in _batches(known, seed):
        search.differential.probes = None if isinstance(batch, list) else probes
        found = search.try_out(batch, deadline) if isinstance(batch, list) else search.search(batch, deadline)
        if found:
            yield found
        if search.over:
            return


def _batches(known: Iterable[Case], seed: int) -> Iterator[list[Case] | int]:
    """Known cases one by one, then seeds for batches of random ones, without end."""
    yield from ([case] for case in known)
    random = Random(seed)
    while True:
        yield random.randrange(2**63)
