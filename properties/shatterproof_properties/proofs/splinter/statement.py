"""What the rules say of the pieces of one position, and of one turn: each condition a term of its own.

What a turn chooses is left open, by squares and directions of which one each is picked. A solver is told what binds the
names that this needs, in one way for each position and choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.board import DIRECTIONS, OPPOSITE, Board
from shatterproof_properties.proofs.terms import (
    NO,
    Term,
    at_most,
    every,
    exactly_one,
    implies,
    negation,
    no_more,
    same,
    some,
    total,
)

SIDES = ("blue", "white")
KINDS = ("square", "cross", "circle")

Marks = Mapping[str, Term]
"""For each square whether something is the case there."""


class Sort(NamedTuple):
    """What makes a piece: its colour and its kind."""

    colour: str
    kind: str


SORTS = tuple(Sort(colour, kind) for colour in SIDES for kind in KINDS)

Pieces = Mapping[Sort, Marks]
"""For each sort on which squares its pieces stand."""


class Ending(NamedTuple):
    """How a game has ended: who has won, or None, and by which clause."""

    winner: str | None
    clause: str


# Pieces at any one moment.


def single(pieces: Pieces) -> Term:
    """splinter.board.one-piece: no square has two pieces."""
    return every(*(at_most(1, (pieces[sort][square] for sort in SORTS)) for square in pieces[SORTS[0]]))


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
    """For each way in which a game may end, whether it has ended so; at most one of them is the case."""
    gone = {side: out(pieces, side) for side in SIDES}
    both = every(*gone.values())
    found = {Ending(None, "splinter.win.even"): every(both, same(*(number(pieces, side) for side in SIDES)))}
    for side, other in (SIDES, SIDES[::-1]):
        ahead = negation(no_more(number(pieces, side), number(pieces, other)))
        found[Ending(side, "splinter.win.type-out")] = every(gone[other], negation(gone[side]))
        found[Ending(side, "splinter.win.both-out")] = every(both, ahead)
    return found


def alike(one: Pieces, other: Pieces) -> Term:
    """Whether both are the same arrangement."""
    return every(*(same(one[sort][square], other[sort][square]) for sort in SORTS for square in one[sort]))


@dataclass(frozen=True)
class OpenPosition:
    """Pieces on a board, whether Blue is to move, and what is remembered of the turn before.

    `memory` has for each direction the squares on which a piece stands that the turn before has moved there in it.
    """

    board: Board
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


def any_position(solver: Solver, board: Board) -> OpenPosition:
    """A position of which nothing is known: `single` makes proper pieces of its pieces, memory may be what none is."""

    def marks(label: str) -> Marks:
        return {square: solver.boolean(f"{label}-{square}") for square in board.squares}

    pieces = {sort: marks("-".join(sort)) for sort in SORTS}
    return OpenPosition(board, pieces, solver.boolean("blue-moves"), {way: marks(f"came-{way}") for way in DIRECTIONS})


# What a slide says of one square by itself, and the one behind it in the direction of the slide.


def is_run_over(starts: Term, there: Term, behind: Term) -> Term:
    """splinter.slide.push: a square is of the run if the slide starts from it, or a piece is pushed from behind."""
    return some(starts, every(there, behind))


def stands_after(piece: Term, run: Term, came: Term) -> Term:
    """splinter.slide.push, splinter.slide.off: whether a piece is there once the run has moved.

    `came` says whether the piece behind has come, which was of the run; on the first square of a line none has.
    """
    return some(every(piece, negation(run)), came)


# A turn: the slide, what it pushes, and the group that stays.


def run_in(board: Board, there: Marks, origin: Marks, direction: str) -> Marks:
    """splinter.slide.push: the squares of the run of a slide in a direction, from the square that `origin` picks.

    `there` are the squares with pieces.
    """
    runs: dict[str, Term] = {}

    def run(square: str) -> Term:
        if square not in runs:
            behind = board.behind(square, direction)
            runs[square] = is_run_over(origin[square], there[square], run(behind) if behind else NO)
        return runs[square]

    return {square: run(square) for square in board.squares}


class OpenTurn:
    """A turn: `origin`, `ways` and `kept` pick the square, the direction, and the group that stays by its first square.

    `allowed` says that the turn is legal. `left` are the pieces after it, and of those the ones that `arrived` on their
    squares are to be remembered.
    """

    def __init__(self, solver: Solver, here: OpenPosition) -> None:
        squares = here.board.squares
        self.here = here
        self.solver = solver
        self.origin: Marks = {square: solver.boolean(f"from-{square}") for square in squares}
        self.ways: Mapping[str, Term] = {way: solver.boolean(f"goes-{way}") for way in DIRECTIONS}
        self.kept: Marks = {square: solver.boolean(f"kept-{square}") for square in squares}
        there = solver.named_each("there", occupied(here.pieces))
        self.runs = {
            way: solver.named_each(f"run-{way}", run_in(here.board, there, self.origin, way)) for way in DIRECTIONS
        }
        self.run: Marks = solver.named_each("run", {square: self._runs_over(square) for square in squares})
        self.pushed: Pieces = {
            sort: solver.named_each(f"pushed-{'-'.join(sort)}", self._moved(here.pieces[sort])) for sort in SORTS
        }
        self.groups = Components(solver, here.board.beside, solver.named_each("then", occupied(self.pushed)))
        stays = solver.named_each("stays", {square: self._stays(square) for square in squares})
        self.left: Pieces = {sort: self._staying(sort, stays) for sort in SORTS}
        self.arrived: Marks = solver.named_each("arrived", self._remembered())

    def _runs_over(self, square: str) -> Term:
        return some(*(every(self.ways[way], marks[square]) for way, marks in self.runs.items()))

    def _arrived(self, way: str, marks: Marks | None = None) -> Marks:
        """The squares to which the run has come in a direction, with a piece of the given marks."""
        arrived = {}
        for square in self.here.board.squares:
            behind = self.here.board.behind(square, way)
            source = [self.ways[way], self.runs[way][behind], *([marks[behind]] if marks else [])] if behind else []
            arrived[square] = every(*source) if source else NO
        return arrived

    def _moved(self, marks: Marks) -> Marks:
        """splinter.slide.push, splinter.slide.off: where pieces are once the run has moved; one may be gone."""
        arrivals = [self._arrived(way, marks) for way in DIRECTIONS]
        return {
            square: stands_after(mark, self.run[square], some(*(arrived[square] for arrived in arrivals)))
            for square, mark in marks.items()
        }

    def _stays(self, square: str) -> Term:
        """splinter.group.splinter: whether a square is of the group that stays."""
        return some(*(every(kept, self.groups.led_by(first, square)) for first, kept in self.kept.items()))

    def _staying(self, sort: Sort, stays: Marks) -> Marks:
        left = {square: every(mark, stays[square]) for square, mark in self.pushed[sort].items()}
        return self.solver.named_each(f"left-{'-'.join(sort)}", left)

    def _remembered(self) -> Marks:
        """The squares of the pieces that have arrived, if the game goes on."""
        over, there = self.solver.named("over", decided(self.left)), occupied(self.left)
        arrivals = [self._arrived(way) for way in DIRECTIONS]
        return {
            square: every(negation(over), there[square], some(*(arrived[square] for arrived in arrivals)))
            for square in self.here.board.squares
        }

    def one_slide(self) -> Term:
        """splinter.turn.parts: a turn is one slide, of one piece in one direction, and one group stays."""
        return every(*(exactly_one(choice.values()) for choice in (self.origin, self.ways, self.kept)))

    def own_piece(self) -> Term:
        """splinter.turn.own: the piece that slides is the mover's."""
        own = self.here.own()
        return every(*(implies(chosen, own[square]) for square, chosen in self.origin.items()))

    def no_return(self) -> Term:
        """splinter.slide.return: no piece of the run goes back to where it came from in the turn before."""
        returning = (
            every(self.ways[way], self.runs[way][square], self.here.memory[OPPOSITE[way]][square])
            for way in DIRECTIONS
            for square in self.here.board.squares
        )
        return negation(some(*returning))

    def is_largest(self, first: str) -> Term:
        """Whether a square leads a group that none exceeds."""
        sizes = self.groups.sizes
        return every(self.groups.is_leader(first), *(no_more(size, sizes[first]) for size in sizes.values()))

    def largest(self) -> Term:
        """splinter.group.largest, splinter.group.tie: no group is larger than the one that stays."""
        return every(*(implies(kept, self.is_largest(first)) for first, kept in self.kept.items()))

    def allowed(self) -> Term:
        """Whether all of these hold, and the game goes on (splinter.turn.finished)."""
        going_on = negation(decided(self.here.pieces))
        return every(going_on, self.one_slide(), self.own_piece(), self.no_return(), self.largest())

    def after(self) -> OpenPosition:
        """The position that the turn leads to."""
        remembered = {
            way: {square: every(chosen, arrived) for square, arrived in self.arrived.items()}
            for way, chosen in self.ways.items()
        }
        return OpenPosition(self.here.board, self.left, negation(self.here.blue_moves), remembered)
