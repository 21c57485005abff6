"""A game with almost no rules, to try the server on: the position counts turns, and every third ends the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.protocol.serve import Gap, Refusal, ServedGame


class CountingTable:
    """Turns `a` and `b` are legal and lead to the same kind of position; `c` breaks a rule; `d` is ambiguous."""

    def __init__(self, board: str, readings: dict[str, str]) -> None:
        self.board = board
        self.readings = readings

    def start(self) -> Any:
        return self._position(0)

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        played = self._played(position)
        if turn in ("a", "b") and played < 3:
            return {"verdict": "legal", **self._result(played + 1)}
        if turn == "d":
            return {"verdict": "ambiguous", "means": ["a", "b"]}
        if turn == "gap":
            raise Gap("not done\nyet")
        if turn == "bug":
            raise KeyError("oops")
        if turn == "print":
            print("a table that talks")
        return {"verdict": "illegal", "clause": "count.rule"} if turn in ("a", "b", "c") else {"verdict": "malformed"}

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        played = self._played(position)
        # A memory makes results as many as one likes.
        for number in range(self.start_count() if played < 3 else 0):
            yield {"turn": f"a{number}", **self._result(played + 1)}

    def start_count(self) -> int:
        return 10**9 if self.readings["count.many"] == "yes" else 2

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        self._played(position)
        if depth > 10:
            raise Refusal("too-many", "too deep for this table", "/depth")
        by = [["a", 2 ** (depth - 1)], ["b", 2 ** (depth - 1)]] if depth else []
        return {"total": 2**depth, "by": by}

    def _position(self, played: int) -> dict[str, Any]:
        return {"game": "count", "board": self.board, "to_move": "blue", "played": played}

    def _played(self, position: Any) -> int:
        played = position.get("played")
        if not isinstance(played, int):
            raise InputError("not a number of turns", "/played", "a whole number")
        if played < 0:
            raise ValueError("fewer than no turns")
        return played

    def _result(self, played: int) -> dict[str, Any]:
        return {"position": self._position(played), "outcome": {"winner": "blue"} if played == 3 else None}


def open_counting(board: str, readings: dict[str, str]) -> CountingTable:
    if board == "3":
        raise ValueError("board 3 is being repaired")
    return CountingTable(board, readings)


COUNTING = ServedGame("count", ("2..4", "5x2"), {"count.many": ("no", "yes")}, open_counting)
