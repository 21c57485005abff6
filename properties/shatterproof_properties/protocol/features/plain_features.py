"""Features of a game by its reference and the clauses of its page alone."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, Outcome, find_game
from shatterproof.spec import Clause, clauses
from shatterproof_properties.protocol.features.scales import Scale


class PlainFeatures:
    """A `GameFeatures` for any game: a turn exercises the first rule under `GAME.turn`, and the clause of its end.

    If no rule has such a name, it is the first rule of the page. Nothing else is notable.
    """

    SCALES: tuple[Scale, ...] = ()
    MARKS: tuple[str, ...] = ()
    APART: tuple[tuple[str, str], ...] = ()

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._rules = [clause.id for clause in _clauses(game) if not clause.values]
        self.START_CLAUSE = self.OTHER_START_CLAUSE = self._first("start")
        self.WIN_CLAUSE = self._first("win")
        self.DRAW_CLAUSE = self._first("draw")

    def clauses_of_turn(self, position: Any, turn: Any) -> list[str]:
        ended = self._game.outcome(self._game.play(position, turn))
        return [*([ended.clause] if ended else []), *(self._under("turn") or self._rules)[:1]]

    def met_by_turn(self, position: Any, turn: Any) -> list[str]:
        return self.clauses_of_turn(position, turn)

    def clause_at_issue(self, position: Any, turn: Any, theirs: Any | None = None) -> str:
        return next(iter(self.clauses_of_turn(position, turn)), "")

    def differing(self, one: Any, two: Any) -> set[Any]:
        return set()

    def describe(self, piece: Any) -> str:
        return str(piece)

    def summarise(self, position: Any) -> str:
        return ""

    def extent(self, position: Any) -> tuple[int, int]:
        lists = (value for value in self._game.to_json(position).values() if isinstance(value, list))
        return math.prod(self._game.board_size(position.board)), sum(map(len, lists))

    def ending(self, position: Any, ended: Outcome) -> str:
        return ""

    def not_to_scale(self, position: Any) -> list[str]:
        return []

    def _under(self, word: str) -> list[str]:
        return [rule for rule in self._rules if rule.startswith(f"{self._game.NAME}.{word}")]

    def _first(self, word: str) -> str:
        """The first rule whose name begins with a word, else the last rule of the page, which is about the end."""
        return next(iter(self._under(word) or self._rules[-1:]), "")


def _clauses(game: AnyGame) -> tuple[Clause, ...]:
    try:
        return clauses(game.NAME)
    except InputError:
        # A game may come without a page.
        return ()


def plain_features(game: AnyGame) -> PlainFeatures:
    """The plain features of a game."""
    return _plain_features(game.NAME)


@cache
def _plain_features(name: str) -> PlainFeatures:
    return PlainFeatures(find_game(name))
