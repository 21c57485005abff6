"""Known causes: what is wrong with an engine and need not be found again, whichever question shows it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from shatterproof_properties.conformance.causes.changed_rules import ChangedRule, changed_rules
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

KEPT = 400
"""Questions that the engine answered rightly of which the latest so many are kept."""
MOST_OF_A_SIGNATURE = 3
"""Causes with one signature that are told apart."""

Agreement = tuple[Question, Answer]
"""A question that an engine has answered as the rules do, and the answer."""


class Agreements:
    """Questions that an engine has answered rightly, the latest of them: what refutes explanations."""

    def __init__(self) -> None:
        self._kept: deque[Agreement] = deque(maxlen=KEPT)

    def note(self, question: Question, answer: Answer) -> None:
        """Keeps a question with its answer."""
        self._kept.append((question, answer))

    def refute(self, rule: ChangedRule) -> bool:
        """Whether an engine with that changed rule would have answered one of them otherwise."""
        return not all(rule.agrees(question, answer) for question, answer in self._kept)


@dataclass
class KnownCause:
    """A difference that need not be found again, and the changed rules that explain it and all that was put to it.

    `given` was known before the run; `seen` says that the run has met it.
    """

    difference: Difference
    rules: tuple[ChangedRule, ...]
    given: bool = False
    seen: bool = False


@dataclass
class KnownCauses:
    """What need not be found again: by its cause where that is known, else by its signature."""

    game: str
    readings: Any
    agreements: Agreements = field(default_factory=Agreements)
    causes: list[KnownCause] = field(default_factory=list)

    def add(self, difference: Difference, given: bool = False) -> None:
        """Adds a difference with all that has the same cause; `given` where the run need not have found it."""
        rules = [rule for rule in changed_rules(self.game, self.readings) if rule.explains(difference)]
        # Two mistakes may hide each other somewhere: one that explains is not given up for that.
        left = tuple(rule for rule in rules if not self.agreements.refute(rule)) if len(rules) > 1 else ()
        self.causes.append(KnownCause(difference, left or tuple(rules), given))

    def cover(self, difference: Difference) -> bool:
        """Whether a difference is of a known cause. What explains it and what was known before is kept, the rest not.

        One of a known signature is not, where changed rules explain what was known and none of them explains this.
        """
        for cause in self.causes:
            explaining = tuple(rule for rule in cause.rules if rule.explains(difference))
            if explaining:
                cause.rules, cause.seen = explaining, True
                return True
        alike = [cause for cause in self.causes if cause.difference.signature == difference.signature]
        for cause in alike:
            if not cause.rules or len(alike) >= MOST_OF_A_SIGNATURE:
                cause.seen = True
                return True
        return False

    @property
    def turned_up(self) -> list[Difference]:
        """The differences given that the run has met."""
        return [cause.difference for cause in self.causes if cause.given and cause.seen]


def one_of_each(game: str, readings: Any, found: Iterable[Difference]) -> list[Difference]:
    """The smallest difference of each cause, smallest first."""
    known, kept = KnownCauses(game, readings), []
    for difference in sorted(found, key=lambda difference: difference.question.size):
        if not known.cover(difference):
            known.add(difference)
            kept.append(difference)
    return kept
