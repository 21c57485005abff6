"""An engine that follows hidden readings: the reference, served with what a JSON object on the command line says.

`game`, then any of: `hidden`, readings that it settles itself and announces as ["*"]; `announced`, values that it says
it can be told; `deaf`, readings that it plays whatever it is told; `left_out`, true: its hello names no reading;
`boards`; `from`; `forgetful`, true: positions without memory; `skips`, a reason to skip every question; `dies`, true:
it ends at every apply; `mistake`, the name of a self-check mutant; `slips`, a turn text that it always refuses;
`endless`, true: it refuses turns that end the game; `own`, true: it writes turns in a notation of its own;
`backwards`, true: it lists everything backwards whose order means nothing; `credulous`, true: it takes positions that
may not stand; `after`, how many questions are answered rightly before the mistake begins; `cache`, a field of positions
that the key leaves out under which it remembers answers; `begins`, the seconds that its first answer takes; `slow`,
those of every one; `can`, `refusals`, `lists_from`, as `hello` has them.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.conformance.mutants import find_mutant
from shatterproof_properties.protocol.answers import FREE_ORDER, canonical, without_memory
from shatterproof_properties.protocol.serve import serve
from shatterproof_properties.protocol.served import boards_of, second_engine
from shatterproof_properties.protocol.table import (
    ABILITIES,
    Gap,
    Introduction,
    ReferenceTable,
    ServedGame,
    Table,
    verdict_on,
)


@dataclass
class Follower:
    """A table that changes the answers of another table as the traits say."""

    table: Table
    traits: dict[str, Any]

    def start(self) -> Any:
        return self._shown(self.table.start())

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        if self.traits.get("dies"):
            os._exit(7)
        if "skips" in self.traits:
            raise Gap(self.traits["skips"])
        if turn == self.traits.get("slips"):
            return {"verdict": "illegal"}
        answer = self.table.apply(self._remembering(position), self._own(turn))
        if self.traits.get("endless") and answer.get("outcome"):
            return {"verdict": "illegal"}
        return answer | ({"position": self._shown(answer["position"])} if "position" in answer else {})

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        entries = self.table.turns(self._remembering(position))
        for entry in reversed(list(entries)) if self.traits.get("backwards") else entries:
            yield entry | {"position": self._shown(entry["position"]), "turn": self._own(entry["turn"])}

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        return self.table.count(self._remembering(position), depth)

    def _own(self, text: str) -> str:
        """A turn in the engine's own notation: that of the spec, backwards."""
        return text[::-1] if self.traits.get("own") else text

    def _shown(self, position: Any) -> Any:
        position = backwards(position) if self.traits.get("backwards") else position
        return without_memory(position) if self.traits.get("forgetful") else position

    def _remembering(self, position: Any) -> Any:
        return {**NOTHING[position["game"]], **canonical(position)}


class Late:
    """A table that another table replaces from a certain question on."""

    asked = 0

    def __init__(self, right: Table, wrong: Table, after: int) -> None:
        self._right, self._wrong, self._after = right, wrong, after

    def __getattr__(self, name: str) -> Any:
        Late.asked += name != "start"
        return getattr(self._wrong if Late.asked > self._after else self._right, name)


class Cache:
    """A table that stores its answers under a key that leaves out a field of the position."""

    def __init__(self, table: Table, left_out: str) -> None:
        self._table, self._left_out = table, left_out
        self._known: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        def answered(position: Any = None, *asked: Any) -> Any:
            left = {field: value for field, value in (position or {}).items() if field != self._left_out}
            key = json.dumps([name, left, *asked], sort_keys=True)
            if key not in self._known:
                found = getattr(self._table, name)(*([] if position is None else [position]), *asked)
                self._known[key] = list(found) if name == "turns" else found
            return self._known[key]

        return answered


class Slow:
    """A table that answers slowly, and most slowly at first."""

    def __init__(self, table: Table, begins: float, each: float) -> None:
        self._table, self._waits, self._each = table, begins, each

    def __getattr__(self, name: str) -> Any:
        time.sleep(self._waits)
        self._waits = self._each
        return getattr(self._table, name)


class Credulous(ReferenceTable):
    """A table that does not check whether a position may stand."""

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        return verdict_on(self.game, self.game.from_json(position, self.readings, False), turn)


def backwards(value: Any) -> Any:
    """JSON values with every list reversed whose order means nothing."""
    if isinstance(value, list):
        return [backwards(each) for each in value]
    if not isinstance(value, dict):
        return value
    turned = {name: backwards(each) for name, each in value.items()}
    return {name: each[::-1] if name in FREE and isinstance(each, list) else each for name, each in turned.items()}


FREE = (*FREE_ORDER, "turns", "means")
NOTHING: dict[str, dict[str, Any]] = {"crumble": {"memory": None}, "scrunch": {}, "splinter": {"memory": []}}
"""The fields that a position without a memory may leave out, by game."""


def serving(traits: dict[str, Any]) -> tuple[Introduction, list[ServedGame]]:
    """The games of an engine with these traits."""
    name = traits["game"]
    game = find_game(name)
    announced = dict.fromkeys(game.Readings.choices(), ("*",)) | traits.get("announced", {})

    def second(board: str, chosen: dict[str, str]) -> Table:
        """A table of a second engine with its faults or its slowness."""
        made = right = second_engine(name).on_board(board, chosen)
        if "mistake" in traits:
            made = find_mutant(name, traits["mistake"]).engine.on_board(board, chosen)
        made = Late(right, made, traits["after"]) if "after" in traits else made
        made = Cache(made, traits["cache"]) if "cache" in traits else made
        waits = {"begins", "slow"} & traits.keys()
        return Slow(made, traits.get("begins", 0), traits.get("slow", 0)) if waits else made

    def table(board: str, chosen: dict[str, str]) -> Table:
        heard = {reading: value for reading, value in chosen.items() if value != "*"}
        chosen = heard | traits.get("hidden", {}) | traits.get("deaf", {})
        if not traits.keys().isdisjoint(("mistake", "cache", "begins", "slow")):
            return Follower(second(board, chosen), traits)
        made = Credulous if traits.get("credulous") else ReferenceTable
        return Follower(made(game, board, game.Readings.from_mapping(chosen)), traits)

    served = ServedGame(
        name, tuple(traits.get("boards", boards_of(name))), {} if traits.get("left_out") else announced, table
    )
    starts = tuple(traits.get("from", ("start", "position")))
    texts = "own" if traits.get("own") else "spec"
    can, refusals = tuple(traits.get("can", ABILITIES)), traits.get("refusals", "kinds")
    lists_from = tuple(traits.get("lists_from", ("position",)))
    return Introduction("follower", "1", "Python", can, starts, texts, refusals, lists_from), [served]


if __name__ == "__main__":
    serve(*serving(json.loads(sys.argv[1])))
