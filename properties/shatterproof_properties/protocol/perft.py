"""Counts trees of turns, with a progress bar if it takes long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from rich.progress import BarColumn, TaskProgressColumn, TextColumn

from shatterproof.game import AnyGame, perft
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.second import FastGame

Item = TypeVar("Item")


def count_leaves(game: AnyGame, position: Any, depth: int, engine: str, actions: bool = False) -> list[tuple[str, int]]:
    """The number of leaves `depth` plies below `position` by first turn, sorted by its text.

    `engine` is "second" for the second engine; for any other word the reference counts. With `actions`, which only the
    reference knows, legal turns with the same result count apart.
    """
    if depth == 0:
        return []
    if engine == "second":
        fast = FastGame(game.NAME, position.board, position.readings.to_mapping())
        return fast.divide(fast.from_reference(position), depth)
    begun = list(game.actions(position) if actions else game.results(position))
    return sorted(
        (game.format_turn(position, turn), perft(game, after, depth - 1, actions)) for turn, after in watched(begun)
    )


def count_unique(game: AnyGame, position: Any, depth: int) -> int:
    """The number of distinct positions `depth` plies below `position`."""
    layer = {position}
    for _ in range(depth):
        layer = {after for before in watched(list(layer)) for _, after in game.results(before)}
    return len(layer)


def watched(items: list[Item]) -> Iterator[Item]:
    """The items, with a progress bar on a terminal."""
    with Bar("counting", len(items), TextColumn("counting"), BarColumn(), TaskProgressColumn()) as bar:
        for number, item in enumerate(items):
            bar.show(number)
            yield item
