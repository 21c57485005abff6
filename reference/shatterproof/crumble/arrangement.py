"""Arrangements: how pieces cover the board, and which of them meet."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from shatterproof.crumble.pieces import (
    DIRECTIONS,
    GRAIN,
    Piece,
    contact,
    describe,
    has_legal_shape,
    in_units,
    place,
    share_complete_side,
)
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition

SMALLEST_BOARD, LARGEST_BOARD = 2, 16

Contacts = dict[Piece, set[Piece]]
"""By piece, the pieces that it meets."""


def _east(piece: Piece) -> int:
    return piece.east


def _north(piece: Piece) -> int:
    return piece.north


@dataclass(frozen=True)
class Arrangement:
    """A board of `columns` by `rows` units and the pieces that cover it, sorted by place.

    Nothing here knows colours: cuts and joins change an arrangement, a walk never does.
    """

    columns: int
    rows: int
    pieces: tuple[Piece, ...]

    @cached_property
    def neighbours(self) -> Contacts:
        """crumble.neighbour.side: by piece, those that touch it along more than a corner."""
        return _with_contacts({piece: set() for piece in self.pieces}, self._contacts, 1)

    @cached_property
    def touching(self) -> Contacts:
        """By piece, those that touch it at all, at a corner included."""
        return _with_contacts({piece: set() for piece in self.pieces}, self._contacts, 0)

    @cached_property
    def _contacts(self) -> list[tuple[Piece, Piece, int]]:
        """Every two pieces that touch, with the length in grains of the side they share (0 at a corner)."""
        west_sides, south_sides = defaultdict(list), defaultdict(list)
        for piece in self.pieces:
            west_sides[piece.x].append(piece)
            south_sides[piece.y].append(piece)
        found = []
        for piece in self.pieces:
            # Along one line pieces neither overlap nor leave their order, so that those within reach stand together.
            line = west_sides[piece.east]
            for other in line[bisect.bisect_left(line, piece.y, key=_north) :]:
                if other.y > piece.north:
                    break
                found.append((piece, other, contact(piece, other)))
            line = south_sides[piece.north]
            for other in line[bisect.bisect_right(line, piece.x, key=_east) :]:
                if other.x >= piece.east:
                    break
                found.append((piece, other, contact(piece, other)))
        return found

    @cached_property
    def along(self) -> Mapping[str, frozenset[Piece]]:
        """The pieces along each side of the board, N, E, S and W."""
        return {
            "N": frozenset(piece for piece in self.pieces if piece.north == self.rows * GRAIN),
            "E": frozenset(piece for piece in self.pieces if piece.east == self.columns * GRAIN),
            "S": frozenset(piece for piece in self.pieces if piece.y == 0),
            "W": frozenset(piece for piece in self.pieces if piece.x == 0),
        }

    @cached_property
    def at_the_edge(self) -> frozenset[Piece]:
        """The pieces with a side on the edge of the board."""
        return frozenset[Piece]().union(*self.along.values())

    def edges_touched(self, pieces: Iterable[Piece]) -> set[str]:
        """The sides of the board, out of N, E, S and W, that at least one of `pieces` lies along."""
        return {edge for edge, along in self.along.items() if not along.isdisjoint(pieces)}

    def across(self, piece: Piece, direction: str) -> Piece | None:
        """The piece that shares a complete side with `piece` in `direction`, if there is one."""
        return next((other for other in self.neighbours[piece] if share_complete_side(piece, other, direction)), None)

    def complete_sides(self, piece: Piece) -> dict[str, Piece]:
        """The pieces that share a complete side with `piece`, by direction."""
        found = {direction: self.across(piece, direction) for direction in DIRECTIONS}
        return {direction: other for direction, other in found.items() if other is not None}

    def replace(self, gone: Iterable[Piece], new: Iterable[Piece]) -> Arrangement:
        """The arrangement in which the pieces `new` stand where `gone` stood."""
        removed, added = set(gone), list(new)
        kept = [piece for piece in self.pieces if piece not in removed]
        after = Arrangement(self.columns, self.rows, tuple(sorted([*kept, *added], key=place)))
        # Whatever touches a new piece has touched one that is gone; all else meets as before.
        near = set[Piece]().union(*(self.touching[piece] for piece in removed)) - removed
        contacts = [(one, two, contact(one, two)) for one in added for two in (*near, *added) if one != two]
        for name, met, least in (("neighbours", self.neighbours, 1), ("touching", self.touching, 0)):
            known = {piece: met[piece] - removed if piece in near else met[piece] for piece in kept}
            vars(after)[name] = _with_contacts(known | {piece: set() for piece in added}, contacts, least)
        return after


def _with_contacts(met: dict[Piece, set[Piece]], contacts: Iterable[tuple[Piece, Piece, int]], least: int) -> Contacts:
    """What pieces meet, once those that share a side of this length at least are added."""
    for one, two, length in contacts:
        if length >= least:
            met[one].add(two)
            met[two].add(one)
    return met


def board_size(board: str) -> tuple[int, int]:
    """Columns and rows of a board named like `6x6`. Raises InputError (crumble.board.rectangle)."""
    columns, times, rows = board.partition("x")
    numbers = [int(text) for text in (columns, rows) if text.isascii() and text.isdigit() and len(text) <= 2]
    if not times or len(numbers) != 2 or f"{numbers[0]}x{numbers[1]}" != board:
        raise InputError(f"{board[:40]!r} names no board", expected="columns by rows, like 6x6")
    if not all(SMALLEST_BOARD <= number <= LARGEST_BOARD for number in numbers):
        raise IllegalPosition("crumble.board.rectangle", f"no board {board}", expected="2x2 to 16x16 units")
    return numbers[0], numbers[1]


def check_cover(columns: int, rows: int, pieces: Iterable[Piece]) -> Arrangement:
    """The arrangement of `pieces`, given in any order.

    Raises IllegalPosition for a piece of a wrong shape (crumble.pieces.shape), one that leaves the board, two that
    overlap, or a gap (crumble.pieces.cover).
    """
    given = list(pieces)
    for piece in given:
        check_piece(columns, rows, piece)
    refuse_overlaps(given)
    _refuse_gaps(columns, rows, given)
    return Arrangement(columns, rows, tuple(sorted(given, key=place)))


def check_piece(columns: int, rows: int, piece: Piece) -> None:
    """Raises IllegalPosition unless a piece has a legal shape and lies on the board; see check_cover."""
    if piece.width <= 0 or not has_legal_shape(piece.width, piece.height):
        raise IllegalPosition(
            "crumble.pieces.shape",
            f"piece {describe(piece)} has no legal shape",
            expected="a square or half of a square",
        )
    if piece.x < 0 or piece.y < 0 or piece.east > columns * GRAIN or piece.north > rows * GRAIN:
        raise IllegalPosition(
            "crumble.pieces.cover",
            f"piece {describe(piece)} leaves the board",
            expected=f"pieces inside {columns}x{rows} units",
        )


def refuse_overlaps(pieces: Iterable[Piece]) -> None:
    """Raises IllegalPosition if two of some pieces overlap (crumble.pieces.cover)."""
    # A sweep from west to east, with the pieces under the sweep line sorted from south to north.
    events = [event for piece in pieces for event in ((piece.x, 1, piece), (piece.east, 0, piece))]
    under: list[tuple[int, Piece]] = []
    for _, arrives, piece in sorted(events):
        index = bisect.bisect_left(under, (piece.y, piece))
        if not arrives:
            under.pop(index)
            continue
        for _, other in under[max(index - 1, 0) : index + 1]:
            if other.y < piece.north and piece.y < other.north:
                raise IllegalPosition(
                    "crumble.pieces.cover",
                    f"pieces {describe(other)} and {describe(piece)} overlap",
                    expected="every place covered by exactly one piece",
                )
        under.insert(index, (piece.y, piece))


def _refuse_gaps(columns: int, rows: int, pieces: list[Piece]) -> None:
    """Pieces that do not overlap leave a gap where the east side of one, or the west edge, is not all built on."""
    missing = columns * rows * GRAIN * GRAIN - sum(piece.area for piece in pieces)
    if not missing:
        return
    starting = defaultdict(list)
    for piece in sorted(pieces, key=place):
        starting[piece.x].append(piece)
    sides = [(piece.east, piece.y, piece.north) for piece in pieces if piece.east < columns * GRAIN]
    for x, south, north in sorted([(0, 0, rows * GRAIN), *sides]):
        line, reached = starting[x], south
        for piece in line[bisect.bisect_right(line, south, key=_north) :]:
            if piece.y > reached or reached >= north:
                break
            reached = piece.north
        if reached < north:
            area = f"{missing / GRAIN / GRAIN:g} square units"
            raise IllegalPosition(
                "crumble.pieces.cover",
                f"a gap begins at ({in_units(x)}, {in_units(reached)}), {area} are left uncovered",
                expected="every place covered by exactly one piece",
            )


def starting_pieces(columns: int, rows: int) -> tuple[Arrangement, frozenset[Piece]]:
    """crumble.start.checkerboard: unit squares, and the black ones among them, the north-west one included."""
    squares = [Piece(column * GRAIN, row * GRAIN, GRAIN, GRAIN) for row in range(rows) for column in range(columns)]
    black = [square for square in squares if (square.x // GRAIN + (rows - 1 - square.y // GRAIN)) % 2 == 0]
    return Arrangement(columns, rows, tuple(squares)), frozenset(black)


@lru_cache(maxsize=4096)
def from_units(text: str) -> int:
    """Grains in a length in units, `2` or `3/2`. Raises InputError; beyond crumble.board.limits, IllegalPosition."""
    whole, slash, below = text.partition("/")
    parts = [whole, below] if slash else [whole]
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        raise InputError(
            f"{text[:40]!r} is no length", expected='a fraction in lowest terms as a string, like "2" or "3/2"'
        )
    denominator = int(below) if slash else 1
    if denominator == 0 or denominator > GRAIN or denominator & (denominator - 1):
        raise IllegalPosition(
            "crumble.board.limits",
            f"the denominator of {text!r} is out of range",
            expected=f"a power of two up to {GRAIN}",
        )
    number = int(whole)
    length = number * GRAIN // denominator
    printed = f"{number}/{denominator}" if slash else str(number)
    if printed != text or (slash and (denominator == 1 or number % 2 == 0)):
        raise InputError(f"{text!r} is not in lowest terms", expected=f'"{in_units(length)}"')
    return length
