"""The rules about the pieces of one position, and about one turn. Each condition is a term.

The choices of a turn are left open: terms pick one square and one direction. Terms that are used often get names. Each
position and choice fixes the values of these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs import Readings
from shatterproof_properties.proofs.terms import Term, every, negation, no_more, same, some, total

DIRECTIONS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
OPPOSITE = dict(zip(DIRECTIONS, [*list(DIRECTIONS)[4:], *list(DIRECTIONS)[:4]], strict=True))
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


class SquareBoard(NamedTuple):
    """A board: its squares by column and then by row; the neighbours of each; and the next square in each direction."""

    squares: tuple[str, ...]
    beside: dict[str, tuple[str, ...]]
    next: dict[tuple[str, str], str]
    """The next square by square and direction. Steps that lead off the board are missing."""

    def behind(self, square: str, direction: str) -> str | None:
        """The square from which a step in a direction leads to this one, if the board has it."""
        return self.next.get((square, OPPOSITE[direction]))


@lru_cache(maxsize=16)
def board_of(columns: int, rows: int) -> SquareBoard:
    """splinter.board.rectangle, splinter.slide.one-step: a board of columns by rows."""
    places = {(column, row): f"{COLUMNS[column]}{row + 1}" for column in range(columns) for row in range(rows)}
    following = {
        (name, direction): places[column + east, row + north]
        for (column, row), name in places.items()
        for direction, (east, north) in DIRECTIONS.items()
        if (column + east, row + north) in places
    }
    beside = {
        name: tuple(following[name, direction] for direction in DIRECTIONS if (name, direction) in following)
        for name in places.values()
    }
    return SquareBoard(tuple(places.values()), beside, following)


SIDES = ("blue", "white")
KINDS = ("square", "cross", "circle")
STATED = {
    "no-return": ("any-piece", "moved-piece", "whole-position"),
    "step-off": ("allowed", "forbidden"),
    "tie": ("keep-one", "remove-one"),
    "both-out": ("same-turn", "push-first"),
    "passing": ("forbidden", "allowed"),
}
"""The readings with their values, the default first."""
DEFAULTS = Readings((name, values[0]) for name, values in STATED.items())

Marks = Mapping[str, Term]
"""A truth value for each square."""


class Sort(NamedTuple):
    """The colour and the kind of a piece."""

    colour: str
    kind: str


SORTS = tuple(Sort(colour, kind) for colour in SIDES for kind in KINDS)

Pieces = Mapping[Sort, Marks]
"""For each sort, the squares on which its pieces stand."""


class Ending(NamedTuple):
    """The end of a game: the winner or None, and the clause."""

    winner: str | None
    clause: str


# Pieces at any one moment.


def occupied(pieces: Pieces, colours: Iterable[str] = SIDES) -> Marks:
    """The squares with pieces, of these colours."""
    wanted = [marks for sort, marks in pieces.items() if sort.colour in colours]
    return {square: some(*(marks[square] for marks in wanted)) for square in pieces[SORTS[0]]}


def out(pieces: Pieces, colour: str) -> Term:
    """splinter.win.type-out: whether a side has no piece of some kind."""
    return some(*(negation(some(*pieces[Sort(colour, kind)].values())) for kind in KINDS))


def decided(pieces: Pieces) -> Term:
    """Whether the game is over."""
    return some(*(out(pieces, colour) for colour in SIDES))


def number(pieces: Pieces, colour: str) -> Term:
    """How many pieces a side has."""
    return total(occupied(pieces, [colour]).values(), len(pieces[SORTS[0]]))


def endings(pieces: Pieces) -> dict[Ending, Term]:
    """For each way in which a game may end, whether it has ended so; at most one of them is true."""
    gone = {side: out(pieces, side) for side in SIDES}
    both = every(*gone.values())
    found = {Ending(None, "splinter.win.even"): every(both, same(*(number(pieces, side) for side in SIDES)))}
    for side, other in (SIDES, SIDES[::-1]):
        ahead = negation(no_more(number(pieces, side), number(pieces, other)))
        found[Ending(side, "splinter.win.type-out")] = every(gone[other], negation(gone[side]))
        found[Ending(side, "splinter.win.both-out")] = every(both, ahead)
    return found


def alike(one: Pieces, other: Pieces) -> Term:
    """Whether two arrangements are the same."""
    return every(*(same(one[sort][square], other[sort][square]) for sort in SORTS for square in one[sort]))


@dataclass(frozen=True)
class OpenPosition:
    """Pieces on a board, whether Blue is to move, and the memory of the turn before.

    `memory` has for each direction the squares whose pieces the turn before has moved there in that direction.
    """

    board: SquareBoard
    pieces: Pieces
    blue_moves: Term
    memory: Mapping[str, Marks]

    def own(self) -> Marks:
        """The squares with pieces of the mover's."""
        blue, white = occupied(self.pieces, ["blue"]), occupied(self.pieces, ["white"])
        return {
            square: some(every(self.blue_moves, blue[square]), every(negation(self.blue_moves), white[square]))
            for square in self.board.squares
        }
