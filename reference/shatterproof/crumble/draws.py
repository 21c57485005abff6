"""Draws by repetition: what a position remembers, and when that makes a draw."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof.crumble.pieces import Piece, overlap
from shatterproof.crumble.readings import Readings

REMEMBERED = 4
RENEWALS_TO_DRAW = {"same-target": 2, "draw-turns": 4}
"""Turns in a row that must renew, under each reading of crumble.draw."""


class Deed(NamedTuple):
    """What a turn did, as far as draws ask: the piece it swapped into, if any, and the pieces it cut or
    joined, sorted by place."""

    target: Piece | None
    worked: tuple[Piece, ...]


class Memory(NamedTuple):
    """The latest deeds, newest first, with None for what no longer matters; and how many turns in a row renewed."""

    recent: tuple[Deed | None, ...]
    renewals: int


def descends(piece: Piece, deed: Deed, readings: Readings) -> bool:
    """Whether `piece` came out of the pieces that `deed` cut or joined: wholly or partly (crumble.draw-descent)."""
    inherited = sum(overlap(piece, ancestor) for ancestor in deed.worked)
    return inherited == piece.area if readings.draw_descent == "wholly" else inherited > 0


def same_target(deed: Deed, recent: tuple[Deed | None, ...], readings: Readings) -> bool:
    """Whether the latest turns swapped into the same piece: both players', or the mover's (crumble.draw-target)."""
    earlier = recent if readings.draw_target == "shared" else recent[1::2]
    return deed.target is not None and all(past and past.target == deed.target for past in earlier)


def renews(deed: Deed, memory: Memory | None, readings: Readings) -> bool:
    """Whether a turn works only what the mover's two turns before it had worked, and swaps as crumble.draw demands."""
    recent = memory.recent if memory else ()
    if len(recent) < REMEMBERED:
        return False
    own = recent[1::2]
    if not all(past and all(descends(piece, past, readings) for piece in deed.worked) for past in own):
        return False
    return deed.target is not None if readings.draw == "draw-turns" else same_target(deed, recent, readings)


def remember(memory: Memory | None, deed: Deed, readings: Readings) -> Memory | None:
    """What a position remembers after a turn, given what it remembered before. Implements crumble.draw.repetition."""
    if readings.draw == "agreement-only":
        return None
    renewals = memory.renewals + 1 if memory and renews(deed, memory, readings) else 0
    recent = (deed, *(memory.recent if memory else ()))[:REMEMBERED]
    kept = forget(recent, readings)
    return Memory(kept, renewals) if kept else None


def forget(recent: tuple[Deed | None, ...], readings: Readings) -> tuple[Deed | None, ...]:
    """Drops the deeds that can no longer be part of a draw, so that positions with equal futures are equal."""
    if readings.draw == "draw-turns":
        return tuple(deed and deed._replace(target=None) for deed in recent)
    if readings.draw_target == "own":
        kept = [_wanted(deed, recent[index % 2]) for index, deed in enumerate(recent)]
    else:
        kept = [_wanted(deed, recent[0]) for deed in recent]
        kept = kept[: kept.index(None)] if None in kept else kept
    while kept and kept[-1] is None:
        kept.pop()
    return tuple(kept)


def _wanted(deed: Deed | None, newest: Deed | None) -> Deed | None:
    same = deed and newest and deed.target is not None and deed.target == newest.target
    return deed if same else None


def is_draw(memory: Memory | None, readings: Readings) -> bool:
    """crumble.draw.repetition: enough turns in a row have renewed."""
    return memory is not None and memory.renewals >= RENEWALS_TO_DRAW[readings.draw]
