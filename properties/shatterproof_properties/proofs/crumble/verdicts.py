"""Turns as text held against the statement: wins in one, found and proved again by z3.

Cuts, joins and the notation of turns are the reference's. Readings on draws bear on no win: they look back on turns,
and a turn that wins is never drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut, cuts
from shatterproof.crumble.joins import Join, joins
from shatterproof.crumble.pieces import BLACK, DIRECTIONS, Piece, place
from shatterproof.crumble.position import after_work, new_pieces
from shatterproof.crumble.swaps import Walk as Path
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof_properties.proofs.agreement import Disagreement
from shatterproof_properties.proofs.crumble.board import GRAIN, PieceGeometry
from shatterproof_properties.proofs.crumble.legs import AfterWork, shortest_win, wins_along
from shatterproof_properties.proofs.crumble.statement import OUTER_TAKES_ALL, free
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import YES, literal, negation, some

Json = dict[str, Any]
Given = crumble.Position | Mapping[str, Any]
Work = Cut | Join


def is_stated(position: Given) -> bool:
    """Whether the statement speaks of a position under its readings.

    Under `until-closed` a ring captures by what was inside it before the step (crumble.standing-enclosure). That is
    stated only where nothing ever stands inside one between steps: in a settled position, if captures leave it settled.
    """
    here = taken(position)
    readings = here.readings
    if readings.standing_enclosure != "until-closed":
        return True
    return readings.capture_nested == OUTER_TAKES_ALL and _is_settled(here)


def _is_settled(position: crumble.Position) -> bool:
    """crumble.standing-enclosure: whether no piece stands inside a ring."""
    geometry = geometry_of(position.arrangement)
    solver, colours = Solver(), [literal(YES, piece in position.black) for piece in position.arrangement.pieces]
    solver.say(some(*map(negation, free(solver, geometry, colours))))
    return solver.ask() is None


def _taken_if_stated(position: Given) -> crumble.Position:
    """A position of the reference. Raises InputError if the statement does not speak of it."""
    here = taken(position)
    if not is_stated(here):
        what = "what stands inside a ring before a step is not stated in z3 under until-closed"
        raise InputError(what, "/readings", "a settled position, or other readings")
    return here


def reprove_win(position: Given, turn: crumble.Turn | str) -> bool:
    """Whether a turn wins for the mover: the walk is legal step by step, and ends in the mover's four-side chain.

    Takes a position of the reference or its JSON form, a turn or its text. A turn without a walk never wins, nor does
    a text that is no legal turn; raises MalformedTurn and AmbiguousTurn as `parse_turn` does, InputError for a position
    that is not stated (`is_stated`).
    """
    here = _taken_if_stated(position)
    try:
        given = crumble.parse_turn(here, turn) if isinstance(turn, str) else turn
    except IllegalTurn:
        return False
    if given.walk is None:
        return False
    worked = after(here, given.work)
    start = worked.geometry.rects.index(given.walk.start)
    path = followed(worked.geometry, start, given.walk.path)
    nested, stops = here.readings.capture_nested, here.readings.win_stops == "at-once"
    return path is not None and wins_along(worked, here.to_move == BLACK, path, nested, stops)


def confirm_win(position: Given, turn: crumble.Turn | str, engine: str = "the engine") -> None:
    """Raises Disagreement unless z3 proves the win that another engine has found."""
    if not reprove_win(position, turn):
        text = turn if isinstance(turn, str) else crumble.format_turn(taken(position), turn)
        raise Disagreement(f"does {text} win?", f"{engine} says it does", "z3 says it does not")


def confirm_none(position: Given, longest: int | None = None, engine: str = "the engine") -> None:
    """Raises Disagreement if z3 finds a win in one where another engine has found none; `longest` as in find_win."""
    found = find_win(position, longest)
    if found is not None:
        raise Disagreement("is there a win in one?", f"{engine} says there is none", f"z3 found {found}")


def find_win(position: Given, longest: int | None = None) -> str | None:
    """A turn that wins for the mover, as text: the first cut or join with one, with its shortest walk; None if none is.

    `longest` bounds the steps of a walk; without it all walks are covered. A game that is over has no turns. Raises
    Disagreement if the reference, asked what the turn leads to, sees no win; InputError if nothing is stated.
    """
    here = _taken_if_stated(position)
    if crumble.outcome(here):
        return None
    for work in works(here):
        walk = winning_walk(here, work, longest)
        if walk is not None:
            turn = crumble.Turn(work, walk)
            text = crumble.format_turn(here, turn)
            ended = crumble.outcome(crumble.play(here, turn))
            if ended is None or ended.winner != here.to_move:
                raise Disagreement(f"does {text} win?", "z3 says it does", "the reference says it does not")
            return text
    return None


def works(position: crumble.Position) -> Iterator[Work]:
    """All cuts and joins of the side to move."""
    yield from cuts(position.arrangement, position.own)
    yield from joins(position.arrangement, position.own)


def winning_walk(position: crumble.Position, work: Work, longest: int | None = None) -> Path | None:
    """The shortest walk after a cut or join that wins for the mover, or None; see find_win."""
    worked = after(position, work)
    readings = position.readings
    path = shortest_win(
        worked, position.to_move == BLACK, longest, readings.capture_nested, readings.win_stops == "at-once"
    )
    if path is None:
        return None
    return Path(Piece(*worked.geometry.rects[path[0]]), letters(worked.geometry, path))


def letters(geometry: PieceGeometry, path: Sequence[int]) -> str:
    """A path over pieces as the directions of its steps."""
    ways = [{other: way for way, other in across.items()} for across in geometry.across]
    return "".join(ways[here][there] for here, there in pairwise(path))


def taken(position: Given) -> crumble.Position:
    """A position of the reference, from one or from its JSON form; raises InputError as `from_json` does."""
    return position if isinstance(position, crumble.Position) else crumble.from_json(dict(position))


def after(position: crumble.Position, work: Work) -> AfterWork:
    """What a cut or join of the mover's pieces leaves: its new pieces have the mover's colour."""
    arrangement = after_work(position.arrangement, work)
    new = set(new_pieces(work))
    mover_black = position.to_move == BLACK
    geometry = geometry_of(arrangement)
    black = tuple(mover_black if one in new else one in position.black for one in arrangement.pieces)
    return AfterWork(geometry, black, tuple(arrangement.pieces.index(one) for one in sorted(new, key=place)))


def geometry_of(arrangement: Arrangement) -> PieceGeometry:
    """Where the pieces of the reference's arrangement lie."""
    columns, rows = arrangement.columns, arrangement.rows
    return PieceGeometry(columns * GRAIN, rows * GRAIN, [(*piece,) for piece in arrangement.pieces])


def followed(geometry: PieceGeometry, start: int, path: str) -> list[int] | None:
    """The pieces that a path goes over, the start first; None where nothing shares a complete side."""
    found = [start]
    for direction in path:
        into = geometry.across[found[-1]].get(direction) if direction in DIRECTIONS else None
        if into is None:
            return None
        found.append(into)
    return found
