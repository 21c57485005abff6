"""Features of positions and turns that the harness counts, orders and reports by; none of them is a rule."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, cast

from shatterproof.game import AnyGame
from shatterproof_properties.protocol.features.notable.scales import Scale


class _Features(Protocol):
    """What the module of a game offers."""

    START_CLAUSE: str
    OTHER_START_CLAUSE: str
    WIN_CLAUSE: str
    DRAW_CLAUSE: str

    SCALES: tuple[Scale, ...]
    MARKS: tuple[str, ...]

    def clauses_of_turn(self, position: Any, turn: Any) -> list[str]: ...
    def met_by_turn(self, position: Any, turn: Any) -> list[str]: ...
    def clause_at_issue(self, position: Any, turn: Any, theirs: Any = ...) -> str: ...
    def differing(self, one: Any, two: Any) -> set[Any]: ...
    def describe(self, piece: Any) -> str: ...
    def summarise(self, position: Any) -> str: ...
    def extent(self, position: Any) -> tuple[int, int]: ...


def _of(game: AnyGame) -> _Features:
    return cast(_Features, importlib.import_module(f"{__name__}.{game.NAME}"))


def start_clause(game: AnyGame, board: str | None = None) -> str:
    """The clause that says how the game begins on a board, the standard one unless it is named."""
    known = _of(game)
    return known.START_CLAUSE if board in (None, game.start().board) else known.OTHER_START_CLAUSE


def win_clause(game: AnyGame) -> str:
    """The clause by which a game is won, as a rule."""
    return _of(game).WIN_CLAUSE


def draw_clause(game: AnyGame) -> str:
    """The clause by which a game is drawn; in Scrunch, which has no draws, that of its end."""
    return _of(game).DRAW_CLAUSE


def clauses_of_turn(game: AnyGame, position: Any, turn: Any) -> list[str]:
    """The clauses that a legal turn leans on, the most telling first. Raises IllegalTurn for any other turn."""
    return _of(game).clauses_of_turn(position, turn)


def met_by_turn(game: AnyGame, position: Any, turn: Any) -> list[str]:
    """The clauses that a legal turn leans on, and by name what else is notable about it, of what `notable` lists.

    Raises IllegalTurn for any other turn.
    """
    return _of(game).met_by_turn(position, turn)


def notable(game: AnyGame) -> tuple[str, ...]:
    """The names of all that may be notable about a turn: none of them is a clause."""
    module = _of(game)
    return (*(name for scale in module.SCALES for name in scale.names()), *module.MARKS)


def clause_at_issue(game: AnyGame, position: Any, turn: Any, theirs: Any | None = None) -> str:
    """The clause that somebody who plays `turn` otherwise most likely breaks.

    `theirs` is the position that they reach instead, or None where they do not allow the turn. Raises IllegalTurn for
    a turn that the rules do not allow.
    """
    return _of(game).clause_at_issue(position, turn, theirs)


def differing(game: AnyGame, one: Any, two: Any) -> set[Any]:
    """Where two positions differ: the cells or squares not occupied alike; in Crumble the pieces of `one` that are
    absent from `two` or have another colour there.
    """
    return _of(game).differing(one, two)


def describe_piece(game: AnyGame, piece: Any) -> str:
    """A piece, cell or square in words, as errors name it."""
    return _of(game).describe(piece)


def summarise(game: AnyGame, position: Any) -> str:
    """A position in a few words: how many pieces each side has, and in Scrunch how many snakes."""
    return _of(game).summarise(position)


def extent(game: AnyGame, position: Any) -> tuple[int, int]:
    """How large a position is: the area of its board in units, cells or squares, and how many pieces stand on it."""
    return _of(game).extent(position)
