"""The features of a turn of Crumble."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import BLACK, GRAIN, OPPOSITE, WHITE, Piece, overlap
from shatterproof.crumble.position import Position, Turn, after_work, outcome
from shatterproof.crumble.swaps import Standing
from shatterproof_properties.protocol.features import ANOTHER_SPELLING, SHAPES, SIDES, Scale, shapes, values

STEPS = Scale("steps of a walk", (1, 4, 9, 16, 24))
CUT = Scale("pieces cut", (1, 4, 9))
JOINED = Scale("pieces joined", (2, 4, 9, 16), least=2)
CAPTURED = Scale("pieces captured at a step", (1, 3, 8, 15))
RING = Scale("pieces around a capture", (4, 8, 16, 24), least=2)
DEPTH = Scale("halvings of the finest side worked", (0, 4, 8, 12, 16, 19), least=0)
PIECES = Scale("pieces on the board", (8, 36, 64, 100), least=2)
NUMBERS = Scale("largest number in a location", (9, 15), least=0)
PLACE = Scale("numbers in a location", (1, 2, 3))
TAKEN = Scale("halvings of the finest piece captured", (0, 1, 4, 12), least=0)
RECENT = Scale("turns remembered", (0, 3), least=0)
SCALES = (STEPS, CUT, JOINED, CAPTURED, RING, DEPTH, PIECES, NUMBERS, PLACE, TAKEN, RECENT, SIDES)
HOME, BACK = "walk that comes back to its start", "walk that turns back"
FIRST, MIDDLE, LAST = ("capture at the first step", "capture at a middle step", "capture at the last step")
BOTH, DEEP = "captures of both colours at a step", "captured piece away from the ring"
UNLIKE, AT_EDGE, APART_AT_ONCE = "captured pieces of several sizes", "ring at the edge", "several rings close at a step"
CAUGHT = "piece that walks is captured"
RENEWED, DRAWN = "turn that renews", "draw by repetition"
AT_LIMIT = "piece too fine to be cut"
MOVERS = values("mover", BLACK, WHITE)
LINES = values("line of a cut", "level", "upright")
SHAPES_WORKED = values("first piece worked", "square", "level half-square", "upright half-square")
SIZES = values("pieces worked", "one alone", "of one size", "of several sizes")
GAPS = values("cut of several", "in one piece", "along edges between them")
OUTLINES = values("joined to", "square", "level half-square", "upright half-square")
WALKERS = values("of several cut walks", "the first", "one amid", "the last")
HALVES = values("half that walks", *"NESW")
FIRST_STEPS = values("first step", "across the cut", "along the cut")
LAST_STEPS = values("last step", *"NESW")
WHOSE = values("captured", "the opponent's", "the mover's")
ENDS = values("won by", "the mover", "the opponent")
SPELLED = values(ANOTHER_SPELLING, "location", "join", "hyphens", "threat")
MARKS = (
    HOME, BACK, FIRST, MIDDLE, LAST, BOTH, DEEP, UNLIKE, AT_EDGE, APART_AT_ONCE, CAUGHT, RENEWED, DRAWN, AT_LIMIT,
    *MOVERS, *LINES, *SHAPES_WORKED, *SIZES, *GAPS, *OUTLINES, *WALKERS, *HALVES, *FIRST_STEPS, *LAST_STEPS, *WHOSE,
    *ENDS, *SPELLED, *SHAPES,
)  # fmt: skip
_OF_CUTS = (CUT.what, "line of a cut", "cut of several", "of several cut walks", "half that walks", "first step")
APART = tuple((one, two) for one in _OF_CUTS for two in (JOINED.what, "joined to"))


def notable(position: Position, turn: Turn, after: Position, stops: Sequence[Standing]) -> Iterator[str]:
    """The features of a legal turn. `stops` are the positions along its walk, none without a walk."""
    arrangement = position.arrangement
    yield from shapes(arrangement.columns, arrangement.rows)
    yield PIECES.name(len(arrangement.pieces))
    location = locations(arrangement)[turn.work.pieces[0]]
    yield NUMBERS.name(max(location))
    yield PLACE.name(len(location))
    yield MOVERS[position.to_move == WHITE]
    yield RECENT.name(len(position.memory.recent) if position.memory else 0)
    yield from _of_work(turn)
    yield from _of_steps(turn)
    yield from _of_walk(after_work(arrangement, turn.work), stops)
    if after.memory and after.memory.renewals:
        yield RENEWED
    ended = outcome(after)
    if ended:
        yield DRAWN if ended.winner is None else ENDS[ended.winner != position.to_move]


def _of_work(turn: Turn) -> Iterator[str]:
    pieces = turn.work.pieces
    yield (CUT if isinstance(turn.work, Cut) else JOINED).name(len(pieces))
    finest = _finest(pieces)
    yield DEPTH.name(_halvings(finest))
    # A grain is the finest side there is.
    if finest == 1:
        yield AT_LIMIT
    yield SHAPES_WORKED[_shape(pieces[0].width, pieces[0].height)]
    sizes = {(piece.width, piece.height) for piece in pieces}
    yield SIZES[0 if len(pieces) == 1 else 1 if len(sizes) == 1 else 2]
    if isinstance(turn.work, Join):
        yield OUTLINES[_shape(turn.work.outline.width, turn.work.outline.height)]
        return
    yield LINES[turn.work.axis == "V"]
    if len(pieces) > 1:
        is_level = turn.work.axis == "H"
        broken = any(one.east < two.x if is_level else one.north < two.y for one, two in pairwise(pieces))
        yield GAPS[broken]


def _finest(pieces: Iterable[Piece]) -> int:
    return min(min(piece.width, piece.height) for piece in pieces)


def _halvings(side: int) -> int:
    """The number of halvings of a unit that make a side of n grains; 0 for whole units."""
    return max(0, (GRAIN // side).bit_length() - 1)


def _shape(width: int, height: int) -> int:
    """0 for a square, 1 for a half-square that is wider than high, 2 for an upright one."""
    return 0 if width == height else 1 if width > height else 2


def _of_steps(turn: Turn) -> Iterator[str]:
    if turn.walk is None:
        return
    path = turn.walk.path
    yield LAST_STEPS["NESW".index(path[-1])]
    if any(OPPOSITE[one] == two for one, two in pairwise(path)):
        yield BACK
    if not isinstance(turn.work, Cut):
        return
    pieces, start = turn.work.pieces, turn.walk.start
    place = next(index for index, piece in enumerate(pieces) if overlap(piece, start))
    if len(pieces) > 1:
        yield WALKERS[0 if place == 0 else 2 if place == len(pieces) - 1 else 1]
    is_far = (start.x, start.y) != (pieces[place].x, pieces[place].y)
    is_level = turn.work.axis == "H"
    yield HALVES["NESW".index(("SN" if is_level else "WE")[is_far])]
    yield FIRST_STEPS[(path[0] in "EW") == is_level]


def _of_walk(arrangement: Arrangement, stops: Sequence[Standing]) -> Iterator[str]:
    if len(stops) < 2:
        return
    yield STEPS.name(len(stops) - 1)
    if stops[0].at in {stop.at for stop in stops[1:]}:
        yield HOME
    for index, (before, after) in enumerate(pairwise(stops)):
        captured = (before.black ^ after.black) ^ {before.at, after.at}
        if not after.free:
            yield CAUGHT
        if captured:
            yield from _of_capture(arrangement, before, captured)
            places = (FIRST, index == 0), (LAST, index == len(stops) - 2), (MIDDLE, 0 < index < len(stops) - 2)
            yield from (name for name, there in places if there)


def _of_capture(arrangement: Arrangement, before: Standing, captured: frozenset[Piece]) -> Iterator[str]:
    yield CAPTURED.name(len(captured))
    yield TAKEN.name(_halvings(_finest(captured)))
    if len({(piece.width, piece.height) for piece in captured}) > 1:
        yield UNLIKE
    around = {other for piece in captured for other in arrangement.touching[piece]} - captured
    yield RING.name(len(around))
    if not around.isdisjoint(arrangement.at_the_edge):
        yield AT_EDGE
    reached = front = {min(captured)}
    while front:
        front = {other for piece in front for other in arrangement.touching[piece]} & captured - reached
        reached = reached | front
    if reached != captured:
        yield APART_AT_ONCE
    if any(captured.issuperset(arrangement.touching[piece]) for piece in captured):
        yield DEEP
    if len({piece in before.black for piece in captured}) > 1:
        yield BOTH
    own = before.at in before.black
    yield from {WHOSE[(piece in before.black) == own] for piece in captured}
