"""Counting turn trees, with progress where it takes long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from shatterproof.game import AnyGame, perft
from shatterproof_properties.protocol.reference_table import position_to_json

Item = TypeVar("Item")


def count_leaves(game: AnyGame, position: Any, depth: int, engine: str, actions: bool = False) -> list[tuple[str, int]]:
    """Leaves `depth` plies below `position` by first turn, sorted by its text; `engine` is reference or second.

    With `actions`, which only the reference counts, legal turns count that lead to the same result.
    """
    if depth == 0:
        return []
    if engine == "second":
        from shatterproof_properties.protocol.served import second_table

        table = second_table(game.NAME)(position.board, position.readings.to_mapping())
        return [(text, leaves) for text, leaves in table.count(position_to_json(game, position), depth)["by"]]
    begun = list(game.actions(position) if actions else game.results(position))
    return sorted(
        (game.format_turn(position, turn), perft(game, after, depth - 1, actions)) for turn, after in watched(begun)
    )


def count_unique(game: AnyGame, position: Any, depth: int) -> int:
    """Distinct positions `depth` plies below `position`."""
    layer = {position}
    for _ in range(depth):
        layer = {after for before in watched(list(layer)) for _, after in game.results(before)}
    return len(layer)


def watched(items: list[Item]) -> Iterator[Item]:
    """The items, with a progress bar on stderr while somebody watches."""
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield from _advancing(bar, items)


def _advancing(bar: Progress, items: Iterable[Item]) -> Iterator[Item]:
    yield from bar.track(items, description="counting")
