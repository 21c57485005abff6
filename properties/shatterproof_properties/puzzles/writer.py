"""Writes the nodes of a certificate from what a search finds out; the format is the checker's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof_properties.puzzles.certificate import Json, hash_of, result_line
from shatterproof_properties.solving.forcing import LOST, WON, Forcing

MOST_ANSWERS = 500_000
"""Answers in one certificate. What would take more is not written down."""


class ProofTooLong(Exception):
    """A proof has more answers than a certificate holds."""


class Result(NamedTuple):
    """A result of a position, as the second engine has it."""

    line: str
    turn: Any
    position: Any


class Writer:
    """Writes the nodes of a certificate, each once. Methods return where a node stands."""

    def __init__(self, forcing: Forcing) -> None:
        self.forcing = forcing
        self.nodes: list[Json] = []
        self._face = forcing.face
        self._places: dict[str, int] = {}
        self._written: dict[tuple[str, str, int], int] = {}
        self._answers = 0

    def results(self, here: Any) -> list[Result]:
        """The results of a position, sorted by their lines."""
        found = [Result(self.line(after), turn, after) for turn, after in self._face.results(here)]
        return sorted(found, key=lambda result: result.line)

    def line(self, after: Any) -> str:
        """A result as a certificate has it."""
        return result_line(self._face.write(after), self._face.outcome(after))

    def won(self, here: Any, turns: int) -> int:
        """A turn that wins in so many turns; there is one."""
        key = self.forcing.win(here, turns)
        assert key is not None
        return self.turn_to_win(here, key, turns)

    def turn_to_win(self, here: Any, key: tuple[Any, Any], turns: int) -> int:
        """The turn given, which wins in so many turns."""
        turn, after = key
        then = None if self._face.verdict(after) == LOST else self.mated(after, turns - 1)
        return self._put({"turn": self._face.text(here, turn), "then": then})

    def mated(self, here: Any, turns: int) -> int:
        """A table for a position that is mated in so many turns."""

        def answer(after: Any) -> int | None:
            return None if self._face.verdict(after) == WON else self.won(after, turns)

        return self._table("mated", here, turns, answer)

    def not_won(self, here: Any, turns: int) -> int:
        """A table for a position that is not won in so many turns."""
        return self._table("not won", here, turns, lambda after: self.not_achieved(after, turns))

    def not_achieved(self, after: Any, turns: int) -> int | None:
        """What shows that a turn to that position does not win in so many turns; None where the game is over."""
        return self.not_mated(after, turns - 1) if self._face.verdict(after) is None else None

    def not_mated(self, here: Any, turns: int) -> int:
        """A turn by which a position is not mated in so many turns; there is one."""
        escape = self.forcing.escape(here, turns)
        assert escape is not None
        turn, after = escape
        goes_on = turns > 0 and self._face.verdict(after) is None
        return self._put({"turn": self._face.text(here, turn), "then": self.not_won(after, turns) if goes_on else None})

    def fate(self, after: Any, turns: int) -> Json:
        """Whether a turn to that position loses in so many turns or saves, with what shows it."""
        verdict = self._face.verdict(after)
        if verdict is not None:
            return {"loses": None} if verdict == WON else {"saves": None}
        if self.forcing.is_won(after, turns):
            return {"loses": self.won(after, turns)}
        return {"saves": self.not_won(after, turns)}

    def _table(self, kind: str, here: Any, turns: int, answer: Callable[[Any], int | None]) -> int:
        key = (kind, self.line(here), turns)
        if key not in self._written:
            results = self.results(here)
            self._answers += len(results)
            if self._answers > MOST_ANSWERS:
                raise ProofTooLong(f"its proof has more than {MOST_ANSWERS:,} answers")
            answers = [answer(each.position) for each in results]
            digest = hash_of(each.line for each in results)
            self._written[key] = self._put({"count": len(results), "hash": digest, "answers": answers})
        return self._written[key]

    def _put(self, node: Json) -> int:
        place = self._places.setdefault(strict_json.encode(node), len(self.nodes))
        if place == len(self.nodes):
            self.nodes.append(node)
        return place
