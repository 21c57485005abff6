"""Neighbours, chains, rings and wins from their definitions, on a board divided into cells.

The lines through all sides of all pieces divide the board into cells; a piece is the set of its cells. Nothing here
uses the contacts, groups or chains of the reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from shatterproof.crumble.pieces import GRAIN, Piece

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

    def at_the_edge(self, pieces: Iterable[Piece]) -> str:
        """Those sides N, E, S and W of the board that the pieces touch."""
        there = set()
        for x, y, width, height in pieces:
            there |= {"W"} if x == 0 else set()
            there |= {"S"} if y == 0 else set()
            there |= {"E"} if x + width == self.width else set()
            there |= {"N"} if y + height == self.height else set()
        return "".join(side for side in "NESW" if side in there)

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


def held_by_rings(cells: Cells, black: Set[Piece], but_for: Set[tuple[Piece, ...]] = frozenset()) -> set[Piece]:
    """crumble.ring: the pieces inside rings of the other colour. The rings in `but_for` do not count.

    A piece is inside a ring if, with the ring's chain taken away, no way leads from the piece to the edge. A way may
    pass through a corner where two pieces only touch.
    """
    everything = set(cells.pieces)
    held: set[Piece] = set()
    for colour in (set(black), everything - black):
        for chain in chains_of(cells, colour):
            for part in cells.parts(everything - chain, ALL_AROUND):
                if not cells.at_the_edge(part) and _ring(cells, chain, part) not in but_for:
                    held |= part - colour
    return held


def rings_of(cells: Cells, black: Set[Piece]) -> set[tuple[Piece, ...]]:
    """crumble.ring: every ring: the pieces of its chain that touch the pieces inside."""
    everything = set(cells.pieces)
    return {
        _ring(cells, chain, part)
        for colour in (set(black), everything - black)
        for chain in chains_of(cells, colour)
        for part in cells.parts(everything - chain, ALL_AROUND)
        if not cells.at_the_edge(part)
    }


def _ring(cells: Cells, chain: set[Piece], part: set[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(piece for piece in chain if cells.meeting(piece, ALL_AROUND) & part))


def winners(cells: Cells, black: Set[Piece]) -> set[str]:
    """crumble.win.four-sides: the colours with a chain along all four sides of the board."""
    colours = {"black": set(black), "white": set(cells.pieces) - black}
    return {
        name
        for name, pieces in colours.items()
        if any(cells.at_the_edge(chain) == "NESW" for chain in chains_of(cells, pieces))
    }
