"""The smallest of the questions offered, on one board, with one number of pieces and of turns."""

from __future__ import annotations

from typing import Any

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.witnesses.asking import Question


class Best:
    """Keeps the question with the shortest texts, then the first in the alphabet, then the first by its position."""

    def __init__(self, game: Any) -> None:
        self._game: AnyGame = game
        self._key: tuple[int, str] | None = None
        self._start = ""
        self.question: Question | None = None

    def would_take(self, said: str) -> bool:
        """Whether a question with these texts, joined by spaces, can still be the smallest."""
        return self._key is None or (len(said), said) <= self._key

    def offer(self, start: Any, played: tuple[str, ...], turn: str) -> None:
        """Keeps a question if it is the smallest so far; `start` is a position of the reference."""
        said = " ".join((*played, turn))
        key = (len(said), said)
        if self._key is not None and key > self._key:
            return
        data = position_to_json(self._game, start)
        written = strict_json.encode(data)
        if key != self._key or written < self._start:
            self._key, self._start = key, written
            self.question = Question(data, played, turn)
