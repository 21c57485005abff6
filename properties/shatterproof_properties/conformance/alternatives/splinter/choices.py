"""Alternatives of Splinter in which a rule settles a tie instead of the mover or the number of pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.numbered import of_class
from shatterproof_properties.second.splinter.board import squares_of
from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import SIDES

TIE, BOTH, EVEN = "splinter.group.tie", "splinter.win.both-out", "splinter.win.even"


class Tied(Engine):
    """Settles ties by an order: the greatest group by `order` stays. If `forced`, the mover cannot choose another."""

    order: Callable[[Tied, int], tuple[int, ...]]
    forced = True
    movers = landed = 0

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        self.movers, self.landed = own, landing
        order = type(self).order
        best = max(order(self, group) for group in found)
        return [group for group in found if order(self, group) == best]

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, tied[0])] if self.forced else super().options(groups, tied, landing)

    def places(self, group: int) -> list[tuple[int, int]]:
        """The columns and rows of a group."""
        names = (self.squares.names[square] for square in squares_of(group))
        return [(ord(name[0]), int(name[1:])) for name in names]


ORDERS: tuple[tuple[str, Callable[[Tied, int], tuple[int, ...]]], ...] = (
    ("with the slid piece", lambda engine, group: (group & engine.landed > 0,)),
    ("without the slid piece", lambda engine, group: (not group & engine.landed,)),
    ("with most of the mover's pieces", lambda engine, group: ((group & engine.movers).bit_count(),)),
    ("with fewest of the mover's pieces", lambda engine, group: (-(group & engine.movers).bit_count(),)),
    ("with some of the mover's pieces", lambda engine, group: (group & engine.movers > 0,)),
    ("with some of the opponent's pieces", lambda engine, group: (group & ~engine.movers > 0,)),
    ("that is first, by columns", lambda engine, group: (-(group & -group),)),
    ("that is last, by columns", lambda engine, group: (group & -group,)),
    ("whose last square is last, by columns", lambda engine, group: (group,)),
    ("whose last square is first, by columns", lambda engine, group: (-group,)),
    ("that is first, by rows from the bottom", lambda engine, group: _least(engine, group, 1, 1)),
    ("that is last, by rows from the bottom", lambda engine, group: _negated(_least(engine, group, 1, 1))),
    ("that is first, by rows from the top", lambda engine, group: _least(engine, group, -1, 1)),
    ("that is last, by rows from the top", lambda engine, group: _negated(_least(engine, group, -1, 1))),
    ("furthest north", lambda engine, group: (max(row for _, row in engine.places(group)),)),
    ("furthest south", lambda engine, group: (-min(row for _, row in engine.places(group)),)),
    ("furthest east", lambda engine, group: (max(column for column, _ in engine.places(group)),)),
    ("furthest west", lambda engine, group: (-min(column for column, _ in engine.places(group)),)),
)
"""The orders of groups in words, each with a function by which the chosen group is the greatest.

The first of equals counts.
"""


def _least(engine: Tied, group: int, up: int, right: int) -> tuple[int, int]:
    row, column = min((up * row, right * column) for column, row in engine.places(group))
    return -row, -column


def _negated(order: tuple[int, int]) -> tuple[int, int]:
    return -order[0], -order[1]


Scored = Callable[[int, int, bool], str | None]
"""The winner, from the pieces of Blue and of White and from whether Blue has moved."""
WINNERS: tuple[tuple[str, Scored], ...] = (
    ("the mover wins", lambda blue, white, blue_moved: SIDES[not blue_moved]),
    ("the mover loses", lambda blue, white, blue_moved: SIDES[blue_moved]),
    ("Blue wins", lambda blue, white, blue_moved: SIDES[0]),
    ("White wins", lambda blue, white, blue_moved: SIDES[1]),
    ("the game is drawn", lambda blue, white, blue_moved: None),
)


def alternatives() -> Iterator[Alternative]:
    """All alternatives: ties of groups, and of sides that run out together."""
    for words, order in ORDERS:
        for forced in (True, False):
            says = (
                f"In a tie the group {words} stays, unasked." if forced else f"In a tie only groups {words} can stay."
            )
            yield of_class(type(says, (Tied,), {"order": order, "forced": forced}), TIE, says)
    for words, winner in WINNERS:
        yield _scored(f"When both are out {words}.", BOTH, winner, lambda blue, white: True)
        yield _scored(f"When both are out with equally many pieces {words}.", EVEN, winner, int.__eq__)
    yield _scored("When both are out, who has fewer pieces wins.", BOTH, _fewer, int.__ne__)


def _fewer(blue: int, white: int, blue_moved: bool) -> str | None:
    return SIDES[blue > white]


def _scored(says: str, clause: str, winner: Scored, when: Callable[[int, int], bool]) -> Alternative:
    def scored(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
        if when(blue, white):
            return Outcome(winner(blue, white, blue_moved), clause)
        return Engine.scored(self, blue, white, blue_moved)

    return of_class(type(says, (Engine,), {"scored": scored}), clause, says)
