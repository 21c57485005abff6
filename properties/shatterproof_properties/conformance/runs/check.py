"""The main job: an engine is checked against the reference, or asked one question again, and gets a verdict."""

from __future__ import annotations

import secrets
import shlex
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.files import read_text
from shatterproof_properties.common.interrupts import ClusterGone
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.rule_mutants import explaining_readings
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes, answered
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, read_counterexample, replayed_case
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.reduce.difference_search import Budget, DifferenceSearch
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.runs.shard import RunProgress, run_jobs, run_shard, search_through
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.conformance.vectors.vector import vector_about
from shatterproof_properties.conformance.verdicts.result import EngineAccount, MutantResult, RunEnding, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import GaveUp
from shatterproof_properties.engines.session import Session, introduced
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine

MUTANT_SECONDS = 60.0
LEAST_SECONDS = 3.0
"""The least time for trying readings that would explain differences."""
MOST_QUESTIONS = 2500
"""The most vectors that mutants are asked. Those set into larger boards take the rules longer than all others."""
MOST_REPORTED = 3
"""The most unlike differences that one question reports when it is asked again."""


def run_check(settings: RunSettings, shard: Shard = ALONE) -> Verdict:
    """Check an engine for as long as the settings say. Raises InputError for a command that cannot be run."""
    seed = secrets.randbelow(2**32) if settings.seed is None else settings.seed
    with settings.engine.session(settings.game, settings.readings) as session:
        # An engine that cannot be checked is refused before anybody waits for mutants.
        result = RunResult(EngineAccount.of(session))
    tried: list[MutantResult] = []
    try:
        for name in mutants.sample(settings.game, settings.mutants, Random(seed), settings.only):
            tried.append(try_mutant(name, settings.game, seed, settings.only))
        until = time.monotonic() + 2 * settings.budget.seconds
        if settings.workers.scheduler is not None:
            # Imported here because it is wanted rarely and takes long.
            from shatterproof_properties.conformance.runs.on_cluster import run_on_cluster

            result = run_on_cluster(settings, seed, shard)
        elif settings.workers.jobs > 1:
            result = run_jobs(settings, seed, shard)
        else:
            result = run_shard(settings, seed, shard=shard)
        if result.lacking:
            result.hidden = hidden_mutants(session, [name for name, caught in result.caught.items() if not caught])
        return judged(Verdict(settings, result, seed, tried), until)
    except KeyboardInterrupt as interrupt:
        result.ending.interrupted = True
        result.ending.gave_up = str(interrupt) if isinstance(interrupt, ClusterGone) else result.ending.gave_up
    return Verdict(settings, result, seed, tried)


def judged(verdict: Verdict, until: float = 0.0) -> Verdict:
    """The verdict, with the readings that explain its differences and the vector about a refused position.

    Readings are tried until `until`, but at least for some seconds.
    """
    until = max(until, time.monotonic() + LEAST_SECONDS)
    verdict.explanations = [
        explaining_readings(each, lambda: time.monotonic() > until) if each.earlier is None else ()
        for each in verdict.differences
    ]
    verdict.refused_vector = vector_about(verdict.refused) if verdict.refused else ""
    return verdict


def run_each(wanted: Sequence[RunSettings], run: Callable[[RunSettings], Verdict]) -> list[Verdict]:
    """A verdict for each of several runs, in order. After an interrupt, the verdicts so far.

    Raises KeyboardInterrupt if nothing is known of the engine yet.
    """
    verdicts: list[Verdict] = []
    for settings in wanted:
        try:
            if verdicts and verdicts[-1].result.ending.interrupted:
                raise KeyboardInterrupt
            verdicts.append(run(settings))
        except KeyboardInterrupt:
            if not verdicts:
                raise
            readings = find_game(settings.game).Readings.from_mapping(settings.readings)
            account = EngineAccount(settings.game, verdicts[0].result.engine.title, readings.to_mapping())
            verdicts.append(Verdict(settings, RunResult(account, ending=RunEnding(interrupted=True)), settings.seed))
    return verdicts


def games_of(engine: EngineSettings) -> list[str]:
    """The games of ours that an engine plays. Raises InputError if it plays none."""
    if engine.command is None:
        return list(GAMES)
    with engine.engine(GAMES[0]) as started:
        played = introduced(started).known_games
    if not played:
        raise InputError("the engine plays none of the games", "hello", f"one of {', '.join(GAMES)}")
    return list(played)


def read_replay(given: str, game: str = "") -> tuple[Question, tuple[Question, ...]]:
    """The question of a counterexample, given as JSON or as a file, and the questions to ask before it.

    It is of the named game, else of the one that it names. Raises InputError if it has another form, or if the rules do
    not allow a position or turn of an earlier question.
    """
    text = given if given.lstrip().startswith("{") else read_text(Path(given))
    question, earlier = read_counterexample(strict_json.decode(text, source="--replay"), "--replay", game)
    return question, earlier or ()


def ask_again(settings: RunSettings, question: Question, earlier: Sequence[Question] = ()) -> Verdict:
    """Asks one question again, in a fresh process, after the `earlier` ones. Raises InputError."""
    case = replayed_case(question)
    with settings.engine.session(settings.game) as session:
        session.readings = question.chosen
        if not session.announced.from_position and not case.question.from_opening:
            raise InputError("the engine plays from the opening only", "--replay", "a counterexample that starts there")
        differential = DifferentialRun(session)
        result = RunResult(EngineAccount.of(session), coverage=differential.coverage)
        with result.growing_with(session):
            for each in earlier:
                if differential.pipeline.alone(partial(session.ask, each)) is not None:
                    session.count_as("agree")
            differential.texts_read_back = MOST_RESULTS
            found = [replace(each, earlier=tuple(earlier) or None) for each in differential.differences(case)]
            unlike: dict[Hashable, Difference] = {}
            for difference in found:
                unlike.setdefault(difference.signature, difference)
            some = list(unlike.values())[:MOST_REPORTED]
            about_it = [difference for difference in found if difference.question.turn == question.turn][:1]
            if not about_it and question.turn:
                # Where it answers rightly about the turn itself, something else of the position is at fault.
                result.findings.beside = some
                session.counts["expected"] += session.counts.pop("differ", 0)
            else:
                result.findings.differences = about_it or some
    return judged(Verdict(settings, result))


def try_mutant(name: str, game: str, seed: int, only: frozenset[str] = frozenset()) -> MutantResult:
    """Whether a run finds a mutant, and after how many seconds.

    Settings are the defaults; `only` limits the clauses.
    """
    begun, found = time.monotonic(), None
    with (
        EngineSettings(shlex.join(mutants.argv(game, name))).session(game) as session,
        RunProgress(f"mutant {name}", MUTANT_SECONDS) as watch,
        suppress(GaveUp),
    ):
        differential = DifferentialRun(session, only=only)

        def on_progress(doing: str) -> bool:
            watch.tell(differential.coverage.results)
            return False

        budget = Budget(begun + MUTANT_SECONDS - time.monotonic())
        found = next(search_through(DifferenceSearch(differential, on_progress, budget=budget), seed), None)
    return MutantResult(name, found is not None, time.monotonic() - begun)


def hidden_mutants(session: Session, names: Iterable[str]) -> tuple[str, ...]:
    """The named mutants that cannot show on what an engine announces: they answer like our second engine to every
    vector that the engine can be asked. Empty if there is no such vector, since nobody knows then."""
    game, readings = session.game.NAME, session.readings.to_mapping()
    probes = MutantProbes(game, readings, [mutants.find_mutant(game, name) for name in names])
    is_asked = False
    ours = cache(lambda board: second_engine(game).on_board(board, readings))
    for question in islice(VectorsFirst(DifferentialRun(session), lambda: None).questions(), MOST_QUESTIONS):
        if all(probes.caught.values()):
            break
        fair = session.fair(question, question.do)
        if fair.do != "count":
            probes.ask(fair, answered(ours(fair.board), fair), session.remembers)
            is_asked = True
    return tuple(name for name, caught in probes.caught.items() if is_asked and not caught)
