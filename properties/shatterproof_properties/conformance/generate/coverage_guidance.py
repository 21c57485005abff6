"""Coverage guidance: rare clauses are covered as well, because past coverage decides what is asked next.

Every case says what it was drawn with: a choice for each of some factors, like `begins: rings` or `boards: small`. The
coverage of its questions is credited to each of these choices. A choice is worth the clauses that it has covered for
the cost of its questions; clauses covered seldom count most. A third of the cases are drawn as if nothing had been
learned, so that choices of little worth are still tried. Time plays no part, so a seed repeats a run.

Pairs of notable features count like clauses. For a pair not met yet, those choices are drawn that have met each member
most often for their cost. The pairs for which that is cheapest come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import NamedTuple, TypeVar

from shatterproof_properties.protocol.features import Pair

FINENESS = 4
"""The average number of draws of an item, where the rarest gets one."""
EVEN = 1 / 3
"""The share of the cases that are drawn as if nothing had been learned."""
RARITY = 1.5
"""How much more rare clauses count. With 1, each clause counts the same in all, however often it was covered."""
SELDOM = 20
"""A pair that was covered this often counts no longer."""

Item = TypeVar("Item")
Covered = Counter[str | Pair]
Choice = tuple[str, str]
"""A factor and what was chosen for it."""


class Aims(NamedTuple):
    """What cases are drawn with: the choices for each factor in order, and the clauses to aim near misses at.

    Each clause comes as often as it should be drawn. `pair` is the pair that the choices are to meet, if any.
    """

    choices: Mapping[str, tuple[str, ...]]
    clauses: tuple[str | None, ...]
    pair: Pair | None = None

    def __repr__(self) -> str:
        # Hypothesis writes out what a strategy is drawn with, and warns where that is long.
        return f"Aims(pair={self.pair})"


@dataclass
class ChoiceTotals:
    """The coverage of the cases drawn with one choice, and their cost, in any unit."""

    covered: Covered = field(default_factory=Counter)
    cost: int = 0


class CoverageGuidance:
    """Learns what to draw.

    `factors` are the choices for each factor; a choice named more often is drawn more often before anything is known.
    `clauses` are those that near misses can be aimed at (None for malformed ones). `pairs` are those that may be met.
    """

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
        """Takes in the coverage of a case, its cost, its choices, and its near misses.

        `aimed` has for each near miss the clauses that it was aimed at and the one that it breaks.
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
        # What covering something once more is worth. Pairs count only as long as they were covered seldom.
        items = self.covered.items()
        worth = {item: (1.0 + count) ** -RARITY for item, count in items if isinstance(item, str) or count < SELDOM}
        choices = {}
        for factor, even in self._factors.items():
            worths = {}
            for choice in even:
                totals = self._totals[factor, choice]
                worths[choice] = sum(totals.covered[item] * each for item, each in worth.items()) / (1 + totals.cost)
            whole = sum(worths.values())
            mixed = {}
            for choice, count in even.items():
                learned = worths[choice] / whole if whole else count / even.total()
                mixed[choice] = EVEN * count / even.total() + (1 - EVEN) * learned
            choices[factor] = _repeated(mixed)
        return Aims(choices, self._wanted())

    def aims_at_pairs(self, most: int) -> list[Aims]:
        """The aims for some pairs not met yet, those first whose members are met most easily.

        Each vain attempt makes a pair count as dearer.
        """
        names = {name for pair in self._unmet for name in pair if self.covered[name]}
        ease = {name: max(self._rate(choice, name) for choice in self._totals) for name in names}
        costs = {
            pair: (1 + aimed) / (ease[pair[0]] * ease[pair[1]])
            for pair, aimed in self._unmet.items()
            if all(ease.get(name) for name in pair)
        }
        found, clauses = nsmallest(most, costs, key=lambda pair: (costs[pair], pair)), self._wanted()
        for pair in found:
            self._unmet[pair] += 1
        return [Aims({factor: self._best(factor, *pair) for factor in self._factors}, clauses, pair) for pair in found]

    def _best(self, factor: str, one: str, two: str) -> tuple[str, str]:
        """The choice of a factor that meets the first thing most easily, and the choice for the second."""
        choices = self._factors[factor]
        best, other = (max(choices, key=lambda choice: self._rate((factor, choice), name)) for name in (one, two))
        return best, other

    def _rate(self, choice: Choice, name: str) -> float:
        totals = self._totals[choice]
        return totals.covered[name] / (1 + totals.cost)

    def _wanted(self) -> tuple[str | None, ...]:
        """The clauses to aim at, rare ones more often.

        A clause that was only aimed at in vain comes less and less often: the readings or boards may have no room for
        it.
        """
        wishes = {
            clause: (1 + self._hit[clause]) ** -0.5 if self._hit[clause] else 1 / (1 + self._aimed[clause])
            for clause in self._clauses
        }
        whole = sum(wishes.values())
        return _repeated({clause: wish / whole for clause, wish in wishes.items()})


def _repeated(shares: Mapping[Item, float]) -> tuple[Item, ...]:
    """Every item at least once, and more often by its share."""
    places = FINENESS * len(shares)
    return tuple(item for item, share in shares.items() for _ in range(max(1, round(places * share))))
