"""Wins in one that z3 finds by itself, walk by walk, for the reference and the second engine to be held against."""

from __future__ import annotations

from collections import deque
from functools import cache, partial
from itertools import pairwise

from shatterproof import crumble
from shatterproof.crumble.cuts import cuts
from shatterproof.crumble.joins import joins
from shatterproof.crumble.pieces import BLACK, Piece
from shatterproof.crumble.position import new_pieces
from shatterproof.crumble.swaps import Walk
from shatterproof_properties.proofs.crumble.verdicts import (
    Black,
    Given,
    Work,
    colours_after,
    flipped,
    steps_on,
    taken_if_stated,
)


def find_win(position: Given, longest: int | None = None) -> str | None:
    """A turn that wins for the mover, as text: the first cut or join with a win, and its shortest walk; else None.

    `longest` bounds the steps of a walk; without it all walks are covered. A decided game has no turns.
    """
    here = taken_if_stated(position)
    if crumble.outcome(here):
        return None
    works: list[Work] = [*cuts(here.arrangement, here.own), *joins(here.arrangement, here.own)]
    for work in works:
        walk = shortest_win(here, work, longest)
        if walk is not None:
            turn = crumble.Turn(work, walk)
            ended = crumble.outcome(crumble.play(here, turn))
            assert ended, f"{turn} ends nothing for the reference"
            assert ended.winner == here.to_move, f"{turn} wins for the other side for the reference"
            return crumble.format_turn(here, turn)
    return None


def shortest_win(position: crumble.Position, work: Work, longest: int | None) -> Walk | None:
    """The shortest walk after a cut or join that wins for the mover; None if there is none.

    A walk never needs the same place twice with the same colours, so the search ends.
    """
    geometry, black = colours_after(position, work)
    mover = position.to_move == BLACK
    starts = [geometry.rects.index((*piece,)) for piece in new_pieces(work)]
    statement = steps_on(geometry.width, geometry.height, geometry.rects, position.readings.capture_nested)
    event = cache(partial(type(statement).event, statement))
    waiting: deque[tuple[tuple[int, ...], Black]] = deque(((start,), flipped(black, start)) for start in starts)
    seen = {(path[-1], lifted) for path, lifted in waiting}
    while waiting:
        path, lifted = waiting.popleft()
        if longest is not None and len(path) > longest:
            return None
        for into in geometry.across[path[-1]].values():
            if lifted[into] == mover:
                continue
            then, happened = lifted, event(lifted, into)
            if happened is not None:
                won, lost = (happened.black_won, happened.white_won)[:: 1 if mover else -1]
                if won:
                    ways = [{other: way for way, other in across.items()} for across in geometry.across]
                    steps = "".join(ways[here][there] for here, there in pairwise((*path, into)))
                    return Walk(Piece(*geometry.rects[path[0]]), steps)
                if happened.black[into] != mover or (lost and position.readings.win_stops == "at-once"):
                    continue
                then = flipped(happened.black, into)
            if (into, then) not in seen:
                seen.add((into, then))
                waiting.append(((*path, into), then))
    return None
