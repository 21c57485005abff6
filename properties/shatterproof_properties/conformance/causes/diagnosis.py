"""The cause of a difference: a rule mutant that explains all that was found with it, or else the clause at issue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from math import sqrt

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof_properties.conformance.causes.differences import Cause, Difference
from shatterproof_properties.conformance.causes.experiment import MISSES, Experiment
from shatterproof_properties.conformance.causes.rule_mutants import EXPLAINED, RuleMutant
from shatterproof_properties.engines.errors import Stopped
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

REFUSED = ("refuses", "omits")
"""Kinds of differences in which an engine forbids what the rules allow."""
MOST_OTHERS = 2
"""The most further clauses that are named if no rule explains a difference."""


def parts(question: Question) -> Iterator[str]:
    """The turns that the turn of a question begins with, shortest first.

    If the turn is not in our spelling, the last one is the turn as we spell it.
    """
    yield from features.of(question.rules).parts(question.position, question.turn)
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
    agreements: Iterable[tuple[Question, Answer]],
    experiment: Experiment,
) -> Cause:
    """The cause of a difference, for which the `counterexamples` are further evidence.

    `rules` are the rule mutants that explain the reported difference and that no correct answer refutes. One is named
    only if it stands in the `experiment` with the engine. If none stands, the clauses that the others break most often
    are named too.
    """
    clause = _at_issue(reported, counterexamples, agreements)
    explaining: list[RuleMutant] = []
    # How a turn is refused says nothing about a rule that explains something else.
    evidence = [each for each in counterexamples if each.kind != "verdict" or reported.kind == "verdict"]
    # Rules that there is no time to try are as if nobody knew them.
    with suppress(Stopped):
        for rule in rules:
            about_rules = [each for each in evidence if rule.may_explain(each)]
            if sum(not rule.explains(each) for each in about_rules) <= MISSES * len(about_rules):
                explaining.append(rule)
    if explaining:
        best = experiment.best(explaining, clause)
        if best:
            return Cause(best.rule.clause, best.rule.says, fitting=best.fitting, asked=best.asked)
    # Whatever is wrong makes counts wrong as well.
    broken = Counter(each.clause for each in counterexamples if each.kind in EXPLAINED and each.kind != "count")
    others = [other for other, _ in broken.most_common() if other not in ("", clause)]
    return Cause(clause, others=tuple(others[:MOST_OTHERS]))


def _at_issue(
    reported: Difference, counterexamples: Sequence[Difference], agreements: Iterable[tuple[Question, Answer]]
) -> str:
    """The clause that a difference is about, if no rule explains it.

    If the engine takes a finished game to go on, it is the clause that ended the game. If the engine refuses a turn but
    allows another that the rules forbid, it is the clause that forbids that one.
    """
    question, finished = reported.question, f"{reported.question.game}.turn.finished"
    if (reported.kind, reported.clause) == ("allows", finished):
        ended = question.rules.outcome(question.position)
        return ended.clause if ended else finished
    if reported.kind not in REFUSED:
        return reported.clause
    allowed = Counter(each.clause for each in counterexamples if each.kind == "allows")
    named = (clause for clause, _ in allowed.most_common() if clause not in ("", finished))
    return next(named, "") or _most_suspicious(reported, counterexamples, agreements)


def _most_suspicious(
    refused: Difference, counterexamples: Iterable[Difference], agreements: Iterable[tuple[Question, Answer]]
) -> str:
    """The clause that most of the refused turns exercise, and few of the allowed ones.

    This is the Ochiai coefficient, which locates faults by tests that fail and tests that pass.
    """
    others = (each for each in counterexamples if each.kind in REFUSED)
    failed = Counter(
        clause for each in (refused, *others) for clause in dict.fromkeys([each.clause, *_exercised(each.question)])
    )
    legal = (asked for asked, answer in agreements if asked.do == "apply" and answer["verdict"] == "legal")
    passed = Counter(clause for asked in legal for clause in _exercised(asked))
    named = filter(None, failed)
    return max(named, key=lambda clause: failed[clause] / sqrt(failed[clause] + passed[clause]), default="")


def _exercised(question: Question) -> list[str]:
    """The clauses that the turn of a question exercises; none if it is illegal."""
    try:
        turn = question.rules.parse_turn(question.position, question.turn)
        return features.clauses_of_turn(question.rules, question.position, turn)
    except (InputError, IllegalTurn, AmbiguousTurn):
        return []
