"""Features of positions and turns that the harness counts, orders and reports by; none of them is a rule.

Enters: a game, with positions and turns of its reference. Leaves: the clauses that a turn exercises, the names of its
notable features, where two positions differ, how large they are, and words for both. What is known of one game stands
in `GAME/`, in the form of `GameFeatures`; `plain_features.py` serves games without one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any, Protocol

from shatterproof.game import AnyGame, Outcome, find_game
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.features.plain_features import plain_features
from shatterproof_properties.protocol.features.scales import ANOTHER_SPELLING, Scale


class GameFeatures(Protocol):
    """The functions that a game's module offers.

    `SCALES` and `MARKS` name all notable features of a turn: ranges of numbers, and single features. Names with the
    same beginning, up to a colon, are values of one dimension. `APART` has pairs of dimensions that never meet in a
    turn.
    """

    START_CLAUSE: str
    OTHER_START_CLAUSE: str
    WIN_CLAUSE: str
    DRAW_CLAUSE: str

    @property
    def SCALES(self) -> tuple[Scale, ...]: ...
    @property
    def MARKS(self) -> tuple[str, ...]: ...
    @property
    def APART(self) -> tuple[tuple[str, str], ...]: ...
    def clauses_of_turn(self, position: Any, turn: Any) -> list[str]: ...
    def met_by_turn(self, position: Any, turn: Any) -> list[str]: ...
    def clause_at_issue(self, position: Any, turn: Any, theirs: Any = ...) -> str: ...
    def differing(self, one: Any, two: Any) -> set[Any]: ...
    def describe(self, piece: Any) -> str: ...
    def summarise(self, position: Any) -> str: ...
    def extent(self, position: Any) -> tuple[int, int]: ...
    def ending(self, position: Any, ended: Outcome) -> str: ...
    def not_to_scale(self, position: Any) -> list[str]: ...


Pair = tuple[str, str]
FEATURES = PerGame[GameFeatures](__name__)


def _of(game: AnyGame) -> GameFeatures:
    return FEATURES.find(game) or plain_features(game)


def start_clause(game: AnyGame, board: str | None = None) -> str:
    """The clause that says how the game begins on a board; without a name, on the standard board."""
    known = _of(game)
    return known.START_CLAUSE if board in (None, game.start().board) else known.OTHER_START_CLAUSE


def win_clause(game: AnyGame) -> str:
    """The clause by which a game is usually won."""
    return _of(game).WIN_CLAUSE


def draw_clause(game: AnyGame) -> str:
    """The clause by which a game is drawn; in a game without draws, the clause of its end."""
    return _of(game).DRAW_CLAUSE


def clauses_of_turn(game: AnyGame, position: Any, turn: Any) -> list[str]:
    """The clauses that a legal turn exercises, the most specific first. Raises IllegalTurn for any other turn."""
    return _of(game).clauses_of_turn(position, turn)


def met_by_turn(game: AnyGame, position: Any, turn: Any) -> list[str]:
    """The clauses that a legal turn exercises, and its other notable features, by their names in `notable`.

    Raises IllegalTurn for any other turn.
    """
    return _of(game).met_by_turn(position, turn)


def notable(game: AnyGame) -> tuple[str, ...]:
    """The names of all notable features of turns. None of them is a clause."""
    known = _of(game)
    return (*(name for scale in known.SCALES for name in scale.names()), *known.MARKS)


def pairs(game: AnyGame) -> frozenset[Pair]:
    """All pairs of features that can meet: two of one turn, or an end of the game and a command asked after it."""
    return _pairs(game.NAME)


@cache
def _pairs(game: str) -> frozenset[Pair]:
    found = find_game(game)
    apart = {frozenset(dimensions) for dimensions in _of(found).APART}
    of_turns = {pair: frozenset(map(dimension, pair)) for pair in pairs_of(notable(found))}
    met = [pair for pair, dimensions in of_turns.items() if len(dimensions) > 1 and dimensions not in apart]
    of_ends = ((asked(command), ending) for command in COMMANDS for ending in _endings(found))
    return frozenset((*met, *of_ends))


def pairs_of(names: Iterable[str]) -> Iterable[Pair]:
    """The pairs of some names, each in order."""
    return combinations(sorted(names), 2)


def dimension(name: str) -> str:
    """The dimension of which a name is a value."""
    return name.partition(": ")[0]


def met_by_spelling(game: AnyGame, clause: str | None, met: Iterable[str]) -> list[str]:
    """The features of another spelling of a turn, of which our spelling has the features `met`.

    These are the clause that allows the spelling, both as a clause and as a feature, and all other features of the
    turn. Without a clause the text is malformed.
    """
    if clause is None:
        return [MALFORMED]
    named = f"{ANOTHER_SPELLING}: {clause.removeprefix(f'{game.NAME}.notation.')}"
    return [clause, named, *(name for name in met if "." not in name)]


MALFORMED = "malformed"
OVER, ASKED, DRAWN = "game that is over", "asked for", "drawn"
COMMANDS = ("apply", "turns", "count")


def asked(command: str) -> str:
    """The feature of a question about a game that is over: its command."""
    return f"{ASKED}: {command}"


def over(ended: Outcome) -> str:
    """The feature of a game that is over: its winner."""
    return f"{OVER}: {ended.winner or DRAWN}"


def _endings(game: AnyGame) -> list[str]:
    draws = [DRAWN] if draw_clause(game) != win_clause(game) else []
    return [f"{OVER}: {winner}" for winner in (*game.SIDES, *draws)]


def clause_at_issue(game: AnyGame, position: Any, turn: Any, theirs: Any | None = None) -> str:
    """The clause that somebody most likely breaks who plays `turn` otherwise.

    `theirs` is the position that they reach instead, or None if they do not allow the turn. Raises IllegalTurn for a
    turn that the rules do not allow.
    """
    return _of(game).clause_at_issue(position, turn, theirs)


def differing(game: AnyGame, one: Any, two: Any) -> set[Any]:
    """The differences of two positions: cells or squares with other contents, or pieces of `one` changed in `two`."""
    return _of(game).differing(one, two)


def describe_piece(game: AnyGame, piece: Any) -> str:
    """A piece, cell or square in words, as errors name it."""
    return _of(game).describe(piece)


def summarise(game: AnyGame, position: Any) -> str:
    """A position in a few words, such as the number of pieces of each side; "" if the game offers nothing."""
    return _of(game).summarise(position)


def extent(game: AnyGame, position: Any) -> tuple[int, int]:
    """The size of a position: the area of its board in units, cells or squares, and the number of pieces on it."""
    return _of(game).extent(position)


def not_to_scale(game: AnyGame, position: Any) -> list[str]:
    """The lines of a drawing for a position whose diagram is too large; none if the diagram will do."""
    return _of(game).not_to_scale(position)


def ending_in_words(game: AnyGame, position: Any, ended: Outcome) -> str:
    """A sentence that says who has won in a position, and why."""
    verdict = f"{ended.winner.capitalize()} wins" if ended.winner else "The game is drawn"
    reason = _of(game).ending(position, ended)
    return f"{verdict}: {reason}." if reason else f"{verdict}."
