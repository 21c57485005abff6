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
    """An outcome in words, with its clause."""
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
"""What a turn text is refused by."""


class IllegalPosition(InputError):
    """A position from outside that breaks a rule: `clause` names it."""

    def __init__(self, clause: str, what: str, where: str = "", expected: str = "") -> None:
        super().__init__(f"{what} ({clause})", where, expected)
        self.clause = clause


def choice(*values: str) -> str:
    """A field of `ReadingsBase`: the values of a reading, default first."""
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
        """Every reading of the game with its values, default first."""
        return {cls._id(each.name): each.metadata["values"] for each in fields(cls)}

    @classmethod
    def from_mapping(cls, chosen: Mapping[str, str]) -> Self:
        """Readings from `{id: value}`; ids left out take their defaults. Raises InputError on unknown ones."""
        names = {cls._id(each.name): each.name for each in fields(cls)}
        for reading in chosen:
            if reading not in names:
                raise InputError(f"unknown reading {shorten(reading, 60)!r}", expected=f"one of {', '.join(names)}")
        return cls(**{names[reading]: value for reading, value in chosen.items()})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Readings from `draw=agreement-only, crumble.win-stops=at-once`; the game's name may be left out."""
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
        """`{id: value}` for every reading."""
        return {self._id(each.name): getattr(self, each.name) for each in fields(self)}

    def departures(self) -> dict[str, str]:
        """`{id: value}` for the readings that are not at their default."""
        defaults = type(self)().to_mapping()
        return {name: value for name, value in self.to_mapping().items() if value != defaults[name]}

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
        """Columns and rows of the board with that name, or the cells along a side of a hexagon.

        Raises InputError for a name of another form, IllegalPosition for a board beyond the limits.
        """

    def start(self, board: str = ..., readings: ReadingsT = ...) -> PositionT:
        """The opening position, on the standard board unless another is named. Raises InputError, as `board_size`."""

    def turns(self, position: PositionT) -> Iterator[TurnT]:
        """The legal turns, lazily and in order: for every result that can be reached, the first that reaches it.

        There is none once the game is over.
        """

    def results(self, position: PositionT) -> Iterator[tuple[TurnT, PositionT]]:
        """The turns of `turns`, each with the position that it leads to."""

    def actions(self, position: PositionT) -> Iterator[tuple[TurnT, PositionT]]:
        """Every legal turn, also those with the same result, with the position that it leads to.

        Raises InputError in Crumble, where there is no end of them.
        """

    def play(self, position: PositionT, turn: TurnT) -> PositionT:
        """The position after a turn. Raises IllegalTurn, with the clause that a turn breaks and how."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """None while the game goes on; else who won, or None for a draw, and by which clause."""

    def threatens(self, position: PositionT) -> bool:
        """Whether the side that has just moved would win if it could move again at once."""

    def parse_turn(self, position: PositionT, text: str, published: bool = ...) -> TurnT:
        """The legal turn that a text means in a position. `published`: its hyphens can be trusted to be there.

        Raises MalformedTurn where the grammar excludes the text, IllegalTurn where all that it can mean is illegal, and
        AmbiguousTurn where several meanings are legal.
        """

    def format_turn(self, position: PositionT, turn: TurnT) -> str:
        """A legal turn of a position in writing, as short as it can be said; `parse_turn` reads it back."""

    def from_json(self, data: object, readings: ReadingsT | None = ..., strict: bool = ...) -> PositionT:
        """A position from JSON values; `readings` are those in force, None for those that it names.

        Raises InputError with the JSON pointer of what is wrong; IllegalPosition where a rule is broken. Unless
        `strict`, some positions that no turn leaves so are taken all the same, to be shown.
        """

    def to_json(self, position: PositionT) -> dict[str, object]:
        """A position as JSON values, in canonical order; `from_json` reads them back."""

    def from_diagram(self, text: str, readings: ReadingsT | None = ...) -> PositionT:
        """A position from a diagram; `readings` as for `from_json`.

        Raises InputError with the line that is wrong; IllegalPosition where a rule is broken.
        """

    def to_diagram(self, position: PositionT, earlier: str = ...) -> str:
        """A position as lines of letters under a header; `from_diagram` reads them back.

        In Crumble pieces keep the letters that they have in an `earlier` diagram, where they stand unchanged.
        Raises InputError in Crumble where pieces are too fine to draw so.
        """

    def to_svg(
        self,
        position: PositionT,
        marked: Iterable[tuple[int, ...]] = ...,
        last: TurnT | None = ...,
        named: bool = ...,
        paper: Paper | None = ...,
    ) -> str:
        """A position as an SVG document; `marked` pieces, cells or squares are outlined.

        `last` is the turn that led to the position: what it did is shown too. Where `named`, each piece, cell or square
        carries attributes for a page to find it by: data-at (its name), data-fill, data-shape and data-mark. With the
        room that there is on a `paper`, labels are of the size that it says, and there is no caption.
        """


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game that is known at run time only."""


def find_game(name: str) -> AnyGame:
    """The package of the game called `name`. Raises InputError for an unknown name."""
    if name not in GAMES:
        raise InputError(f"unknown game {shorten(name, 40)!r}", expected=f"one of {', '.join(GAMES)}")
    module = f"{INSTALLED[name]}.reference" if name in INSTALLED else f"shatterproof.{name}"
    return cast(AnyGame, importlib.import_module(module))


def game_of(position: PositionT) -> Game[PositionT, Turn, ReadingsBase]:
    """The package of the game that a position belongs to."""
    return find_game(position.readings.game)


def perft(game: Game[PositionT, TurnT, ReadingsT], position: PositionT, depth: int, actions: bool = False) -> int:
    """Leaves of the turn tree `depth` plies below `position`; paths are counted, decided games have no children.

    A position's children are its distinct results; with `actions` its legal turns, also those with the same result.
    """
    if depth == 0:
        return 1
    children = game.actions(position) if actions else game.results(position)
    if depth == 1:
        return sum(1 for _ in children)
    return sum(perft(game, after, depth - 1, actions) for _, after in children)
