"""A turn, each condition a formula of its own: the slide, what it pushes, and the group that stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.formulas import NO, Formula, every, implies, no, one_of, some, z3
from shatterproof_properties.proofs.splinter.pieces import SORTS, Marks, Memory, Pieces, decided, standing
from shatterproof_properties.proofs.splinter.squares import DIRECTIONS, OPPOSITE, Board


@dataclass(frozen=True)
class Standing:
    """Pieces on a board, whether Blue is to move, and what is remembered of the turn before."""

    board: Board
    pieces: Pieces
    blue_moves: Formula
    memory: Memory


def mine(here: Standing) -> Marks:
    """The squares with pieces of the mover's."""
    blue, white = standing(here.pieces, ["blue"]), standing(here.pieces, ["white"])
    return {square: z3.If(here.blue_moves, blue[square], white[square]) for square in here.board.squares}


def run_in(board: Board, occupied: Marks, origin: Marks, direction: str) -> Marks:
    """splinter.slide.push: the squares of the run of a slide in a direction, from the square that `origin` picks."""
    runs: dict[str, Formula] = {}

    def run(square: str) -> Formula:
        if square not in runs:
            behind = board.behind(square, direction)
            pushed = every(occupied[square], run(behind)) if behind else NO
            runs[square] = some(origin[square], pushed)
        return runs[square]

    return {square: run(square) for square in board.squares}


class Turn:
    """A turn: `origin`, `ways` and `kept` pick the square, the direction, and the group that stays by its first square.

    `allowed` says that the turn is legal. `left` are the pieces after it, and of those the ones that `arrived` on their
    squares are to be remembered. `facts` bind the names that it needs, in one way for each position and choice.
    """

    def __init__(self, here: Standing, name: str = "") -> None:
        board = here.board
        self.here = here
        self.origin: Marks = {square: z3.Bool(f"{name} from {square}") for square in board.squares}
        self.ways: Mapping[str, Formula] = {way: z3.Bool(f"{name} goes {way}") for way in DIRECTIONS}
        self.kept: Marks = {square: z3.Bool(f"{name} kept {square}") for square in board.squares}
        occupied = standing(here.pieces)
        self.runs = {way: run_in(board, occupied, self.origin, way) for way in DIRECTIONS}
        self.run: Marks = {
            square: some(*[every(self.ways[way], marks[square]) for way, marks in self.runs.items()])
            for square in board.squares
        }
        self.pushed: Pieces = {sort: self._moved(here.pieces[sort]) for sort in SORTS}
        self.groups = Components(board.beside, standing(self.pushed))
        self.facts = self.groups.facts
        self.left: Pieces = {sort: self._staying(marks) for sort, marks in self.pushed.items()}
        over, there = decided(self.left), standing(self.left)
        arrivals = [self._arrived(way) for way in DIRECTIONS]
        self.arrived: Marks = {
            square: every(no(over), there[square], some(*(arrived[square] for arrived in arrivals)))
            for square in board.squares
        }

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
            square: some(every(mark, no(self.run[square])), *(arrived[square] for arrived in arrivals))
            for square, mark in marks.items()
        }

    def _staying(self, marks: Marks) -> Marks:
        """splinter.group.splinter: those of the pieces that are of the group that stays."""
        groups = self.groups
        stays = {
            square: some(*[every(kept, groups.led_by(first, square)) for first, kept in self.kept.items()])
            for square in marks
        }
        return {square: every(mark, stays[square]) for square, mark in marks.items()}

    def one_slide(self) -> Formula:
        """splinter.turn.parts: a turn is one slide, of one piece in one direction, and one group stays."""
        return every(*(one_of(choice.values()) for choice in (self.origin, self.ways, self.kept)))

    def own_piece(self) -> Formula:
        """splinter.turn.own: the piece that slides is the mover's."""
        own = mine(self.here)
        return every(*[implies(chosen, own[square]) for square, chosen in self.origin.items()])

    def no_return(self) -> Formula:
        """splinter.slide.return: no piece of the run goes back to where it came from in the turn before."""
        returning = [
            every(self.ways[way], self.runs[way][square], self.here.memory[OPPOSITE[way]][square])
            for way in DIRECTIONS
            for square in self.here.board.squares
        ]
        return no(some(*returning))

    def largest(self) -> Formula:
        """splinter.group.largest, splinter.group.tie: no group is larger than the one that stays."""
        sizes = self.groups.sizes
        return every(
            *[
                implies(
                    kept,
                    every(self.groups.is_leader(first), *(z3.UGE(sizes[first], size) for size in sizes.values())),
                )
                for first, kept in self.kept.items()
            ]
        )

    def allowed(self) -> Formula:
        """Whether all of these hold, and the game goes on (splinter.turn.finished)."""
        going_on = no(decided(self.here.pieces))
        return every(going_on, self.one_slide(), self.own_piece(), self.no_return(), self.largest())

    def after(self) -> Standing:
        """The position that the turn leads to."""
        remembered = {
            way: {square: every(chosen, arrived) for square, arrived in self.arrived.items()}
            for way, chosen in self.ways.items()
        }
        return Standing(self.here.board, self.left, no(self.here.blue_moves), remembered)
