"""Laws of symmetry: everything commutes with looking at the board from another side and with exchanging the colours.

The games supply their symmetries and tie the laws to their clauses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar, NamedTuple, Self

from shatterproof.game import AnyGame, Outcome
from shatterproof_properties.invariants import check
from shatterproof_properties.invariants.every_game import ways


@dataclass(frozen=True)
class GameSymmetry(ABC):
    """A game seen otherwise: the board turned or mirrored, perhaps the colours exchanged."""

    game: ClassVar[AnyGame]
    colours: bool = False

    def side(self, colour: str) -> str:
        """The side that a side is seen as."""
        return self.game.SIDES[1 - self.game.SIDES.index(colour)] if self.colours else colour

    @abstractmethod
    def position(self, position: Any) -> Any:
        """The position seen so."""

    @abstractmethod
    def turn(self, position: Any, turn: Any) -> Any:
        """A turn of a position seen so."""

    def outcome(self, outcome: Outcome | None) -> Outcome | None:
        """The outcome seen so."""
        return replace(outcome, winner=self.side(outcome.winner)) if outcome and outcome.winner else outcome


@dataclass(frozen=True)
class RectangleSymmetry(GameSymmetry):
    """A mirroring of a rectangle in its upright middle, its level middle and its diagonal, in this order; perhaps also
    an exchange of colours. A board that is not square may turn into another."""

    east_west: bool = False
    north_south: bool = False
    diagonal: bool = False

    @classmethod
    def all(cls) -> tuple[Self, ...]:
        """The eight of them, then the same with colours exchanged; identity first."""
        return tuple(
            cls(colours, east_west, north_south, diagonal)
            for colours, diagonal, north_south, east_west in product((False, True), repeat=4)
        )

    def board(self, columns: int, rows: int) -> tuple[int, int]:
        """How many columns and rows the board has when seen so."""
        return (rows, columns) if self.diagonal else (columns, rows)

    def inverse(self) -> Self:
        """The way back."""
        return replace(self, east_west=self.north_south, north_south=self.east_west) if self.diagonal else self


def result_of(turn: Any, after: Any) -> Any:
    """A turn as known by its result alone."""
    return after


class Symmetries(NamedTuple):
    """The symmetries of a game: all, and those by which all turns of a position are compared.

    `same_by` takes a turn and its result and gives what has to be the same of them however one looks at the board.
    """

    game: AnyGame
    all: tuple[GameSymmetry, ...]
    of_all_turns: tuple[GameSymmetry, ...]
    same_by: Callable[[Any, Any], Any] = result_of


def playing_commutes_with_symmetries(symmetries: Symmetries, position: Any, turn: Any) -> None:
    """The board turned, mirrored or with colours exchanged: the same turn gives the same result, seen so."""
    game, same_by = symmetries.game, symmetries.same_by
    after = game.play(position, turn)
    ended = game.outcome(after)
    for symmetry in symmetries.all:
        said = symmetry.turn(position, turn)
        seen = game.play(symmetry.position(position), said)
        check(same_by(said, seen) == same_by(said, symmetry.position(after)), f"{symmetry} changes what {turn} does")
        check(game.outcome(seen) == symmetry.outcome(ended), f"{symmetry} changes the outcome of {turn}")


def turns_commute_with_symmetries(symmetries: Symmetries, position: Any) -> None:
    """As a set, and in number: which turn represents a result may depend on how one looks at the board."""
    game, same_by = symmetries.game, symmetries.same_by
    known = ways(game, position)
    for symmetry in symmetries.of_all_turns:
        found = ways(game, symmetry.position(position))
        expected = {same_by(symmetry.turn(position, turn), symmetry.position(after)) for turn, after in known}
        check({same_by(*way) for way in found} == expected, f"{symmetry} changes the legal turns")
        check(len(found) == len(known), f"{symmetry} changes the number of legal turns")


def outcomes_commute_with_symmetries(symmetries: Symmetries, position: Any) -> None:
    """Who has won depends on nothing but how one looks at the board."""
    game = symmetries.game
    for symmetry in symmetries.all:
        seen = game.outcome(symmetry.position(position))
        check(seen == symmetry.outcome(game.outcome(position)), f"{symmetry} changes the outcome to {seen}")
