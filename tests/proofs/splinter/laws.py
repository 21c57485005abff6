"""Laws of spec/splinter.md, each as lemmas about any position of a board and any turn in it.

`every_size` proves laws 2 to 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofs.lemmas import Lemma
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.statement import (
    DIRECTIONS,
    OPPOSITE,
    SIDES,
    SORTS,
    Marks,
    OpenPosition,
    Pieces,
    Sort,
    SquareBoard,
    alike,
    board_of,
    decided,
    endings,
    occupied,
)
from shatterproof_properties.proofs.splinter.turn import OpenTurn, run_in
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
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


def any_position(solver: Solver, board: SquareBoard) -> OpenPosition:
    """A position with nothing known. `single` makes its pieces proper; its memory may be impossible."""

    def marks(label: str) -> Marks:
        return {square: solver.boolean(f"{label}-{square}") for square in board.squares}

    pieces = {sort: marks("-".join(sort)) for sort in SORTS}
    return OpenPosition(board, pieces, solver.boolean("blue-moves"), {way: marks(f"came-{way}") for way in DIRECTIONS})


def single(pieces: Pieces) -> Term:
    """splinter.board.one-piece: no square has two pieces."""
    return every(*(at_most(1, (pieces[sort][square] for sort in SORTS)) for square in pieces[SORTS[0]]))


class AnyPosition:
    """Any position of a board of columns by rows, not necessarily one group."""

    def __init__(self, columns: int, rows: int) -> None:
        self.solver = Solver(finite=True)
        self.here = any_position(self.solver, board_of(columns, rows))
        self.solver.say(single(self.here.pieces))

    def turn(self) -> OpenTurn:
        """A turn that is allowed."""
        return self._allowed(self.here)

    def reply(self, turn: OpenTurn) -> OpenTurn:
        """An allowed turn of the opponent after it."""
        return self._allowed(turn.after())

    def _allowed(self, here: OpenPosition) -> OpenTurn:
        turn = OpenTurn(self.solver, here)
        self.solver.say(turn.allowed())
        return turn

    def lemma(self, conclusion: Term) -> Lemma:
        """The lemma that a term follows from all that the solver knows."""
        here = self.here
        marks = [mark for group in (here.pieces, here.memory) for marks in group.values() for mark in marks.values()]
        return Lemma(self.solver, conclusion, [*marks, here.blue_moves])


def one_group_stays(columns: int, rows: int) -> list[Lemma]:
    """Law 1: after every turn all pieces form one group."""
    known = AnyPosition(columns, rows)
    board, turn = known.here.board, known.turn()
    left = Components(known.solver, board.beside, occupied(turn.left))
    return [known.lemma(exactly_one(left.is_leader(square) for square in board.squares))]


def no_larger_group_goes(columns: int, rows: int) -> list[Lemma]:
    """Law 5: no group is larger than all that stays."""
    known = AnyPosition(columns, rows)
    turn = known.turn()
    left = total(occupied(turn.left).values(), len(known.here.board.squares))
    return [known.lemma(every(*(no_more(size, left) for size in turn.groups.sizes.values())))]


def returning_is_opposite(columns: int, rows: int) -> list[Lemma]:
    """Law 6: a slide that the rule against returning forbids goes in the opposite direction."""
    known = AnyPosition(columns, rows)
    turn = known.turn()
    following = OpenTurn(known.solver, turn.after())
    known.solver.say(following.one_slide(), negation(following.no_return()))
    opposite = (every(chosen, following.ways[OPPOSITE[way]]) for way, chosen in turn.ways.items())
    return [known.lemma(some(*opposite))]


def nothing_comes_back(columns: int, rows: int) -> list[Lemma]:
    """Law 7: no turn brings back the arrangement before the opponent's latest turn."""
    known = AnyPosition(columns, rows)
    following = known.reply(known.turn())
    return [known.lemma(negation(alike(following.left, known.here.pieces)))]


def memory_has_one_direction(columns: int, rows: int) -> list[Lemma]:
    """Law 6, the first half: every remembered piece of a turn has moved in the direction of its slide."""
    known = AnyPosition(columns, rows)
    turn = known.turn()
    went = (implies(some(*marks.values()), turn.ways[way]) for way, marks in turn.after().memory.items())
    return [known.lemma(every(*went))]


def there_is_a_slide(columns: int, rows: int) -> list[Lemma]:
    """Law 8: while the game goes on the mover has a slide, if everything remembered has one direction (law 6)."""
    known = AnyPosition(columns, rows)
    here, solver = known.here, known.solver
    latest = {way: solver.boolean(f"latest-{way}") for way in DIRECTIONS}
    one_way = (implies(some(*marks.values()), latest[way]) for way, marks in here.memory.items())
    solver.say(negation(decided(here.pieces)), exactly_one(latest.values()), *one_way)
    # For each square and direction, whether the mover may slide a piece from it.
    own, there = here.own(), solver.named_each("there", occupied(here.pieces))
    found = []
    for square in here.board.squares:
        origin = {other: YES if other == square else NO for other in here.board.squares}
        for way in DIRECTIONS:
            run = run_in(here.board, there, origin, way)
            back = (every(run[at], mark) for at, mark in here.memory[OPPOSITE[way]].items())
            found.append(every(own[square], negation(some(*back))))
    return [known.lemma(some(*found))]


def a_group_stays(columns: int, rows: int) -> list[Lemma]:
    """Law 8, the rest: after every allowed slide some group is not exceeded by any other, so the turn can end."""
    known = AnyPosition(columns, rows)
    turn = OpenTurn(known.solver, known.here)
    known.solver.say(negation(decided(known.here.pieces)), turn.own_piece(), turn.no_return())
    known.solver.say(exactly_one(turn.origin.values()), exactly_one(turn.ways.values()))
    return [known.lemma(some(*map(turn.is_largest, known.here.board.squares)))]


def a_game_ends_in_one_way(columns: int, rows: int) -> list[Lemma]:
    """While the game goes on, each side has a piece of every kind. So a game ends in one way, or goes on."""
    known = AnyPosition(columns, rows)
    pieces = known.here.pieces
    return [known.lemma(same(decided(pieces), exactly_one(endings(pieces).values())))]


# Law 10: the image of a position has the images of its turns


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
        (east, north), by_step = move(0, 0), {step: way for way, step in DIRECTIONS.items()}
        there = {way: move(*step) for way, step in DIRECTIONS.items()}
        self.way = {way: by_step[column - east, row - north] for way, (column, row) in there.items()}

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
