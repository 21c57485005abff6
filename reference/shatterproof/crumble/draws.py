"""Draws by repetition: what a position remembers, and when that makes a draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shatterproof.crumble.pieces import Piece, common, overlap
from shatterproof.crumble.readings import Readings

REMEMBERED = 4


class Deed(NamedTuple):
    """What a turn did, as far as draws ask: the pieces it swapped into and those it cut or joined, sorted by place."""

    targets: tuple[Piece, ...]
    worked: tuple[Piece, ...]


class Memory(NamedTuple):
    """The latest deeds, newest first, with None for what no longer matters; and how many turns in a row renewed."""

    recent: tuple[Deed | None, ...]
    renewals: int


def renewals_to_draw(readings: Readings) -> int | None:
    """Turns in a row that must renew; None where nothing is drawn by repetition (crumble.draw, crumble.draw-turn)."""
    if readings.draw == "draw-turns":
        return 6 if readings.draw_turn == "pair-of-turns" else 4
    return 2 if readings.draw == "same-target" else None


def compares_targets(readings: Readings) -> bool:
    """Whether it matters into which pieces a turn swapped, and not only whether it did."""
    return readings.draw == "same-target" or (readings.draw == "draw-turns" and readings.draw_turn_target == "shared")


def lists_targets(readings: Readings) -> bool:
    """Whether a turn may have several targets that matter (crumble.draw-into)."""
    return readings.draw_into == "any" and compares_targets(readings)


def descends(piece: Piece, past: Iterable[Deed], readings: Readings) -> bool:
    """Whether `piece` came out of the pieces that one or two turns worked: wholly or partly (crumble.draw-descent)."""
    worked = [deed.worked for deed in past]
    inherited = sum(overlap(piece, ancestor) for pieces in worked for ancestor in pieces)
    if len(worked) == 2:
        inherited -= sum(overlap(piece, common(one, two)) for one in worked[0] for two in worked[1])
    return inherited == piece.area if readings.draw_descent == "wholly" else inherited > 0


def shared_targets(deeds: Iterable[Deed | None]) -> set[Piece]:
    """The pieces that all of these turns swapped into."""
    return set[Piece].intersection(*(set(deed.targets) if deed else set() for deed in deeds))


def same_target(deed: Deed, recent: tuple[Deed | None, ...], readings: Readings) -> bool:
    """Whether the latest turns swapped into the same piece: both players', or the mover's (crumble.draw-target)."""
    return bool(shared_targets((deed, *(recent if readings.draw_target == "shared" else recent[1::2]))))


def works_again(deed: Deed, own: tuple[Deed, Deed], readings: Readings) -> bool:
    """Whether all pieces come from the mover's two turns before: each, or both together (crumble.draw-previous)."""
    ways = [own] if readings.draw_previous == "together" else [(past,) for past in own]
    return all(descends(piece, past, readings) for piece in deed.worked for past in ways)


def renews(deed: Deed, memory: Memory | None, readings: Readings) -> bool:
    """Whether a turn works only what the mover's two turns before it had worked, and swaps as crumble.draw demands."""
    recent = memory.recent[:REMEMBERED] if memory else ()
    if len(recent) < REMEMBERED:
        return False
    last, last_but_one = recent[1::2]
    if last is None or last_but_one is None or not works_again(deed, (last, last_but_one), readings):
        return False
    return bool(deed.targets) if readings.draw == "draw-turns" else same_target(deed, recent, readings)


def renewals_after(deed: Deed, memory: Memory | None, readings: Readings) -> int:
    """How many turns in a row have renewed after a turn, as far as they can be part of one draw."""
    if memory is None or not renews(deed, memory, readings):
        return 0
    if readings.draw == "draw-turns":
        line = (deed, *memory.recent)
        lengths = range(memory.renewals + 1, 0, -1)
        return next(length for length in lengths if makes_draw_turns(line, length, readings))
    return memory.renewals + 1 if same_target(deed, memory.recent, readings) else 1


def makes_draw_turns(line: tuple[Deed | None, ...], length: int, readings: Readings) -> bool:
    """Whether the turns of every draw turn among the latest `length` share a target (crumble.draw-turn-target).

    A draw turn is every two turns in a row, or every second two counted back so that the oldest is part of one. What is
    not remembered any more was found to share when it still was.
    """
    if readings.draw_turn_target == "any":
        return True
    paired = readings.draw_turn == "pair-of-turns"
    starts = range(length % 2 if paired else 0, min(length, len(line)) - 1, 2 if paired else 1)
    return all(shared_targets(line[start : start + 2]) for start in starts)


def remember(memory: Memory | None, deed: Deed, readings: Readings) -> Memory | None:
    """What a position remembers after a turn, given what it remembered before. Implements crumble.draw.repetition."""
    if readings.draw == "agreement-only":
        return None
    renewals = renewals_after(deed, memory, readings)
    recent = (deed, *(memory.recent if memory else ()))
    kept = forget(recent, renewals, readings)
    return Memory(kept, renewals) if kept else None


def length_remembered(renewals: int, readings: Readings) -> int:
    """How many turns may be remembered: a fifth where its targets are needed to tell whether six turns share one."""
    longer = readings.draw == "same-target" and readings.draw_target == "shared" and readings.draw_into == "any"
    return REMEMBERED + 1 if longer and renewals else REMEMBERED


def forget(recent: tuple[Deed | None, ...], renewals: int, readings: Readings) -> tuple[Deed | None, ...]:
    """Drops the deeds that can no longer be part of a draw, so that positions with equal futures are equal."""
    recent = recent[: length_remembered(renewals, readings)]
    if readings.draw == "draw-turns":
        wanted = renewals if readings.draw_turn_target == "shared" else 0
        return tuple(deed and (deed if age < wanted else deed._replace(targets=())) for age, deed in enumerate(recent))
    step = 2 if readings.draw_target == "own" else 1
    kept: list[Deed | None] = []
    for age, deed in enumerate(recent):
        kept.append(_wanted(deed, kept[age - step] if age >= step else deed))
    while kept and kept[-1] is None:
        kept.pop()
    return tuple(kept)


def _wanted(deed: Deed | None, newer: Deed | None) -> Deed | None:
    """A deed with those of its targets that the newer turn had too; None if there are none."""
    both = shared_targets((deed, newer))
    return deed._replace(targets=tuple(target for target in deed.targets if target in both)) if deed and both else None


def is_draw(memory: Memory | None, readings: Readings) -> bool:
    """crumble.draw.repetition: enough turns in a row have renewed."""
    limit = renewals_to_draw(readings)
    return memory is not None and limit is not None and memory.renewals >= limit


def may_be_remembered(memory: Memory, readings: Readings) -> bool:
    """Whether turns can leave this memory, as far as its own form tells: neither too much is kept nor too little."""
    recent, renewals = memory
    if forget(recent, renewals, readings) != recent or (readings.draw == "draw-turns" and None in recent):
        return False
    renewed_alone = renewals == 1 and readings.draw == "same-target" and readings.draw_target == "own"
    needed = (0, 2) if renewed_alone else range(length_remembered(renewals, readings) if renewals else 0)
    if any(age >= len(recent) or recent[age] is None for age in needed):
        return False
    if renewals and readings.draw == "draw-turns" and readings.draw_turn_target == "shared":
        named = all(deed and deed.targets for deed in recent[:renewals])
        return named and makes_draw_turns(recent, renewals, readings)
    return True
