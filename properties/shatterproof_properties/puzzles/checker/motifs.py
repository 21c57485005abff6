"""Which turns of different positions count as one answer: those that do the same, however they are spelt.

In Crumble the same cut or join, whatever walk follows; in Scrunch the same cells won and left and the same snakes
removed; in Splinter the same turn. Works on turns of the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from shatterproof.game import AnyGame


def motif_of(game: AnyGame, turn: Any) -> Any:
    """What a turn does: the same for turns that count as one, and in an order."""
    return MOTIFS[game.NAME](turn)


def _crumble(turn: Any) -> Any:
    return replace(turn, walk=None)


def _scrunch(turn: Any) -> Any:
    left, won = {*(turn.moved or ())[:1]}, {*(turn.moved or ())[1:]}
    if turn.placed is not None:
        won.add(turn.placed)
    return tuple(sorted(turn.removed)), tuple(sorted(won - left)), tuple(sorted(left - won))


def _splinter(turn: Any) -> Any:
    return turn


MOTIFS: dict[str, Callable[[Any], Any]] = {"crumble": _crumble, "scrunch": _scrunch, "splinter": _splinter}
