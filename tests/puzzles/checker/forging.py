"""Writes certificates from the definitions of claims: honest ones for true claims, forged ones for false ones.

To show what is false, the forger uses one of several cheats. Everything else is in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from puzzles.samples import achieves, afters, loses_after, mated, won
from shatterproof_properties.puzzles.checker.certificate import (
    FORMAT,
    MATED,
    NOT_WON,
    PROVED,
    REFUTED,
    VERSION,
    Json,
    hash_of,
    line_of,
    seal_of,
    to_json,
)
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.claims.claim import Claim

CHEATS = ("bare", "left out", "lying", "another number", "relabelled", "itself", "elsewhere")
"""What stands in place of a proof.

Nothing; a table with the gap; tables down to the gap; a table for another number of turns; the same with the wanted
number; the asking table itself; a table about another place.
"""
MOST_TURNS = 5


class Forger:
    """Writes the turns, groups and tables of one certificate. `choice` picks a turn if none is right."""

    def __init__(self, rules: Any, cheat: str = "", choice: int = 0, elsewhere: Sequence[Any] = ()) -> None:
        self.rules, self.cheat, self.choice = rules, cheat, choice
        self._elsewhere = elsewhere
        self._current = 0
        self._places: dict[Any, int] = {}
        self._waiting: deque[tuple[str, Any, int, int]] = deque()
        self.nodes: list[Json] = []

    def results(self, here: Any) -> list[Any]:
        return sorted(afters(self.rules, here), key=lambda after: line_of(self.rules, after, self.rules.outcome(after)))

    def goes_on(self, after: Any) -> bool:
        return self.rules.outcome(after) is None

    def text(self, here: Any, after: Any) -> str:
        turn = next(turn for turn, reached in self.rules.results(here) if reached == after)
        return str(self.rules.format_turn(here, turn))

    def won(self, here: Any, turns: int, after: Any = None) -> Json:
        """A turn that wins in `turns` turns, or the one that leads to `after`, whether it wins or not."""
        keys = [each for each in self.results(here) if achieves(self.rules, here.to_move, each, turns)]
        if after is None:
            after = keys[0] if keys else self._any(here)
        if not self.goes_on(after) or (after in keys and mated(self.rules, after, 0)):
            then = None
        else:
            then = self.shown(MATED, after, turns - 1)
        return {"by": self.text(here, after), "then": then}

    def not_mated(self, here: Any, turns: int) -> Json:
        """A turn that shows that the mover is not mated in `turns` turns."""
        saving = (each for each in self.results(here) if not loses_after(self.rules, each, here.to_move, turns))
        after = next(saving, None) or self._any(here)
        return {"by": self.text(here, after), "then": self.not_won(after, turns) if self.goes_on(after) else None}

    def not_won(self, here: Any, turns: int) -> int | None:
        """The place of the table that shows that a position is not won in `turns` turns; None if it needs none."""
        return None if turns <= 1 and not won(self.rules, here, turns) else self.shown(NOT_WON, here, turns)

    def shown(self, shows: str, here: Any, turns: int) -> int | None:
        """The place of the table that shows something of a position; the cheat's if it is false."""
        if self.is_so(shows, here, turns):
            return self.table(shows, here, max(turns, 1))
        if self.cheat == "itself":
            return self._current
        if self.cheat in ("left out", "lying") and turns > 0:
            return self.table(shows, here, turns)
        if self.cheat in ("another number", "relabelled"):
            others = range(turns + 1, MOST_TURNS) if shows == MATED else range(turns - 1, 0, -1)
            true = next((other for other in others if self.is_so(shows, here, other)), None)
            return (
                None if true is None else self.table(shows, here, true, turns if self.cheat == "relabelled" else true)
            )
        if self.cheat == "elsewhere":
            other = next((each for each in self._elsewhere if turns > 0 and self.is_so(shows, each, turns)), None)
            return None if other is None else self.table(shows, other, turns)
        return None

    def is_so(self, shows: str, here: Any, turns: int) -> bool:
        return turns >= 0 and (mated if shows == MATED else _not_won)(self.rules, here, turns)

    def table(self, shows: str, here: Any, turns: int, label: int | None = None) -> int:
        key = (shows, image_key(self.rules, here), here.readings, turns, label or turns)
        if key not in self._places:
            self._places[key] = len(self._places)
            self._waiting.append((shows, here, turns, label or turns))
        return self._places[key]

    def finish(self) -> list[Json]:
        while self._waiting:
            self._current = len(self.nodes)
            self.nodes.append(self._written(*self._waiting.popleft()))
        return self.nodes

    def _written(self, shows: str, here: Any, turns: int, label: int) -> Json:
        results = self.results(here)
        met = []
        for index, after in enumerate(results):
            is_so = won(self.rules, after, turns) if shows == MATED else not mated(self.rules, after, turns - 1)
            if self.goes_on(after) and (is_so or self.cheat != "left out"):
                met.append((index, self.won(after, turns) if shows == MATED else self.not_mated(after, turns - 1)))
        lines = [line_of(self.rules, after, self.rules.outcome(after)) for after in results]
        count = {"count": len(results), "hash": hash_of(lines)}
        return {"shows": shows, "turns": label, **count, "met": groups(met)}

    def _any(self, here: Any) -> Any:
        """A turn if none is right: the first after which the game goes on, or the last of all."""
        results = self.results(here)
        return results[-1] if self.choice else next(filter(self.goes_on, results), results[0])


def _not_won(rules: Any, here: Any, turns: int) -> bool:
    return not won(rules, here, turns)


def groups(met: Iterable[tuple[int, Json]]) -> list[Json]:
    found: dict[str, list[tuple[int, int | None]]] = {}
    for index, answer in met:
        found.setdefault(answer["by"], []).append((index, answer["then"]))
    return [{"by": by, **listed(its)} for by, its in found.items()]


def listed(its: list[tuple[int, int | None]]) -> Json:
    then = [at for _, at in its]
    return {"results": [index for index, _ in its], "then": then if any(at is not None for at in then) else None}


def certificate(rules: Any, here: Any, claim: Claim, is_so: bool, proof: Any, nodes: Any) -> Json:
    data: Json = {
        **{"format": FORMAT, "version": VERSION, "game": rules.NAME, "readings": here.readings.departures()},
        **{"position": to_json(rules, here), "claim": str(claim), "unique": claim.unique},
        **{"verdict": PROVED if is_so else REFUTED, "proof": proof, "nodes": nodes},
    }
    return data | {"seal": seal_of(data)}
