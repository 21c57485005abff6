"""Turns as text and positions as JSON values, checked against the statement of the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from shatterproof_properties.proofs import Json, Readings, Result, compare, readings_of
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.splinter.statement import (
    DIRECTIONS,
    SIDES,
    SORTS,
    STATED,
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


def after_slide(position: Json, square: str, direction: str) -> dict[str, Result]:
    """The possible results of a slide, by the first square of the chosen group; none if it is illegal.

    The statement is made anew with everything known put in, so that a large board gives a small question.
    """
    board, readings = board_in(position), readings_in(position)
    if square not in board.squares or direction not in DIRECTIONS:
        return {}
    solver = Solver(finite=True)
    turn = OpenTurn(solver, _known(position), readings, (square, direction))
    solver.say(turn.allowed())
    ended = {ending: solver.named("ended", case) for ending, case in endings(turn.left).items()}
    found: dict[str, Result] = {}
    while model := solver.ask([negation(turn.choice[choice]) for choice in found]):
        (choice,) = holding(model, turn.choice)
        pieces = {at: [at, *sort] for sort, marks in turn.left.items() for at in holding(model, marks)}
        after = position | {
            "pieces": [pieces[at] for at in board.squares if at in pieces],
            "memory": [[now, board.behind(now, direction)] for now in holding(model, turn.arrived)],
            "to_move": _other(position["to_move"]),
        }
        found[choice] = after, next((ending._asdict() for ending, case in ended.items() if model.holds(case)), None)
    return found


def board_in(position: Json) -> SquareBoard:
    """The board of a position."""
    return board_of(*map(int, position["board"].split("x")))


def readings_in(position: Json) -> Readings:
    return readings_of(position, STATED)


def standing_in(position: Json) -> dict[str, Sort]:
    """The pieces of a position by their squares."""
    return {square: Sort(colour, kind) for square, colour, kind in position["pieces"]}


def _known(position: Json) -> OpenPosition:
    """A position in terms, none of which is open."""
    board, standing = board_in(position), standing_in(position)
    pieces = {sort: {square: literal(YES, standing.get(square) == sort) for square in board.squares} for sort in SORTS}
    memory = {
        way: {
            square: literal(YES, [square, board.behind(square, way)] in position["memory"]) for square in board.squares
        }
        for way in DIRECTIONS
    }
    return OpenPosition(board, pieces, literal(YES, position["to_move"] == SIDES[0]), memory)


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def holding(model: Model, marks: Marks) -> list[str]:
    return [square for square, mark in marks.items() if model.holds(mark)]


def result(position: Json, turn: str) -> Result | None:
    """The result of a turn by the statement: the position and the outcome there; None if the turn is illegal.

    Raises InputError for a position under readings that are not stated.
    """
    readings = readings_in(position)
    if turn == PASS:
        # splinter.passing: the game goes on, and nothing is to be remembered.
        solver = Solver(finite=True)
        solver.say(negation(decided(_known(position).pieces)))
        if readings["passing"] == "forbidden" or solver.ask() is None:
            return None
        return position | {"memory": [], "to_move": _other(position["to_move"])}, None
    found = TURN_TEXT.fullmatch(turn)
    after = after_slide(position, found[1], found[2]) if found else {}
    if not found or (found[3] is None) != (len(after) == 1) or found[3] not in (None, SIGNS[readings["tie"]]):
        return None
    return next((one for first, one in after.items() if found[4] in (None, *_group(after, first))), None)


def _group(after: Mapping[str, Result], first: str) -> Collection[str]:
    """The squares of the chosen group. In a tie they are those that stand in this result alone, or in all others."""
    here = set(standing_in(after[first][0]))
    others = [set(standing_in(one)) for choice, (one, _) in after.items() if choice != first]
    return here if first in here else set.intersection(*others) - here


def confirm_win(position: Json, turn: str, after: Json, ended: Json | None) -> bool:
    """See `proofs.Statement`. That all replies lose is not stated."""
    if ended is not None:
        reprove_turn(position, turn, after, ended)
    return ended is not None


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal and has the result given. Raises Disagreement and InputError."""
    compare(position, turn, result(position, turn), (after, ended))
