"""An engine that lists every set backwards, which is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shatterproof.game import GAMES
from shatterproof_properties.protocol.answers import canonical
from shatterproof_properties.protocol.serve import serve
from shatterproof_properties.protocol.served import boards_of, second_readings, second_table
from shatterproof_properties.protocol.table import Introduction, ServedGame, Table

SETS = {"pieces", "worked", "dark", "light", "creating"}


def backwards(value: Any) -> Any:
    """JSON values with each list of a position that stands for a set reversed."""
    if isinstance(value, list):
        return [backwards(each) for each in value]
    if not isinstance(value, dict):
        return value
    # The memory of Splinter is a list, that of Crumble is not.
    return {
        name: each[::-1] if isinstance(each, list) and (name in SETS or name == "memory") else backwards(each)
        for name, each in value.items()
    }


@dataclass
class Backwards:
    """The table of an honest engine that lists backwards."""

    table: Table

    def start(self) -> Any:
        return backwards(self.table.start())

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        answer: dict[str, Any] = backwards(self.table.apply(canonical(position), turn))
        return answer

    def turns(self, position: Any) -> list[dict[str, Any]]:
        return [backwards(entry) for entry in self.table.turns(canonical(position))][::-1]

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        return self.table.count(canonical(position), depth)


def served(game: str) -> ServedGame:
    opening = second_table(game)

    def table(board: str, readings: Mapping[str, str]) -> Backwards:
        return Backwards(opening(board, readings))

    return ServedGame(game, boards_of(game), second_readings(game), table)


games = [served(game) for game in GAMES]

if __name__ == "__main__":
    serve(Introduction("ListsBackwards", "1"), games)
