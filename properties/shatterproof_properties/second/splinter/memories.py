"""What a position from outside remembers for the no-return rule, and whether a turn can have left it."""

from __future__ import annotations

from itertools import pairwise

from shatterproof.errors import InputError
from shatterproof_properties.second.splinter.fields import listed, read_square, show
from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.slides import contiguous
from shatterproof_properties.second.splinter.squares import NOWHERE, Squares, opposite, squares_of


def read_memory(rules: Rules, here: Position, value: object) -> tuple[int, int]:
    """The squares of the remembered pieces and the direction in which they came; InputError unless it can be so.

    `here` is the position, as yet without a memory.
    """
    pairs = [
        _read_pair(rules.squares, entry, f"/memory/{place}") for place, entry in enumerate(listed(value, "/memory"))
    ]
    if not pairs:
        return 0, NOWHERE
    if here.outcome is not None:
        raise InputError("a decided position remembers nothing", "/memory", "an empty list")
    for place, ((early, _), (late, heading)) in enumerate(pairwise(pairs), start=1):
        if late <= early:
            raise InputError("not in order", f"/memory/{place}", "pairs sorted by column, then row, each once")
        if heading != pairs[0][1]:
            raise InputError("it came from another direction", f"/memory/{place}", "pieces that moved together")
    now, heading = sum(square for square, _ in pairs), pairs[0][1]
    if complaint := _complaint(rules, here, now, heading):
        raise InputError(complaint, "/memory", f"what a turn leaves (splinter.no-return = {rules.no_return})")
    return now, heading


def _read_pair(squares: Squares, entry: object, where: str) -> tuple[int, int]:
    """The square where a piece stands, and the direction in which it came."""
    if not isinstance(entry, list) or len(entry) != 2:
        raise InputError(f"{show(entry)} is no pair", where, "square now, square before")
    now, before = (read_square(squares, name, f"{where}/{place}") for place, name in enumerate(entry))
    for heading in range(8):
        if squares.moved(before, heading) == now:
            return now, heading
    raise InputError(f"{entry[1]} is not beside {entry[0]}", where, "one step")


def _complaint(rules: Rules, here: Position, now: int, heading: int) -> str:
    squares, back = rules.squares, opposite(heading)
    occupied, own = here.pieces & squares.all, rules.own(here)
    if now & ~occupied:
        return "no piece stands there"
    runs = {square: contiguous(squares, occupied, square, back) for square in squares_of(now)}
    foremost = max(runs, key=lambda square: runs[square].bit_count())
    run = runs[foremost]
    hindmost = run & ~squares.moved(run, heading)
    if hindmost & own:
        return "the other side did not slide that run"
    if hindmost & squares.last[back]:
        return "that run came from off the board"
    heeded = {"any-piece": run, "moved-piece": run & own, "whole-position": foremost & own}[rules.no_return]
    return "" if now == heeded else "these are not the pieces to remember"
