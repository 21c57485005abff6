"""Turns built from their definitions by trying everything. This is slow, so boards must be small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Position
from shatterproof.crumble.readings import Readings
from shatterproof_properties.invariants.crumble.definitions import Cells, held_by_rings, rings_of, winners

Colours = frozenset[Piece]
Rank = tuple[int, ...]
"""The rank of a walk among those with the same result: where it starts, and its steps.

A turn without a walk has an empty rank.
"""


class WorkDone(NamedTuple):
    """The pieces that a cut or join takes off the board, and those that it puts there."""

    gone: frozenset[Piece]
    new: frozenset[Piece]


class End(NamedTuple):
    """How a turn ended: all pieces, the black ones, its targets, the pieces that it worked, and whether it renewed.

    `renewed` is set only where draw turns are counted. `targets` is emptied where the draw rule does not compare them.
    """

    pieces: frozenset[Piece]
    black: Colours
    targets: frozenset[Piece]
    worked: frozenset[Piece]
    renewed: bool = False


class State(NamedTuple):
    """The state between two steps of a walk.

    It holds the black pieces, the piece reached, and whether the walk may go on. It also holds all pieces swapped into,
    where the draw rule may count more than the last (crumble.draw-into).
    """

    black: Colours
    at: Piece
    may_go_on: bool
    swapped_into: frozenset[Piece] = frozenset()


def cells_of(position: Position) -> Cells:
    """The cells of a position's board."""
    return Cells(position.arrangement.columns, position.arrangement.rows, position.arrangement.pieces)


def is_piece(width: int, height: int) -> bool:
    """crumble.pieces.shape: whether a rectangle may be a piece."""
    return min(width, height) > 0 and max(width, height) in (min(width, height), 2 * min(width, height))


def cuts_by_brute_force(position: Position) -> set[WorkDone]:
    """Every legal cut, found by checking every segment of every line between sides of pieces."""
    found = set()
    for is_vertical in (True, False):
        pieces = [_turned(piece) if is_vertical else piece for piece in position.arrangement.pieces]
        own = {_turned(piece) if is_vertical else piece for piece in position.own}
        ends = sorted({end for piece in pieces for end in (piece.x, piece.x + piece.width)})
        for line in {2 * piece.y + piece.height for piece in pieces}:
            for west, east in combinations(ends, 2):
                work = _cut_along(pieces, own, line, west, east)
                if work and is_vertical:
                    work = WorkDone(*(frozenset(map(_turned, side)) for side in work))
                if work:
                    found.add(work)
    return found


def _turned(piece: Piece) -> Piece:
    """A piece mirrored in the diagonal through the south-west corner, which turns vertical into horizontal."""
    return Piece(piece.y, piece.x, piece.height, piece.width)


def _cut_along(pieces: list[Piece], own: set[Piece], line: int, west: int, east: int) -> WorkDone | None:
    """The effect of a horizontal cut at half of `line` from `west` to `east`; None if it is illegal."""
    entered = [
        piece
        for piece in pieces
        if 2 * piece.y < line < 2 * (piece.y + piece.height) and piece.x < east and west < piece.x + piece.width
    ]
    new = []
    for piece in entered:
        lower, upper = line - 2 * piece.y, 2 * (piece.y + piece.height) - line
        through = west <= piece.x and piece.x + piece.width <= east
        if piece not in own or not through or lower != upper or lower % 2 or not is_piece(piece.width, lower // 2):
            return None
        new += [
            Piece(piece.x, piece.y, piece.width, lower // 2),
            Piece(piece.x, piece.y + lower // 2, piece.width, lower // 2),
        ]
    return WorkDone(frozenset(entered), frozenset(new)) if entered else None


def joins_by_brute_force(position: Position) -> set[WorkDone]:
    """Every legal join, found by checking every set of the mover's pieces that fills a square or half of one."""
    found = set()
    for size in range(2, len(position.own) + 1):
        for chosen in combinations(sorted(position.own), size):
            west, south = min(piece.x for piece in chosen), min(piece.y for piece in chosen)
            width = max(piece.x + piece.width for piece in chosen) - west
            height = max(piece.y + piece.height for piece in chosen) - south
            filled = sum(piece.width * piece.height for piece in chosen) == width * height
            if filled and is_piece(width, height):
                found.add(WorkDone(frozenset(chosen), frozenset([Piece(west, south, width, height)])))
    return found


def step_by_brute_force(cells: Cells, state: State, direction: str, readings: Readings) -> State | None:
    """One swap with its captures; None if it is illegal."""
    other = cells.across(state.at, direction)
    if not state.may_go_on or other is None or (other in state.black) == (state.at in state.black):
        return None
    swapped = state.black ^ {state.at, other}
    black = captured_by_brute_force(cells, swapped, readings, state.black)
    won = readings.win_stops == "at-once" and winners(cells, black)
    into = state.swapped_into | {other} if readings.draw_into == "any" else state.swapped_into
    return State(black, other, not won and (other in black) == (other in swapped), into)


def captured_by_brute_force(cells: Cells, black: Colours, readings: Readings, before: Colours) -> Colours:
    """The colours after captures.

    Under `one-snapshot` all enclosed pieces change at once, and that is all. Else one connected part changes at a time,
    until nothing is enclosed. Under `until-closed` the rings that stood `before` capture nothing. While there are any,
    everything inside the other rings changes at once, again and again, until these hold nothing.
    """
    stood = rings_of(cells, before) if readings.standing_enclosure == "until-closed" else set()
    held = held_by_rings(cells, black, stood)
    if readings.capture_nested == "one-snapshot":
        return black ^ held
    while held and stood:
        black ^= held
        held = held_by_rings(cells, black, stood)
    while held:
        is_black = min(held) in black
        alike = {piece for piece in cells.pieces if (piece in black) == is_black}
        black = black ^ (cells.spread(min(held), alike, ((1, 0), (-1, 0), (0, 1), (0, -1))) & held)
        held = held_by_rings(cells, black)
    return black


def ends_by_brute_force(position: Position) -> dict[End, Rank]:
    """Every way in which a turn can end, with the rank of the first walk that leads there.

    An end in which a side has won has no targets.
    """
    found: dict[End, Rank] = {}
    for work in cuts_by_brute_force(position) | joins_by_brute_force(position):
        for end, rank in _ends_after(position, work):
            found[end] = min(rank, found.get(end, rank))
    return found


def _ends_after(position: Position, work: WorkDone) -> Iterator[tuple[End, Rank]]:
    pieces = frozenset(position.arrangement.pieces) - work.gone | work.new
    cells = Cells(position.arrangement.columns, position.arrangement.rows, pieces)
    black = position.black - work.gone | work.new if work.gone <= position.black else position.black
    nothing: frozenset[Piece] = frozenset()
    yield End(pieces, black, nothing, work.gone), ()
    for starter in work.new:
        start = State(black, starter, True)
        level, seen, steps = {start}, {start} if position.readings.draw_into == "last" else set(), 0
        while level:
            steps += 1
            tried = (step_by_brute_force(cells, state, way, position.readings) for state in level for way in "NESW")
            level = {state for state in tried if state is not None} - seen
            seen |= level
            for state in level:
                into = _counted(state, starter, position.readings)
                end = End(pieces, state.black, nothing if winners(cells, state.black) else into, work.gone)
                yield end, (starter.y, starter.x, steps)


def _counted(state: State, starter: Piece, readings: Readings) -> frozenset[Piece]:
    """crumble.draw-into: the targets of a walk by the reading.

    `any`: all pieces swapped into. `last-or-start`: the piece where it ended. `last`: the same, but not its start.
    """
    if readings.draw_into == "any":
        return state.swapped_into
    return frozenset() if readings.draw_into == "last" and state.at == starter else frozenset([state.at])
