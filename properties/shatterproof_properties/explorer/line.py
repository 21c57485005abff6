"""A game from a position on, its turns played one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shatterproof.errors import shorten
from shatterproof.game import REFUSALS, AnyGame, Refusal
from shatterproof_properties.explorer.showing import (
    Json,
    TooMuch,
    encoded,
    played,
    refusal_to_json,
    shown,
)

MOST_OPENED = 1000


def opened(
    game: AnyGame,
    start: Any,
    texts: Iterable[str] = (),
    at: int | None = None,
    published: bool = True,
    tags: dict[str, str] | None = None,
    differences: list[Json] | None = None,
) -> Json:
    """A game from a position on, with turns played up to the first that is refused."""
    texts = list(texts)
    if len(texts) > MOST_OPENED:
        raise TooMuch(f"the game has {len(texts):,} turns", expected=f"at most {MOST_OPENED:,} to open")
    encoded(game.to_json(start))
    position, turns, refusal = start, list[Json](), None
    for text in texts:
        try:
            turn = game.parse_turn(position, text, published)
            after = game.play(position, turn)
        except REFUSALS as error:
            refusal = _at(game, error, text, len(turns))
            break
        turns.append(played(game, position, turn, after))
        position = after
    return {
        "game": game.NAME,
        "board": start.board,
        "readings": start.readings.to_mapping(),
        "start": shown(game, start),
        "turns": turns,
        "at": len(turns) if at is None else min(at, len(turns)),
        "tags": tags or {},
        "comments": {},
        "refusal": refusal,
        "differences": differences or [],
    }


def _at(game: AnyGame, error: Refusal, text: str, played_before: int) -> Json:
    refusal = refusal_to_json(game, error)
    where = f"turn {played_before + 1}, {shorten(text, 60)}"
    return refusal | {"reason": f"{where}: {refusal['reason']}"}
