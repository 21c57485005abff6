"""Positions of Crumble for tests of the search, and their wins by trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import slots
from shatterproof_properties.second.crumble.position import Position

PARTNER = {"black": "white", "white": "black"}


def mover(here: Position) -> str:
    return "black" if here.black_moves else "white"


def winner(here: Position) -> str | None:
    return here.outcome.winner if here.outcome else None


def played_on(engine: Engine, random: Random, turns: int) -> Position:
    """A position after some random turns from the start, or as many as keep the game going."""
    here = engine.opening()
    for _ in range(turns):
        going_on = [after for _, after in engine.results(here) if after.outcome is None]
        if not going_on:
            break
        here = random.choice(going_on)
    return here


def recoloured(engine: Engine, random: Random, here: Position) -> Position | None:
    """The same pieces in random colours, after captures; None if it is decided or not legal."""
    live, share, black = here.arrangement.live, random.choice((0.3, 0.5, 0.7)), 0
    for slot in slots(live):
        black |= (random.random() < share) << slot
    for slot in random.sample(list(slots(live)), random.randrange(3)):
        black ^= black & here.arrangement.touch[slot]
    return _settled(engine, here, black)


def holding_one_end(engine: Engine, random: Random, here: Position, more: int) -> Position | None:
    """The same pieces, of which the mover has those at the western edge and a few more; None as in `recoloured`."""
    live = here.arrangement.live
    own = sum(1 << slot for slot in slots(live) if here.arrangement.rects[slot][0] == 0)
    for slot in random.sample(list(slots(live)), more):
        own |= 1 << slot
    return _settled(engine, here, own if here.black_moves else live ^ own)


def _settled(engine: Engine, here: Position, black: int) -> Position | None:
    """The same pieces in these colours, after captures, without a memory."""
    black = engine.capture(here.arrangement, black)
    try:
        found = engine.read(engine.write(here._replace(black=black, memory=None)))
    except InputError:
        return None
    return found if found.outcome is None else None


def many_positions(engine: Engine, seed: int, count: int, turns: int) -> Iterator[Position]:
    """Positions from games: every third as it was played, the others in random colours where those are legal."""
    random = Random(seed)
    for number in range(count):
        here = played_on(engine, random, random.randrange(1, turns))
        other = recoloured(engine, random, here) if number % 3 else None
        yield other or here


def wins(engine: Engine, here: Position) -> list[Any]:
    """All results in which the mover has won, each with its turn."""
    return [(turn, after) for turn, after in engine.results(here) if winner(after) == mover(here)]


@lru_cache(maxsize=10_000)
def is_won(engine: Engine, here: Position, turns: int) -> bool:
    """Whether the mover wins in `turns` turns at most, by trying everything."""
    if wins(engine, here):
        return True
    going_on = [after for _, after in engine.results(here) if after.outcome is None]
    return turns > 1 and any(is_mated(engine, after, turns - 1) for after in going_on)


@lru_cache(maxsize=10_000)
def is_mated(engine: Engine, here: Position, turns: int) -> bool:
    """Whether every turn loses at once or leaves the other side a win in `turns` turns, by trying everything."""
    opponent = PARTNER[mover(here)]
    return all(
        winner(after) == opponent if after.outcome else is_won(engine, after, turns)
        for _, after in engine.results(here)
    )
