"""Turns and positions as text and JSON values, held against the statement of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs.agreement import (
    Disagreement,
    Json,
    ListedTurn,
    Readings,
    Result,
    compare,
    readings_of,
)
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.splinter.board import DIRECTIONS, Board, board_of
from shatterproof_properties.proofs.splinter.statement import (
    SIDES,
    SORTS,
    STATED,
    Ending,
    Marks,
    OpenPosition,
    Pieces,
    Sort,
    any_position,
    decided,
    endings,
)
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.terms import YES, Term, differ, every, literal, negation, some

_TURN = re.compile(r"([a-z]\d+)([NESW]+)(?:([=x])([a-z]\d+))?")
PASS = "pass"
SIGNS = {"keep-one": "=", "remove-one": "x"}
"""splinter.notation.tie: what stands before the group that is chosen."""


class GivenPosition(NamedTuple):
    """A position: the pieces by their squares, who is to move, and the square now and before of what is remembered."""

    pieces: Mapping[str, Sort]
    to_move: str
    memory: frozenset[tuple[str, str]]


class GivenTurn(NamedTuple):
    """A turn: the square of the piece, the direction, and the first square of the group chosen."""

    square: str
    direction: str
    choice: str


class GivenResult(NamedTuple):
    """What a turn leads to: the position, and how the game has ended, or None."""

    position: GivenPosition
    ending: Ending | None


class KeptStatement:
    """The rules on a board of columns by rows, kept in a solver that is asked about one position after another."""

    def __init__(self, columns: int, rows: int, readings: Readings) -> None:
        self.solver = Solver(finite=True)
        self.here = any_position(self.solver, board_of(columns, rows))
        self.turn = OpenTurn(self.solver, self.here, readings)
        self.solver.say(self.turn.one_slide())
        self._allowed = self.solver.named("allowed", self.turn.allowed())
        self._endings = {ending: self.solver.named("ended", ended) for ending, ended in endings(self.turn.left).items()}

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
            return GivenTurn(*(min(_holding(model, picked)) for picked in (turn.origin, turn.ways, turn.choice)))

    def _like(self, position: GivenPosition) -> Iterator[Term]:
        """That the position before the turn is this one, fact by fact."""
        yield literal(self.here.blue_moves, position.to_move == SIDES[0])
        yield from _are(self.here.pieces, position.pieces)
        for way, marks in self.here.memory.items():
            for square, mark in marks.items():
                yield literal(mark, (square, self.here.board.behind(square, way)) in position.memory)

    def _chosen(self, given: GivenTurn) -> list[Term]:
        return [self.turn.origin[given.square], self.turn.ways[given.direction], self.turn.choice[given.choice]]

    def _leads(self, given: GivenTurn, to: GivenResult) -> Term:
        """That this turn leads to this position with this ending."""
        ended = [literal(case, ending == to.ending) for ending, case in self._endings.items()]
        memory = to.position.memory
        board = self.here.board
        remembered = _memory(board, given.direction, [now for now, _ in memory]) == memory
        arrived = [
            literal(mark, remembered and (square, board.behind(square, given.direction)) in memory)
            for square, mark in self.turn.arrived.items()
        ]
        return every(literal(YES, remembered), *ended, *arrived, *_are(self.turn.left, to.position.pieces))


@lru_cache(maxsize=8)
def statement_on(columns: int, rows: int, readings: Readings) -> KeptStatement:
    """The statement for a board, made once."""
    return KeptStatement(columns, rows, readings)


def after_slide(
    board: Board, readings: Readings, position: GivenPosition, square: str, direction: str
) -> dict[str, GivenResult]:
    """What a slide may lead to, by the first square of the group chosen; nothing if it is not allowed.

    The statement is made anew, with all that is known put in: a question of a large board becomes a small one.
    """
    if square not in board.squares or direction not in DIRECTIONS:
        return {}
    solver = Solver(finite=True)
    turn = OpenTurn(solver, _known(board, position), readings, (square, direction))
    solver.say(turn.allowed())
    ended = {ending: solver.named("ended", case) for ending, case in endings(turn.left).items()}
    found: dict[str, GivenResult] = {}
    while model := solver.ask([negation(turn.choice[choice]) for choice in found]):
        (choice,) = _holding(model, turn.choice)
        pieces = {at: sort for sort, marks in turn.left.items() for at in _holding(model, marks)}
        memory = _memory(board, direction, _holding(model, turn.arrived))
        ending = next((ending for ending, case in ended.items() if model.holds(case)), None)
        found[choice] = GivenResult(GivenPosition(pieces, _other(position.to_move), memory), ending)
    return found


def _known(board: Board, position: GivenPosition) -> OpenPosition:
    """A position in terms, none of which is open."""
    pieces = {
        sort: {square: literal(YES, position.pieces.get(square) == sort) for square in board.squares} for sort in SORTS
    }
    memory = {
        way: {square: literal(YES, (square, board.behind(square, way)) in position.memory) for square in board.squares}
        for way in DIRECTIONS
    }
    return OpenPosition(board, pieces, literal(YES, position.to_move == SIDES[0]), memory)


def _memory(board: Board, way: str, arrived: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The pieces that have come to these squares in a direction, as the squares now and before."""
    return frozenset((now, before) for now in arrived if (before := board.behind(now, way)))


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def _holding(model: Model, marks: Marks) -> list[str]:
    return [square for square, mark in marks.items() if model.holds(mark)]


def _are(pieces: Pieces, given: Mapping[str, Sort]) -> Iterator[Term]:
    """That the pieces are these, square by square and sort by sort."""
    for sort, marks in pieces.items():
        for square, mark in marks.items():
            yield literal(mark, given.get(square) == sort)


def result(position: Json, turn: str) -> Result | None:
    """The position that a turn leads to, and the outcome there, by the statement; None if the turn is not legal.

    Raises InputError for a position under readings that are not stated.
    """
    board, readings, here = _read(position)
    if turn == PASS:
        return _written(position, _passed(here)) if _may_pass(board, readings, here) else None
    found = _TURN.fullmatch(turn)
    after = after_slide(board, readings, here, found[1], found[2]) if found else {}
    if not found or (found[3] is None) != (len(after) == 1) or found[3] not in (None, SIGNS[readings["tie"]]):
        return None
    chosen = next((one for first, one in after.items() if found[4] in (None, *_group(after, first))), None)
    return chosen and _written(position, chosen)


def _group(after: Mapping[str, GivenResult], first: str) -> Collection[str]:
    """The squares of the group that is chosen: in a tie those that stand in this result alone, or in all others."""
    here = set(after[first].position.pieces)
    others = [set(one.position.pieces) for choice, one in after.items() if choice != first]
    return here if first in here else set.intersection(*others) - here


def _may_pass(board: Board, readings: Readings, here: GivenPosition) -> bool:
    """splinter.passing: whether the game goes on, and the readings allow it."""
    if readings["passing"] == "forbidden":
        return False
    solver = Solver(finite=True)
    solver.say(negation(decided(_known(board, here).pieces)))
    return solver.ask() is not None


def _passed(here: GivenPosition) -> GivenResult:
    """splinter.passing: the same pieces, the opponent to move, and nothing to remember."""
    return GivenResult(GivenPosition(here.pieces, _other(here.to_move), frozenset()), None)


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal, and leads where it is said to. Raises Disagreement; InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def check_turns(position: Json, listed: Iterable[ListedTurn]) -> None:
    """Holds all legal turns of a position, those that lead to the same result included, against the statement.

    Groups are named by their first square. Raises Disagreement on a turn that only one of them knows, or that leads
    elsewhere; InputError.
    """
    board, readings, here = _read(position)
    given = {turn: (after, ended) for turn, after, ended in listed}
    named = {played: turn for turn, (after, _) in given.items() if (played := _given_turn(board, turn, after))}
    slides = Counter(played[:2] for played in named)
    candidates = [turn for played, turn in named.items() if _names_a_group(turn) != (slides[played[:2]] > 1)]
    candidates += [PASS, *(given.keys() - set(named.values()))]
    rules = statement_on(*map(int, position["board"].split("x")), readings)
    odd = rules.misplayed(here, {played: _given_result(*given[turn]) for played, turn in named.items()})
    if odd:
        plain = odd.square + odd.direction
        candidates += [named.get(odd, plain), plain, f"{plain}{SIGNS[readings['tie']]}{odd.choice}"]
    for turn in candidates:
        compare(position, turn, result(position, turn), given.get(turn))
    if odd:
        raise Disagreement(f"turns of {position}", f"z3 has a word on {odd}", f"{sorted(given)} were claimed")


def _names_a_group(turn: str) -> bool:
    found = _TURN.fullmatch(turn)
    return bool(found and found[3])


def _given_turn(board: Board, turn: str, after: Json) -> GivenTurn | None:
    """A turn by the group that it names, or else by the first square of what it leaves; None for what is no turn."""
    found = _TURN.fullmatch(turn)
    left = {square for square, _, _ in after["pieces"]}
    choice = (found and found[4]) or next((square for square in board.squares if square in left), None)
    if not found or found[1] not in board.squares or found[2] not in DIRECTIONS or choice not in board.squares:
        return None
    return GivenTurn(found[1], found[2], choice)


def _read(position: Json) -> tuple[Board, Readings, GivenPosition]:
    readings = readings_of(position, STATED)
    return board_of(*map(int, position["board"].split("x"))), readings, _given_position(position)


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
