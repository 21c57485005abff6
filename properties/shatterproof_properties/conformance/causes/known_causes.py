"""Known causes: mistakes of an engine that a run need not find again, whichever question shows them."""

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
from shatterproof_properties.engines.errors import Stopped
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

MOST_COUNTEREXAMPLES = 200
"""The most differences that are kept to find their cause."""
MOST_REMEMBERED = 100
"""The most characters of a memory that a reader can be expected to read."""
KEPT = 80
"""The most correctly answered questions that are kept; the latest stay."""

OF_THE_PROTOCOL = {"twice"}
"""Kinds of differences that the rules of a game do not concern."""


@dataclass
class KnownCause:
    """A difference that need not be found again, and the `rules` that explain it and every difference that it covers.

    `unrefuted` are those of the `explaining` rule mutants that no earlier correct answer is known to refute.
    """

    difference: Difference
    rules: tuple[RuleMutant, ...] = ()
    explaining: tuple[RuleMutant, ...] = ()
    unrefuted: tuple[RuleMutant, ...] = ()


@dataclass
class KnownCauses:
    """The differences that need not be found again: by cause if it is known, else by signature.

    `agreements` are the latest questions that the engine has answered correctly, which refute explanations.
    `counterexamples` are the latest differences without a known cause. `check_time` raises Stopped when there is no
    time left to try rule mutants. The cause is then named from what is known so far.
    """

    game: str
    readings: Any
    agreements: deque[tuple[Question, Answer]] = field(default_factory=lambda: deque(maxlen=KEPT))
    causes: list[KnownCause] = field(default_factory=list)
    counterexamples: deque[Difference] = field(default_factory=lambda: deque(maxlen=MOST_COUNTEREXAMPLES))
    check_time: Callable[[], None] = lambda: None

    def add(self, difference: Difference, may_be: Callable[[RuleMutant], bool] = lambda rule: True) -> KnownCause:
        """Adds a difference, which then covers others of its cause. `may_be` says whether a rule may be the cause."""
        known = KnownCause(difference)
        self.causes.append(known)
        # Where time is up, those that were tried until then have to do.
        with suppress(Stopped):
            for rule in self._in_time(filter(may_be, rule_mutants(self.game, self.readings))):
                if rule.explains(difference):
                    known.explaining += (rule,)
                    known.unrefuted += (rule,)
            # Rules that are asked the same in turn read a position once.
            for question, answer in self.agreements:
                left = self._in_time(known.unrefuted)
                known.unrefuted = tuple(rule for rule in left if rule.agrees(question, answer))
        # Two mistakes may hide each other somewhere: rules that explain are not given up for that.
        known.rules = known.unrefuted or known.explaining
        return known

    def _in_time(self, rules: Iterable[RuleMutant]) -> Iterator[RuleMutant]:
        """Rule mutants, as long as there is time to try them. Raises Stopped."""
        for rule in rules:
            self.check_time()
            yield rule

    def plainer(self, difference: Difference) -> Difference | None:
        """The smallest counterexample about a turn with a short memory, if the difference itself has a long one."""
        if difference.question.size.memory <= MOST_REMEMBERED:
            return None
        alone = (one for one in self.counterexamples if one.kind in ASKED_ALONE)
        little = (one for one in alone if one.question.size.memory <= MOST_REMEMBERED)
        return min(little, key=lambda one: (one.kind not in RESULTS, one.question.size), default=None)

    def find_cause(self, difference: Difference, experiment: Experiment | None = None) -> Difference:
        """Adds a difference and returns it with its cause. The latest counterexamples are evidence for that.

        A rule mutant is named only if it stands in an `experiment` with the engine.
        """
        known, counterexamples = self.add(difference), _some_of_each(self.counterexamples)
        self.counterexamples.clear()
        if difference.kind in OF_THE_PROTOCOL:
            known.difference = replace(difference, cause=Cause(difference.clause))
            return known.difference
        rules = () if difference.in_lists_alone else known.unrefuted
        experiment = experiment or Experiment()
        cause = diagnose(difference, counterexamples, self._in_time(rules), self.agreements, experiment)
        stand = {rule.name for rule in rules} - experiment.refuted
        refuted = tuple(rule.readings[0] for rule in known.explaining if rule.readings and rule.name not in stand)
        known.difference = replace(difference, cause=cause._replace(refuted=refuted))
        return known.difference

    def cover(self, difference: Difference) -> bool:
        """Whether a difference has a known cause.

        Then only the rule mutants that explain both it and the earlier differences are kept. A known signature is not
        enough if rule mutants explain the earlier differences, but none of them explains this one. A difference without
        a known cause becomes a counterexample of another.
        """
        covered = self._is_covered(difference)
        if not covered:
            self.counterexamples.append(difference)
        return covered

    def cover_all(self, differences: Iterable[Difference]) -> bool:
        """Whether all differences of a question have known causes. If one has not, nothing changes."""
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
