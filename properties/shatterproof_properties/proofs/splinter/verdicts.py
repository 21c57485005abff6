"""Turns and positions as text and JSON values, held against the statement of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs.agreement import (
    Disagreement,
    Json,
    ListedTurn,
    Result,
    check_readings,
    compare,
)
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.splinter.board import DIRECTIONS, board_of
from shatterproof_properties.proofs.splinter.statement import (
    SIDES,
    Ending,
    Marks,
    OpenTurn,
    Pieces,
    Sort,
    any_position,
    endings,
)
from shatterproof_properties.proofs.terms import YES, Term, differ, every, literal, negation, some

_TURN = re.compile(r"([a-z]\d+)([NESW]+)(?:=([a-z]\d+))?")


class GivenPosition(NamedTuple):
    """A position: the pieces by their squares, who is to move, and the square now and before of what is remembered."""

    pieces: Mapping[str, Sort]
    to_move: str
    memory: frozenset[tuple[str, str]]


class GivenTurn(NamedTuple):
    """A turn: the square of the piece, the direction, and the first square of the group that stays."""

    square: str
    direction: str
    kept: str


class GivenResult(NamedTuple):
    """What a turn leads to: the position, and how the game has ended, or None."""

    position: GivenPosition
    ending: Ending | None


class KeptStatement:
    """The rules on a board of columns by rows, kept in a solver that is asked about one position after another."""

    def __init__(self, columns: int, rows: int) -> None:
        self.solver = Solver(finite=True)
        self.here = any_position(self.solver, board_of(columns, rows))
        self.turn = OpenTurn(self.solver, self.here)
        self.solver.say(self.turn.one_slide())
        self._allowed = self.solver.named("allowed", self.turn.allowed())
        self._endings = {ending: self.solver.named("ended", ended) for ending, ended in endings(self.turn.left).items()}

    def after(self, position: GivenPosition, square: str, direction: str) -> dict[str, GivenResult]:
        """What a slide may lead to, by the first square of the group that stays; nothing if it is not allowed."""
        turn = self.turn
        if square not in turn.origin or direction not in turn.ways:
            return {}
        found: dict[str, GivenResult] = {}
        asked = [*self._like(position), self._allowed, turn.origin[square], turn.ways[direction]]
        while model := self.solver.ask([*asked, *(negation(turn.kept[kept]) for kept in found)]):
            (kept,) = _holding(model, turn.kept)
            found[kept] = self._result(model, position)
        return found

    def misplayed(self, position: GivenPosition, claimed: Mapping[GivenTurn, GivenResult]) -> GivenTurn | None:
        """A turn that is allowed and not claimed, or claimed and not allowed, or leads elsewhere; None without one.

        `claimed` are all that are said to be allowed, with what each leads to.
        """
        turn = self.turn
        chosen = {given: every(*self._chosen(given)) for given in claimed}
        elsewhere = [every(chosen[given], negation(self._leads(given, to))) for given, to in claimed.items()]
        with self.solver.supposing(some(differ(self._allowed, some(*chosen.values())), *elsewhere)):
            model = self.solver.ask(self._like(position))
            if model is None:
                return None
            return GivenTurn(*(min(_holding(model, picked)) for picked in (turn.origin, turn.ways, turn.kept)))

    def _like(self, position: GivenPosition) -> Iterator[Term]:
        """That the position before the turn is this one, fact by fact."""
        yield literal(self.here.blue_moves, position.to_move == SIDES[0])
        yield from _are(self.here.pieces, position.pieces)
        for way, marks in self.here.memory.items():
            for square, mark in marks.items():
                yield literal(mark, (square, self._behind(square, way)) in position.memory)

    def _behind(self, square: str, way: str) -> str | None:
        return self.here.board.behind(square, way)

    def _chosen(self, given: GivenTurn) -> list[Term]:
        return [self.turn.origin[given.square], self.turn.ways[given.direction], self.turn.kept[given.kept]]

    def _leads(self, given: GivenTurn, to: GivenResult) -> Term:
        """That this turn leads to this position with this ending."""
        ended = [literal(case, ending == to.ending) for ending, case in self._endings.items()]
        memory = to.position.memory
        remembered = self._memory(given.direction, [now for now, _ in memory]) == memory
        arrived = [
            literal(mark, remembered and (square, self._behind(square, given.direction)) in memory)
            for square, mark in self.turn.arrived.items()
        ]
        return every(literal(YES, remembered), *ended, *arrived, *_are(self.turn.left, to.position.pieces))

    def _memory(self, way: str, arrived: Iterable[str]) -> frozenset[tuple[str, str]]:
        """The pieces that have come to these squares in a direction, as the squares now and before."""
        return frozenset((now, before) for now in arrived if (before := self._behind(now, way)))

    def _result(self, model: Model, position: GivenPosition) -> GivenResult:
        """What an answer of the solver's leads to."""
        pieces = {square: sort for sort, marks in self.turn.left.items() for square in _holding(model, marks)}
        (way,) = _holding(model, self.turn.ways)
        memory = self._memory(way, _holding(model, self.turn.arrived))
        ending = next((ending for ending, case in self._endings.items() if model.holds(case)), None)
        return GivenResult(GivenPosition(pieces, SIDES[1 - SIDES.index(position.to_move)], memory), ending)


@lru_cache(maxsize=8)
def statement_on(columns: int, rows: int) -> KeptStatement:
    """The statement for a board, made once."""
    return KeptStatement(columns, rows)


def _holding(model: Model, marks: Marks) -> list[str]:
    return [square for square, mark in marks.items() if model.holds(mark)]


def _are(pieces: Pieces, given: Mapping[str, Sort]) -> Iterator[Term]:
    """That the pieces are these, square by square and sort by sort."""
    for sort, marks in pieces.items():
        for square, mark in marks.items():
            yield literal(mark, given.get(square) == sort)


def result(position: Json, turn: str) -> Result | None:
    """The position that a turn leads to, and the outcome there, by the statement; None if the turn is not legal.

    Raises InputError for a position under other readings than the defaults.
    """
    rules, here = _read(position)
    found = _TURN.fullmatch(turn)
    after = rules.after(here, found[1], found[2]) if found else {}
    if not found or (found[3] is None) != (len(after) == 1):
        return None
    results = (one for one in after.values() if found[3] is None or found[3] in one.position.pieces)
    reached = next(results, None)
    return reached and _written(position, reached)


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal, and leads where it is said to. Raises Disagreement; InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def check_turns(position: Json, listed: Iterable[ListedTurn]) -> None:
    """Holds all legal turns of a position, those that lead to the same result included, against the statement.

    Groups are named by their first square. Raises Disagreement on a turn that only one of them knows, or that leads
    elsewhere; InputError.
    """
    rules, here = _read(position)
    given = {turn: (after, ended) for turn, after, ended in listed}
    named = {played: turn for turn, (after, _) in given.items() if (played := _given_turn(turn, after))}
    slides = Counter(played[:2] for played in named)
    suspects = [turn for played, turn in named.items() if ("=" in turn) != (slides[played[:2]] > 1)]
    suspects += given.keys() - set(named.values())
    odd = rules.misplayed(here, {played: _given_result(*given[turn]) for played, turn in named.items()})
    if odd:
        plain = odd.square + odd.direction
        suspects += [named.get(odd, plain), plain, f"{plain}={odd.kept}"]
    for turn in suspects:
        compare(position, turn, result(position, turn), given.get(turn))
    if odd:
        raise Disagreement(f"turns of {position}", f"z3 has a word on {odd}", f"{sorted(given)} were claimed")


def _given_turn(turn: str, after: Json) -> GivenTurn | None:
    """A turn by the first square of what it leaves; None for what is no turn on the board or leaves nothing."""
    found = _TURN.fullmatch(turn)
    squares = board_of(*map(int, after["board"].split("x"))).squares
    left = {square for square, _, _ in after["pieces"]}
    kept = next((square for square in squares if square in left), None)
    if not found or found[1] not in squares or found[2] not in DIRECTIONS or kept is None:
        return None
    return GivenTurn(found[1], found[2], kept)


def _read(position: Json) -> tuple[KeptStatement, GivenPosition]:
    check_readings(position)
    columns, rows = map(int, position["board"].split("x"))
    return statement_on(columns, rows), _given_position(position)


def _given_position(position: Json) -> GivenPosition:
    pieces = {square: Sort(colour, kind) for square, colour, kind in position["pieces"]}
    return GivenPosition(pieces, position["to_move"], frozenset((now, before) for now, before in position["memory"]))


def _given_result(after: Json, ended: Json | None) -> GivenResult:
    return GivenResult(_given_position(after), Ending(ended["winner"], ended["clause"]) if ended else None)


def _written(position: Json, found: GivenResult) -> Result:
    """The result in JSON values, with lists in the order of the squares."""
    there, squares = found.position, board_of(*map(int, position["board"].split("x"))).squares
    after = position | {
        "pieces": [[square, *there.pieces[square]] for square in squares if square in there.pieces],
        "memory": [list(pair) for pair in sorted(there.memory, key=lambda pair: squares.index(pair[0]))],
        "to_move": there.to_move,
    }
    return after, found.ending and found.ending._asdict()
