"""Forced wins of Crumble: its search adapter."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect, slots
from shatterproof_properties.second.crumble.notation import walked
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position, Turn, Work
from shatterproof_properties.second.crumble.work import (
    HALVES,
    WorkResult,
    crossings,
    cut_more,
    entered,
    join,
    middle,
    worked_rects,
)
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.solving.adapters import EngineAdapter
from shatterproof_properties.solving.crumble.finishes import threatening_turns, winning_turn
from shatterproof_properties.solving.crumble.reach import cannot_win

SIZES = (1 << 27) - 1
Image = Callable[[Rect], Rect]
"""The image of a rectangle under a symmetry."""


class Symmetry:
    """One key for all positions that are images of one another: turned, mirrored, or with colours exchanged.

    The rules know no direction and no colour. Turning or mirroring the board, or exchanging the colours and the side to
    move, changes nothing else under any reading. The draw memory is turned and mirrored with the board. It names no
    colours: the age of each turn says whose it is.
    """

    def __init__(self, columns: int, rows: int) -> None:
        """A square board has eight symmetries, any other four."""
        self._images = board_images(columns, rows)
        self._numbers = lru_cache(1 << 16)(self._numbers_of)

    def key(self, here: Position) -> Hashable:
        """A key that is equal exactly for the images of a position, exchange of colours included."""
        shape, views = here.arrangement.derived(self._canonical_form)
        own = here.own
        if len(views) == 1:
            image, order = views[0]
            return shape, _in_order(order, own), _memory_image(image, here.memory)
        return shape, *min((_in_order(order, own), _memory_image(image, here.memory)) for image, order in views)

    def _canonical_form(self, arrangement: Arrangement) -> tuple[bytes, tuple[tuple[Image, tuple[int, ...]], ...]]:
        """What all images of an arrangement share, and the symmetries that lead there, each with the slots in order."""
        live = [(slot, self._numbers(arrangement.rects[slot])) for slot in slots(arrangement.live)]
        ordered = [sorted([(numbers[place], slot) for slot, numbers in live]) for place in range(len(self._images))]
        pieces = [tuple([number for number, _ in each]) for each in ordered]
        least = min(pieces)
        views = [
            (image, tuple([slot for _, slot in each]))
            for image, each, found in zip(self._images, ordered, pieces, strict=True)
            if found == least
        ]
        # The lowest free place, westmost first, is always the corner of the next piece: sizes alone tell all.
        return array("I", [number & SIZES for number in least]).tobytes(), tuple(views)

    def _numbers_of(self, rect: Rect) -> tuple[int, ...]:
        """A piece in each image as a number of south side, west side, width and form."""
        numbers = []
        for west, south, east, north in (image(rect) for image in self._images):
            width, height = east - west, north - south
            numbers.append((south << 25 | west) << 27 | width << 2 | (width > height) << 1 | (width < height))
        return tuple(numbers)


def board_images(columns: int, rows: int) -> tuple[Image, ...]:
    """The symmetries of a board: eight if it is square, else four."""
    east, north = columns * GRAINS, rows * GRAINS
    kept: tuple[Image, ...] = (
        lambda r: r,
        lambda r: (east - r[2], r[1], east - r[0], r[3]),
        lambda r: (r[0], north - r[3], r[2], north - r[1]),
        lambda r: (east - r[2], north - r[3], east - r[0], north - r[1]),
    )
    if columns != rows:
        return kept
    return (
        *kept,
        lambda r: (r[1], r[0], r[3], r[2]),
        lambda r: (north - r[3], r[0], north - r[1], r[2]),
        lambda r: (r[1], east - r[2], r[3], east - r[0]),
        lambda r: (north - r[3], east - r[2], north - r[1], east - r[0]),
    )


def _in_order(order: tuple[int, ...], own: int) -> int:
    """The mover's pieces, one bit for each slot in an order."""
    mask = 0
    for place, slot in enumerate(order):
        mask |= (own >> slot & 1) << place
    return mask


def _memory_image(image: Image, memory: Memory | None) -> tuple[object, ...]:
    """The image of a memory, as nested tuples that can be compared with one another."""
    if memory is None:
        return ()
    return (
        memory.renewals,
        tuple(
            (tuple(sorted(map(image, turn.targets))), tuple(sorted(map(image, turn.worked)))) if turn else ()
            for turn in memory.recent
        ),
    )


class TurnShape(NamedTuple):
    """A turn by geometry, so that it can be tried again in other positions.

    A cut or join is given by the rectangles that it works on, in order along a cut. The other fields are those of Work
    and Turn.
    """

    kind: str
    rects: tuple[Rect, ...]
    outline: Rect | None
    piece: int
    half: str
    path: str


def places_of(arrangement: Arrangement) -> dict[Rect, int]:
    """The slots of an arrangement by their rectangles."""
    return {arrangement.rects[slot]: slot for slot in slots(arrangement.live)}


def tried_again(engine: Engine, here: Position, shape: TurnShape) -> tuple[Turn, Position] | None:
    """The same cut or join of the same rectangles, and the same walk, if both are legal here."""
    if here.outcome is not None:
        return None
    arrangement, own = here.arrangement, here.own
    kind, rects, outline, piece, half, path = shape
    places = arrangement.derived(places_of)
    worked = tuple([places.get(rect, -1) for rect in rects])
    if any(slot < 0 or not own >> slot & 1 for slot in worked):
        return None
    if outline is not None:
        result = join(engine, arrangement, own, sum(1 << slot for slot in worked), outline)
    else:
        if len(worked) > 1:
            line = entered(crossings(arrangement, kind == "V"), middle(rects[0], kind == "V"))
            first = line.index(worked[0])
            # Another piece may lie between those that are halved.
            if tuple(line[first : first + len(worked)]) != worked:
                return None
        result = cut_more(engine, WorkResult(arrangement, own, ()), worked, kind == "V")
    work, start = Work(kind, worked, outline), result.new[piece][HALVES[kind].index(half)]
    try:
        end = walked(engine, result.arrangement, result.own, start, path)
    except RefusedTurn:
        return None
    before = worked_rects(arrangement, work)
    renewing = engine.renewing_targets(here.memory, before)
    return Turn(work, piece, half, path), engine.after(here, result.arrangement, before, renewing, end)


class CrumbleAdapter(EngineAdapter[Position, Turn]):
    """Crumble on one board under one set of readings; sound under all of them.

    Shortcuts past the enumeration are taken only where their proofs hold: in positions without enclosed pieces, for
    engines that play by the rules of `Rules`. Elsewhere, as under crumble.standing-enclosure=next-step, every turn is
    tried.
    """

    has_safe_turns = True
    """A cut takes no step, so it cannot lose; whoever has not lost has something to cut (crumble.turn.no-pass)."""

    def __init__(self, board: str, readings: Mapping[str, str] | None = None) -> None:
        """Takes a board such as "6x6", and readings by full id, else defaults. Raises InputError for anything else."""
        self.engine: Engine = Engine.on_board(board, readings)
        self._tells_reach = self.engine.shortcuts and self.engine.refuses_unsettled()
        self.readings = dict(readings or {})
        self._symmetry = Symmetry(self.engine.columns, self.engine.rows)

    def key(self, here: Position) -> Hashable:
        """The key of a position includes the draw memory, as a draw may be a defence."""
        return self._symmetry.key(here)

    def is_far(self, here: Position, turns: int) -> bool:
        return self._tells_reach and cannot_win(self.engine, here.arrangement, here.own, turns, turns - 1)

    def is_safe(self, here: Position, turns: int) -> bool:
        arrangement = here.arrangement
        return self._tells_reach and cannot_win(self.engine, arrangement, arrangement.live ^ here.own, turns, turns)

    def is_threatened(self, here: Position) -> bool:
        return not self.is_safe(here, 1)

    def promising(self, here: Position, turns: int) -> Iterator[tuple[Turn, Position]]:
        if turns == 2 and self._tells_reach:
            return threatening_turns(self.engine, here)
        return self.results(here)

    def win_now(self, here: Position) -> tuple[Turn, Position] | None:
        return winning_turn(self.engine, here)

    def killer(self, here: Position, turn: Turn) -> TurnShape:
        """A turn as the rectangles that it works on, and its walk."""
        (kind, worked, outline), piece, half, path = turn
        rects = here.arrangement.rects
        return TurnShape(kind, tuple(rects[slot] for slot in worked), outline, piece, half, path)

    def retry(self, here: Position, killer: Hashable) -> tuple[Turn, Position] | None:
        """The same turn in another position, and the position after it; None if it is not legal there."""
        assert isinstance(killer, TurnShape)
        return tried_again(self.engine, here, killer)

    def passed(self, here: Position) -> Position | None:
        """The position with the other side to move and no memory; None if the game is over."""
        if here.outcome is not None:
            return None
        return here._replace(black_moves=not here.black_moves, memory=None)

    def motif(self, here: Position, turn: Turn) -> Hashable:
        """The cut or the join, whatever walk follows."""
        return self.killer(here, turn)[:3]


SearchAdapter = CrumbleAdapter
