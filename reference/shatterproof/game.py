"""The face that every game shows: the same handful of names, so that everything above is written once."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Protocol, Self, cast

from shatterproof.errors import InputError, shorten

GAMES = ("crumble", "scrunch", "splinter")


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


class IllegalPosition(InputError):
    """A position from outside that breaks a rule: `clause` names it."""

    def __init__(self, clause: str, what: str, where: str = "", expected: str = "") -> None:
        super().__init__(f"{what} ({clause})", where, expected)
        self.clause = clause


def choice(*values: str) -> Any:
    """A field of `ReadingsBase`: the values of a reading, default first."""
    return field(default=values[0], metadata={"values": values})


@dataclass(frozen=True)
class ReadingsBase:
    """One field per reading of a game; each field's type lists its values, default first.

    Field `draw_target` of the game `crumble` is the reading `crumble.draw-target`.
    """

    game: ClassVar[str]

    def __post_init__(self) -> None:
        for name, values in self.choices().items():
            chosen = self.to_mapping()[name]
            if chosen not in values:
                raise InputError(f"{name} has no value {shorten(chosen, 40)!r}", expected=f"one of {', '.join(values)}")

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


class Game(Protocol):
    """What the package of a game offers. Positions and turns are immutable and hashable values of the game's own."""

    NAME: str
    SIDES: tuple[str, str]
    TURN_TEXT: re.Pattern[str]
    Readings: type[Any]

    def board_size(self, board: str) -> tuple[int, ...]: ...
    def start(self, board: str = ..., readings: Any = ...) -> Any: ...
    def turns(self, position: Any) -> Iterator[Any]: ...
    def results(self, position: Any) -> Iterator[tuple[Any, Any]]: ...
    def actions(self, position: Any) -> Iterator[tuple[Any, Any]]: ...
    def play(self, position: Any, turn: Any) -> Any: ...
    def outcome(self, position: Any) -> Outcome | None: ...
    def threatens(self, position: Any) -> bool: ...
    def parse_turn(self, position: Any, text: str, published: bool = ...) -> Any: ...
    def format_turn(self, position: Any, turn: Any) -> str: ...
    def from_json(self, data: Any, readings: Any = ..., strict: bool = ...) -> Any: ...
    def to_json(self, position: Any) -> dict[str, Any]: ...
    def from_diagram(self, text: str, readings: Any = ...) -> Any: ...
    def to_diagram(self, position: Any) -> str: ...
    def to_svg(self, position: Any, marked: Any = ..., last: Any = ...) -> str: ...


def find_game(name: str) -> Game:
    """The package of the game called `name`. Raises InputError for an unknown name."""
    if name not in GAMES:
        raise InputError(f"unknown game {shorten(name, 40)!r}", expected=f"one of {', '.join(GAMES)}")
    return cast(Game, importlib.import_module(f"shatterproof.{name}"))


def perft(game: Game, position: Any, depth: int, actions: bool = False) -> int:
    """Leaves of the turn tree `depth` plies below `position`; paths are counted, decided games have no children.

    A position's children are its distinct results; with `actions` its legal turns, also those with the same result.
    """
    if depth == 0:
        return 1
    children = game.actions(position) if actions else game.results(position)
    if depth == 1:
        return sum(1 for _ in children)
    return sum(perft(game, after, depth - 1, actions) for _, after in children)
