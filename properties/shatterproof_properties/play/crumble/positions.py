"""Boards, and positions set up on them, some with a memory that a turn repeats."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import accumulate, islice

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.arrangement import LARGEST_BOARD, SMALLEST_BOARD, Arrangement, board_size
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.draws import REMEMBERED, Deed, Memory, forget, may_be_remembered, renewals_to_draw
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, has_legal_shape, overlap, place
from shatterproof.crumble.position import Position, after_work, new_pieces, recoloured
from shatterproof.crumble.position import set_up as checked
from shatterproof.crumble.readings import Readings
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.errors import InputError
from shatterproof_properties.play.crumble.colourings import MANNERS, colourings, settled, undecided
from shatterproof_properties.play.crumble.tilings import COVERS, arrangements, halvings
from shatterproof_properties.play.crumble.turns import MOST_STARTERS, open_directions, works_of
from shatterproof_properties.play.strategies import Family, from_one_on

REPEATING = "repeating"
BIASES = (*(name for name in MANNERS if name), REPEATING)
"""What a position may be rich in.

Nearly closed rings, nested ones, large ones; chains that nearly win; crowds of pieces; the finest pieces; long walks;
many pieces to cut or join; turns about to be repeated.
"""


def boards(largest: int) -> SearchStrategy[str]:
    """Boards from 2x2 to `largest` units each way, square or not."""
    sides = st.integers(SMALLEST_BOARD, min(largest, LARGEST_BOARD))
    return st.builds("{}x{}".format, sides, sides)


@st.composite
def coloured(draw: st.DrawFn, board: str) -> tuple[Arrangement, Colours]:
    """Any cover of a board, with any black pieces. Rings and four-side chains may stand."""
    arrangement = draw(arrangements(*board_size(board)))
    return arrangement, draw(colourings(arrangement))


@st.composite
def set_up(
    draw: st.DrawFn,
    board: str,
    readings: Readings,
    decided: bool,
    bias: str | None = None,
    besides: str | None = None,
) -> Position:
    """Any legal pieces in any colours; settled, unless the readings allow otherwise.

    Of two biases one may decide the pieces, the other the colours or the memory.
    """
    rich = [one for one in (bias, besides) if one]
    cover = next((one for one in rich if one in COVERS), None)
    arrangement = draw(arrangements(*board_size(board), cover))
    colours_of = [one for one in rich if one in MANNERS]
    black = draw(colourings(arrangement, next((one for one in colours_of if one != cover), cover)))
    must_settle = readings.standing_enclosure == "reject" and readings.capture_nested == "outer-takes-all"
    settle = must_settle or draw(st.sampled_from((True, False)))
    if not decided:
        black = undecided(arrangement, black, settle)
    elif settle:
        black = settled(arrangement, black)
    colours = {piece: BLACK if piece in black else WHITE for piece in arrangement.pieces}
    position = checked(board, colours, draw(st.sampled_from((BLACK, WHITE))), readings=readings)
    if REPEATING in rich and position.winner is None:
        return replace(position, memory=draw(memories(position)))
    return position


# Memories that some turn repeats, for draws by repetition


@st.composite
def memories(draw: st.DrawFn, position: Position) -> Memory | None:
    """A memory that a turn of this position may renew, or would renew if one condition did not fail.

    Its turns worked what that turn works, perhaps more or less, and swapped into the same piece. None if there is no
    such turn, or no memory under the readings.
    """
    limit = renewals_to_draw(position.readings)
    walking = list(islice(_walking(position, draw(st.integers(0, 999))), 8)) if limit else []
    if not limit or not walking:
        return None
    worked, target = draw(st.sampled_from(walking))
    own = [draw(_worked(position, worked)) for _ in range(REMEMBERED // 2)]
    standing = [draw(st.sampled_from(position.arrangement.pieces)) for _ in range(REMEMBERED // 2 + 1)]
    others: list[tuple[Piece, ...]] = [(piece,) for piece in standing]
    # What was worked the turn before does not stand any more: it was joined to what does, say.
    for pair in halvings(standing[0])[:1]:
        others[0] = tuple(sorted(pair, key=place))
    deeds = [Deed((target,), pieces) for pair in zip(others, own, strict=False) for pieces in pair]
    deeds = _changed(draw, position, [*deeds, Deed((target,), others[-1])])
    # What one turn more than is remembered would draw shows at once.
    for renewals in (draw(st.sampled_from((*range(limit), limit - 1))), 0):
        remembered = Memory(forget(tuple(deeds), renewals, position.readings), renewals)
        if remembered.recent and may_be_remembered(remembered, position.readings):
            return remembered
    return None


CHANGES = (
    "none", "none", "none", "elsewhere", "in parts", "in parts", "less", "other target", "other targets",
    "other targets", "exchanged",
)  # fmt: skip


def _changed(draw: st.DrawFn, position: Position, deeds: list[Deed]) -> list[Deed]:
    """Turns that would renew, or turns of which mostly one condition fails."""
    change = draw(st.sampled_from(CHANGES))
    if change == "exchanged":
        # The two sides exchange the pieces that their turns worked.
        one, two, three, four, *rest = deeds
        pairs = (one, two), (two, one), (three, four), (four, three)
        return [*(deed._replace(worked=other.worked) for deed, other in pairs), *rest]
    if change == "other targets":
        # All turns swapped into one other piece, perhaps one with the same corner that no longer stands.
        (target,) = deeds[0].targets
        other = draw(_near(position, target).filter(lambda piece: piece != target))
        return [deed._replace(targets=(other,)) for deed in deeds]
    at = draw(st.integers(0, len(deeds) - 1) if change == "other target" else st.sampled_from(range(1, len(deeds), 2)))
    deed, any_piece = deeds[at], st.sampled_from(position.arrangement.pieces)
    if change == "other target":
        # One of the turns swapped into another piece, perhaps one with the same corner.
        deed = deed._replace(targets=(draw(_near(position, deed.targets[0]) | any_piece),))
    elif change == "elsewhere":
        # One of the mover's turns worked another piece instead.
        deed = deed._replace(worked=(draw(any_piece),))
    elif change == "less":
        # It worked only its first or its last piece.
        deed = deed._replace(worked=deed.worked[:1] if draw(st.booleans()) else deed.worked[-1:])
    elif change == "in parts":
        # It worked the halves of its pieces instead, or one half of each.
        kept, parts = draw(st.sampled_from((2, 2, 1))), list[Piece]()
        for piece in deed.worked:
            pairs_of_halves = halvings(piece)
            parts += sorted(pairs_of_halves[-1], key=place)[:kept] if pairs_of_halves else [piece]
        deed = deed._replace(worked=tuple(sorted(parts, key=place)))
    return [*deeds[:at], deed, *deeds[at + 1 :]]


def _walking(position: Position, first: int) -> Iterator[tuple[tuple[Piece, ...], Piece]]:
    """For turns with a walk of one step: the pieces worked, and the piece swapped into.

    They begin with the cut or join numbered `first`.
    """
    for work in from_one_on(works_of(position), first):
        arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
        for starter in new_pieces(work)[:MOST_STARTERS]:
            for direction in open_directions(arrangement, Standing(black, starter)):
                yield work.pieces, swap_step(arrangement, Standing(black, starter), direction, position.readings).at


@st.composite
def _worked(draw: st.DrawFn, position: Position, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces that an earlier turn worked: for each piece itself, or a larger or smaller one at the same place.

    They do not overlap.
    """
    found: list[Piece] = []
    for piece in pieces:
        near = draw(_near(position, piece))
        found.append(piece if any(overlap(near, other) for other in (*found, *pieces) if other != piece) else near)
    return tuple(sorted(found, key=place))


def _near(position: Position, piece: Piece) -> SearchStrategy[Piece]:
    """Mostly the piece itself, else one with a common corner that is half as large to twice as large each way."""
    x, y, width, height = piece
    sizes = [(2 * width, 2 * height), (2 * width, height), (width, 2 * height), (width // 2, height)]
    corners = [(across, up) for across in (0, 1) for up in (0, 1)]
    found = [
        Piece(x + across * (width - wide), y + up * (height - high), wide, high)
        for wide, high in sizes
        for across, up in corners
        if wide and has_legal_shape(wide, high)
    ]
    columns, rows = position.arrangement.columns * GRAIN, position.arrangement.rows * GRAIN
    on_board = [one for one in found if min(one.x, one.y) >= 0 and one.east <= columns and one.north <= rows]
    return st.sampled_from([*[piece] * max(1, len(on_board)), *on_board])


# Finite families of positions, for going through all of them


CELLS = 2 * SMALLEST_BOARD
"""Cells along a side of the smallest board; the finest piece is one cell."""
Cover = tuple[Piece, ...]


def families(readings: Readings) -> Iterator[Family]:
    """The positions with few pieces on the smallest board, both sides to move."""
    board = f"{SMALLEST_BOARD}x{SMALLEST_BOARD}"
    known = covers()
    ends = list(accumulate(2 ** (len(cover) + 1) for cover in known))

    def position(number: int) -> Position | None:
        index = bisect(ends, number)
        cover, coins = known[index], number - (ends[index - 1] if index else 0)
        colours = {piece: BLACK if coins >> place & 1 else WHITE for place, piece in enumerate(cover, start=1)}
        try:
            return checked(board, colours, (BLACK, WHITE)[coins & 1], readings=readings)
        except InputError:
            return None

    yield Family(board, ends[-1], position)


@cache
def covers() -> tuple[Cover, ...]:
    """The covers of the smallest board by few pieces, fewest first."""
    return tuple(sorted(_covers((), 0), key=lambda cover: (len(cover), cover)))


def _covers(laid: Cover, taken: int) -> Iterator[Cover]:
    """Every way to continue a cover. The next cell is the southernmost open one, then the westernmost."""
    free = ~taken & (1 << CELLS * CELLS) - 1
    if not free:
        yield laid
    elif len(laid) < 7:
        y, x = divmod((free & -free).bit_length() - 1, CELLS)
        for width in range(1, CELLS - x + 1):
            for height in range(1, CELLS - y + 1):
                cells = sum(1 << (row * CELLS + x + along) for row in range(y, y + height) for along in range(width))
                if has_legal_shape(width, height) and not cells & taken:
                    piece = Piece(*(length * GRAIN * SMALLEST_BOARD // CELLS for length in (x, y, width, height)))
                    yield from _covers((*laid, piece), taken | cells)
