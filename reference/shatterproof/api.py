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
    """Set up the opening position of a game.

    Args:
        game: The name of the game, one of `GAMES`.
        board: Columns and rows like `6x6`, or in Scrunch the cells along a side like `7`; empty for the standard board.
        readings: The readings that are not at their defaults.

    Returns:
        The position before the first turn.

    Raises:
        InputError: The game, the board or a reading is unknown.
    """
    chosen: SomeGame = find_game(game)
    under = _chosen(chosen, readings) or chosen.Readings()
    return chosen.start(board, under) if board else chosen.start(readings=under)


def turns(position: Position) -> Iterator[Turn]:
    """List the legal turns: for every position that can be reached, the first turn that reaches it.

    Args:
        position: Any position; a decided one has no turns.

    Returns:
        The turns, lazily and in order.
    """
    return game_of(position).turns(position)


def play(position: PositionT, turn: Turn | str) -> PositionT:
    """Play a turn.

    Args:
        position: The position before the turn; it stays as it is.
        turn: A turn of this game, or its text.

    Returns:
        The position after the turn.

    Raises:
        IllegalTurn: The turn breaks a rule; `clause` names it.
        MalformedTurn: The grammar of turns excludes the text.
        AmbiguousTurn: The text has several legal meanings; `meanings` lists them.
    """
    game = game_of(position)
    return game.play(position, game.parse_turn(position, turn) if isinstance(turn, str) else turn)


def outcome(position: Position) -> Outcome | None:
    """Say how a game has ended.

    Args:
        position: Any position.

    Returns:
        None while the game goes on; else the side that won, None for a draw, and the clause that says so.
    """
    return game_of(position).outcome(position)


def parse_turn(position: Position, text: str) -> Turn:
    """Read a turn.

    Args:
        position: The position in which the turn is played.
        text: The turn as the notation clauses of its game write it.

    Returns:
        The one legal turn that the text means.

    Raises:
        MalformedTurn: The grammar of turns excludes the text.
        IllegalTurn: All that the text can mean is illegal.
        AmbiguousTurn: Several of its meanings are legal.
    """
    return game_of(position).parse_turn(position, text)


def format_turn(position: Position, turn: Turn) -> str:
    """Write a legal turn of a position, in the shortest text that `parse_turn` reads back."""
    return game_of(position).format_turn(position, turn)


def parse_position(text: str, game: str = "", readings: Chosen = "") -> Position:
    """Read a position from a diagram or from JSON text.

    Args:
        text: The diagram or the JSON text.
        game: The name of its game; empty to find it out from the text.
        readings: The readings in force; empty for those that the text names, else the defaults.

    Returns:
        The position.

    Raises:
        InputError: The text has not the form of a position; `where` says the line or the JSON pointer.
        IllegalPosition: The position breaks a rule; `clause` names it.
    """
    if text.lstrip().startswith("{"):
        data: object = strict_json.decode(text)
        return from_json(data, readings)
    shown: SomeGame = find_game(game or game_shown(text))
    return shown.from_diagram(text, _chosen(shown, readings))


@overload
def from_json(data: crumble.PositionData, readings: Chosen = "") -> crumble.Position: ...
@overload
def from_json(data: scrunch.PositionData, readings: Chosen = "") -> scrunch.Position: ...
@overload
def from_json(data: splinter.PositionData, readings: Chosen = "") -> splinter.Position: ...
@overload
def from_json(data: object, readings: Chosen = "") -> Position: ...
def from_json(data: object, readings: Chosen = "") -> Position:
    """Read a position from JSON values.

    Args:
        data: What `json.loads` gives, in the form of `PositionData` of its game.
        readings: The readings in force; empty for those that the data name, else the defaults.

    Returns:
        The position.

    Raises:
        InputError: The data have not the form of a position; `where` is the JSON pointer.
        IllegalPosition: The position breaks a rule; `clause` names it.
    """
    game: SomeGame = game_named(data)
    return game.from_json(data, _chosen(game, readings))


@overload
def to_json(position: crumble.Position) -> crumble.PositionData: ...
@overload
def to_json(position: scrunch.Position) -> scrunch.PositionData: ...
@overload
def to_json(position: splinter.Position) -> splinter.PositionData: ...
@overload
def to_json(position: Position) -> Mapping[str, object]: ...
def to_json(position: Position) -> Mapping[str, object]:
    """Write a position as JSON values.

    Args:
        position: Any position.

    Returns:
        A dictionary for `json.dumps`, in canonical order; `from_json` reads it back.
    """
    return game_of(position).to_json(position)


def to_diagram(position: Position, earlier: str = "") -> str:
    """Draw a position in letters.

    Args:
        position: Any position.
        earlier: A diagram of Crumble; pieces that stand as in it keep their letters.

    Returns:
        A header and rows of letters, a line each; `parse_position` reads them back.

    Raises:
        InputError: A piece of Crumble is too fine to be drawn so.
    """
    return game_of(position).to_diagram(position, earlier)


def to_svg(position: Position, marked: Iterable[tuple[int, ...]] = (), last: Turn | None = None) -> str:
    """Draw a position as a picture.

    Args:
        position: Any position.
        marked: The pieces, cells or squares to outline.
        last: The turn that led to the position; what it did is drawn too.

    Returns:
        An SVG document.
    """
    return game_of(position).to_svg(position, marked, last)


def _chosen(game: SomeGame, readings: Chosen) -> ReadingsBase | None:
    """The readings that somebody chooses, or None without any. Raises InputError."""
    if not readings:
        return None
    return game.Readings.from_text(readings) if isinstance(readings, str) else game.Readings.from_mapping(readings)
