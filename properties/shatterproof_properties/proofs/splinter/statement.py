"""The rules on one board, kept in a solver that is asked about one position after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs.formulas import (
    YES,
    Formula,
    Model,
    every,
    holds,
    named,
    new_solver,
    no,
    satisfied,
    some,
    told,
    z3,
)
from shatterproof_properties.proofs.splinter.pieces import (
    SIDES,
    Ending,
    Marks,
    Pieces,
    Sort,
    endings,
    unknown_memory,
    unknown_pieces,
)
from shatterproof_properties.proofs.splinter.slides import Standing, Turn
from shatterproof_properties.proofs.splinter.squares import board_of


class Here(NamedTuple):
    """A position: the pieces by their squares, who is to move, and the square now and before of what is remembered."""

    pieces: Mapping[str, Sort]
    to_move: str
    memory: frozenset[tuple[str, str]]


class Slid(NamedTuple):
    """A turn: the square of the piece, the direction, and the first square of the group that stays."""

    square: str
    direction: str
    kept: str


class There(NamedTuple):
    """What a turn leads to: the position, and how the game has ended, or None."""

    here: Here
    ending: Ending | None


class Statement:
    """The rules of Splinter on a board of columns by rows."""

    def __init__(self, columns: int, rows: int) -> None:
        board = board_of(columns, rows)
        self.here = Standing(board, unknown_pieces(board), z3.Bool("Blue to move"), unknown_memory(board))
        self.turn = Turn(self.here)
        self.solver = new_solver()
        self.solver.add(every(*self.turn.facts, self.turn.one_slide()))
        self._allowed = self._named("allowed", self.turn.allowed())
        self._endings = {ending: self._named(str(ending), case) for ending, case in endings(self.turn.left).items()}
        self._left = {sort: self._marks(" ".join(sort), marks) for sort, marks in self.turn.left.items()}
        self._arrived = self._marks("arrived", self.turn.arrived)

    def _named(self, name: str, formula: Formula) -> Formula:
        return named(self.solver, f"after: {name}", formula)

    def _marks(self, name: str, marks: Marks) -> Marks:
        return {square: self._named(f"{name} {square}", mark) for square, mark in marks.items()}

    def after(self, here: Here, square: str, direction: str) -> dict[str, There]:
        """What a slide may lead to, by the first square of the group that stays; nothing if it is not allowed."""
        if square not in self.turn.origin or direction not in self.turn.ways:
            return {}
        found: dict[str, There] = {}
        with self._at(here):
            self.solver.add(self._allowed, self.turn.origin[square], self.turn.ways[direction])
            while satisfied(self.solver):
                model = self.solver.model()
                (kept,) = _squares(model, self.turn.kept)
                found[kept] = self._there(model, here)
                self.solver.add(no(self.turn.kept[kept]))
        return found

    def misplayed(self, here: Here, claimed: Mapping[Slid, There]) -> Slid | None:
        """A turn that is allowed and not claimed, or claimed and not allowed, or leads elsewhere; None without one.

        `claimed` are all that are said to be allowed, with what each leads to.
        """
        chosen = {slid: every(*self._chosen(slid)) for slid in claimed}
        elsewhere = [every(chosen[slid], no(self._leads(slid, there))) for slid, there in claimed.items()]
        with self._at(here):
            self.solver.add(some(self._allowed != some(*chosen.values()), *elsewhere))
            if not satisfied(self.solver):
                return None
            model = self.solver.model()
        turn = self.turn
        return Slid(*(min(_squares(model, picked)) for picked in (turn.origin, turn.ways, turn.kept)))

    @contextmanager
    def _at(self, here: Here) -> Iterator[None]:
        """The solver, told of a position, for the time being."""
        self.solver.push()
        try:
            self.solver.add(every(*self._like(here)))
            yield
        finally:
            self.solver.pop()

    def _like(self, here: Here) -> Iterator[Formula]:
        """That the position before the turn is this one, fact by fact."""
        yield told(self.here.blue_moves, here.to_move == SIDES[0])
        yield from _are(self.here.pieces, here.pieces)
        for way, marks in self.here.memory.items():
            for square, mark in marks.items():
                yield told(mark, (square, self._behind(square, way)) in here.memory)

    def _behind(self, square: str, way: str) -> str | None:
        return self.here.board.behind(square, way)

    def _chosen(self, slid: Slid) -> list[Formula]:
        return [self.turn.origin[slid.square], self.turn.ways[slid.direction], self.turn.kept[slid.kept]]

    def _leads(self, slid: Slid, there: There) -> Formula:
        """That this turn leads to this position with this ending."""
        ended = [told(case, ending == there.ending) for ending, case in self._endings.items()]
        remembered = self._memory(slid.direction, [now for now, _ in there.here.memory]) == there.here.memory
        arrived = [
            told(mark, remembered and (square, self._behind(square, slid.direction)) in there.here.memory)
            for square, mark in self._arrived.items()
        ]
        return every(told(YES, remembered), *ended, *arrived, *_are(self._left, there.here.pieces))

    def _memory(self, way: str, arrived: Iterable[str]) -> frozenset[tuple[str, str]]:
        """The pieces that have come to these squares in a direction, as the squares now and before."""
        return frozenset((now, before) for now in arrived if (before := self._behind(now, way)))

    def _there(self, model: Model, here: Here) -> There:
        """What an answer of the solver's leads to."""
        pieces = {square: sort for sort, marks in self._left.items() for square in _squares(model, marks)}
        (way,) = _squares(model, self.turn.ways)
        memory = self._memory(way, _squares(model, self._arrived))
        ending = next((ending for ending, case in self._endings.items() if holds(model, case)), None)
        return There(Here(pieces, SIDES[1 - SIDES.index(here.to_move)], memory), ending)


@lru_cache(maxsize=8)
def statement(columns: int, rows: int) -> Statement:
    """The statement for a board, made once."""
    return Statement(columns, rows)


def _squares(model: Model, marks: Marks) -> list[str]:
    return [square for square, mark in marks.items() if holds(model, mark)]


def _are(pieces: Pieces, known: Mapping[str, Sort]) -> Iterator[Formula]:
    """That the pieces are these, square by square and sort by sort."""
    for sort, marks in pieces.items():
        for square, mark in marks.items():
            yield told(mark, known.get(square) == sort)
