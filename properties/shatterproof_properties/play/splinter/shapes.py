"""Sets of squares for pieces to stand on: blocks, chains, rings, dumb-bells, arms around a hub, equal groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from itertools import product

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.splinter.groups import groups
from shatterproof.splinter.squares import BLUE, DIRECTIONS, Piece, Square, is_on_board, step

MOST_SQUARES = 40
LONGEST_ARM = 6
Squares = frozenset[Square]
Manner = Callable[[int, int], SearchStrategy[Squares]]


def around(square: Square) -> set[Square]:
    """The eight squares beside a square, on the board or not."""
    return {step(square, direction) for direction in DIRECTIONS}


def next_to(squares: Iterable[Square]) -> set[Square]:
    """These squares and all squares next to them, on the board or not."""
    return {other for square in squares for other in (square, *around(square))}


def parts(squares: Iterable[Square]) -> list[Squares]:
    """The connected parts of some squares, by sides or corners, largest first."""
    taken = dict.fromkeys(squares, Piece(BLUE, "circle"))
    return sorted(groups(taken), key=lambda part: (-len(part), min(part)))


@st.composite
def connected(
    draw: st.DrawFn, columns: int, rows: int, fewest: int, bias: str | None = None, besides: str | None = None
) -> Squares:
    """A connected set of at least `fewest` squares; a block in the south-west when shrunk.

    `bias` is one of those in MANNERS. A shape of `besides`, if given, is laid over the first.
    """
    if columns * rows < fewest:
        reject()
    manner: Manner = draw(st.sampled_from(MANNERS[bias]))
    drawn = set(draw(manner(columns, rows)))
    if besides:
        drawn |= draw(draw(st.sampled_from(MANNERS[besides]))(columns, rows))
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2)))):
        drawn ^= {draw(_squares(columns, rows))}
    whole = set(next(iter(parts(drawn)), frozenset[Square]()))
    crowd = draw(st.integers(fewest, min(columns * rows, max(fewest, MOST_SQUARES))))
    size = crowd if draw(st.integers(0, 3)) == 3 else fewest
    return frozenset(draw(_grown(columns, rows, whole, max(size, len(whole)))))


@st.composite
def equal_groups(draw: st.DrawFn, columns: int, rows: int, fewest: int) -> Squares:
    """Two or more groups of equal size, side by side with gaps between them, with at least `fewest` squares in all."""
    upright = columns < 3 or (rows >= 3 and draw(st.booleans()))
    long, wide = (rows, columns) if upright else (columns, rows)
    if long < 3:
        reject()
    count = draw(st.integers(2, (long + 1) // 2))
    width = (long - (count - 1)) // count
    least = max(1, -(-fewest // count))
    if least > width * wide:
        reject()
    size = draw(st.integers(least, min(width * wide, max(least, MOST_SQUARES // count))))
    found = set[Square]()
    for index in range(count):
        for along, across in draw(_grown(width, wide, set(), size)):
            at = along + index * (width + 1)
            found.add(Square(across, at) if upright else Square(at, across))
    return frozenset(found)


@st.composite
def scattered(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """Any squares, one at least."""
    squares = draw(st.lists(_squares(columns, rows), min_size=1, max_size=MOST_SQUARES // 2))
    return frozenset(squares)


def _squares(columns: int, rows: int) -> SearchStrategy[Square]:
    return st.builds(Square, st.integers(0, columns - 1), st.integers(0, rows - 1))


@st.composite
def _grown(draw: st.DrawFn, columns: int, rows: int, begun: Set[Square], size: int) -> set[Square]:
    """The given squares, with adjacent squares added one by one until there are `size`."""
    found = set(begun) or {draw(_squares(columns, rows))}
    while len(found) < size:
        beside = {square for square in next_to(found) - found if is_on_board(columns, rows, square)}
        found.add(draw(st.sampled_from(sorted(beside))))
    return found


@st.composite
def _frames(draw: st.DrawFn, columns: int, rows: int) -> tuple[range, range]:
    found = []
    for length in (columns, rows):
        first = draw(st.integers(0, length - 1))
        found.append(range(first, draw(st.integers(first, length - 1)) + 1))
    return found[0], found[1]


@st.composite
def _block(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    return frozenset(Square(*place) for place in product(*draw(_frames(columns, rows))))


@st.composite
def _ring(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    across, up = draw(_frames(columns, rows))
    ends = {across[0], across[-1]}, {up[0], up[-1]}
    return frozenset(Square(*place) for place in product(across, up) if place[0] in ends[0] or place[1] in ends[1])


@st.composite
def _chain(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """The squares that a random walk visits, diagonal steps included."""
    at = draw(_squares(columns, rows))
    found = {at}
    for _ in range(draw(st.integers(0, 2 * max(columns, rows)))):
        at = draw(st.sampled_from(sorted(square for square in around(at) if is_on_board(columns, rows, square))))
        found.add(at)
    return frozenset(found)


@st.composite
def _dumb_bell(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """Two equal blocks at opposite ends of the board, joined by a straight line of squares."""
    upright = draw(st.booleans())
    long, wide = (rows, columns) if upright else (columns, rows)
    deep = draw(st.integers(1, max(1, (long - 1) // 2)))
    low = draw(st.integers(0, wide - 1))
    high = draw(st.integers(low, wide - 1))
    line = draw(st.integers(low, high))
    places = set(product((*range(deep), *range(long - deep, long)), range(low, high + 1)))
    places |= {(along, line) for along in range(long)}
    return frozenset(Square(*(place[::-1] if upright else place)) for place in places)


def _inside(length: int) -> SearchStrategy[int]:
    """A column or row that is not at the edge, if there is one."""
    return st.integers(1, length - 2) if length > 2 else st.integers(0, length - 1)


@st.composite
def _arms(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """A square with arms around it that touch nothing else. The arms are as equal as there is room for.

    The first may be one square shorter, so that the piece in the middle can complete it.
    """
    hub = draw(_squares(columns, rows)) if draw(_seldom) else Square(draw(_inside(columns)), draw(_inside(rows)))
    size, shorter = draw(st.integers(1, LONGEST_ARM)), draw(st.integers(0, 1))
    arms: list[set[Square]] = []
    for index in range(draw(st.integers(2, 4))):
        shut = next_to(square for arm in arms for square in arm) | {hub}
        arm, length = set[Square](), size if index else max(1, size - shorter)
        while len(arm) < length:
            beside = (next_to(arm) if arm else around(hub)) - shut - arm
            room = sorted(square for square in beside if is_on_board(columns, rows, square))
            if not room:
                break
            arm.add(draw(st.sampled_from(room)))
        arms.append(arm)
    return frozenset({hub}.union(*arms))


@st.composite
def _fork(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """A square with straight arms around it. If the piece in the middle slides ahead, the other arms are parted.

    The arm ahead is one square shorter, so that all are then equal; perhaps one arm is longer.
    """
    names, ahead = list(DIRECTIONS), draw(st.sampled_from(list(DIRECTIONS)))
    size = min(draw(st.integers(1, LONGEST_ARM)), max(1, (min(columns, rows) - 1) // 2))
    # The arms have room on the board, if it has any for them.
    hub = Square(*(draw(st.integers(min(size, side - 1), max(size, side - 1 - size))) for side in (columns, rows)))
    sideways = (3, 5) if len(ahead) == 1 else (2, 4, 6)
    lengths = {ahead: size - 1, **{names[(names.index(ahead) + turn) % len(names)]: size for turn in sideways}}
    if draw(_seldom):
        lengths[draw(st.sampled_from(sorted(lengths)))] += 1
    found = {hub}
    for direction, length in lengths.items():
        at = hub
        for _ in range(length):
            at = step(at, direction)
            found |= {at} if is_on_board(columns, rows, at) else set()
    return frozenset(found)


@st.composite
def _hinged(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """Equal groups, connected by single squares between them as far as possible."""
    found = set(draw(equal_groups(columns, rows, 6)))
    everywhere = [Square(column, row) for column in range(columns) for row in range(rows)]
    while len(apart := parts(found)) > 1:
        hinges = [square for square in everywhere if sum(not around(square).isdisjoint(part) for part in apart) > 1]
        if not hinges:
            break
        found.add(draw(st.sampled_from(hinges)))
    return frozenset(found)


@st.composite
def _line(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """A long line along a column, a row or a diagonal, mostly up to the edge; perhaps with a second line beside it."""
    at, direction = draw(_squares(columns, rows)), draw(st.sampled_from(list(DIRECTIONS)))
    found = [at]
    while is_on_board(columns, rows, ahead := step(found[-1], direction)):
        found.append(ahead)
    kept = found[draw(st.sampled_from((0, 0, 0, 1, 2))) :] or found
    beside = draw(st.sampled_from(list(DIRECTIONS)))
    second = [step(square, beside) for square in kept[draw(st.integers(0, len(kept) - 1)) :]]
    return frozenset({*kept, *(square for square in second if is_on_board(columns, rows, square))})


_seldom = st.sampled_from((False, False, True))
_sizes = st.integers(1, 7)


@st.composite
def _uneven_bell(draw: st.DrawFn, columns: int, rows: int) -> Squares:
    """Two blocks of unequal size on opposite sides of one square that connects them."""
    upright = draw(st.booleans())
    long, wide = (rows, columns) if upright else (columns, rows)
    gap = draw(st.integers(1, long - 2)) if long > 2 else 0
    places: set[tuple[int, int]] = {(gap, draw(st.integers(0, wide - 1)))}
    for side in (range(gap - 1, -1, -1), range(gap + 1, long)):
        low, deep, high = draw(st.integers(0, wide - 1)), draw(_sizes), draw(_sizes)
        places |= set(product(side[:deep], range(low, min(wide, low + high))))
    return frozenset(Square(*(place[::-1] if upright else place)) for place in places)


MANNERS: dict[str | None, tuple[Manner, ...]] = {
    None: (_block, _chain, _ring, _dumb_bell, _arms, _arms, _hinged),
    "ties": (_hinged, _arms, _fork, _fork),
    "splinters": (_chain, _dumb_bell, _arms, _ring),
    "lines": (_line,),
    "crowds": (_uneven_bell, _uneven_bell, _dumb_bell, _hinged),
    "edges": (_block, _ring, _dumb_bell),
    "ends": (_arms, _hinged, _block, _fork, _uneven_bell),
}
"""The shapes that each bias draws."""
