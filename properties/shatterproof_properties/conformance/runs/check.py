"""The main job: an engine is checked against the reference, and a verdict says what was found."""

from __future__ import annotations

import secrets
import shlex
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.files import read_text
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.reading_causes import explaining_readings
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, replayed_case
from shatterproof_properties.conformance.generate.exhaustive import Shard
from shatterproof_properties.conformance.history.baseline import Again, Baseline, Signature, signature_of
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.runs.jobs import run_jobs
from shatterproof_properties.conformance.runs.shard import RunProgress, carry_out, findings, run_shard
from shatterproof_properties.conformance.settings import Plan as Plan
from shatterproof_properties.conformance.vectors.vector import vector_about
from shatterproof_properties.conformance.verdicts.verdict import MutantResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict as Verdict
from shatterproof_properties.engines.client import EngineClient, GaveUp
from shatterproof_properties.engines.session import Session, introduced
from shatterproof_properties.protocol.question import EARLIER, Question

MUTANT_SECONDS = 60.0
MOST_TOLD = 3
"""Unlike differences of one question that are told when it is asked again."""


def run_check(plan: Plan) -> Verdict:
    """Checks an engine for as long as the plan says. Raises InputError for a command that cannot be run."""
    begun = time.monotonic()
    seed = secrets.randbelow(2**32) if plan.seed is None else plan.seed
    with EngineClient(plan.argv, plan.limits) as engine:
        # An engine that cannot be checked is refused before anybody waits for mutants.
        session = Session.begin(engine, plan.game, plan.readings)
    verdict = Verdict(plan, session.announced.title, session.readings.to_mapping(), seed)
    tried = []
    try:
        for name in mutants.sample(plan.game, plan.controls, Random(seed)):
            tried.append(try_mutant(name, plan.game, seed))
        left = max(plan.seconds - (time.monotonic() - begun), plan.seconds / 2)
        verdict = _run(replace(plan, seconds=left), seed)
        verdict.differences += verdict.known
        verdict.along = [explaining_readings(difference) for difference in verdict.differences]
        verdict.refused_vector = vector_about(verdict.refused) if verdict.refused else ""
    except KeyboardInterrupt:
        verdict.interrupted = True
    verdict.plan, verdict.controls = plan, tried
    return verdict


def _run(plan: Plan, seed: int) -> Verdict:
    if plan.scheduler is None and plan.jobs > 1:
        return run_jobs(plan, seed)
    if plan.scheduler is None:
        return run_shard(plan, seed, share=Shard(0, 1, plan.part, plan.begins_run))
    # Imported here because it is wanted rarely and takes long.
    from shatterproof_properties.conformance.runs.cluster import run_on_cluster

    return run_on_cluster(plan, seed)


def run_each(plans: Sequence[Plan], run: Callable[[Plan], Verdict]) -> list[Verdict]:
    """A verdict for each plan, in order; after an interrupt those that say what was found until then.

    Raises KeyboardInterrupt where nothing is known of the engine yet.
    """
    verdicts: list[Verdict] = []
    for plan in plans:
        if verdicts and verdicts[-1].interrupted:
            verdicts.append(_never_begun(plan, verdicts[0].engine))
            continue
        try:
            verdicts.append(run(plan))
        except KeyboardInterrupt:
            if not verdicts:
                raise
            verdicts.append(_never_begun(plan, verdicts[0].engine))
    return verdicts


def _never_begun(plan: Plan, engine: str) -> Verdict:
    readings = find_game(plan.game).Readings.from_mapping(plan.readings)
    return Verdict(plan, engine, readings.to_mapping(), plan.seed, interrupted=True)


def games_of(plan: Plan) -> list[str]:
    """The games that an engine plays, of those there are. Raises InputError if it plays none."""
    if plan.command is None:
        return list(GAMES)
    with EngineClient(plan.argv, plan.limits) as engine:
        played = introduced(engine).known_games
    if not played:
        raise InputError("the engine plays none of the games", "hello", f"one of {', '.join(GAMES)}")
    return list(played)


def try_mutant(name: str, game: str, seed: int) -> MutantResult:
    """Whether a mutant is found under default settings, and after how many seconds."""
    begun = time.monotonic()
    found = None
    with (
        EngineClient(Plan(game, shlex.join(mutants.argv(game, name))).argv) as engine,
        RunProgress(f"planted mistake {name}", MUTANT_SECONDS) as watch,
        suppress(GaveUp),
    ):
        differential = DifferentialRun(Session.begin(engine, game))

        def on_progress(doing: str) -> bool:
            watch.tell(differential.coverage.results)
            return False

        search = DifferenceSearch(differential, on_progress)
        found = next(findings(search, seed, begun + MUTANT_SECONDS), None)
    return MutantResult(name, found is not None, time.monotonic() - begun)


def read_replay(witness: str, game: str = "") -> tuple[Question, list[Question]]:
    """The question of a witness, or of a file with it, and those that have to be asked before.

    It is of the game named, else of the one that it names. Raises InputError unless it has the form of one; of what is
    asked before, the rules must allow position and turns as well.
    """
    text = witness if witness.lstrip().startswith("{") else read_text(Path(witness))
    data = strict_json.decode(text, source="--replay")
    earlier = data.pop(EARLIER, []) if isinstance(data, dict) else []
    question, where = Question.of_witness(data, "--replay", game), f"--replay, {EARLIER}"
    if not isinstance(earlier, list):
        raise InputError("what is asked before is no list", where, "a list of witnesses")
    return question, [_asked_before(each, where, question.game) for each in earlier]


def _asked_before(data: Any, where: str, game: str) -> Question:
    question = Question.of_witness(data, where, game)
    replayed_case(question, where)
    return question


def ask_again(plan: Plan, question: Question, earlier: Sequence[Question] = ()) -> Verdict:
    """Asks the question of a witness again, in a fresh process and after some others. Raises InputError."""
    case = replayed_case(question)
    begun = time.monotonic()
    with EngineClient(plan.argv, plan.limits) as engine:
        session = Session.begin(engine, plan.game)
        session.readings = question.chosen
        if not session.announced.from_position and not case.question.from_opening:
            raise InputError("the engine plays from the opening only", "--replay", "a witness that starts there")
        differential = DifferentialRun(session)
        verdict = Verdict(plan, session.announced.title, session.readings.to_mapping(), counts=session.counts,
                          troubles=session.troubles, coverage=differential.coverage)  # fmt: skip

        def work() -> None:
            for each in earlier:
                if differential.pipeline.alone(partial(session.ask, each)) is not None:
                    session.count_as("agree")
            differential.texts_read_back = MOST_RESULTS
            found = list(differential.differences(case))
            asked = [difference for difference in found if difference.question.turn == question.turn]
            # Where it answers rightly about the turn itself, something else of the position is at fault.
            others: dict[Hashable, Difference] = {}
            for difference in found:
                others.setdefault(difference.signature, difference)
            told = asked[:1] or list(others.values())[:MOST_TOLD]
            verdict.differences = [replace(each, earlier=tuple(earlier) or None) for each in told]

        carry_out(work, verdict, session)
        verdict.along = [explaining_readings(difference) for difference in verdict.differences]
        verdict.seconds = time.monotonic() - begun
    return verdict


def ask_witnesses(baseline: Baseline, plans: Iterable[Plan]) -> dict[Signature, Difference | None]:
    """Asks an engine the questions in which it differed at the baseline; those it cannot be asked are left out."""
    again: dict[Signature, Difference | None] = {}
    for plan in plans:
        run = baseline.runs.get(plan.game)
        for signature, difference in run.differences.items() if run else ():
            try:
                verdict = ask_again(plan, difference.question, difference.earlier or ())
            except InputError:
                # One that plays from the opening only, for example: what became of the difference stays open.
                continue
            found = {signature_of(each): each for each in verdict.differences}
            # Where nobody knows what has to be asked before, a fresh process that agrees says nothing.
            if found or (verdict.agrees and difference.earlier != ()):
                again[signature] = found.get(signature, verdict.difference)
    return again


def knowing(plan: Plan, baseline: Baseline, again: Again) -> Plan:
    """The plan of a run that need not find the differences of the baseline again.

    They are known as they show now, where they were asked again.
    """
    run = baseline.runs.get(plan.game)
    known = [again.get(signature) or difference for signature, difference in run.differences.items()] if run else []
    return replace(plan, known=tuple(known))
