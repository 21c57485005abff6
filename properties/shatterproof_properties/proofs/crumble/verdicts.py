"""A second proof of wins in one: z3 checks turns, given as text, against the statement.

The reference makes the cuts and joins and reads the notation. Readings about draws do not matter here: they look back
on turns, and a turn that wins is never drawn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.pieces import BLACK
from shatterproof.crumble.position import after_work, new_pieces
from shatterproof_properties.proofs import Disagreement, Json
from shatterproof_properties.proofs.crumble.board import GRAIN, PieceGeometry, Rect
from shatterproof_properties.proofs.crumble.statement import OUTER_TAKES_ALL, colours, free, resolved, winners
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import YES, differ, exactly_one, literal, negation, some

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
def steps_on(width: int, height: int, rects: tuple[Rect, ...], nested: str) -> KeptSteps:
    """The statement for an arrangement, kept for the next request."""
    return KeptSteps(PieceGeometry(width, height, rects), nested)


def flipped(black: Black, piece: int) -> Black:
    """The colours with one piece flipped."""
    return (*black[:piece], not black[piece], *black[piece + 1 :])


def is_stated(position: crumble.Position) -> bool:
    """Whether the statement covers a position under its readings.

    Under `until-closed` a ring captures by the pieces that were inside it before the step (crumble.standing-enclosure).
    The statement covers this only if no piece ever stands inside a ring between steps. That is so in a settled position
    whose captures leave it settled.
    """
    if position.readings.standing_enclosure != "until-closed":
        return True
    solver, black = Solver(), [literal(YES, piece in position.black) for piece in position.arrangement.pieces]
    solver.say(some(*map(negation, free(solver, geometry_of(position.arrangement), black))))
    return position.readings.capture_nested == OUTER_TAKES_ALL and solver.ask() is None


def reprove_win(position: crumble.Position, turn: crumble.Turn) -> bool:
    """Whether a turn of a stated position wins for the mover.

    Each step of its walk must be legal, and the walk must end in a four-side chain of the mover's. A turn without a
    walk never wins. Each step is one question to a statement that is kept for all walks on the arrangement.
    """
    if turn.walk is None:
        return False
    arrangement, mover = after_work(position.arrangement, turn.work), position.to_move == BLACK
    geometry, new, readings = geometry_of(arrangement), set(new_pieces(turn.work)), position.readings
    statement = steps_on(geometry.width, geometry.height, geometry.rects, readings.capture_nested)
    at = geometry.rects.index(turn.walk.start)
    lifted = flipped(tuple(mover if one in new else one in position.black for one in arrangement.pieces), at)
    for left, direction in zip(reversed(range(len(turn.walk.path))), turn.walk.path, strict=True):
        into = geometry.across[at].get(direction)
        if into is None or lifted[into] == mover:
            return False
        at, event = into, statement.event(lifted, into)
        if event is None:
            continue
        if not left:
            return event.black_won if mover else event.white_won
        is_stopped = readings.win_stops == "at-once" and (event.black_won or event.white_won)
        if is_stopped or event.black[at] != mover:
            return False
        lifted = flipped(event.black, at)
    return False


def confirm_win(position: Json, turn: str, after: Json, ended: Json | None) -> bool:
    """See `proofs.Statement`. The statement does not cover the contents of a standing ring under `until-closed`."""
    here = crumble.from_json(position)
    if not is_stated(here):
        return False
    if not reprove_win(here, crumble.parse_turn(here, turn)):
        raise Disagreement(f"does {turn} win?", "the search says it does", "z3 says it does not")
    return True


def geometry_of(arrangement: Arrangement) -> PieceGeometry:
    """Where the pieces of the reference's arrangement lie."""
    columns, rows = arrangement.columns, arrangement.rows
    return PieceGeometry(columns * GRAIN, rows * GRAIN, [(*piece,) for piece in arrangement.pieces])
