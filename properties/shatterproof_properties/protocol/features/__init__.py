"""Features of positions and turns that the harness counts, orders and reports by; none of them is a rule.

Enters: a game, with positions and turns of its reference. Leaves: the clauses that a turn exercises, the names of its
notable features, where two positions differ, how large they are, and words for both; the parts of a turn's text and the
clause of the notation that a text breaks. What is known of one game stands in its own module, in the form of
`GameFeatures`; `PlainFeatures` serves games without one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple, Protocol

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, Outcome, find_game
from shatterproof.spec import clauses
from shatterproof_properties.common.per_game import PerGame

THIN = 3
"""A board is long and thin if one side is this many times the other."""


class Scale(NamedTuple):
    """A scale: what it counts, and the largest number of each range but the last. The first begins with `least`."""

    what: str
    tops: tuple[int, ...]
    least: int = 1

    def name(self, number: int) -> str:
        """The range in which a number is."""
        return self.names()[sum(number > top for top in self.tops)]

    def names(self) -> tuple[str, ...]:
        ranges = ((below + 1, top) for below, top in pairwise((self.least - 1, *self.tops)))
        spans = (str(top) if low == top else f"{low} to {top}" for low, top in ranges)
        return values(self.what, *spans, f"{self.tops[-1] + 1} and more")


ANOTHER_SPELLING = "another spelling"
"""The dimension of other spellings of a turn. Its values are the clauses of the notation that allow them."""


def values(what: str, *names: str) -> tuple[str, ...]:
    """The values of what is one of a few."""
    return tuple(f"{what}: {name}" for name in names)


SIDES = Scale("longest side of the board", (3, 6, 9, 12, 15), least=2)
SHAPES = ("board as wide as high", "board wider than high", "board higher than wide", "board long and thin")


def shapes(columns: int, rows: int) -> Iterator[str]:
    """The features of a board by its columns and rows."""
    yield SIDES.name(max(columns, rows))
    yield SHAPES[0 if columns == rows else 1 if columns > rows else 2]
    if max(columns, rows) >= THIN * min(columns, rows):
        yield SHAPES[3]


class GameFeatures(Protocol):
    """The names that a game's module offers. The bodies here are for a game without one.

    `MOST_SPECIFIC_FIRST` has all clauses that turns exercise, but for those of its end where it has nothing to say of
    them. `SCALES` and `MARKS` name all notable features of a turn: ranges of numbers, and single features. Names with
    the same beginning, up to a colon, are values of one dimension. `APART` has pairs of dimensions that never meet in a
    turn. A game is usually won by `WIN_CLAUSE`. In a game without draws `DRAW_CLAUSE` is the clause of its end.
    """

    START_CLAUSE: str
    OTHER_START_CLAUSE: str
    WIN_CLAUSE: str
    DRAW_CLAUSE: str

    @property
    def MOST_SPECIFIC_FIRST(self) -> tuple[str, ...]:
        return ()

    @property
    def SCALES(self) -> tuple[Scale, ...]:
        return ()

    @property
    def MARKS(self) -> tuple[str, ...]:
        return ()

    @property
    def APART(self) -> tuple[tuple[str, str], ...]:
        return ()

    def met(self, position: Any, turn: Any, after: Any) -> Iterator[str]:
        """The clauses that a legal turn to the position `after` exercises, then its other features as in `notable`."""
        ...

    def at_issue(self, position: Any, turn: Any, theirs: Any | None, expected: Any, exercised: list[str]) -> str:
        """The clause that somebody breaks who reaches `theirs` by a turn instead of the `expected` position.

        It is None if they do not allow the turn. Returns "" for the first clause that the turn exercises.
        """
        return ""

    def differing(self, one: Any, two: Any) -> set[Any]:
        """Cells or squares with other contents in two positions, or the pieces of `one` that are changed in `two`."""
        return set()

    def describe(self, piece: Any) -> str:
        """A piece, cell or square in words, as errors name it."""
        return str(piece)

    def summarise(self, position: Any) -> str:
        """A position in a few words, such as the number of pieces of each side."""
        return ""

    def extent(self, position: Any) -> tuple[int, int]:
        """The area of the board in units, cells or squares, and the number of pieces on it."""
        ...

    def ending(self, position: Any, ended: Outcome) -> str:
        """Why the game has ended, in words."""
        return ""

    def not_to_scale(self, position: Any) -> list[str]:
        """The lines of a drawing for a position whose diagram is too large; none if the diagram will do."""
        return []

    def parts(self, position: Any, text: str) -> Iterator[str]:
        """The shorter turns that a turn begins with, shortest first."""
        yield from ()

    def spelling(self, text: str, written: str) -> str:
        """The clause that allows the spelling `text` of a turn that we write differently; "" if none is known."""
        return ""

    def malformed(self, text: str) -> str:
        """The clause of the notation that makes a text malformed; "" if none is known."""
        return ""


class PlainFeatures(GameFeatures):
    """The features of any game, by its reference and the clauses of its page, if it has one.

    A turn exercises the first rule under `GAME.turn`, and the clause of its end. If no rule has such a name, it is the
    first rule of the page. Nothing else is notable.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game, self._rules = game, list[str]()
        with suppress(InputError):
            self._rules += [clause.id for clause in clauses(game.NAME) if not clause.values]
        # If no rule begins with the word, it is the last one of the page, which is about the end.
        named = (next(iter(self._under(word) or self._rules[-1:]), "") for word in ("start", "win", "draw"))
        self.START_CLAUSE, self.WIN_CLAUSE, self.DRAW_CLAUSE = named
        self.OTHER_START_CLAUSE = self.START_CLAUSE

    def _under(self, word: str) -> list[str]:
        return [rule for rule in self._rules if rule.startswith(f"{self._game.NAME}.{word}")]

    def met(self, position: Any, turn: Any, after: Any) -> Iterator[str]:
        yield from (self._under("turn") or self._rules)[:1]

    def extent(self, position: Any) -> tuple[int, int]:
        lists = (value for value in self._game.to_json(position).values() if isinstance(value, list))
        return math.prod(self._game.board_size(position.board)), sum(map(len, lists))


Pair = tuple[str, str]
FEATURES = PerGame[GameFeatures](__name__)


def of(game: AnyGame) -> GameFeatures:
    return FEATURES.find(game) or _plain(game.NAME)


@cache
def _plain(name: str) -> PlainFeatures:
    return PlainFeatures(find_game(name))


def met_by_turn(game: AnyGame, position: Any, turn: Any) -> list[str]:
    """The clauses that a legal turn exercises, the most specific first, and its other features by their names in
    `notable`. Raises IllegalTurn for any other turn."""
    known, after = of(game), game.play(position, turn)
    ended = game.outcome(after)
    met = dict.fromkeys([*([ended.clause] if ended else []), *known.met(position, turn, after)])
    places = {clause: place for place, clause in enumerate(known.MOST_SPECIFIC_FIRST)}
    return sorted(met, key=lambda name: places.get(name, -1 if "." in name else len(places)))


def clauses_of_turn(game: AnyGame, position: Any, turn: Any) -> list[str]:
    """The clauses that a legal turn exercises, the most specific first. Raises IllegalTurn for any other turn."""
    return [name for name in met_by_turn(game, position, turn) if "." in name]


def clause_at_issue(game: AnyGame, position: Any, turn: Any, theirs: Any | None = None) -> str:
    """The clause that somebody most likely breaks who plays `turn` otherwise.

    `theirs` is the position that they reach instead, or None if they do not allow the turn. Raises IllegalTurn for a
    turn that the rules do not allow.
    """
    exercised = clauses_of_turn(game, position, turn)
    at_issue = of(game).at_issue(position, turn, theirs, game.play(position, turn), exercised)
    return at_issue or next(iter(exercised), "")


def not_to_scale(position: Any) -> list[str]:
    """No lines: every diagram will do."""
    return []


def start_clause(game: AnyGame, board: str | None = None) -> str:
    """The clause that says how the game begins on a board; without a name, on the standard board."""
    known = of(game)
    return known.START_CLAUSE if board in (None, game.start().board) else known.OTHER_START_CLAUSE


def notable(game: AnyGame) -> tuple[str, ...]:
    """The names of all notable features of turns. None of them is a clause."""
    known = of(game)
    return (*(name for scale in known.SCALES for name in scale.names()), *known.MARKS)


def pairs(game: AnyGame) -> frozenset[Pair]:
    """All pairs of features that can meet: two of one turn, or an end of the game and a command asked after it."""
    return _pairs(game.NAME)


@cache
def _pairs(name: str) -> frozenset[Pair]:
    game = find_game(name)
    known = of(game)
    apart = {frozenset(dimensions) for dimensions in known.APART}
    of_turns = {pair: frozenset(map(dimension, pair)) for pair in pairs_of(notable(game))}
    met = [pair for pair, dimensions in of_turns.items() if len(dimensions) > 1 and dimensions not in apart]
    winners = (*game.SIDES, *([DRAWN] if known.DRAW_CLAUSE != known.WIN_CLAUSE else []))
    return frozenset((*met, *((asked(command), f"{OVER}: {winner}") for command in COMMANDS for winner in winners)))


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


def ending_in_words(game: AnyGame, position: Any, ended: Outcome) -> str:
    """A sentence that says who has won in a position, and why."""
    verdict = f"{ended.winner.capitalize()} wins" if ended.winner else "The game is drawn"
    reason = of(game).ending(position, ended)
    return f"{verdict}: {reason}." if reason else f"{verdict}."
