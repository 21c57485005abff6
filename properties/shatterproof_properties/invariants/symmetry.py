"""Laws of symmetry: play is the same from every side of the board and with colours exchanged.

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
    """A symmetry of a game: the board turned or mirrored, perhaps the colours exchanged."""

    game: ClassVar[AnyGame]
    colours: bool = False

    def side(self, colour: str) -> str:
        """The image of a side."""
        return self.game.SIDES[1 - self.game.SIDES.index(colour)] if self.colours else colour

    @abstractmethod
    def position(self, position: Any) -> Any:
        """The image of the position."""

    @abstractmethod
    def turn(self, position: Any, turn: Any) -> Any:
        """The image of a turn of a position."""

    def outcome(self, outcome: Outcome | None) -> Outcome | None:
        """The image of the outcome."""
        return replace(outcome, winner=self.side(outcome.winner)) if outcome and outcome.winner else outcome


@dataclass(frozen=True)
class RectangleSymmetry(GameSymmetry):
    """A symmetry of a rectangle.

    It mirrors in the vertical middle line, the horizontal middle line and the diagonal, in this order, and perhaps
    exchanges colours. The image of a board that is not square may be another board.
    """

    east_west: bool = False
    north_south: bool = False
    diagonal: bool = False

    @classmethod
    def all(cls) -> tuple[Self, ...]:
        """The eight symmetries, then the same with colours exchanged; the identity comes first."""
        return tuple(
            cls(colours, east_west, north_south, diagonal)
            for colours, diagonal, north_south, east_west in product((False, True), repeat=4)
        )

    def board(self, columns: int, rows: int) -> tuple[int, int]:
        """The columns and rows of the board's image."""
        return (rows, columns) if self.diagonal else (columns, rows)

    def inverse(self) -> Self:
        """The symmetry that undoes this one."""
        return replace(self, east_west=self.north_south, north_south=self.east_west) if self.diagonal else self


def result_of(turn: Any, after: Any) -> Any:
    """The result of a turn, without the turn."""
    return after


class Symmetries(NamedTuple):
    """The symmetries of a game: all of them, and those by which a law compares all turns of a position.

    `same_by` takes a turn and its result and returns what must be the same for their image.
    """

    game: AnyGame
    all: tuple[GameSymmetry, ...]
    of_all_turns: tuple[GameSymmetry, ...]
    same_by: Callable[[Any, Any], Any] = result_of


def playing_commutes_with_symmetries(symmetries: Symmetries, position: Any, turn: Any) -> None:
    """The image of a turn, played in the image of a position, gives the image of the result."""
    game, same_by = symmetries.game, symmetries.same_by
    after = game.play(position, turn)
    ended = game.outcome(after)
    for symmetry in symmetries.all:
        said = symmetry.turn(position, turn)
        seen = game.play(symmetry.position(position), said)
        check(same_by(said, seen) == same_by(said, symmetry.position(after)), f"{symmetry} changes what {turn} does")
        check(game.outcome(seen) == symmetry.outcome(ended), f"{symmetry} changes the outcome of {turn}")


def turns_commute_with_symmetries(symmetries: Symmetries, position: Any) -> None:
    """A position and its image have the same number of turns and the same set of results.

    The turn that stands for a result may differ.
    """
    game, same_by = symmetries.game, symmetries.same_by
    known = ways(game, position)
    for symmetry in symmetries.of_all_turns:
        found = ways(game, symmetry.position(position))
        expected = {same_by(symmetry.turn(position, turn), symmetry.position(after)) for turn, after in known}
        check({same_by(*way) for way in found} == expected, f"{symmetry} changes the legal turns")
        check(len(found) == len(known), f"{symmetry} changes the number of legal turns")


def outcomes_commute_with_symmetries(symmetries: Symmetries, position: Any) -> None:
    """The image of a position has the image of its outcome."""
    game = symmetries.game
    for symmetry in symmetries.all:
        seen = game.outcome(symmetry.position(position))
        check(seen == symmetry.outcome(game.outcome(position)), f"{symmetry} changes the outcome to {seen}")
