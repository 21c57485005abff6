"""Known causes: what is wrong with an engine and need not be found again, whichever question shows it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from shatterproof_properties.conformance.causes.diagnosis import diagnose
from shatterproof_properties.conformance.causes.differences import ASKED_ALONE, RESULTS, Cause, Difference
from shatterproof_properties.conformance.causes.experiment import Experiment
from shatterproof_properties.conformance.causes.rule_mutants import RuleMutant, rule_mutants
from shatterproof_properties.engines.exchange import Stopped
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

MOST_COUNTEREXAMPLES = 200
"""Differences that are kept to find their cause."""
MOST_REMEMBERED = 100
"""Characters of a memory that a reader bears with."""
KEPT = 160
"""Questions that the engine answered rightly of which the latest so many are kept."""

OF_THE_PROTOCOL = {"twice"}
"""Kinds of differences that the rules of a game have nothing to do with."""

Agreement = tuple[Question, Answer]
"""A question that an engine has answered as the rules do, and the answer."""


class Agreements:
    """Questions that an engine has answered rightly, the latest of them: what refutes explanations."""

    def __init__(self) -> None:
        self.latest: deque[Agreement] = deque(maxlen=KEPT)

    def note(self, question: Question, answer: Answer) -> None:
        """Keeps a question with its answer."""
        self.latest.append((question, answer))

    def refute(self, rule: RuleMutant) -> bool:
        """Whether an engine with that rule mutant would have answered one of them otherwise."""
        return not all(rule.agrees(question, answer) for question, answer in self.latest)


@dataclass
class KnownCause:
    """A difference that need not be found again, and the rule mutants that explain it and all that was put to it.

    `explaining` are those that explain it, `unrefuted` those of them that explain as well what the engine had answered
    rightly until then.
    """

    difference: Difference
    rules: tuple[RuleMutant, ...] = ()
    explaining: tuple[RuleMutant, ...] = ()
    unrefuted: tuple[RuleMutant, ...] = ()


@dataclass
class KnownCauses:
    """What need not be found again: by its cause where that is known, else by its signature.

    `counterexamples` are the latest differences that are of no known cause. `check_time` raises Stopped when there is
    no time left to try rule mutants: a cause is named by what is known then.
    """

    game: str
    readings: Any
    agreements: Agreements = field(default_factory=Agreements)
    causes: list[KnownCause] = field(default_factory=list)
    counterexamples: deque[Difference] = field(default_factory=lambda: deque(maxlen=MOST_COUNTEREXAMPLES))
    check_time: Callable[[], None] = lambda: None

    def add(self, difference: Difference, may_be: Callable[[RuleMutant], bool] = lambda rule: True) -> KnownCause:
        """Adds a difference with all that has the same cause, as far as rules `may_be` it."""
        known = KnownCause(difference)
        self.causes.append(known)
        # Where time is up, those that were tried until then have to do.
        with suppress(Stopped):
            for rule in self._in_time(filter(may_be, rule_mutants(self.game, self.readings))):
                if rule.explains(difference):
                    known.explaining += (rule,)
                    known.unrefuted += () if self.agreements.refute(rule) else (rule,)
        # Two mistakes may hide each other somewhere: rules that explain are not given up for that.
        known.rules = known.unrefuted or known.explaining
        return known

    def _in_time(self, rules: Iterable[RuleMutant]) -> Iterator[RuleMutant]:
        """Rule mutants while there is time to try them. Raises Stopped."""
        for rule in rules:
            self.check_time()
            yield rule

    def plainer(self, difference: Difference) -> Difference | None:
        """The smallest counterexample about a turn that remembers little, where a difference remembers much."""
        if difference.question.size.memory <= MOST_REMEMBERED:
            return None
        alone = (one for one in self.counterexamples if one.kind in ASKED_ALONE)
        little = (one for one in alone if one.question.size.memory <= MOST_REMEMBERED)
        return min(little, key=lambda one: (one.kind not in RESULTS, one.question.size), default=None)

    def find_cause(self, difference: Difference, experiment: Experiment | None = None) -> Difference:
        """Adds a difference, and gives it with what is really wrong, of which all latest counterexamples speak.

        A rule mutant is named only if it stands in an `experiment` with the engine.
        """
        known, counterexamples = self.add(difference), _some_of_each(self.counterexamples)
        self.counterexamples.clear()
        if difference.kind in OF_THE_PROTOCOL:
            known.difference = replace(difference, cause=Cause(difference.clause))
            return known.difference
        rules = () if difference.in_lists_alone else known.unrefuted
        experiment = experiment or Experiment()
        cause = diagnose(difference, counterexamples, self._in_time(rules), self.agreements.latest, experiment)
        stand = {rule.name for rule in rules if experiment.stands(rule)}
        refuted = tuple(rule.readings[0] for rule in known.explaining if rule.readings and rule.name not in stand)
        known.difference = replace(difference, cause=cause._replace(refuted=refuted))
        return known.difference

    def cover(self, difference: Difference) -> bool:
        """Whether a difference is of a known cause. What explains it and what was known before is kept, the rest not.

        One of a known signature is not, where rule mutants explain what was known and none of them explains this. What
        is of no known cause is a counterexample of another.
        """
        covered = self._is_covered(difference)
        if not covered:
            self.counterexamples.append(difference)
        return covered

    def cover_all(self, differences: Iterable[Difference]) -> bool:
        """Whether all differences of a question are of known causes; as if nobody had asked where one is not."""
        before = [(cause, cause.rules) for cause in self.causes]
        if all(map(self._is_covered, differences)):
            return True
        for cause, rules in before:
            cause.rules = rules
        return False

    def _is_covered(self, difference: Difference) -> bool:
        for cause in self.causes:
            explaining = tuple(rule for rule in self._in_time(cause.rules) if rule.explains(difference))
            if explaining:
                cause.rules = explaining
                return True
        alike = [cause for cause in self.causes if cause.difference.signature == difference.signature]
        return any(not cause.rules or len(alike) >= 3 for cause in alike)


def _some_of_each(counterexamples: Iterable[Difference]) -> list[Difference]:
    """Some counterexamples of each signature, from the smallest to the largest."""
    by_signature: dict[Any, list[Difference]] = defaultdict(list)
    for each in sorted(counterexamples, key=lambda each: each.question.size):
        if each not in by_signature[each.signature]:
            by_signature[each.signature].append(each)
    return [one for each in by_signature.values() for one in each[:: -(-len(each) // 8)]]


def one_of_each(game: str, readings: Any, found: Iterable[Difference]) -> list[Difference]:
    """The smallest difference of each cause, smallest first."""
    known, kept = KnownCauses(game, readings), []
    for difference in sorted(found, key=lambda difference: difference.question.size):
        if not known.cover(difference):
            known.add(difference)
            kept.append(difference)
    return kept
