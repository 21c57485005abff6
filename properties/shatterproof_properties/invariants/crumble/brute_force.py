"""The rules a second time: neighbours, chains, rings, wins and turns from their definitions, by trying everything.

The lines through all sides of all pieces divide the board into cells; a piece is the set of its cells. This is slow, so
boards must be small. Nothing here uses the contacts, groups or chains of the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import combinations
from typing import NamedTuple

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.position import Position
from shatterproof.crumble.readings import Readings

Cell = tuple[int, int]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
ALL_AROUND = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
TOWARDS = {"E": (1, 0), "W": (-1, 0), "N": (0, 1), "S": (0, -1)}


class Cells:
    """A board of `columns` by `rows` units, its pieces, and the cells between all their sides."""

    def __init__(self, columns: int, rows: int, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.width, self.height = columns * GRAIN, rows * GRAIN
        self.xs = sorted({0, self.width} | {x for piece in self.pieces for x in (piece.x, piece.x + piece.width)})
        self.ys = sorted({0, self.height} | {y for piece in self.pieces for y in (piece.y, piece.y + piece.height)})
        at_x, at_y = {x: index for index, x in enumerate(self.xs)}, {y: index for index, y in enumerate(self.ys)}
        self.owners: dict[Cell, list[Piece]] = {
            (x, y): [] for x in range(len(self.xs) - 1) for y in range(len(self.ys) - 1)
        }
        self.cells: dict[Piece, list[Cell]] = {piece: [] for piece in self.pieces}
        self._met: dict[tuple[Piece, tuple[tuple[int, int], ...]], set[Piece]] = {}
        for piece in self.pieces:
            for x in range(at_x[piece.x], at_x[piece.x + piece.width]):
                for y in range(at_y[piece.y], at_y[piece.y + piece.height]):
                    if (x, y) in self.owners:
                        self.owners[x, y].append(piece)
                    self.cells[piece].append((x, y))

    def meeting(self, piece: Piece, steps: tuple[tuple[int, int], ...]) -> set[Piece]:
        """The other pieces that have a cell next to a cell of this piece, in the directions `steps`."""
        key = (piece, steps)
        if key not in self._met:
            around = {(x + right, y + up) for x, y in self.cells[piece] for right, up in steps}
            self._met[key] = {other for cell in around for other in self.owners.get(cell, ())} - {piece}
        return self._met[key]

    def spread(self, piece: Piece, within: Set[Piece], steps: tuple[tuple[int, int], ...]) -> set[Piece]:
        """The pieces that can be reached from one piece by going from neighbour to neighbour inside `within`."""
        found, waiting = {piece}, [piece]
        while waiting:
            for other in self.meeting(waiting.pop(), steps):
                if other in within and other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def parts(self, pieces: Set[Piece], steps: tuple[tuple[int, int], ...]) -> list[set[Piece]]:
        """The connected parts of some pieces."""
        left, found = set(pieces), []
        while left:
            part = self.spread(min(left), left, steps)
            left -= part
            found.append(part)
        return found

    def at_the_edge(self, pieces: Iterable[Piece]) -> set[str]:
        """Those sides N, E, S and W of the board that the pieces touch."""
        there = set()
        for x, y, width, height in pieces:
            ends = {"N": y + height == self.height, "E": x + width == self.width, "S": y == 0, "W": x == 0}
            there |= {side for side, is_end in ends.items() if is_end}
        return there

    def across(self, piece: Piece, direction: str) -> Piece | None:
        """The piece that shares a complete side with `piece` in a direction; None if there is none."""
        right, up = TOWARDS[direction]
        facing = self.meeting(piece, ((right, up),))
        if len(facing) != 1:
            return None
        (other,) = facing
        ours, theirs = (piece[1::2], other[1::2]) if right else (piece[0::2], other[0::2])
        return other if ours == theirs else None


def chains_of(cells: Cells, colour: Set[Piece]) -> list[set[Piece]]:
    """crumble.chain: the connected sets of one colour's pieces; pieces connect along sides."""
    return cells.parts(colour, SIDES)


def _rings(cells: Cells, black: Set[Piece]) -> Iterator[tuple[set[Piece], tuple[Piece, ...], set[Piece]]]:
    """crumble.ring: for each ring all pieces of its colour, those of its chain that touch its inside, and the inside.

    A piece is inside a ring if, with the ring's chain taken away, no way leads from the piece to the edge. A way may
    pass through a corner where two pieces only touch.
    """
    everything = set(cells.pieces)
    for colour in (set(black), everything - black):
        for chain in chains_of(cells, colour):
            for part in cells.parts(everything - chain, ALL_AROUND):
                if not cells.at_the_edge(part):
                    yield colour, tuple(sorted(one for one in chain if cells.meeting(one, ALL_AROUND) & part)), part


def held_by_rings(cells: Cells, black: Set[Piece], but_for: Set[tuple[Piece, ...]] = frozenset()) -> set[Piece]:
    """The pieces inside rings of the other colour. The rings in `but_for` do not count."""
    found = (inside - colour for colour, ring, inside in _rings(cells, black) if ring not in but_for)
    return set[Piece]().union(*found)


def winners(cells: Cells, black: Set[Piece]) -> set[str]:
    """crumble.win.four-sides: the colours with a chain along all four sides of the board."""
    colours = {"black": set(black), "white": set(cells.pieces) - black}
    return {
        name
        for name, pieces in colours.items()
        if any(cells.at_the_edge(chain) == {*"NESW"} for chain in chains_of(cells, pieces))
    }


Colours = frozenset[Piece]
Rank = tuple[int, ...]
"""The rank of a walk among those with the same result: where it starts, and its steps; without a walk it is empty."""


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


def cells_of(arrangement: Arrangement) -> Cells:
    return Cells(arrangement.columns, arrangement.rows, arrangement.pieces)


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
    rings = _rings(cells, before) if readings.standing_enclosure == "until-closed" else ()
    stood = {ring for _, ring, _ in rings}
    held = held_by_rings(cells, black, stood)
    if readings.capture_nested == "one-snapshot":
        return black ^ held
    while held and stood:
        black ^= held
        held = held_by_rings(cells, black, stood)
    while held:
        is_black = min(held) in black
        alike = {piece for piece in cells.pieces if (piece in black) == is_black}
        black = black ^ (cells.spread(min(held), alike, SIDES) & held)
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
    nothing, readings = frozenset[Piece](), position.readings
    yield End(pieces, black, nothing, work.gone), ()
    for starter in work.new:
        start = State(black, starter, True)
        level, seen, steps = {start}, {start} if readings.draw_into == "last" else set(), 0
        while level:
            steps += 1
            tried = (step_by_brute_force(cells, state, way, readings) for state in level for way in "NESW")
            level = {state for state in tried if state is not None} - seen
            seen |= level
            for state in level:
                # crumble.draw-into: the pieces swapped into, or the last of them, but not the start under `last`.
                targets = state.swapped_into if readings.draw_into == "any" else frozenset([state.at])
                if winners(cells, state.black) or (readings.draw_into == "last" and state.at == starter):
                    targets = nothing
                yield End(pieces, state.black, targets, work.gone), (starter.y, starter.x, steps)
