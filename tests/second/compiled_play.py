"""Compiled functions compared with the engine in Python, along games that meet many features."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.compiled import Compiled, compiled
from shatterproof_properties.second.engine import MOST

MOST_LISTED = {"crumble": 3_000, "scrunch": MOST, "splinter": MOST}
"""The most results of a position that are compared."""
Results = list[tuple[Any, Any]]


def known(game: str) -> Compiled:
    found = compiled(game)
    assert found
    return found


@cache
def in_python(game: str, board: str) -> Any:
    """An engine that asks no compiled functions."""
    engine = second_engine(game).on_board(board)
    vars(engine)["_compiled"] = None
    return engine


def list_is_same(game: str, engine: Any, text: str) -> int:
    """Compares the first results of a position, all and half of them. Returns their number."""
    here, most = engine.read(strict_json.decode(text)), MOST_LISTED[game]
    entries = [result.entry() for _, result in islice(engine.result_texts(here), most)]
    for wanted in (most, (len(entries) + 1) // 2):
        shown = entries[:wanted]
        assert known(game).results(text, wanted) == (",".join(shown), len(shown)), text
    for first in {len(entries) // 3, len(entries) - 1, len(entries)} - {-1} if len(entries) < most else ():
        shown = entries[first : first + 2]
        assert known(game).results(text, 2, first) == (",".join(shown), len(shown)), (text, first)
    return len(entries)


def leaves_are_same(game: str, engine: Any, text: str, depth: int) -> None:
    """Fails unless both count the same leaves below the same turns, in order, down to a depth."""
    here = engine.read(strict_json.decode(text))
    for deep in range(1, depth + 1):
        by = [[engine.turn_text(here, turn), engine.leaves(after, deep - 1)] for turn, after in engine.results(here)]
        total = sum(leaves for _, leaves in by)
        assert known(game).leaves(text, deep) == (strict_json.encode(by)[1:-1], total), (text, deep)
        assert engine.count(strict_json.decode(text), deep) == {"total": total, "by": sorted(by)}


def game_positions(game: str, board: str, plies: int, chance: random.Random) -> Iterator[str]:
    """The positions of a random game in JSON, the last one included."""
    engine, style = in_python(game, board), chance.randrange(4)
    here = engine.opening()
    for ply in range(plies):
        text = engine.text(here)
        yield text
        results = list(islice(engine.results(engine.read(strict_json.decode(text))), MOST_LISTED[game]))
        if not results:
            return
        here = _NEXT[game](results, ply, style, chance)


def _crumble(results: Results, ply: int, style: int, chance: random.Random) -> Any:
    """A result that swaps into the same piece again, one with very many or very few pieces, or any."""
    going_on = [after for _, after in results if after.outcome is None] or [after for _, after in results]
    if style == 0:
        again = [after for after in going_on if after.memory and len(after.memory.recent) > 1]
        return chance.choice(again or going_on)
    if style in (1, 2):
        going_on.sort(key=lambda after: after.arrangement.live.bit_count(), reverse=style == 1)
        return chance.choice(going_on[:5])
    return chance.choice(going_on)


def _scrunch(results: Results, ply: int, style: int, chance: random.Random) -> Any:
    """A result of wriggling, once some eggs are laid."""
    growths = [after for turn, after in results if turn.moved]
    return chance.choice(growths) if growths and ply >= 3 + 4 * style else chance.choice(results)[1]


def _splinter(results: Results, ply: int, style: int, chance: random.Random) -> Any:
    """A result that loses many pieces, or any."""
    tried = [after for _, after in chance.sample(results, min(4, len(results)))]
    few = min(tried, key=lambda after: after.pieces.bit_count())
    return few if chance.random() < style / 3 else tried[0]


_NEXT: dict[str, Callable[[Results, int, int, random.Random], Any]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
