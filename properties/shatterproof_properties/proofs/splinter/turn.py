"""One turn of Splinter: the slide, the pieces that it pushes, and the groups that stay. Each condition is a term."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from shatterproof_properties.proofs import Readings
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.statement import (
    DEFAULTS,
    DIRECTIONS,
    OPPOSITE,
    SORTS,
    Marks,
    OpenPosition,
    Pieces,
    SquareBoard,
    decided,
    occupied,
)
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    Term,
    at_most,
    every,
    exactly_one,
    implies,
    literal,
    negation,
    no_more,
    some,
)

# What a slide says of one square by itself, and the one behind it in the direction of the slide.


def is_run_over(starts: Term, there: Term, behind: Term) -> Term:
    """splinter.slide.push: a square belongs to the run if the slide starts there, or a piece is pushed from behind."""
    return some(starts, every(there, behind))


def stands_after(piece: Term, run: Term, came: Term) -> Term:
    """splinter.slide.push, splinter.slide.off: whether a piece is there once the run has moved.

    `came` says whether the piece behind moved here as part of the run. On the first square of a line none has.
    """
    return some(every(piece, negation(run)), came)


# A turn: the slide, what it pushes, and the group that stays.


def run_in(board: SquareBoard, there: Marks, origin: Marks, direction: str) -> Marks:
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
    """A turn: `origin`, `ways` and `choice` pick the square, the direction, and a group by its first square.

    `allowed` says that the turn is legal. `left` are the pieces after it, and `arrived` the squares to be remembered.
    The chosen group is a largest one. In a tie it is the group that stays or the one that goes, by the reading. A pass
    is not such a turn: it moves nothing and needs only the permission of the readings.
    """

    def __init__(
        self, solver: Solver, here: OpenPosition, readings: Readings = DEFAULTS, slide: tuple[str, str] | None = None
    ) -> None:
        """`slide` is the square and the direction, if they are known."""
        squares = here.board.squares
        self.here = here
        self.solver = solver
        self.readings = readings
        self.origin: Marks = _picked(solver, "from", squares, slide and slide[0])
        self.ways: Marks = _picked(solver, "goes", DIRECTIONS, slide and slide[1])
        there = solver.named_each("there", occupied(here.pieces))
        self.runs = {
            way: solver.named_each(f"run-{way}", run_in(here.board, there, self.origin, way)) for way in DIRECTIONS
        }
        run = {
            square: some(*(every(self.ways[way], self.runs[way][square]) for way in DIRECTIONS)) for square in squares
        }
        self.run: Marks = solver.named_each("run", run)
        # splinter.slide.push, splinter.slide.off: where pieces stand once the run has moved; one piece may be gone.
        self.pushed: Pieces = {}
        for sort in SORTS:
            marks, came = here.pieces[sort], self._arrived(here.pieces[sort])
            moved = {square: stands_after(mark, self.run[square], came[square]) for square, mark in marks.items()}
            self.pushed[sort] = solver.named_each(f"pushed-{'-'.join(sort)}", moved)
        self._then: Marks = solver.named_each("then", occupied(self.pushed))
        self.groups = Components(solver, here.board.beside, self._then)
        self.choice: Marks = {
            square: NO if then == NO else solver.boolean(f"chosen-{square}") for square, then in self._then.items()
        }
        self._is_largest = {square: solver.named("largest", self.is_largest(square)) for square in squares}
        # splinter.both-out: whether the game is over before anything is cut off.
        push_first = readings["both-out"] == "push-first"
        self._ended = solver.named("ended", decided(self.pushed) if push_first else NO)
        stays = solver.named_each("stays", self._staying())
        self.left: Pieces = {}
        for sort, marks in self.pushed.items():
            left = {square: every(mark, stays[square]) for square, mark in marks.items()}
            self.left[sort] = solver.named_each(f"left-{'-'.join(sort)}", left)
        self.arrived: Marks = solver.named_each("arrived", self._remembered(stays))

    def _arrived(self, marks: Marks | None = None) -> Marks:
        """The squares to which the run has come, with a piece of the given marks."""
        arrived = {}
        for square in self.here.board.squares:
            found = []
            for way in DIRECTIONS:
                behind = self.here.board.behind(square, way)
                if behind:
                    found.append(every(self.ways[way], self.runs[way][behind], marks[behind] if marks else YES))
            arrived[square] = some(*found)
        return arrived

    def over_the_edge(self, marks: Mapping[str, Marks]) -> Term:
        """Whether the slide takes a piece on one of these squares over the edge. The squares are given by direction."""
        board = self.here.board
        edge = ((square, way) for way in DIRECTIONS for square in board.squares if (square, way) not in board.next)
        return some(*(every(self.ways[way], marks[way][square]) for square, way in edge))

    def _staying(self) -> Marks:
        """splinter.group.splinter, splinter.tie: for each square, whether it belongs to a group that stays."""
        several = negation(at_most(1, self._is_largest.values()))
        kept = {}
        for first, chosen in self.choice.items():
            others = every(self._is_largest[first], negation(chosen))
            goes = self.readings["tie"] == "remove-one"
            kept[first] = some(every(several, others), every(negation(several), chosen)) if goes else chosen
        return {
            square: some(
                self._ended, *(every(stays, self.groups.led_by(first, square)) for first, stays in kept.items())
            )
            for square in self.here.board.squares
        }

    def _remembered(self, stays: Marks) -> Marks:
        """splinter.no-return: the squares of the arrived pieces that are to be remembered, if the game goes on."""
        no_return = self.readings["no-return"]
        over, there = self.solver.named("over", decided(self.left)), occupied(self.left)
        undone = YES
        if no_return == "whole-position":
            # One slide back restores the position only if nothing has gone.
            cut_off = (every(then, negation(stays[square])) for square, then in self._then.items())
            undone = negation(some(self.over_the_edge(self.runs), *cut_off))
        remembering = self.solver.named("remembering", every(negation(over), undone))
        next_mover = replace(self.here, pieces=self.left, blue_moves=negation(self.here.blue_moves))
        whose = next_mover.own() if no_return != "any-piece" else there
        # Under `whole-position` only the foremost piece is in question.
        foremost = {square: negation(run) if no_return == "whole-position" else YES for square, run in self.run.items()}
        return {
            square: every(remembering, there[square], whose[square], came, foremost[square])
            for square, came in self._arrived().items()
        }

    def one_slide(self) -> Term:
        """splinter.turn.parts: a turn is one slide, of one piece in one direction, and one group is chosen."""
        return every(*(exactly_one(picks.values()) for picks in (self.origin, self.ways, self.choice)))

    def own_piece(self) -> Term:
        """splinter.turn.own: the piece that slides is the mover's."""
        own = self.here.own()
        return every(*(implies(chosen, own[square]) for square, chosen in self.origin.items()))

    def on_the_board(self) -> Term:
        """splinter.step-off: whether the slid piece may leave the board, if it does."""
        origin = dict.fromkeys(DIRECTIONS, self.origin)
        return YES if self.readings["step-off"] == "allowed" else negation(self.over_the_edge(origin))

    def no_return(self) -> Term:
        """splinter.slide.return, splinter.no-return: no piece goes back in a way that the reading forbids."""
        only_the_slider = self.readings["no-return"] != "any-piece"
        returning = (
            every(
                self.ways[way],
                (self.origin if only_the_slider else run)[square],
                self.here.memory[OPPOSITE[way]][square],
            )
            for way, run in self.runs.items()
            for square in self.here.board.squares
        )
        return negation(some(*returning))

    def is_largest(self, first: str) -> Term:
        """Whether a square leads a group and no other group is larger."""
        sizes = self.groups.sizes
        if first not in sizes:
            return NO
        return every(self.groups.is_leader(first), *(no_more(size, sizes[first]) for size in sizes.values()))

    def largest(self) -> Term:
        """splinter.group.largest, splinter.group.tie: the group chosen is a largest one.

        If nothing is cut off any more there is nothing to choose, and the first group stands for all.
        """
        first = (
            implies(every(self._ended, chosen), negation(some(*list(self._then.values())[:number])))
            for number, chosen in enumerate(self.choice.values())
        )
        largest = (
            implies(every(negation(self._ended), chosen), self._is_largest[square])
            for square, chosen in self.choice.items()
        )
        return every(*first, *(implies(chosen, self._then[square]) for square, chosen in self.choice.items()), *largest)

    def allowed(self) -> Term:
        """Whether all these conditions hold and the game goes on (splinter.turn.finished)."""
        going_on = negation(decided(self.here.pieces))
        slide = every(self.one_slide(), self.own_piece(), self.on_the_board(), self.no_return())
        return every(going_on, slide, self.largest())

    def after(self) -> OpenPosition:
        """The position that the turn leads to."""
        remembered = {
            way: {square: every(chosen, arrived) for square, arrived in self.arrived.items()}
            for way, chosen in self.ways.items()
        }
        return OpenPosition(self.here.board, self.left, negation(self.here.blue_moves), remembered)


def _picked(solver: Solver, label: str, among: Iterable[str], one: str | None) -> Marks:
    """The name that is picked among some, known or left open."""
    return {name: literal(YES, name == one) if one else solver.boolean(f"{label}-{name}") for name in among}
