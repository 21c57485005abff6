"""Turns as text and positions as JSON values, checked against the statement of the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from shatterproof_properties.proofs import Json, Readings, Result, compare, readings_of
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.splinter.statement import (
    DIRECTIONS,
    SIDES,
    SORTS,
    STATED,
    Ending,
    Marks,
    OpenPosition,
    Sort,
    SquareBoard,
    board_of,
    decided,
    endings,
)
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.terms import YES, literal, negation

TURN_TEXT = re.compile(r"([a-z]\d+)([NESW]+)(?:([=x])([a-z]\d+))?")
PASS = "pass"
SIGNS = {"keep-one": "=", "remove-one": "x"}
"""splinter.notation.tie: the sign before the chosen group."""


class GivenPosition(NamedTuple):
    """A position: the pieces by their squares, the side to move, and the memory as squares now and before."""

    pieces: Mapping[str, Sort]
    to_move: str
    memory: frozenset[tuple[str, str]]


class GivenResult(NamedTuple):
    """The result of a turn: the position, and how the game has ended, or None."""

    position: GivenPosition
    ending: Ending | None


def after_slide(
    board: SquareBoard, readings: Readings, position: GivenPosition, square: str, direction: str
) -> dict[str, GivenResult]:
    """The possible results of a slide, by the first square of the chosen group; none if it is illegal.

    The statement is made anew with everything known put in, so that a large board gives a small question.
    """
    if square not in board.squares or direction not in DIRECTIONS:
        return {}
    solver = Solver(finite=True)
    turn = OpenTurn(solver, _known(board, position), readings, (square, direction))
    solver.say(turn.allowed())
    ended = {ending: solver.named("ended", case) for ending, case in endings(turn.left).items()}
    found: dict[str, GivenResult] = {}
    while model := solver.ask([negation(turn.choice[choice]) for choice in found]):
        (choice,) = holding(model, turn.choice)
        pieces = {at: sort for sort, marks in turn.left.items() for at in holding(model, marks)}
        memory = memory_of(board, direction, holding(model, turn.arrived))
        ending = next((ending for ending, case in ended.items() if model.holds(case)), None)
        found[choice] = GivenResult(GivenPosition(pieces, _other(position.to_move), memory), ending)
    return found


def _known(board: SquareBoard, position: GivenPosition) -> OpenPosition:
    """A position in terms, none of which is open."""
    pieces = {
        sort: {square: literal(YES, position.pieces.get(square) == sort) for square in board.squares} for sort in SORTS
    }
    memory = {
        way: {square: literal(YES, (square, board.behind(square, way)) in position.memory) for square in board.squares}
        for way in DIRECTIONS
    }
    return OpenPosition(board, pieces, literal(YES, position.to_move == SIDES[0]), memory)


def memory_of(board: SquareBoard, way: str, arrived: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The memory of pieces that have come to these squares in a direction, as squares now and before."""
    return frozenset((now, before) for now in arrived if (before := board.behind(now, way)))


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def holding(model: Model, marks: Marks) -> list[str]:
    return [square for square, mark in marks.items() if model.holds(mark)]


def result(position: Json, turn: str) -> Result | None:
    """The result of a turn by the statement: the position and the outcome there; None if the turn is illegal.

    Raises InputError for a position under readings that are not stated.
    """
    board, readings, here = read(position)
    if turn == PASS:
        if readings["passing"] == "forbidden":
            return None
        # splinter.passing: the game goes on, and nothing is to be remembered.
        solver = Solver(finite=True)
        solver.say(negation(decided(_known(board, here).pieces)))
        if solver.ask() is None:
            return None
        return _written(position, GivenResult(GivenPosition(here.pieces, _other(here.to_move), frozenset()), None))
    found = TURN_TEXT.fullmatch(turn)
    after = after_slide(board, readings, here, found[1], found[2]) if found else {}
    if not found or (found[3] is None) != (len(after) == 1) or found[3] not in (None, SIGNS[readings["tie"]]):
        return None
    chosen = next((one for first, one in after.items() if found[4] in (None, *_group(after, first))), None)
    return chosen and _written(position, chosen)


def _group(after: Mapping[str, GivenResult], first: str) -> Collection[str]:
    """The squares of the chosen group. In a tie they are those that stand in this result alone, or in all others."""
    here = set(after[first].position.pieces)
    others = [set(one.position.pieces) for choice, one in after.items() if choice != first]
    return here if first in here else set.intersection(*others) - here


def confirm_win(position: Json, turn: str, after: Json, ended: Json | None) -> bool:
    """See `proofs.Statement`. That all replies lose is not stated."""
    if ended is not None:
        reprove_turn(position, turn, after, ended)
    return ended is not None


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal and has the result given. Raises Disagreement and InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def read(position: Json) -> tuple[SquareBoard, Readings, GivenPosition]:
    readings = readings_of(position, STATED)
    return board_of(*map(int, position["board"].split("x"))), readings, given_position(position)


def given_position(position: Json) -> GivenPosition:
    pieces = {square: Sort(colour, kind) for square, colour, kind in position["pieces"]}
    return GivenPosition(pieces, position["to_move"], frozenset((now, before) for now, before in position["memory"]))


def _written(position: Json, found: GivenResult) -> Result:
    there, squares = found.position, board_of(*map(int, position["board"].split("x"))).squares
    after = position | {
        "pieces": [[square, *there.pieces[square]] for square in squares if square in there.pieces],
        "memory": [list(pair) for pair in sorted(there.memory, key=lambda pair: squares.index(pair[0]))],
        "to_move": there.to_move,
    }
    return after, found.ending and found.ending._asdict()
