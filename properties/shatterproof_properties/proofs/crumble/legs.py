"""Winning walks, followed or found leg by leg: all that a walk can meet before something happens is one question to z3.

While nothing is captured the colours are those of the leg with the swapping piece put in at its place, whichever way
it came. So z3 is asked at which places something would happen; everywhere else the walk just passes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs.crumble.board import PieceGeometry, Rect
from shatterproof_properties.proofs.crumble.statement import OUTER_TAKES_ALL, colours, resolved, winners
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.terms import differ, exactly_one, literal, negation, some

Black = tuple[bool, ...]


class Event(NamedTuple):
    """What a step into one place leads to: colours after captures, whether black or white has won."""

    black: Black
    black_won: bool
    white_won: bool


class KeptStatement:
    """One step on one arrangement, kept in a solver that is asked about one colouring after another."""

    def __init__(self, geometry: PieceGeometry, nested: str = OUTER_TAKES_ALL) -> None:
        self.geometry = geometry
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

    def events(self, lifted: Black, places: Collection[int]) -> dict[int, Event]:
        """The places, out of some, where a swapping piece put in captures or wins something for anybody.

        `lifted` are the colours with the swapping piece taken for one of the opponent's.
        """
        given = list(map(literal, self._lifted, lifted))
        given += [negation(self._put_in[piece]) for piece in self.geometry.pieces if piece not in places]
        found: dict[int, Event] = {}
        while len(found) < len(places):
            quiet = [negation(self._put_in[piece]) for piece in found]
            model = self.solver.ask([*given, *quiet, self._eventful])
            if model is None:
                break
            place = next(piece for piece in places if model.holds(self._put_in[piece]))
            found[place] = self._event(model)
        return found

    def _event(self, model: Model) -> Event:
        black_won, white_won = (model.holds(won) for won in self._won)
        return Event(tuple(model.holds(term) for term in self._after), black_won, white_won)


@lru_cache(maxsize=64)
def statement_on(width: int, height: int, rects: tuple[Rect, ...], nested: str = OUTER_TAKES_ALL) -> KeptStatement:
    """The statement for an arrangement, kept for the next time that it comes up."""
    return KeptStatement(PieceGeometry(width, height, rects), nested)


class Leg:
    """The colours that a walk keeps between two events, and where an event would end them."""

    def __init__(self, statement: KeptStatement, lifted: Black, black_moves: bool) -> None:
        """`lifted` as in KeptStatement.events; `black_moves` says whose the swapping piece is."""
        self._statement = statement
        self._black_moves = black_moves
        self._lifted = lifted
        self._asked: set[int] = set()
        self._events: dict[int, Event] = {}

    def opposing(self, piece: int) -> bool:
        """Whether a step may lead into a piece."""
        return self._lifted[piece] != self._black_moves

    def event(self, place: int) -> Event | None:
        """What happens at an opposing place; None if the walk just passes."""
        if place not in self._asked:
            region = self._region(place)
            self._asked.update(region)
            self._events |= self._statement.events(self._lifted, region)
        return self._events.get(place)

    def _region(self, place: int) -> list[int]:
        """All places that a walk might get to from one."""
        across = self._statement.geometry.across
        found = [place]
        for piece in found:
            found += [other for other in across[piece].values() if self.opposing(other) and other not in found]
        return found


class AfterWork(NamedTuple):
    """A position after a cut or join, before any walk: the pieces, which are black, and those that may set out."""

    geometry: PieceGeometry
    black: Black
    starts: tuple[int, ...]


def shortest_win(
    worked: AfterWork,
    black_moves: bool,
    longest: int | None = None,
    nested: str = OUTER_TAKES_ALL,
    stops: bool = True,
) -> tuple[int, ...] | None:
    """The pieces that the shortest winning walk goes over, its start first; None if no walk wins for the mover.

    A walk never needs to stand in one place twice with the same colours, so that the search comes to an end.
    """
    if not any(_can_set_out(worked, start, black_moves) for start in worked.starts):
        return None
    statement = statement_on(worked.geometry.width, worked.geometry.height, worked.geometry.rects, nested)
    legs: dict[Black, Leg] = {}
    waiting: deque[tuple[tuple[int, ...], Black]] = deque()
    waiting.extend(((start,), _flipped(worked.black, start)) for start in worked.starts)
    seen = {(path[-1], lifted) for path, lifted in waiting}
    while waiting:
        path, lifted = waiting.popleft()
        if longest is not None and len(path) > longest:
            return None
        leg = legs.setdefault(lifted, Leg(statement, lifted, black_moves))
        for into in worked.geometry.across[path[-1]].values():
            if not leg.opposing(into):
                continue
            then, event = lifted, leg.event(into)
            if event is not None:
                won, lost = (event.black_won, event.white_won)[:: 1 if black_moves else -1]
                if won:
                    return (*path, into)
                if event.black[into] != black_moves or (lost and stops):
                    continue
                then = _flipped(event.black, into)
            if (into, then) not in seen:
                seen.add((into, then))
                waiting.append(((*path, into), then))
    return None


def wins_along(
    worked: AfterWork,
    black_moves: bool,
    path: Sequence[int],
    nested: str = OUTER_TAKES_ALL,
    stops: bool = True,
) -> bool:
    """Whether the walk over just these pieces, its start first, is legal and ends in a win for the mover.

    Each step is one question about a statement that is kept for all walks on the arrangement.
    """
    statement = statement_on(worked.geometry.width, worked.geometry.height, worked.geometry.rects, nested)
    start, *steps = path
    lifted = _flipped(worked.black, start)
    for left, into in zip(reversed(range(len(steps))), steps, strict=True):
        if lifted[into] == black_moves:
            return False
        event = statement.events(lifted, [into]).get(into)
        if event is None:
            continue
        if not left:
            return event.black_won if black_moves else event.white_won
        is_stopped = stops and (event.black_won or event.white_won)
        if is_stopped or event.black[into] != black_moves:
            return False
        lifted = _flipped(event.black, into)
    return False


def _can_set_out(worked: AfterWork, start: int, black_moves: bool) -> bool:
    return any(worked.black[other] != black_moves for other in worked.geometry.across[start].values())


def _flipped(black: Black, piece: int) -> Black:
    return (*black[:piece], not black[piece], *black[piece + 1 :])
