"""The face that every game shows: the same handful of names, so that everything above is written once."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypeVar, cast

from shatterproof.errors import InputError, shorten
from shatterproof.paper import Paper

OURS = ("crumble", "scrunch", "splinter")


def _installed() -> dict[str, str]:
    """The entry points `shatterproof.games`; what reads them takes longer to import than all else that is needed."""
    pages = (page for folder in sys.path for page in Path(folder or ".").glob("*-info/entry_points.txt"))
    if not any("[shatterproof.games]" in page.read_text("utf-8", "replace") for page in pages):
        return {}
    from importlib.metadata import entry_points

    found = entry_points(group="shatterproof.games")
    return {each.name: each.value for each in found if each.name not in OURS and re.fullmatch("[a-z]+", each.name)}


INSTALLED = _installed()
"""The packages of games from elsewhere, by the names of the games: the entry points `shatterproof.games`."""
GAMES = (*OURS, *sorted(INSTALLED))


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning side (None for a draw) and the clause that says so."""

    winner: str | None
    clause: str


def describe_outcome(outcome: Outcome | None) -> str:
    """Say an outcome in words, with its clause."""
    if outcome is None:
        return "undecided"
    verdict = f"{outcome.winner.capitalize()} wins" if outcome.winner else "drawn"
    return f"{verdict} ({outcome.clause})"


class IllegalTurn(Exception):
    """A turn that breaks a rule: `clause` names the rule, `reason` says how, in one line."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.clause = clause
        self.reason = reason


class MalformedTurn(InputError):
    """A text that the grammar of turns alone excludes."""


class AmbiguousTurn(Exception):
    """A text with several legal meanings: `meanings` lists each in full, and `clause` says what it leaves open."""

    def __init__(self, text: str, meanings: tuple[str, ...], clause: str) -> None:
        super().__init__(f"{text!r} can mean {' or '.join(meanings)}")
        self.text = text
        self.meanings = meanings
        self.clause = clause


Refusal: TypeAlias = IllegalTurn | AmbiguousTurn | MalformedTurn
REFUSALS = (IllegalTurn, AmbiguousTurn, MalformedTurn)
"""The error for a turn's text."""


class IllegalPosition(InputError):
    """A position from outside that breaks a rule: `clause` names it."""

    def __init__(self, clause: str, what: str, where: str = "", expected: str = "") -> None:
        super().__init__(f"{what} ({clause})", where, expected)
        self.clause = clause


def choice(*values: str) -> str:
    """Declare a field of `ReadingsBase` by the values of a reading, the default first."""
    return field(default=values[0], metadata={"values": values})


@dataclass(frozen=True)
class ReadingsBase:
    """One field per reading of a game; each field's type lists its values, default first.

    Field `draw_target` of the game `crumble` is the reading `crumble.draw-target`.
    """

    game: ClassVar[str]

    def __post_init__(self) -> None:
        chosen = self.to_mapping()
        for name, values in self.choices().items():
            if chosen[name] not in values:
                what = f"{name} has no value {shorten(chosen[name], 40)!r}"
                raise InputError(what, expected=f"one of {', '.join(values)}")

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """List every reading of the game with its values, the default first."""
        return {cls._id(each.name): each.metadata["values"] for each in fields(cls)}

    @classmethod
    def from_mapping(cls, chosen: Mapping[str, str]) -> Self:
        """Choose readings by their ids.

        Args:
            chosen: `{id: value}`; ids left out take their defaults.

        Returns:
            The readings.

        Raises:
            InputError: An id or a value is unknown.
        """
        names = {cls._id(each.name): each.name for each in fields(cls)}
        for reading in chosen:
            if reading not in names:
                raise InputError(f"unknown reading {shorten(reading, 60)!r}", expected=f"one of {', '.join(names)}")
        return cls(**{names[reading]: value for reading, value in chosen.items()})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Choose readings by a text.

        Args:
            text: Pairs like `draw=agreement-only, crumble.win-stops=at-once`; the game's name may be left out.

        Returns:
            The readings; those that the text does not name are at their defaults.

        Raises:
            InputError: The text has another form, sets a reading twice, or names an unknown one.
        """
        chosen: dict[str, str] = {}
        for pair in re.split(r"[,\s]+", text.strip()):
            name, equals, value = pair.partition("=")
            reading = name if name.startswith(f"{cls.game}.") else f"{cls.game}.{name}"
            if not equals:
                raise InputError(f"{shorten(pair, 60)!r} sets no reading", expected="pairs like draw=agreement-only")
            if reading in chosen:
                raise InputError(f"{shorten(reading, 60)} is set twice", expected="one value for every reading")
            chosen[reading] = value
        return cls.from_mapping(chosen)

    def to_mapping(self) -> dict[str, str]:
        """Give `{id: value}` for every reading."""
        return {self._id(each.name): getattr(self, each.name) for each in fields(self)}

    def departures(self) -> dict[str, str]:
        """Give `{id: value}` for the readings that are not at their defaults."""
        chosen = {each: getattr(self, each.name) for each in fields(self)}
        return {self._id(each.name): value for each, value in chosen.items() if value != each.default}

    @classmethod
    def _id(cls, field_name: str) -> str:
        return f"{cls.game}.{field_name.replace('_', '-')}"


class Position(Protocol):
    """What positions of every game show: immutable, hashable, and equal where the future is the same."""

    @property
    def board(self) -> str:
        """The name of the board: columns and rows like `6x6`, or in Scrunch the cells along a side like `7`."""

    @property
    def to_move(self) -> str:
        """The side to move, one of the game's `SIDES`."""

    @property
    def readings(self) -> ReadingsBase:
        """The readings in force; they name the game as well."""


class Turn(Protocol):
    """What turns of every game show: immutable, hashable, and in a total order, that of `turns`."""

    def __lt__(self, other: Self, /) -> bool: ...


PositionT = TypeVar("PositionT", bound=Position)
TurnT = TypeVar("TurnT", bound=Turn)
ReadingsT = TypeVar("ReadingsT", bound=ReadingsBase)


class Game(Protocol[PositionT, TurnT, ReadingsT]):
    """What the package of a game offers, of its own positions, turns and readings.

    Positions and turns that are handed over are those of the game: nothing is checked twice.
    """

    NAME: str
    """The name of the game, in small letters."""
    SIDES: tuple[str, str]
    """The two sides; the first one moves first."""
    TURN_TEXT: re.Pattern[str]
    """What finds turns, and results, in the text of a record or an example."""

    @property
    def Readings(self) -> type[ReadingsT]:
        """The class of its readings; without arguments all are at their defaults."""

    def board_size(self, board: str) -> tuple[int, ...]:
        """Read the name of a board.

        Args:
            board: Columns and rows like `6x6`, or the cells along a side of a hexagon like `7`.

        Returns:
            The numbers that the name gives: two, or one.

        Raises:
            InputError: The name has another form.
            IllegalPosition: The board is beyond the limits.
        """

    def start(self, board: str = ..., readings: ReadingsT = ...) -> PositionT:
        """Set up the opening position.

        Args:
            board: The name of the board; the standard one by default.
            readings: The readings in force; the defaults by default.

        Returns:
            The position before the first turn.

        Raises:
            InputError: There is no such board.
        """

    def turns(self, position: PositionT) -> Iterator[TurnT]:
        """List the legal turns: for every position that can be reached, the first turn that reaches it.

        Args:
            position: Any position; a decided one has no turns.

        Returns:
            The turns, lazily and in order.
        """

    def results(self, position: PositionT) -> Iterator[tuple[TurnT, PositionT]]:
        """List the turns of `turns`, each with the position that it leads to."""

    def actions(self, position: PositionT) -> Iterator[tuple[TurnT, PositionT]]:
        """List every legal turn, also those with the same result.

        Args:
            position: Any position.

        Returns:
            The turns, each with the position that it leads to.

        Raises:
            InputError: The game is Crumble, where there is no end of them.
        """

    def play(self, position: PositionT, turn: TurnT) -> PositionT:
        """Play a turn.

        Args:
            position: The position before the turn; it stays as it is.
            turn: A turn of this game.

        Returns:
            The position after the turn.

        Raises:
            IllegalTurn: The turn breaks a rule; `clause` names it.
        """

    def outcome(self, position: PositionT) -> Outcome | None:
        """Say how a game has ended: None while it goes on."""

    def threatens(self, position: PositionT) -> bool:
        """Say whether the side that has just moved would win if it could move again at once."""

    def parse_turn(self, position: PositionT, text: str, published: bool = ...) -> TurnT:
        """Read a turn.

        Args:
            position: The position in which the turn is played.
            text: The turn as the notation clauses of the game write it.
            published: Whether the text has all its hyphens.

        Returns:
            The one legal turn that the text means.

        Raises:
            MalformedTurn: The grammar of turns excludes the text.
            IllegalTurn: All that the text can mean is illegal.
            AmbiguousTurn: Several of its meanings are legal.
        """

    def format_turn(self, position: PositionT, turn: TurnT) -> str:
        """Write a legal turn of a position, in the shortest text that `parse_turn` reads back."""

    def from_json(self, data: object, readings: ReadingsT | None = ..., strict: bool = ...) -> PositionT:
        """Read a position from JSON values.

        Args:
            data: A dictionary in the form of the game's positions.
            readings: The readings in force; None for those that the data name.
            strict: Refuse positions that no turn leaves so; they can be shown, but not played on.

        Returns:
            The position.

        Raises:
            InputError: The data have not the form of a position; `where` is the JSON pointer.
            IllegalPosition: The position breaks a rule; `clause` names it.
        """

    def to_json(self, position: PositionT) -> dict[str, object]:
        """Write a position as JSON values, in canonical order; `from_json` reads them back."""

    def from_diagram(self, text: str, readings: ReadingsT | None = ...) -> PositionT:
        """Read a position from a diagram.

        Args:
            text: A header and rows of letters.
            readings: The readings in force; None for those that the diagram names.

        Returns:
            The position.

        Raises:
            InputError: The text has not the form of a diagram; `where` says the line.
            IllegalPosition: The position breaks a rule; `clause` names it.
        """

    def to_diagram(self, position: PositionT, earlier: str = ...) -> str:
        """Draw a position in letters.

        Args:
            position: Any position.
            earlier: A diagram of Crumble; pieces that stand as in it keep their letters.

        Returns:
            A header and rows of letters, a line each; `from_diagram` reads them back.

        Raises:
            InputError: A piece of Crumble is too fine to be drawn so.
        """

    def to_svg(
        self,
        position: PositionT,
        marked: Iterable[tuple[int, ...]] = ...,
        last: TurnT | None = ...,
        named: bool = ...,
        paper: Paper | None = ...,
    ) -> str:
        """Draw a position as a picture.

        Args:
            position: Any position.
            marked: The pieces, cells or squares to outline.
            last: The turn that led to the position; what it did is drawn too.
            named: Give each piece, cell or square attributes for a page to find it by: data-at (its name), data-fill,
                data-shape and data-mark.
            paper: The room that there is, and the size of labels; with it there is no caption.

        Returns:
            An SVG document.
        """


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game that is known at run time only."""


def find_game(name: str) -> AnyGame:
    """Find the package of a game.

    Args:
        name: The name of the game, one of `GAMES`.

    Returns:
        The package; it offers what `Game` lists.

    Raises:
        InputError: There is no game of this name.
    """
    if name not in GAMES:
        raise InputError(f"unknown game {shorten(name, 40)!r}", expected=f"one of {', '.join(GAMES)}")
    module = f"{INSTALLED[name]}.reference" if name in INSTALLED else f"shatterproof.{name}"
    return cast(AnyGame, importlib.import_module(module))


def game_of(position: PositionT) -> Game[PositionT, Turn, ReadingsBase]:
    """Find the package of the game that a position belongs to."""
    return find_game(position.readings.game)


def perft(game: Game[PositionT, TurnT, ReadingsT], position: PositionT, depth: int, actions: bool = False) -> int:
    """Count the leaves of the turn tree below a position; paths are counted, decided positions have no children.

    Args:
        game: The game of the position.
        position: The root of the tree.
        depth: How many plies deep the leaves are; 0 counts the position itself.
        actions: Count all legal turns as children, also those with the same result.

    Returns:
        The number of leaves.
    """
    if depth == 0:
        return 1
    children = game.actions(position) if actions else game.results(position)
    if depth == 1:
        return sum(1 for _ in children)
    return sum(perft(game, after, depth - 1, actions) for _, after in children)
