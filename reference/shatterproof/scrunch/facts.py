"""What the examples of the spec may say about a position of Scrunch, beyond what every game knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shatterproof.scrunch.cells import Cell, Stones, describe
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.position import Position, actions
from shatterproof.scrunch.wriggling import can_grow, placements


def _unlike(said: Iterable[str], found: Iterable[Cell]) -> str | None:
    """None if the words `said` name exactly the cells `found`, else which they are."""
    there = [describe(cell) for cell in sorted(found)] or ["nothing"]
    return None if sorted(said) == sorted(there) else f"it is {' '.join(there)}"


def _snake_on(position: Position, name: str) -> Stones:
    return next((snake for snake in position.mover.snakes if name in map(describe, snake)), frozenset())


def _snake(position: Position, words: list[str]) -> str | None:
    """`snake a1 a2`: these cells are a whole snake of the side to move."""
    return _unlike(words, _snake_on(position, words[0]))


def _snakes(position: Position, words: list[str]) -> str | None:
    """`snakes 3`: the side to move has so many snakes."""
    found = len(position.mover.snakes)
    return None if words == [str(found)] else f"there are {found}"


def _smallest(position: Position, words: list[str]) -> str | None:
    """`smallest a1 c2`: the smallest snakes of the side to move are those whose smallest cells these are."""
    return _unlike(words, map(min, position.mover.smallest))


def _isolated(position: Position, words: list[str]) -> str | None:
    """`isolated a1 c2`: exactly these cells are isolated for the side to move; or `nothing`."""
    return _unlike(words, isolated_cells(position.mover))


def _placements(position: Position, words: list[str]) -> str | None:
    """`placements a1 c2`: exactly these empty cells are beside smallest snakes of the side to move; or `nothing`."""
    return _unlike(words, placements(position.mover, position.mover.smallest))


def _dead(position: Position, words: list[str]) -> str | None:
    """`dead a1`: the snakes of the side to move that cannot grow are those whose smallest cells these are."""
    return _unlike(words, (min(snake) for snake in position.mover.snakes if not can_grow(position.mover, snake)))


def _actions(position: Position, words: list[str]) -> str | None:
    """`actions 12`: there are so many legal turns, those that lead to the same result included."""
    found = sum(1 for _ in actions(position))
    return None if words == [str(found)] else f"there are {found}"


def changed(before: Position, position: Position, picture: str) -> list[str]:
    """The cells that are not occupied as before."""
    return [describe(cell) for cell in sorted((before.dark ^ position.dark) | (before.light ^ position.light))]


_KINDS: dict[str, Callable[[Position, list[str]], str | None]] = {
    "snake": _snake,
    "snakes": _snakes,
    "smallest": _smallest,
    "isolated": _isolated,
    "placements": _placements,
    "dead": _dead,
    "actions": _actions,
}


def _fact(kind: str) -> Callable[[Position, str, str], str | None]:
    return lambda position, picture, words: _KINDS[kind](position, words.split())


FACTS = {kind: _fact(kind) for kind in _KINDS}
"""By name: functions of a position, its diagram and the words said; None if they are true, else what is the case."""
