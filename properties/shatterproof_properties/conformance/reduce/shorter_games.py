"""Shorter games from the opening: turns of both sides are left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any, NamedTuple

from shatterproof_properties.conformance.generate.variants import lists_of
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.engine import RefusedTurn, SecondEngine

Changes = tuple[frozenset[str], frozenset[str]]
"""The pieces that a turn takes off the board, and those that it puts there."""


class ShorterGame(NamedTuple):
    """The texts of the turns played, the turn asked about as written after them, and the position between."""

    played: tuple[str, ...]
    turn: str
    position: Any


class ShorterGames:
    """Leaves turns out of the game of a question.

    The remaining turns change the same pieces, under whatever texts, or else are played by their texts. By the second
    engine all are legal except perhaps the turn asked about. `on_step` is called before each try, legal or not.
    """

    def __init__(self, question: Question, engine: SecondEngine[Any, Any], on_step: Callable[[], None]) -> None:
        self._engine, self._on_step = engine, on_step
        self._turns: list[tuple[str, Changes]] = []
        self._known: dict[tuple[str, int], tuple[str, Any] | None] = {}
        here = engine.opening()
        for text in question.played:
            after = self._meaning(here, text)
            assert after is not None, "the turns played are legal"
            self._turns.append((text, self._changes(here, after)))
            here = after
        self._asked, legal = question.turn, self._meaning(here, question.turn)
        self._turns += [] if legal is None else [(question.turn, self._changes(here, legal))]
        self._length = len(question.played)

    def __iter__(self) -> Iterator[ShorterGame]:
        """The shorter games, those that leave out most first."""
        for left_out in _left_out(self._length):
            self._on_step()
            played = self._played([index for index in range(self._length) if index not in left_out])
            if played is not None:
                yield played

    def _played(self, kept: list[int]) -> ShorterGame | None:
        here, texts = self._engine.opening(), []
        for index in kept:
            found = self._like(here, index)
            if found is None:
                return None
            texts.append(found[0])
            here = found[1]
        if len(self._turns) == self._length:
            return ShorterGame(tuple(texts), self._asked, here)
        last = self._like(here, self._length)
        return ShorterGame(tuple(texts), last[0], here) if last else None

    def _like(self, here: Any, index: int) -> tuple[str, Any] | None:
        """The turn of a position that is most like a turn of the game, and the position after it."""
        place = self._engine.text(here), index
        if place not in self._known:
            text, changes = self._turns[index]
            meant = self._meaning(here, text)
            found = None if meant is None else (text, meant)
            if meant is None or self._changes(here, meant) != changes:
                alike = (each for each in self._engine.results(here) if self._changes(here, each[1]) == changes)
                for turn, after in islice(alike, 1):
                    found = self._engine.turn_text(here, turn), after
            self._known[place] = found
        return self._known[place]

    def _meaning(self, here: Any, text: str) -> Any | None:
        """The position after a turn by its text; None if the turn is not legal, or has several meanings."""
        try:
            found = self._engine.meanings(here, text) if text else []
        except RefusedTurn:
            return None
        return found[0][1] if len(found) == 1 else None

    def _changes(self, here: Any, after: Any) -> Changes:
        before, then = self._standing(here), self._standing(after)
        return before - then, then - before

    def _standing(self, here: Any) -> frozenset[str]:
        lists = lists_of(json.loads(self._engine.text(here)))
        return frozenset(f"{name} {each}" for name, entries in lists.items() for each in entries)


def _left_out(turns: int) -> Iterator[frozenset[int]]:
    """The turns to leave out, equally many of both sides: ever shorter runs, then one turn of each side."""
    size = turns // 2 * 2
    while size >= 2:
        for begin in range(0, turns - size + 1, max(1, size // 4)):
            yield frozenset(range(begin, begin + size))
        size = size // 4 * 2
    for one, two in combinations(range(turns), 2):
        if (two - one) % 2 and two - one > 1:
            yield frozenset((one, two))
