"""Coverage: what a run has compared, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from shatterproof_properties.protocol.features import MALFORMED as MALFORMED
from shatterproof_properties.protocol.features import Pair, pairs_of

MOST_NAMED = 100


@dataclass
class Coverage:
    """What a run has compared, in numbers.

    `results` are counted in all and by board; `clauses` says how often each was exercised (in the bulk comparison only
    by refusals and ends of games). `features` counts notable features of turns, and `pairs` two of them in one turn.
    `bulk_results` are further results compared with the second engine, of which the reference has seen a sample; they
    include near misses (`near_misses`). `known` are answers unlike those of the second engine, but of known causes,
    which were not judged as a whole. `leaves` were counted in whole subtrees.

    `vectors` are answers compared with frozen ones. Their clauses are counted apart (`clauses_of_vectors`): they come
    first in every run, and would make a short run look thorough. `other_clauses` are refusals that name another clause
    than the rules do; `named` says which for which, for up to MOST_NAMED pairs. `left` are cases that took too long.
    `small_boards` says how far small boards were enumerated, `small_boards_in_bulk` how far the bulk comparison got
    beyond that. With clauses `only`, no others are counted.
    """

    results: int = 0
    bulk_results: int = 0
    positions: int = 0
    refusals: int = 0
    other_clauses: int = 0
    boards: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    clauses_of_vectors: Counter[str] = field(default_factory=Counter)
    small_boards: list[str] = field(default_factory=list)
    small_boards_in_bulk: list[str] = field(default_factory=list)
    features: Counter[str] = field(default_factory=Counter)
    pairs: Counter[Pair] = field(default_factory=Counter)
    left: int = 0
    leaves: int = 0
    vectors: int = 0
    known: int = 0
    near_misses: int = 0
    named: Counter[tuple[str, str]] = field(default_factory=Counter)
    only: frozenset[str] = frozenset()

    @property
    def all_clauses(self) -> Counter[str]:
        """How often each clause was exercised, by vectors as well."""
        return self.clauses + self.clauses_of_vectors

    def met(self, names: Iterable[str]) -> None:
        """Counts clauses (names with dots), texts that are malformed, and features, alone and in pairs."""
        names = list(names)
        features = [name for name in names if "." not in name and name != MALFORMED]
        self.clauses.update(self.counted(name for name in names if "." in name or name == MALFORMED))
        self.features.update(features)
        self.pairs.update(pairs_of(features))

    def counted(self, clauses: Iterable[str]) -> Iterable[str]:
        return (name for name in clauses if name in self.only) if self.only else clauses

    def named_other(self, expected: str, theirs: str, times: int = 1) -> None:
        """Counts refusals of the engine that name one clause instead of the expected one."""
        pair = expected, theirs
        if pair in self.named or len(self.named) < MOST_NAMED:
            self.named[pair] += times

    def add(self, other: Coverage) -> None:
        """Adds the coverage of another run, except how far it got through small boards case by case."""
        for each in fields(self):
            if each.name not in ("only", "small_boards", "named"):
                setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        for (expected, theirs), times in other.named.items():
            self.named_other(expected, theirs, times)
