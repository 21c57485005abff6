"""A second proof of wins in one: z3 checks turns, given as text, against the statement.

The reference makes the cuts and joins and reads the notation. Readings about draws do not matter here: they look back
on turns, and a turn that wins is never drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import BLACK
from shatterproof.crumble.position import after_work, new_pieces
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof_properties.proofs import Disagreement, Json
from shatterproof_properties.proofs.crumble.board import GRAIN, PieceGeometry, Rect
from shatterproof_properties.proofs.crumble.statement import OUTER_TAKES_ALL, colours, free, resolved, winners
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import YES, differ, exactly_one, literal, negation, some

Work = Cut | Join
Given = crumble.Position | Mapping[str, Any]
Black = tuple[bool, ...]


class Event(NamedTuple):
    """The result of a step into one place: the colours after captures, and whether black or white has won."""

    black: Black
    black_won: bool
    white_won: bool


class KeptSteps:
    """One step on one arrangement, kept in a solver that answers for one colouring after another."""

    def __init__(self, geometry: PieceGeometry, nested: str) -> None:
        self.solver = solver = Solver()
        self._lifted = colours(solver, geometry, "lifted")
        self._put_in = [solver.boolean("put-in") for _ in geometry.pieces]
        solver.say(exactly_one(self._put_in))
        pairs = zip(self._lifted, self._put_in, strict=True)
        before = [solver.named("black", differ(colour, put_in)) for colour, put_in in pairs]
        self._after = resolved(solver, geometry, before, nested)
        self._won = winners(solver, geometry, self._after)
        changed = some(*(differ(old, new) for old, new in zip(before, self._after, strict=True)))
        self._eventful = solver.named("eventful", some(changed, *self._won))

    def event(self, lifted: Black, place: int) -> Event | None:
        """The result of putting a swapping piece into a place; None if it captures and wins nothing for anybody.

        `lifted` are the colours with the swapping piece counted as one of the opponent's.
        """
        given = map(literal, self._lifted, lifted)
        model = self.solver.ask([*given, self._put_in[place], self._eventful])
        if model is None:
            return None
        black_won, white_won = (model.holds(won) for won in self._won)
        return Event(tuple(model.holds(term) for term in self._after), black_won, white_won)


@lru_cache(maxsize=64)
def steps_on(width: int, height: int, rects: tuple[Rect, ...], nested: str = OUTER_TAKES_ALL) -> KeptSteps:
    """The statement for an arrangement, kept for the next request."""
    return KeptSteps(PieceGeometry(width, height, rects), nested)


def wins_along(
    geometry: PieceGeometry, black: Black, black_moves: bool, path: Sequence[int], readings: crumble.Readings
) -> bool:
    """Whether the walk over exactly these pieces, its start first, is legal and ends in a win for the mover.

    Each step is one question to a statement that is kept for all walks on the arrangement.
    """
    statement = steps_on(geometry.width, geometry.height, geometry.rects, readings.capture_nested)
    start, *steps = path
    lifted = flipped(black, start)
    for left, into in zip(reversed(range(len(steps))), steps, strict=True):
        if lifted[into] == black_moves:
            return False
        event = statement.event(lifted, into)
        if event is None:
            continue
        if not left:
            return event.black_won if black_moves else event.white_won
        is_stopped = readings.win_stops == "at-once" and (event.black_won or event.white_won)
        if is_stopped or event.black[into] != black_moves:
            return False
        lifted = flipped(event.black, into)
    return False


def flipped(black: Black, piece: int) -> Black:
    """The colours with one piece flipped."""
    return (*black[:piece], not black[piece], *black[piece + 1 :])


def is_stated(position: Given) -> bool:
    """Whether the statement covers a position under its readings.

    Under `until-closed` a ring captures by the pieces that were inside it before the step (crumble.standing-enclosure).
    The statement covers this only if no piece ever stands inside a ring between steps. That is so in a settled position
    whose captures leave it settled.
    """
    here = taken(position)
    if here.readings.standing_enclosure != "until-closed":
        return True
    solver, black = Solver(), [literal(YES, piece in here.black) for piece in here.arrangement.pieces]
    solver.say(some(*map(negation, free(solver, geometry_of(here.arrangement), black))))
    return here.readings.capture_nested == OUTER_TAKES_ALL and solver.ask() is None


def taken_if_stated(position: Given) -> crumble.Position:
    """A position of the reference. Raises InputError if the statement does not cover it."""
    here = taken(position)
    if not is_stated(here):
        what = "what stands inside a ring before a step is not stated in z3 under until-closed"
        raise InputError(what, "/readings", "a settled position, or other readings")
    return here


def reprove_win(position: Given, turn: crumble.Turn | str) -> bool:
    """Whether a turn wins for the mover: each step of its walk is legal, and the walk ends in a four-side chain of the
    mover's.

    Takes a position of the reference or its JSON form, and a turn or its text. A turn without a walk never wins, nor
    does an illegal text. Raises MalformedTurn and AmbiguousTurn as `parse_turn` does, and InputError for a position
    that is not stated (`is_stated`).
    """
    here = taken_if_stated(position)
    try:
        given = crumble.parse_turn(here, turn) if isinstance(turn, str) else turn
    except IllegalTurn:
        return False
    if given.walk is None:
        return False
    geometry, black = colours_after(here, given.work)
    path = followed(geometry, geometry.rects.index(given.walk.start), given.walk.path)
    return path is not None and wins_along(geometry, black, here.to_move == BLACK, path, here.readings)


def confirm_win(position: Json, turn: str, after: Json, ended: Json | None) -> bool:
    """See `proofs.Statement`. The statement does not cover the contents of a standing ring under `until-closed`."""
    here = taken(position)
    if not is_stated(here):
        return False
    if not reprove_win(here, turn):
        raise Disagreement(f"does {turn} win?", "the search says it does", "z3 says it does not")
    return True


def taken(position: Given) -> crumble.Position:
    """A position of the reference, from one or from its JSON form. Raises InputError as `from_json` does."""
    return position if isinstance(position, crumble.Position) else crumble.from_json(dict(position))


def colours_after(position: crumble.Position, work: Work) -> tuple[PieceGeometry, Black]:
    """The pieces after a cut or join of the mover's, and which are black. New pieces have the mover's colour."""
    arrangement = after_work(position.arrangement, work)
    new = set(new_pieces(work))
    mover_black = position.to_move == BLACK
    black = tuple(mover_black if one in new else one in position.black for one in arrangement.pieces)
    return geometry_of(arrangement), black


def geometry_of(arrangement: Arrangement) -> PieceGeometry:
    """Where the pieces of the reference's arrangement lie."""
    columns, rows = arrangement.columns, arrangement.rows
    return PieceGeometry(columns * GRAIN, rows * GRAIN, [(*piece,) for piece in arrangement.pieces])


def followed(geometry: PieceGeometry, start: int, path: str) -> list[int] | None:
    """The pieces along a path, the start first; None if a step finds no piece with a complete side."""
    found = [start]
    for direction in path:
        into = geometry.across[found[-1]].get(direction)
        if into is None:
            return None
        found.append(into)
    return found
