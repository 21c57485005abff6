"""One process's share of a check: it searches for as long as the plan says, and its verdict says what it has found."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random

from rich.progress import BarColumn, TextColumn

from shatterproof.errors import InputError
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.common.prose import internal_error
from shatterproof_properties.conformance.causes.changed_rules import ChangedRule, follows, parting
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.known import MOST_REMEMBERED
from shatterproof_properties.conformance.compare.bulk import SecondEngineWrong
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.cases import Case, replayed_case
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.generate.spec_examples import known_cases
from shatterproof_properties.conformance.history.declared import Declared
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.reproduction import with_earlier_questions
from shatterproof_properties.conformance.reduce.shrinking import Shrinking
from shatterproof_properties.conformance.settings import Plan
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.conformance.verdicts.minimum_coverage import not_announced
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.client import EngineClient, GaveUp
from shatterproof_properties.engines.pipeline import TimeUp
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.boards import has_opening
from shatterproof_properties.protocol.question import Question

SHRINKING = 1.0
"""Asking again and shrinking may take as long once more as a run: its time multiplied by this, for all differences."""
VECTORS = 0.4
"""Share of a run's time after which no more vectors are asked: a slow engine is to be asked other things as well."""
MOST_FLAKY = 3
"""Differences that did not show again, after which there is no point in going on."""
BETWEEN_UPDATES = 0.1
FOLLOWING = 10.0
"""Seconds in which it is asked whether the engine follows a changed rule, at most."""
MOST_BOARDS = 8
"""Boards, the smallest, on which it is asked about in random games."""

OnProgress = Callable[[int, bool], bool]
"""Is told how many results a process has compared and whether it has found a difference; true: it should stop."""


class RunProgress(Bar):
    """A progress bar over some seconds, on a terminal only; use it in a `with` statement."""

    def __init__(self, label: str, seconds: float, quiet: bool = False) -> None:
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[results]:,} results")
        super().__init__(label, seconds, *columns, quiet=quiet, results=0)
        self._label = label
        self._begun = time.monotonic()
        self._next = self._begun

    def tell(self, results: int, doing: str = "") -> None:
        """Shows how far the run is; `doing` says what, where that is not what the label says."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + BETWEEN_UPDATES
        self.show(now - self._begun, results=results, description=doing or self._label)


def run_shard(plan: Plan, seed: int, on_progress: OnProgress | None = None, share: Shard = ALONE) -> Verdict:
    """One process's share of a check. Raises InputError."""
    begun = time.monotonic()
    with (
        EngineClient(plan.argv, plan.limits) as engine,
        RunProgress("checking", plan.seconds, quiet=bool(on_progress)) as watch,
    ):
        session = Session.begin(engine, plan.game, plan.readings)
        readings = session.readings.to_mapping()
        declared = [entry for entry in plan.declared if entry.game == plan.game]
        in_force = [entry for entry in declared if not entry.is_over()]
        probes = MutantProbes(plan.game, readings)
        differential = DifferentialRun(session, declared=in_force, probes=probes)
        for difference in plan.known:
            differential.known.add(difference, given=True)
        verdict = Verdict(plan, session.announced.title, readings, seed, counts=session.counts,
                          troubles=session.troubles, coverage=differential.coverage, 
                          declared=differential.declarations.seen,
                          unknown=session.about.unknown, unplayed=session.about.with_choice,
                          caught=probes.caught, gaps=session.gaps, not_announced=not_announced(session))  # fmt: skip

        def enough(doing: str) -> bool:
            results = differential.coverage.results
            watch.tell(results, "" if doing == "searching" else doing)
            stop = on_progress(results, doing == "shrinking") if on_progress else False
            return stop or (plan.results is not None and results >= plan.results)

        def work() -> None:
            search = DifferenceSearch(differential, enough, share)
            # What shows at the witness of an entry teaches every share what else has the same cause.
            over = list(stale(differential, declared))
            verdict.stale = over if share.index == 0 else []
            look(search, verdict, begun + plan.seconds, share)
            verdict.coverage.small_boards = search.exhaustive.reached()
            verdict.coverage.small_boards_by_second = search.bulk.reached()

        carry_out(work, verdict, session)
        verdict.asked_as = session.asked_as
        verdict.known = differential.known.turned_up
        verdict.seconds = time.monotonic() - begun
    return verdict


def carry_out(work: Callable[[], None], verdict: Verdict, session: Session) -> None:
    """Does the work and takes leave of the engine; the verdict gets how it ended, also where somebody interrupts it.

    Raises InputError where the work does; whatever else it raises is a mistake of ours, which the verdict tells.
    """
    try:
        with suppress(TimeUp):
            try:
                work()
            except GaveUp as error:
                verdict.gave_up = str(error)
            except SecondEngineWrong as error:
                verdict.own_mistake = str(error)
        session.leave()
        verdict.sent = session.engine.asked
        return
    except InputError:
        raise
    except KeyboardInterrupt:
        verdict.interrupted = True
    # What was found until then is told all the same.
    except Exception as error:
        verdict.own_mistake = internal_error(error)
    session.engine.kill()
    # What was just being compared is no question of this run.
    verdict.sent = verdict.counts.total()


def stale(differential: DifferentialRun, declared: Iterable[Declared]) -> Iterator[Declared]:
    """The declared differences that the engine does not show any more when asked, or whose time is over.

    A witness that the engine cannot be asked, or of other readings, says nothing.
    """
    session = differential.session
    for entry in declared:
        case = replayed_case(entry.witness, "--declared, witness")
        if entry.is_over():
            yield entry
        elif session.can_be_asked(case.question):
            before = session.counts["agree"]
            deque(differential.differences(case), maxlen=0)
            if entry not in differential.declarations.seen and session.counts["agree"] > before:
                session.recount("agree", "stale")
                yield entry


def look(search: DifferenceSearch, verdict: Verdict, deadline: float, share: Shard = ALONE) -> None:
    """Searches until there are as many differences as the plan wants, or time is up; the verdict gets what is found."""
    begun = search.clock()
    assert verdict.seed is not None
    flaky, left = 0, SHRINKING * verdict.plan.seconds
    for found in findings(search, verdict.seed, deadline, share, verdict.plan.examples):
        at, asked = search.clock(), list(search.differential.session.asked)
        until = at + left / (verdict.plan.differences - len(verdict.differences))
        verdict.found_after, before = verdict.found_after or at - begun, verdict.found_after
        again = confirm(search, verdict, found, until)
        if again:
            shrink(search, verdict, found, until, asked)
        elif again is not None:
            verdict.found_after = before
            session = search.differential.session
            # With what differed only while asking again.
            session.note_flaky(found.question, f"{found.kind} {found.clause}", session.counts["differ"])
            flaky += 1
        left -= search.clock() - at
        # Who has no time to be asked again is not asked for more.
        if again is None or flaky == MOST_FLAKY or len(verdict.differences) == verdict.plan.differences:
            break


def confirm(search: DifferenceSearch, verdict: Verdict, found: Difference, until: float) -> bool | None:
    """Whether a difference shows again; None if nobody could ask until then: the verdict gets it as it was found.

    Raises GaveUp where the engine fails too often, with the difference told as well.
    """
    again = None
    try:
        again = search.shows_again(found, until)
    finally:
        if again is None:
            verdict.differences.append(found)
            verdict.stopped_short += 1
    return again


def shrink(
    search: DifferenceSearch, verdict: Verdict, found: Difference, until: float, asked: Sequence[Question]
) -> None:
    """Adds a difference to the verdict, as small as it can be made until then. `asked` is what it was found after."""
    now = search.clock()
    # Shrinking asks so much that nobody could say afterwards what it depends on.
    afresh = with_earlier_questions(search.differential.session, found, now + (until - now) / 2, asked)
    shrinking = Shrinking(search, found, until)
    try:
        shrinking.run()
        plainer = search.differential.known.plainer(shrinking.best)
        if plainer:
            another = Shrinking(search, plainer, until)
            another.run()
            shrinking = another if another.best.question.size.memory <= MOST_REMEMBERED else shrinking
    finally:
        verdict.differences.append(shrinking.best)
        verdict.differences.sort(key=lambda difference: difference.question.size)
        verdict.stopped_short += shrinking.stopped_short
    tell_cause(search, verdict, afresh, shrinking.best, until)


def tell_cause(search: DifferenceSearch, verdict: Verdict, found: Difference, told: Difference, until: float) -> None:
    """Works out the cause of a difference that the verdict has, with all that the case shows in which it was found.

    It is told as it was found where only then it is known what it depends on.
    """
    session, known = search.differential.session, search.differential.known
    reproduced = with_earlier_questions(session, told, until, list(session.asked))
    if found.earlier and not reproduced.earlier:
        reproduced = found
    with suppress(TimeUp, GaveUp):
        search.begin("asking again", until)
        for witness in search.differential.differences(Case.of(found.question)):
            known.cover(witness)
    place = verdict.differences.index(told)
    verdict.differences[place] = known.find_cause(reproduced, partial(_follows, search, reproduced, until))
    verdict.differences.sort(key=lambda difference: difference.question.size)


def _follows(search: DifferenceSearch, told: Difference, until: float, rule: ChangedRule) -> bool:
    """Whether the engine plays by a changed rule elsewhere too, as far as it can be asked until then."""
    differential, session = search.differential, search.differential.session
    if session.announced.own_texts:
        return True

    def ask(question: Question, rightful: Answer) -> Answer | None:
        search.on_step()
        got = differential.pipeline.alone(partial(session.ask, session.fair(question, "apply")))
        if got is not None:
            comparison = differential.comparison(question)
            session.count_as("differ" if comparison.verdicts(question.turn, rightful, got) else "agree")
        return got

    met = [told.question, *(question for question, _ in differential.known.agreements.latest)]
    starts = (session.game.start(board, session.readings) for board in dict.fromkeys(search.boards)
              if has_opening(session.game, board))  # fmt: skip
    openings = [Question.at(session.game, start) for start in islice(starts, MOST_BOARDS)]
    with suppress(TimeUp, GaveUp):
        search.begin("asking again", min(until, search.clock() + FOLLOWING))
        return follows(rule, parting(rule, met, openings), ask)
    return True


def findings(
    search: DifferenceSearch, seed: int, deadline: float, share: Shard = ALONE, with_examples: bool = True
) -> Iterator[Difference]:
    """Differences as they turn up: in the vectors and the examples of the spec, if wanted, then in random cases."""
    vectors: Iterator[Difference] = iter(())
    if with_examples:
        until = search.clock() + VECTORS * (deadline - search.clock())
        vectors = VectorsFirst(search.differential, search.on_step, share, lambda: search.clock() < until).differences()
    while found := search.next_of(vectors, deadline):
        yield found
    if search.over:
        return
    session = search.differential.session
    about, set_up = session.about, session.announced.from_position
    known: Iterable[Case] = ()
    if with_examples:
        examples = known_cases(session.game.NAME, session.readings, about.boards, set_up, share)
        # Their turns are what matters, and listing all turns of all examples would take longer than a short run has.
        known = (case.asking(lists=False) for case in examples)
    for batch in _batches(known, seed):
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
