"""Writes the parts and tables of a certificate from the findings of a search. The format is the checker's."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from shatterproof_properties.puzzles.checker.certificate import (
    MATED,
    NOT_WON,
    Json,
    hash_of,
    look_of,
    replies_seen,
    result_line,
)
from shatterproof_properties.solving.adapters import LOST, SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

MOST_ANSWERS = 500_000
"""The most answers in one certificate. A longer proof is not written."""


class ProofTooLong(Exception):
    """A proof has more answers than a certificate holds."""


class WrittenTurn(NamedTuple):
    """The turn against a result, as text, and the table for what follows, if one is needed."""

    by: str
    then: int | None


class Writer:
    """Writes the tables of a certificate, each once for a position and its images.

    They come in the order in which the checker first meets them. So ask for the parts of a proof in their order;
    `finish` writes the tables. Methods raise OutOfLimits, ProofTooLong.
    """

    def __init__(self, forcing: Forcing) -> None:
        self.forcing = forcing
        self.nodes: list[Json] = []
        self._adapter = forcing.adapter
        self._places: dict[tuple[str, Hashable], tuple[int, int]] = {}
        self._waiting: deque[tuple[str, Any, int]] = deque()
        self._escapes: dict[tuple[int, Hashable], Hashable] = {}
        self._referred = 0
        self._answers = 0

    def results(self, here: Any) -> list[tuple[str, Any]]:
        """The results of a position of the second engine, each with its line, by which they are sorted."""
        adapter = self._adapter
        found = (
            (result_line(adapter.write(after), adapter.outcome(after)), after) for _, after in adapter.results(here)
        )
        return sorted(found, key=itemgetter(0))

    def win(self, here: Any, turns: int) -> WrittenTurn:
        """A turn that wins in n turns. There must be one."""
        key = self.forcing.win(here, turns)
        assert key is not None
        return self.win_by(here, key, turns)

    def win_by(self, here: Any, key: tuple[Any, Any], turns: int) -> WrittenTurn:
        """A given turn with its result, which wins in n turns."""
        turn, after = key
        then = None if self._adapter.verdict(after) == LOST else self.mated(after, turns - 1)
        return WrittenTurn(self._adapter.text(here, turn), then)

    def escape(self, here: Any, turns: int) -> WrittenTurn:
        """A turn by which a position is not mated in n turns; one that wins at once, if possible.

        All images of a position get the same turn, so that they share what is left to show.
        """
        adapter, found = self._adapter, self._adapter.win_now(here)
        if found is None and (before := self._escapes.get((turns, adapter.key(here)))) is not None:
            found = next((each for each in adapter.results(here) if adapter.key(each[1]) == before), None)
        if found is None:
            found = self.forcing.escape(here, turns)
            assert found is not None
            self._escapes[turns, adapter.key(here)] = adapter.key(found[1])
        turn, after = found
        then = None if adapter.verdict(after) is not None else self.not_won(after, turns)
        return WrittenTurn(adapter.text(here, turn), then)

    def mated(self, here: Any, turns: int) -> int | None:
        """The table of a position that is mated in n turns; none if every turn loses at once."""
        least = next(fewer for fewer in range(turns + 1) if self.forcing.is_mated(here, fewer))
        return self._refer(MATED, here, least) if least else None

    def not_won(self, here: Any, turns: int) -> int | None:
        """The table of a position that is not won in n turns; none if the results show it by themselves."""
        return self._refer(NOT_WON, here, turns) if turns > 1 else None

    def going_on(self, results: Iterable[tuple[str, Any]]) -> Iterator[tuple[int, Any]]:
        """The undecided results, with their places."""
        return ((index, after) for index, (_, after) in enumerate(results) if self._adapter.verdict(after) is None)

    def finish(self) -> list[Json]:
        """All tables that something refers to."""
        while self._waiting:
            shows, here, turns = self._waiting.popleft()
            results = self.results(here)
            met = self.grouped(
                (index, self.win(after, turns) if shows == MATED else self.escape(after, turns - 1))
                for index, after in self.going_on(results)
            )
            digest = hash_of(line for line, _ in results)
            self.nodes.append({"shows": shows, "turns": turns, "count": len(results), "hash": digest, "met": met})
        return self.nodes

    def _refer(self, shows: str, here: Any, turns: int) -> int:
        """The number of the table that shows this of a position, or more than this."""
        key = (shows, self._adapter.key(here))
        place, shown = self._places.get(key, (None, 0))
        if place is not None and (shown <= turns if shows == MATED else shown >= turns):
            return place
        self._places[key] = self._referred, turns
        self._waiting.append((shows, here, turns))
        self._referred += 1
        return self._referred - 1

    def grouped(self, answers: Iterable[tuple[int, WrittenTurn]]) -> list[Json]:
        """The places of results, grouped by the turn against them."""
        groups: dict[str, list[tuple[int, int | None]]] = {}
        for index, answer in answers:
            groups.setdefault(answer.by, []).append((index, answer.then))
            self._answers += 1
            if self._answers > MOST_ANSWERS:
                raise ProofTooLong(f"its proof has more than {MOST_ANSWERS:,} answers")
        return [{"by": by, **listed(found)} for by, found in groups.items()]


def listed(found: list[tuple[int, int | None]]) -> Json:
    """Results by index, and the table for each, in the form of a certificate; null if no result has a table."""
    tables = [then for _, then in found]
    return {"results": [index for index, _ in found], "then": tables if any(at is not None for at in tables) else None}


class Seen:
    """Finds results of one position that a solver cannot tell apart: they look alike, and so do their next boards."""

    def __init__(self, adapter: SearchAdapter) -> None:
        self._adapter = adapter
        self._first: dict[str, list[Any]] = {}

    def same(self, after: Any) -> Any:
        """The first result that a solver cannot tell from this one; itself if there is no other."""
        adapter = self._adapter
        look = look_of({**adapter.write(after), "outcome": adapter.outcome(after)})
        others = self._first.setdefault(look, [])
        for other in others:
            if adapter.write(other) == adapter.write(after) or self._replies(other) == self._replies(after):
                return other
        others.append(after)
        return after

    def is_new(self, after: Any) -> bool:
        """Whether a solver can tell it from all earlier ones."""
        return self.same(after) is after

    def _replies(self, here: Any) -> frozenset[str]:
        adapter = self._adapter
        return replies_seen((adapter.write(after), adapter.outcome(after)) for _, after in adapter.results(here))
