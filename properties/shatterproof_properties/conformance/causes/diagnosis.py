"""Diagnosis: the cause of some differences, as a rule mutant that explains them all, else as the clause that most of
them speak for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from math import sqrt
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof_properties.conformance.causes import FAULTY_TURNS
from shatterproof_properties.conformance.causes.differences import ASKED_ALONE, Cause, Difference
from shatterproof_properties.conformance.causes.experiment import MISSES, Experiment
from shatterproof_properties.conformance.causes.rule_mutants import EXPLAINED, RuleMutant
from shatterproof_properties.engines.exchange import Stopped
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import answer_position

CONSEQUENCE = 0.25
"""What a clause counts that turns break also because something else has gone wrong before."""
ALLOWED = 2.0
"""What it counts that an engine allows what a clause forbids: the rules say exactly which."""
REPORTED = 1.5
"""What the reported difference counts."""
NAMED = 0.5
"""What it counts that an engine itself names a clause, when it refuses a turn."""
MOST_OTHERS = 2
"""Clauses that are named besides, where no rule explains a difference."""
MOST_TURNS = 150
"""Turns of answers that were right whose clauses are looked at."""


def parts(question: Question) -> Iterator[str]:
    """The turns that the turn of a question begins with, shortest first; last the turn as we write it, where it is not
    written so."""
    yield from FAULTY_TURNS.of(question.rules).parts(question.position, question.turn)
    try:
        turn = question.rules.parse_turn(question.position, question.turn)
    except (InputError, IllegalTurn, AmbiguousTurn):
        return
    written = question.rules.format_turn(question.position, turn)
    if written != question.turn:
        yield written


def diagnose(
    reported: Difference,
    counterexamples: Sequence[Difference],
    rules: Iterable[RuleMutant],
    agreements: Sequence[tuple[Question, Answer]],
    experiment: Experiment | None = None,
) -> Cause:
    """The cause of a difference, of which others are counterexamples too.

    `rules` are rule mutants that explain the reported difference and that no agreement refutes; one is named only if
    it stands in an `experiment` with the engine. Where none does, what was allowed is reported under the clause that
    forbids it, unless an earlier part of the turn was wrong.
    """
    likely = _likelihood(reported, counterexamples, agreements)
    explaining: list[RuleMutant] = []
    # Rules that there is no time to try are as if nobody knew them.
    with suppress(Stopped):
        explaining += (rule for rule in rules if _explains_nearly_all(rule, counterexamples))
    if explaining:
        best = (experiment or Experiment()).best(explaining, lambda rule: likely.get(rule.clause, 0.0))
        if best:
            return Cause(best.rule.clause, best.rule.says, fitting=best.fitting, asked=best.asked)
    named = max(likely, key=lambda clause: (likely[clause], clause == reported.clause), default=reported.clause)
    if reported.kind == "allows" and reported.clause:
        named = next(iter(candidates(reported)), reported.clause)
    others = sorted(likely.keys() - {named}, key=lambda clause: -likely[clause])
    return Cause(named, others=tuple(others[:MOST_OTHERS]))


def _explains_nearly_all(rule: RuleMutant, differences: Sequence[Difference]) -> bool:
    about_rules = [each for each in differences if rule.may_explain(each)]
    return sum(not rule.explains(each) for each in about_rules) <= MISSES * len(about_rules)


def _likelihood(
    reported: Difference, counterexamples: Sequence[Difference], agreements: Sequence[tuple[Question, Answer]]
) -> dict[str, float]:
    """How much speaks for each clause, less for those that turns break as a consequence."""
    consequences = FAULTY_TURNS.of(reported.question.rules).CONSEQUENCES
    votes = _votes(reported, counterexamples, agreements)
    return {clause: vote * (CONSEQUENCE if clause in consequences else 1) for clause, vote in votes.items() if clause}


def _votes(
    reported: Difference, counterexamples: Sequence[Difference], agreements: Sequence[tuple[Question, Answer]]
) -> dict[str, float]:
    """How much speaks for each clause: every way to differ counts alike, however often it was met."""
    by_signature: dict[Any, list[Difference]] = defaultdict(list)
    about_rules = [each for each in counterexamples if each.kind in EXPLAINED and each.kind != "count"]
    for each in (reported, *about_rules):
        by_signature[each.signature].append(each)
    votes: dict[str, float] = defaultdict(float)
    consequences = FAULTY_TURNS.of(reported.question.rules).CONSEQUENCES
    for signature, members in by_signature.items():
        weight = REPORTED if signature == reported.signature else 1.0
        weight *= ALLOWED if members[0].kind == "allows" and signature[1] not in consequences else 1.0
        for clause, share in _shares(members, agreements).items():
            votes[clause] += weight * share
    return votes


def _shares(members: Sequence[Difference], agreements: Sequence[tuple[Question, Answer]]) -> dict[str, float]:
    """What differences that are alike say of each clause, between 0 and 1."""
    said: dict[str, float] = defaultdict(float)
    unexplained = []
    for member in members:
        found = _by_endings(candidates(member), member.question.rules, agreements)
        unexplained += [] if found else [member]
        for place, clause in enumerate(found):
            said[clause] += 1 / (place + 1) / len(members)
    if unexplained:
        for clause, share in _by_traits(unexplained, agreements).items():
            said[clause] += share * len(unexplained) / len(members)
    return said


def _by_endings(found: list[str], game: AnyGame, agreements: Sequence[tuple[Question, Answer]]) -> list[str]:
    """The clauses in another order, where it depends on whether an engine knows how games are won for one side only."""
    general, of_one_side = features.win_clause(game), FAULTY_TURNS.of(game).OF_ONE_SIDE
    if not {general, of_one_side} <= set(found):
        return found
    ends = any(
        entry.get("outcome") and entry["outcome"]["clause"] == general
        for _, answer in agreements
        for entry in answer.get("turns", (answer,))
    )
    return [of_one_side, general] if ends else [general, of_one_side]


def _by_traits(members: Sequence[Difference], agreements: Sequence[tuple[Question, Answer]]) -> dict[str, float]:
    """How suspicious clauses are that refused turns exercise: much where the engine takes no others that do.

    That is the coefficient of Ochiai, as it is used to locate faults by tests that fail and tests that pass.
    """
    game = members[0].question.rules
    traits = FAULTY_TURNS.of(game).traits
    failed: Counter[str] = Counter()
    for member in members:
        failed.update(_traits_of(traits, member.question))
    passed: Counter[str] = Counter()
    legal = [question for question, answer in agreements if question.do == "apply" and answer["verdict"] == "legal"]
    for question in legal[-MOST_TURNS:]:
        passed.update(_traits_of(traits, question))
    # What the engine itself names as the reason.
    named = Counter(member.clause for member in members if member.clause == member.got.get("clause"))
    suspicion = {
        clause: failed[clause] / sqrt(len(members) * (failed[clause] + passed[clause] or 1))
        + NAMED * named[clause] / len(members)
        for clause in failed.keys() | named.keys()
    }
    most = max(suspicion.values(), default=1)
    return {clause: value / most for clause, value in suspicion.items() if value > most / 2} or {
        member.clause: 1.0 for member in members
    }


def _traits_of(traits: Any, question: Question) -> set[str]:
    try:
        return set(traits(question.position, question.rules.parse_turn(question.position, question.turn)))
    except (InputError, IllegalTurn, AmbiguousTurn):
        return set()


def candidates(difference: Difference) -> list[str]:
    """The clauses that somebody may have misread who answers so, likeliest first; none where the turn alone tells.

    The rules are taken step by step, and held against the position that the engine gives.
    """
    question, kind = difference.question, difference.kind
    game, position = question.rules, question.position
    turns = FAULTY_TURNS.of(game)
    theirs = answer_position(game, position, difference.got)
    if kind == "verdict":
        return [difference.clause] if difference.clause else []
    if kind == "allows":
        clause = difference.expected.get("clause", difference.clause)
        return turns.of_allowed(position, question.turn, clause, theirs) if clause else []
    if kind not in ("result", "outcome", "refuses", "omits") or not question.turn:
        return [difference.clause] if difference.clause else []
    try:
        turn = game.parse_turn(position, question.turn)
    except (InputError, IllegalTurn, AmbiguousTurn):
        return [difference.clause]
    if question.turn != (written := game.format_turn(position, turn)) and kind in ASKED_ALONE:
        return [turns.spelling(question.turn, written) or difference.clause]
    if kind == "outcome":
        return turns.of_outcome(position, turn, difference.got.get("outcome"))
    if kind == "result":
        return (turns.of_result(position, turn, theirs) if theirs is not None else []) or [difference.clause]
    if difference.got.get("clause") == f"{game.NAME}.turn.finished":
        return turns.of_unfinished(position)
    return turns.of_refused(position, turn)
