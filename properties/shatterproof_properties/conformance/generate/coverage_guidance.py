"""Coverage guidance: what has been covered so far decides what is asked next, so that rare clauses are covered as well.

Every case says what it was drawn with: a choice for each of some factors, like `begins: rings` or `boards: small`. The
coverage of its questions is credited to each of those choices. A choice is worth the clauses that it has covered for
what its questions cost, those covered seldom so far counting most. A third of the cases are drawn as if nothing had
been learned: what is worth little, or has never covered anything, is still tried. Time plays no part, so a seed repeats
a run.

Pairs of what is notable count as clauses do. For a pair that has not been met yet the choices are drawn that have met
each of the two most often for what they cost; the pairs for which that is cheapest come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import NamedTuple, TypeVar

from shatterproof_properties.protocol.features import Pair

FINENESS = 4
"""How often an item is drawn, on average, for each time that it is drawn at least."""
EVEN = 1 / 3
"""Share of the cases that are drawn as if nothing had been learned."""
RARITY = 1.5
"""How much more a clause counts that was covered less: with 1 all clauses together count alike, however many."""
SELDOM = 20
"""How often a pair must have been covered before it counts for nothing: the rarer ones decide."""

Item = TypeVar("Item")
Covered = Counter[str | Pair]
Choice = tuple[str, str]
"""A factor and what was chosen for it."""


class Aims(NamedTuple):
    """What cases are drawn with: the choices for each factor in their order, and the clauses to aim near misses
    at, each as often as it should be drawn; perhaps for the sake of a pair."""

    choices: Mapping[str, tuple[str, ...]]
    clauses: tuple[str | None, ...]
    pair: Pair | None = None

    def __repr__(self) -> str:
        # Hypothesis writes out what a strategy is drawn with, and warns where that is long.
        return f"Aims(pair={self.pair})"


@dataclass
class ChoiceTotals:
    """What the cases drawn with one choice have covered, by clause and so on, and what they cost, in any unit."""

    covered: Covered = field(default_factory=Counter)
    cost: int = 0


class CoverageGuidance:
    """Learns what to draw. `factors` are the choices there are for each factor, those to be drawn more often before
    anything is known named more often; `clauses` are those that near misses can be aimed at (None stands for
    malformed ones). `pairs` are those that may be met."""

    def __init__(
        self,
        factors: Mapping[str, Sequence[str]],
        clauses: Iterable[str | None],
        pairs: Iterable[Pair] = (),
    ) -> None:
        self.covered: Covered = Counter()
        self._unmet = dict.fromkeys(sorted(pairs), 0)
        """Pairs not met yet, with how often they were aimed at."""
        self._factors = {name: Counter(choices) for name, choices in factors.items()}
        self._clauses = tuple(clauses)
        self._totals = {(name, choice): ChoiceTotals() for name, choices in self._factors.items() for choice in choices}
        self._aimed: Counter[str | None] = Counter()
        self._hit: Counter[str | None] = Counter()

    def learn(
        self,
        drawn: Iterable[Choice],
        aimed: Iterable[tuple[tuple[str | None, ...], str | None]],
        covered: Covered,
        cost: int,
    ) -> None:
        """Takes in what a case has covered, what it cost, what it was drawn with, and its near misses.

        `aimed` has for each of them the clauses that it was aimed at and the one that it breaks.
        """
        self.covered.update(covered)
        for pair in self._unmet.keys() & covered.keys():
            del self._unmet[pair]
        for choice in drawn:
            if choice in self._totals:
                self._totals[choice].covered.update(covered)
                self._totals[choice].cost += cost
        for wanted, broken in aimed:
            self._aimed.update({broken} if broken in wanted else set(wanted))
            self._hit.update({broken}.intersection(wanted))

    def aims(self) -> Aims:
        """The choices for the next cases."""
        weights = self._weights()
        return Aims({factor: self._choices(factor, weights) for factor in self._factors}, self._wanted())

    def aims_at_pairs(self, most: int) -> list[Aims]:
        """What should be drawn for some pairs that were not met yet, those that are cheapest to meet."""
        clauses, found = self._wanted(), self._cheapest(most)
        for pair in found:
            self._unmet[pair] += 1
        return [Aims({factor: self._best(factor, *pair) for factor in self._factors}, clauses, pair) for pair in found]

    def _cheapest(self, most: int) -> list[Pair]:
        """The pairs not met yet of which both have been met most easily, for the times that they were aimed at."""
        names = {name for pair in self._unmet for name in pair if self.covered[name]}
        ease = {name: max(self._rate(choice, name) for choice in self._totals) for name in names}
        costs = {
            pair: (1 + aimed) / (ease[pair[0]] * ease[pair[1]])
            for pair, aimed in self._unmet.items()
            if all(ease.get(name) for name in pair)
        }
        return nsmallest(most, costs, key=lambda pair: (costs[pair], pair))

    def _best(self, factor: str, one: str, two: str) -> tuple[str, str]:
        """The choices of a factor that meet one thing most easily, and another."""
        choices = self._factors[factor]
        best, other = (max(choices, key=lambda choice: self._rate((factor, choice), name)) for name in (one, two))
        return best, other

    def _rate(self, choice: Choice, name: str) -> float:
        totals = self._totals[choice]
        return totals.covered[name] / (1 + totals.cost)

    def _weights(self) -> dict[str | Pair, float]:
        """What covering something once more is worth; pairs count as long as they were covered seldom."""
        items = self.covered.items()
        return {item: (1.0 + count) ** -RARITY for item, count in items if isinstance(item, str) or count < SELDOM}

    def _choices(self, factor: str, weights: Mapping[str | Pair, float]) -> tuple[str, ...]:
        even = self._factors[factor]
        worths = {choice: self._worth((factor, choice), weights) for choice in even}
        whole = sum(worths.values())
        learned = {choice: worths[choice] / whole if whole else share / even.total() for choice, share in even.items()}
        mixed = {choice: EVEN * share / even.total() + (1 - EVEN) * learned[choice] for choice, share in even.items()}
        return _repeated(mixed)

    def _wanted(self) -> tuple[str | None, ...]:
        """Rare clauses more than others; but those that have only been aimed at in vain, because the readings or the
        boards have no room for them, less and less."""
        wishes = {
            clause: (1 + self._hit[clause]) ** -0.5 if self._hit[clause] else 1 / (1 + self._aimed[clause])
            for clause in self._clauses
        }
        whole = sum(wishes.values())
        return _repeated({clause: wish / whole for clause, wish in wishes.items()})

    def _worth(self, choice: Choice, weights: Mapping[str | Pair, float]) -> float:
        """What a question drawn with this choice is expected to add to what has been covered."""
        totals = self._totals[choice]
        return sum(totals.covered[item] * weight for item, weight in weights.items()) / (1 + totals.cost)


def _repeated(shares: Mapping[Item, float]) -> tuple[Item, ...]:
    """Every item at least once, and more often by its share."""
    places = FINENESS * len(shares)
    return tuple(item for item, share in shares.items() for _ in range(max(1, round(places * share))))
