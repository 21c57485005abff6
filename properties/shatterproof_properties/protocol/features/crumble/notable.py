"""What is notable about a turn of Crumble."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.position import Position, Turn, after_work, outcome
from shatterproof.crumble.swaps import Standing
from shatterproof_properties.protocol.features.scales import SHAPES, SIDES, Scale, shapes

STEPS = Scale("steps of a walk", (1, 4, 9, 16, 24))
CUT = Scale("pieces cut", (1, 4, 9))
JOINED = Scale("pieces joined", (2, 4, 9, 16), least=2)
CAPTURED = Scale("pieces captured at a step", (1, 3, 8, 15))
RING = Scale("pieces around a capture", (4, 8, 16, 24), least=2)
DEPTH = Scale("halvings of the finest side worked", (0, 4, 8, 12, 16, 19), least=0)
PIECES = Scale("pieces on the board", (8, 36, 64, 100), least=2)
NUMBERS = Scale("largest number in a location", (9, 15), least=0)
SCALES = (STEPS, CUT, JOINED, CAPTURED, RING, DEPTH, PIECES, NUMBERS, SIDES)
HOME = "walk that comes back to its start"
FIRST, MIDDLE, LAST = ("capture at the first step", "capture at a middle step", "capture at the last step")
BOTH, DEEP = "captures of both colours at a step", "captured piece away from the ring"
RENEWED, DRAWN = "turn that renews", "draw by repetition"
AT_LIMIT = "piece too fine to be cut"
MARKS = (HOME, FIRST, MIDDLE, LAST, BOTH, DEEP, RENEWED, DRAWN, AT_LIMIT, *SHAPES)


def notable(position: Position, turn: Turn, after: Position, stops: Sequence[Standing]) -> Iterator[str]:
    """What is notable about a legal turn; `stops` say how things stand along its walk, nothing where it has none."""
    arrangement = position.arrangement
    yield from shapes(arrangement.columns, arrangement.rows)
    yield PIECES.name(len(arrangement.pieces))
    yield NUMBERS.name(max(locations(arrangement)[turn.work.pieces[0]]))
    yield from _of_work(turn)
    yield from _of_walk(after_work(arrangement, turn.work), stops)
    if after.memory and after.memory.renewals:
        yield RENEWED
    ended = outcome(after)
    if ended and ended.winner is None:
        yield DRAWN


def _of_work(turn: Turn) -> Iterator[str]:
    pieces = turn.work.pieces
    yield (CUT if isinstance(turn.work, Cut) else JOINED).name(len(pieces))
    finest = min(min(piece.width, piece.height) for piece in pieces)
    # A grain is the finest side there is.
    yield DEPTH.name(max(0, (GRAIN // finest).bit_length() - 1))
    if finest == 1:
        yield AT_LIMIT


def _of_walk(arrangement: Arrangement, stops: Sequence[Standing]) -> Iterator[str]:
    if len(stops) < 2:
        return
    yield STEPS.name(len(stops) - 1)
    if stops[0].at in {stop.at for stop in stops[1:]}:
        yield HOME
    for index, (before, after) in enumerate(pairwise(stops)):
        captured = (before.black ^ after.black) ^ {before.at, after.at}
        if captured:
            yield from _of_capture(arrangement, before, captured)
            places = (FIRST, index == 0), (LAST, index == len(stops) - 2), (MIDDLE, 0 < index < len(stops) - 2)
            yield from (name for name, there in places if there)


def _of_capture(arrangement: Arrangement, before: Standing, captured: frozenset[Piece]) -> Iterator[str]:
    yield CAPTURED.name(len(captured))
    around = {other for piece in captured for other in arrangement.touching[piece]} - captured
    yield RING.name(len(around))
    if any(captured.issuperset(arrangement.touching[piece]) for piece in captured):
        yield DEEP
    if len({piece in before.black for piece in captured}) > 1:
        yield BOTH
