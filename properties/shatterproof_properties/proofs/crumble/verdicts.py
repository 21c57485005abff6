"""Turns as text held against the statement: wins in one, found and proved again by z3.

Cuts, joins and the notation of turns are the reference's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from shatterproof import crumble
from shatterproof.crumble.cuts import Cut, cuts
from shatterproof.crumble.joins import Join, joins
from shatterproof.crumble.pieces import BLACK, DIRECTIONS, Piece, place
from shatterproof.crumble.position import after_work, new_pieces
from shatterproof.crumble.swaps import Walk as Path
from shatterproof.game import IllegalTurn
from shatterproof_properties.proofs.agreement import Disagreement
from shatterproof_properties.proofs.crumble.board import GRAIN, PieceGeometry
from shatterproof_properties.proofs.crumble.legs import AfterWork, shortest_win, wins_along

Json = dict[str, Any]
Given = crumble.Position | Mapping[str, Any]
Work = Cut | Join


def reprove_win(position: Given, turn: crumble.Turn | str) -> bool:
    """Whether a turn wins for the mover: the walk is legal step by step, and ends in the mover's four-side chain.

    Takes a position of the reference or its JSON form, a turn or its text. A turn without a walk never wins, nor does
    a text that is no legal turn; raises MalformedTurn and AmbiguousTurn as `parse_turn` does.
    """
    here = taken(position)
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
    Disagreement if the reference, asked what the turn leads to, sees no win.
    """
    here = taken(position)
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
    columns, rows = arrangement.columns, arrangement.rows
    geometry = PieceGeometry(columns * GRAIN, rows * GRAIN, [(*piece,) for piece in arrangement.pieces])
    black = tuple(mover_black if one in new else one in position.black for one in arrangement.pieces)
    return AfterWork(geometry, black, tuple(arrangement.pieces.index(one) for one in sorted(new, key=place)))


def followed(geometry: PieceGeometry, start: int, path: str) -> list[int] | None:
    """The pieces that a path goes over, the start first; None where nothing shares a complete side."""
    found = [start]
    for direction in path:
        into = geometry.across[found[-1]].get(direction) if direction in DIRECTIONS else None
        if into is None:
            return None
        found.append(into)
    return found
