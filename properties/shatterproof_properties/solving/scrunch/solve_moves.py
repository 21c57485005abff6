"""What can be played, for the solver: the engine's rules, with the growths of every set of stones looked up once."""

from __future__ import annotations

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.masks import bits
from shatterproof_properties.second.scrunch.position import Position

REMEMBERED = 4_000_000
"""Growths kept at a time."""


class Moves:
    """The results of turns, seen from the side that makes them, and what promises most.

    Stones and phases are given loose, as in Position: own, other, creating, other_creating.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._isolated = engine.isolated
        self._grown: dict[tuple[int, bool], list[int]] = {}
        self._kept = 0

    def winner(self, own: int, other: int, creating: bool, other_creating: bool) -> bool | None:
        """Whether the side to move has won; None while the game goes on."""
        if own and other:
            return None
        here = Position(own, other, creating, other_creating, True)
        return self._engine.mover_wins(here) if self._engine.end(here) else None

    def results(self, own: int, other: int, creating: bool, other_creating: bool) -> list[tuple[int, bool]]:
        """The mover's stones after each turn, and whether it is still in creation; the other side stays as it is."""
        engine = self._engine
        isolated = self._isolated(own, other) if creating else 0
        growths = [(after, False) for after in self._alone(own, creating) if not after & other]
        if isolated or (growths and not engine.each_stuck_dies):
            eggs = (own | cell for cell in bits(isolated))
            return [*((egg, engine.creating_after_egg(egg, other)) for egg in eggs), *growths]
        here = Position(own, other, creating, other_creating, True)
        return [(after.other, after.other_creating) for _, after in engine.results(here)]

    def promise(self, own: int, other: int, creating: bool, other_creating: bool) -> tuple[bool, int, int]:
        """How good a turn is that leads here, the smaller the better: eggs, then room for eggs, then few replies."""
        room, replies = 0, 0
        if creating:
            replies = self._isolated(own, other).bit_count()
        if other_creating:
            room = self._isolated(other, own).bit_count()
        return not other_creating, replies - room, replies + self._growth_count(own, other, creating)

    def _growth_count(self, own: int, other: int, creating: bool) -> int:
        return sum([not after & other for after in self._alone(own, creating)])

    def _alone(self, own: int, creating: bool) -> list[int]:
        """The results of all growths without an opponent; in a game those exist whose cells are free of the other."""
        found = self._grown.get((own, creating))
        if found is None:
            found = [after for _, after in self._engine.growths(own, 0, creating)]
            self._kept += len(found) + 1
            if self._kept > REMEMBERED:
                self._grown.clear()
                self._kept = len(found) + 1
            self._grown[own, creating] = found
        return found
