"""Law 10 of spec/splinter.md: the image of a position has the images of its turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofs.lemmas import Lemma
from proofs.splinter.laws import AnyPosition
from shatterproof_properties.proofs.splinter.statement import (
    DIRECTIONS,
    SIDES,
    Marks,
    OpenPosition,
    Pieces,
    Sort,
    alike,
    board_of,
)
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.terms import Term, every, implies, negation, same, some


def symmetries(columns: int, rows: int) -> dict[str, Callable[[int, int], tuple[int, int]]]:
    """Symmetries of a board that generate all others, by column and row."""
    east, north = columns - 1, rows - 1
    found = {
        "mirrored west to east": lambda column, row: (east - column, row),
        "mirrored south to north": lambda column, row: (column, north - row),
    }
    if columns == rows:
        found["columns exchanged with rows"] = lambda column, row: (row, column)
    return found


def images_alike(columns: int, rows: int, symmetry: str) -> list[Lemma]:
    """Law 10: the results of the image of a position are the images of its results.

    Choosing the image of a square or direction makes the image of a turn. It is allowed iff the turn is, and leads to
    the image of its result.
    """
    known = AnyPosition(columns, rows)
    image = _Image(columns, rows, symmetries(columns, rows)[symmetry])
    return _alike_in_both(known, image, image.position(known.here), exchanged=False)


def sides_are_alike(columns: int, rows: int) -> list[Lemma]:
    """Law 10: with all colours and the side to move exchanged, the results are the same, exchanged."""
    known = AnyPosition(columns, rows)
    image = _Image(columns, rows, lambda column, row: (column, row))
    here = known.here
    there = replace(here, pieces=_exchanged(here.pieces), blue_moves=negation(here.blue_moves))
    return _alike_in_both(known, image, there, exchanged=True)


def _exchanged(pieces: Pieces) -> Pieces:
    other = dict(zip(SIDES, SIDES[::-1], strict=True))
    return {Sort(other[sort.colour], sort.kind): marks for sort, marks in pieces.items()}


class _Image:
    """The images of squares and directions under a symmetry of the board."""

    def __init__(self, columns: int, rows: int, move: Callable[[int, int], tuple[int, int]]) -> None:
        squares = list(board_of(columns, rows).squares)
        places = [divmod(number, rows) for number in range(len(squares))]
        self.square = {squares[at]: squares[places.index(move(*place))] for at, place in enumerate(places)}
        middle = move(0, 0)
        by_step = {step: way for way, step in DIRECTIONS.items()}
        self.way = {}
        for way, (east, north) in DIRECTIONS.items():
            there = move(east, north)
            self.way[way] = by_step[there[0] - middle[0], there[1] - middle[1]]

    def marks(self, marks: Marks) -> Marks:
        """The images of marks of squares, in the order of the board."""
        moved = {self.square[square]: mark for square, mark in marks.items()}
        return {square: moved[square] for square in marks}

    def pieces(self, pieces: Pieces) -> Pieces:
        return {sort: self.marks(marks) for sort, marks in pieces.items()}

    def position(self, here: OpenPosition) -> OpenPosition:
        memory = {self.way[way]: self.marks(marks) for way, marks in here.memory.items()}
        return replace(here, pieces=self.pieces(here.pieces), memory=memory)


def _alike_in_both(known: AnyPosition, image: _Image, there: OpenPosition, exchanged: bool) -> list[Lemma]:
    """The lemma that a turn and its image are both allowed or both not, and lead to positions that are images."""
    solver, one = known.solver, OpenTurn(known.solver, known.here)
    other = OpenTurn(solver, there)
    solver.say(one.one_slide(), other.one_slide())
    solver.say(*_same_marks(image.marks(one.origin), other.origin))
    solver.say(*(same(one.ways[way], other.ways[moved]) for way, moved in image.way.items()))
    # A group is chosen by its first square, which need not be that of its image: any square of it will do.
    chosen, other_chosen = (
        {
            square: some(*(every(turn.choice[first], turn.groups.led_by(first, square)) for first in turn.choice))
            for square in turn.choice
        }
        for turn in (one, other)
    )
    solver.say(*_same_marks(image.marks(chosen), other_chosen))
    allowed = solver.named("allowed", one.allowed())
    pushed, left = (_exchanged(of) if exchanged else image.pieces(of) for of in (one.pushed, one.left))
    arrived = every(*_same_marks(image.marks(one.arrived), other.arrived))
    # One after another these take z3 a third of the time of all at once.
    steps = [
        alike(pushed, other.pushed),
        same(allowed, other.allowed()),
        implies(allowed, alike(left, other.left)),
        implies(allowed, arrived),
    ]
    return [known.lemma(step) for step in steps]


def _same_marks(one: Marks, other: Marks) -> list[Term]:
    return [same(one[square], other[square]) for square in one]
