"""A search for who can force a win in n turns, over positions of any second engine.

A position is won in n for the side to move if a turn wins at once, or leaves the other side mated in n - 1. A side is
mated in n if each of its turns loses at once or leaves the other side a win in n. A side is mated in 0 if each of its
turns loses at once. A position that is won in n is won in n + 1.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from shatterproof_properties.solving.adapters import LOST, WON, SearchAdapter

NEVER = 1 << 30


@dataclass(frozen=True)
class SearchLimits:
    """The limits of a search: positions looked into, seconds, and positions kept in its table."""

    positions: int | None = None
    seconds: float | None = None
    kept: int = 1_000_000


class OutOfLimits(Exception):
    """A search ended before it had an answer. The text names the limit reached."""


class WinBounds(NamedTuple):
    """The bounds known for a position: it is won in `won` turns, and not won in `safe` turns."""

    won: int = NEVER
    safe: int = 0


UNKNOWN = WinBounds()


MOST_KILLERS = 24
Result = tuple[Any, Any]
"""A turn, and the position after it."""


class Forcing:
    """A search for forced wins that remembers its findings from question to question.

    Every method raises OutOfLimits when a limit is reached. `on_progress` is called for each position looked into.
    """

    def __init__(
        self,
        adapter: SearchAdapter,
        limits: SearchLimits | None = None,
        on_progress: Callable[[Forcing], None] | None = None,
    ) -> None:
        self.adapter = adapter
        self.limits = limits or SearchLimits()
        # Searches that share the limits count their positions together: one number in a list that they share.
        self._count = [0]
        self._beside: dict[SearchAdapter, Forcing] = {}
        self._on_progress = on_progress
        self._deadline = NEVER if self.limits.seconds is None else time.monotonic() + self.limits.seconds
        self._known: TranspositionTable[Hashable, WinBounds] = TranspositionTable(self.limits.kept)
        # Turns that won or saved in other positions, the latest first, by the number of turns.
        self._threats: dict[int, list[Hashable]] = {}
        self._defences: dict[int, list[Hashable]] = {}
        self._win_in_one = getattr(adapter, "win_in_one", None)

    @property
    def looked_into(self) -> int:
        """The number of positions looked into, including those of searches that share the limits."""
        return self._count[0]

    @looked_into.setter
    def looked_into(self, positions: int) -> None:
        self._count[0] = positions

    def beside(self, adapter: SearchAdapter) -> Forcing:
        """A search with another adapter that shares the limits of this one, in positions and in time."""
        if adapter not in self._beside:
            other = self._beside[adapter] = Forcing(adapter, self.limits, self._on_progress)
            other._count, other._deadline = self._count, self._deadline
        return self._beside[adapter]

    def win(self, here: Any, turns: int) -> Result | None:
        """The first turn of a shortest win in at most n turns, and the position after it; None if there is no win."""
        key = self.adapter.key(here)
        for least in range(1, turns + 1):
            found = self._win_in(here, least, key)
            if found is not None:
                return found
        return None

    def wins(self, here: Any, turns: int) -> Iterator[Result]:
        """Every result that wins in n turns, with a turn that leads there."""
        return ((turn, after) for turn, after in self.adapter.results(here) if self.achieves(after, turns))

    def is_won(self, here: Any, turns: int) -> bool:
        """Whether the side to move wins in n turns at most."""
        if turns == 1 and self._win_in_one is not None:
            return self._search(here, 1) is not None
        if self.adapter.is_far(here, turns):
            return False
        key = self.adapter.key(here)
        known = self._known.get(key) or UNKNOWN
        if known.won <= turns or turns <= known.safe:
            return known.won <= turns
        return any(self._win_in(here, least, key) is not None for least in range(known.safe + 1, turns + 1))

    def is_mated(self, here: Any, turns: int) -> bool:
        """Whether the side to move is mated in n turns."""
        return not (turns and self.adapter.is_safe(here, turns)) and self.escape(here, turns) is None

    def escape(self, here: Any, turns: int) -> Result | None:
        """A turn after which the side to move is not mated in n turns, and the position after it."""
        self.look_into()
        defences = self._defences.setdefault(turns, [])
        return self._first(here, defences, self.adapter.results(here), lambda after: self._escapes(after, turns))

    def _escapes(self, after: Any, turns: int) -> bool:
        verdict = self.adapter.verdict(after)
        if verdict is not None:
            return verdict != WON
        return not turns or not self.is_won(after, turns)

    def _win_in(self, here: Any, turns: int, key: Hashable) -> Result | None:
        """A win in n turns, if there is none in fewer."""
        known = self._known.get(key) or UNKNOWN
        if turns <= known.safe:
            return None
        found = self._search(here, turns)
        self._known.put(key, WinBounds(known.won, turns) if found is None else WinBounds(turns, known.safe))
        return found

    def _search(self, here: Any, turns: int) -> Result | None:
        self.look_into()
        if turns == 1 and self._win_in_one is not None:
            found: Result | None = self._win_in_one(here)
            return found
        threats = self._threats.setdefault(turns, [])
        return self._first(here, threats, self._promising(here, turns), lambda after: self.achieves(after, turns))

    def _promising(self, here: Any, turns: int) -> Iterator[Result]:
        """The results to try for a win in n turns, if there is none in fewer."""
        if turns == 1:
            found = self.adapter.win_now(here)
            if found is not None:
                yield found
            if self.adapter.has_safe_turns:
                return
        promising: Iterable[Result] = self.adapter.promising(here, turns)
        if turns > 2:
            promising = sorted(promising, key=lambda result: not self.adapter.is_threatened(result[1]))
        yield from promising

    def _first(
        self, here: Any, killers: list[Hashable], results: Iterator[Result], serves: Callable[[Any], bool]
    ) -> Result | None:
        """The first result that serves, by a turn that served in another position if one does."""
        for killer in tuple(killers):
            found = self.adapter.retry(here, killer)
            if found is not None and serves(found[1]):
                break
        else:
            found = next((result for result in results if serves(result[1])), None)
            if found is None:
                return None
            killer = self.adapter.killer(here, found[0])
        if killer in killers:
            killers.remove(killer)
        killers.insert(0, killer)
        del killers[MOST_KILLERS:]
        return found

    def achieves(self, after: Any, turns: int) -> bool:
        """Whether a turn that leads to this position wins in n turns, counting itself."""
        verdict = self.adapter.verdict(after)
        if verdict is not None:
            return verdict == LOST
        return not (turns == 1 and self.adapter.has_safe_turns) and self.is_mated(after, turns - 1)

    def is_over(self) -> bool:
        """Whether the time of this search is over."""
        return self.limits.seconds is not None and time.monotonic() > self._deadline

    def look_into(self) -> None:
        """Counts a position as looked into. Searches that share this one's answers call it too."""
        limits = self.limits
        self._count[0] += 1
        if limits.positions is not None and self._count[0] > limits.positions:
            raise OutOfLimits(f"not decided within {limits.positions:,} positions")
        if self.is_over():
            raise OutOfLimits(f"not decided within {limits.seconds:g} seconds")
        if self._on_progress is not None:
            self._on_progress(self)


Key = TypeVar("Key")
Value = TypeVar("Value")
LIMIT = 16_000_000
"""The most values kept. This many numbers and truth values take about a gigabyte and a half."""


class TranspositionTable(Generic[Key, Value]):
    """Values by key.

    Whenever half the limit has been stored anew, the table forgets values that nobody has asked for since.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._half = max(1, limit // 2)
        self._young: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: Key) -> Value | None:
        """The value of a key, if it is still known."""
        value = self._young.get(key)
        if value is None and self._old:
            value = self._old.pop(key, None)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Keeps a value."""
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[key] = value
