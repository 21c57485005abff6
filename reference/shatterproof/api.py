"""What `import shatterproof` offers, the same for the three games: positions know their game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from shatterproof import strict_json
from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError as InputError
from shatterproof.fields import game_named
from shatterproof.game import GAMES as GAMES
from shatterproof.game import AmbiguousTurn as AmbiguousTurn
from shatterproof.game import Game as Game
from shatterproof.game import IllegalPosition as IllegalPosition
from shatterproof.game import IllegalTurn as IllegalTurn
from shatterproof.game import MalformedTurn as MalformedTurn
from shatterproof.game import Outcome as Outcome
from shatterproof.game import Position as Position
from shatterproof.game import PositionT, ReadingsBase, find_game, game_of
from shatterproof.game import Turn as Turn
from shatterproof.judging import Judgement as Judgement
from shatterproof.judging import judge as judge
from shatterproof.record import Record as Record
from shatterproof.record import format_record as format_record
from shatterproof.record import parse_record as parse_record
from shatterproof.spec import Clause as Clause
from shatterproof.spec import clauses as clauses
from shatterproof.spec import find_clause as find_clause

if TYPE_CHECKING:
    from shatterproof import crumble, scrunch, splinter

SomeGame: TypeAlias = Game[Position, Turn, ReadingsBase]
"""A game of which only that is known which all games show."""
Chosen: TypeAlias = str | Mapping[str, str]
"""Readings, as text like `draw=agreement-only, win-stops=at-once` or values by id; the others are at their defaults."""


@overload
def start(game: Literal["crumble"], board: str = "", readings: Chosen = "") -> crumble.Position: ...
@overload
def start(game: Literal["scrunch"], board: str = "", readings: Chosen = "") -> scrunch.Position: ...
@overload
def start(game: Literal["splinter"], board: str = "", readings: Chosen = "") -> splinter.Position: ...
@overload
def start(game: str, board: str = "", readings: Chosen = "") -> Position: ...
def start(game: str, board: str = "", readings: Chosen = "") -> Position:
    """The opening position of a game, by the game's name.

    `board` is named by columns and rows like `6x6`, in Scrunch by the cells along a side like `7`; the standard one if
    none is named. Raises InputError for an unknown game, board or reading.
    """
    chosen: SomeGame = find_game(game)
    under = _chosen(chosen, readings) or chosen.Readings()
    return chosen.start(board, under) if board else chosen.start(readings=under)


def turns(position: Position) -> Iterator[Turn]:
    """The legal turns, lazily and in order: for every result that can be reached, the first that reaches it."""
    return game_of(position).turns(position)


def play(position: PositionT, turn: Turn | str) -> PositionT:
    """The position after a turn, which may be given in writing.

    Raises IllegalTurn, with the clause that it breaks and how; for a text MalformedTurn and AmbiguousTurn too.
    """
    game = game_of(position)
    return game.play(position, game.parse_turn(position, turn) if isinstance(turn, str) else turn)


def outcome(position: Position) -> Outcome | None:
    """None while the game goes on; else the side that won, or None for a draw, and the clause that says so."""
    return game_of(position).outcome(position)


def parse_turn(position: Position, text: str) -> Turn:
    """The turn that a text means in a position.

    Raises MalformedTurn where the grammar excludes the text, IllegalTurn where all that it can mean is illegal, and
    AmbiguousTurn where several meanings are legal.
    """
    return game_of(position).parse_turn(position, text)


def format_turn(position: Position, turn: Turn) -> str:
    """A legal turn of a position in writing, as short as it can be said."""
    return game_of(position).format_turn(position, turn)


def parse_position(text: str, game: str = "", readings: Chosen = "") -> Position:
    """A position from a diagram or from JSON text.

    `game` is the name of its game; without one it is found out. `readings` are those in force; without any, those that
    the position names. Raises InputError with the place of what is wrong, IllegalPosition where a rule is broken.
    """
    if text.lstrip().startswith("{"):
        return from_json(strict_json.decode(text), readings)
    shown: SomeGame = find_game(game or game_shown(text))
    return shown.from_diagram(text, _chosen(shown, readings))


def from_json(data: object, readings: Chosen = "") -> Position:
    """A position from JSON values; `readings` as for `parse_position`.

    Raises InputError with the JSON pointer of what is wrong, IllegalPosition where a rule is broken.
    """
    game: SomeGame = game_named(data)
    return game.from_json(data, _chosen(game, readings))


def to_json(position: Position) -> dict[str, object]:
    """A position as JSON values, in canonical order; `from_json` reads them back."""
    return game_of(position).to_json(position)


def to_diagram(position: Position, earlier: str = "") -> str:
    """A position as lines of letters under a header; `parse_position` reads them back.

    In Crumble pieces keep the letters that they have in an `earlier` diagram, where they stand unchanged.
    Raises InputError for a position of Crumble whose pieces are too fine to draw so.
    """
    return game_of(position).to_diagram(position, earlier)


def to_svg(position: Position, marked: Iterable[tuple[int, ...]] = (), last: Turn | None = None) -> str:
    """A position as an SVG document; `marked` pieces, cells or squares are outlined.

    `last` is the turn that led to the position: what it did is shown too.
    """
    return game_of(position).to_svg(position, marked, last)


def _chosen(game: SomeGame, readings: Chosen) -> ReadingsBase | None:
    """The readings that somebody chooses, or None without any. Raises InputError."""
    if not readings:
        return None
    return game.Readings.from_text(readings) if isinstance(readings, str) else game.Readings.from_mapping(readings)
