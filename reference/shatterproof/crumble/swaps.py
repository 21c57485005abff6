"""Swaps: one piece exchanges colours with an opposing piece, and may go on doing so."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours, resolve, standing_rings, winner
from shatterproof.crumble.draws import lists_targets
from shatterproof.crumble.pieces import DIRECTIONS, Piece, describe
from shatterproof.crumble.readings import Readings
from shatterproof.game import IllegalTurn


class Walk(NamedTuple):
    """A swap or long swap: the piece that starts it and its steps, a string of the directions E, N, S and W."""

    start: Piece
    path: str


class Standing(NamedTuple):
    """How things stand between two steps of a walk.

    `at` is the piece that the walk has reached, `free` whether it still has the mover's colour (else it was captured),
    `winner` the side that the last step made win, if any, `into` the pieces that steps swapped into, where all of them
    matter to a draw (crumble.draw-into).
    """

    black: Colours
    at: Piece
    free: bool = True
    winner: str | None = None
    into: frozenset[Piece] = frozenset()


def swap_step(arrangement: Arrangement, standing: Standing, direction: str, readings: Readings) -> Standing:
    """One swap: the swapping piece and the one it swaps into exchange colours; then captures, then wins.

    Raises IllegalTurn: the walk had ended by a win (crumble.win.at-once) or a capture (crumble.walk.captured), nothing
    shares a complete side (crumble.swap.complete-side), or what does is no opponent (crumble.swap.opponent).
    """
    black, swapper = standing.black, standing.at
    if standing.winner is not None:
        raise IllegalTurn("crumble.win.at-once", f"the walk goes on {direction} after {standing.winner} has won")
    if not standing.free:
        raise IllegalTurn("crumble.walk.captured", f"the walk goes on {direction} after its piece was captured")
    other = arrangement.across(swapper, direction)
    if other is None:
        raise IllegalTurn(
            "crumble.swap.complete-side",
            f"no piece shares a complete side with {describe(swapper)} in direction {direction}",
        )
    if (other in black) == (swapper in black):
        raise IllegalTurn("crumble.swap.opponent", f"the step {direction} leads to the mover's own {describe(other)}")
    exchanged = frozenset(black ^ {swapper, other})
    after = resolve(arrangement, exchanged, readings, standing_rings(arrangement, black, readings))
    won = winner(arrangement, after) if readings.win_stops == "at-once" else None
    into = standing.into | {other} if lists_targets(readings) else standing.into
    return Standing(after, other, (other in after) == (other in exchanged), won, into)


def take_walk(arrangement: Arrangement, black: Colours, walk: Walk, readings: Readings) -> Standing:
    """How things stand after a whole walk. Raises IllegalTurn at the first step that breaks a rule."""
    standing = Standing(black, walk.start)
    for direction in walk.path:
        standing = swap_step(arrangement, standing, direction, readings)
    return standing


def walks(
    arrangement: Arrangement, black: Colours, start: Piece, readings: Readings
) -> Iterator[tuple[Walk, Standing]]:
    """Every way things can stand after a walk from `start`, with the first walk that leads there.

    Walks come by length, then in alphabetical order. They may go back and forth without end
    (crumble.walk.backtrack), so what is exhausted is the set of standings.
    """
    known: dict[tuple[Standing, str], Standing | None] = {}
    origin = Standing(black, start)
    # A walk that comes home has done something where the piece it comes home to is its target (crumble.draw-into).
    seen = {origin} if readings.draw_into == "last" else set()
    waiting = deque([(Walk(start, ""), origin)])
    while waiting:
        walk, standing = waiting.popleft()
        for direction in DIRECTIONS:
            step = (standing._replace(into=frozenset()), direction)
            if step not in known:
                known[step] = _step_if_legal(arrangement, *step, readings)
            taken = known[step]
            if taken is None:
                continue
            after = taken._replace(into=taken.into | standing.into)
            if after not in seen:
                seen.add(after)
                longer = Walk(start, walk.path + direction)
                yield longer, after
                waiting.append((longer, after))


def _step_if_legal(arrangement: Arrangement, standing: Standing, direction: str, readings: Readings) -> Standing | None:
    with suppress(IllegalTurn):
        return swap_step(arrangement, standing, direction, readings)
    return None
