"""The laws of spec/splinter.md, each as lemmas about any position of a board and any turn in it."""

from __future__ import annotations

from proofs.lemmas import Lemma
from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.statement import (
    DIRECTIONS,
    OPPOSITE,
    SORTS,
    Marks,
    OpenPosition,
    Pieces,
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


def nothing_is_added(columns: int, rows: int) -> list[Lemma]:
    """Law 2: no square gets two pieces, and there are never more pieces of a kind and side than before."""
    known = AnyPosition(columns, rows)
    turn = known.turn()
    most = len(known.here.board.squares)
    numbers = [[total(pieces[sort].values(), most) for pieces in (turn.left, known.here.pieces)] for sort in SORTS]
    return [known.lemma(claim) for claim in (single(turn.left), *(no_more(*pair) for pair in numbers))]


def one_line_moves(columns: int, rows: int) -> list[Lemma]:
    """Law 3: a piece that stays stood where it is, or was in the run one step behind in the slide's direction.

    No piece of the run stays where it was.
    """
    known = AnyPosition(columns, rows)
    turn = known.turn()
    cases = []
    for sort, before in known.here.pieces.items():
        for square, mark in before.items():
            came = [
                every(turn.ways[way], turn.run[behind], before[behind])
                for way in DIRECTIONS
                if (behind := known.here.board.behind(square, way))
            ]
            stood_or_came = some(every(mark, negation(turn.run[square])), *came)
            cases.append(implies(turn.left[sort][square], stood_or_came))
    return [known.lemma(every(*cases))]


def one_piece_over_the_edge(columns: int, rows: int) -> list[Lemma]:
    """Law 4: at most one piece of a run is pushed over the edge."""
    known = AnyPosition(columns, rows)
    board, turn = known.here.board, known.turn()
    over = [
        every(turn.ways[way], turn.runs[way][square])
        for way in DIRECTIONS
        for square in board.squares
        if (square, way) not in board.next
    ]
    return [known.lemma(at_most(1, over))]


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
