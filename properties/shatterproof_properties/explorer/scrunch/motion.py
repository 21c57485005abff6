"""The acts of a turn of Scrunch: snakes die, a stone is placed, another steps."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.scrunch.cells import Cell, describe
from shatterproof.scrunch.death import after_loss, loses_all, without
from shatterproof.scrunch.position import Position, Turn
from shatterproof.scrunch.snakes import Standing
from shatterproof_properties.explorer.acts import Act, Phase
from shatterproof_properties.explorer.scrunch.builder import arrow_between


def motion_of(position: Position, turn: Turn) -> Iterator[Phase]:
    mover = position.to_move
    for gone in _dying(position.mover, turn.removed):
        yield tuple(_removed(cell, mover) for cell in sorted(gone))
    if turn.placed:
        yield (Act("placed", (), (describe(turn.placed),), mover),)
    if turn.moved and turn.moved[0] != turn.moved[1]:
        (x, y), (to_x, to_y) = arrow_between(position, *turn.moved)["points"]
        yield (Act("moved", (describe(turn.moved[0]),), (describe(turn.moved[1]),), by=(to_x - x, to_y - y)),)


def _dying(standing: Standing, removed: tuple[Cell, ...]) -> Iterator[frozenset[Cell]]:
    """The removed snakes in order. Eggs that are lost all at once go together."""
    if removed and loses_all(standing):
        yield standing.own - after_loss(standing, removed).own
        return
    for cell in removed:
        snake = next((snake for snake in standing.snakes if cell in snake), frozenset[Cell]())
        yield snake
        standing = without(standing, snake)


def _removed(cell: Cell, side: str) -> Act:
    what = f"{side} stone, removed"
    return Act("removed", (describe(cell),), side=side, thing="stone", what=what)
