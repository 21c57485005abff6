"""Turns that may leave the other side only the removal of its last snake, found without trying its replies."""

from __future__ import annotations

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import Position, Turn

MOST_TAKEN = 2
"""The most cells that one turn takes."""


def stifling_turns(engine: Engine, here: Position) -> list[tuple[Turn, Position]]:
    """All turns that leave the other side no egg and no growth, and the positions after them.

    Some of the turns listed may leave a few. An egg or a growth leaves its owner a stone, so it never loses at once.
    """
    own, other, creating = here.own, here.other, here.other_creating
    if creating and engine.isolated(other, own).bit_count() > _most_spoilt(engine):
        return []
    growths = {after & ~other for _, after in engine.growths(other, own, creating)}
    if _apart(growths) > MOST_TAKEN:
        return []
    found = [result for result in engine.results(here) if not (creating and engine.isolated(other, result[1].other))]
    for cells in growths:
        found = [result for result in found if result[1].other & cells]
    return found


def _most_spoilt(engine: Engine) -> int:
    """The most isolated cells of the other side that one turn can spoil: those that it takes, and perhaps all beside
    them.
    """
    return MOST_TAKEN * 7 if engine.isolates_from_all else MOST_TAKEN


def _apart(growths: set[int]) -> int:
    """A lower bound on the cells to take so that no growth remains: the number of growths with no cell in common."""
    apart, taken = 0, 0
    for cells in growths:
        if not cells & taken:
            taken |= cells
            apart += 1
    return apart
