"""Alternatives of Splinter about turns that do two things: the second is left out, forced or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.numbered import Measure, of_class, refusing
from shatterproof_properties.conformance.alternatives.splinter.asked_slide import (
    SlideAsked,
    Sliding,
    of_slide,
    pieces_removed,
)
from shatterproof_properties.second.splinter.board import NOWHERE, opposite
from shatterproof_properties.second.splinter.position import SIDES, Position

First = Callable[[SlideAsked], bool]
FIRST_ACTS: tuple[tuple[str, First], ...] = (
    ("that pushes", lambda slide: slide.run != slide.square),
    ("that pushes nothing", lambda slide: slide.run == slide.square),
    ("that pushes a piece off the board", lambda slide: slide.off and slide.run != slide.square),
    ("off the board", lambda slide: slide.off and slide.run == slide.square),
    ("after which a piece is off the board", lambda slide: slide.off),
    ("that pushes pieces of the mover", lambda slide: slide.run & slide.own != slide.square),
    ("that pushes pieces of the opponent", lambda slide: slide.run & ~slide.own != 0),
    ("along a diagonal", lambda slide: slide.direction % 2 == 1),
    ("along a column or a row", lambda slide: slide.direction % 2 == 0),
)
"""The first acts of a slide in words, each with a test for it."""


class SecondAct(Sliding):
    """Changes a rule after slides that do the act `first`."""

    first: First

    @property
    def is_due(self) -> bool:
        """Whether the slide asked about does the first act."""
        return self.sliding is not None and type(self).first(self.sliding)


class CutsNothingOff(SecondAct):
    """A slide {first} cuts nothing off."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, sum(groups))] if self.is_due else super().options(groups, tied, landing)


class LeavesNoChoice(SecondAct):
    """After a slide {first}, a tie leaves no choice: the slid piece's group stays, or the first if that is not tied."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        if not self.is_due:
            return super().options(groups, tied, landing)
        return [(0, next((group for group in tied if group & landing), tied[0]))]


class LeavesTheFirst(SecondAct):
    """After a slide {first}, the first group stays in a tie, without a choice."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, tied[0])] if self.is_due else super().options(groups, tied, landing)


class MayReturn(SecondAct):
    """A slide {first} may bring pieces back."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        return not self.is_due and super().returns(here, square, run, direction)


class NeverAgainst(SecondAct):
    """A slide {first} may not go against the direction of the last turn."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        if self.is_due and here.heading != NOWHERE and direction == opposite(here.heading):
            return True
        return super().returns(here, square, run, direction)


class IsForgotten(SecondAct):
    """Nothing is remembered of a slide {first}."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return 0 if self.is_due else super().remembered(pieces, now, heading, blue_moved, removed)


class EndsNothing(SecondAct):
    """A slide {first} does not end the game."""

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        return None if self.is_due else super().decided(pieces, blue_moved)


class EndsNothingOfTheMover(SecondAct):
    """Nobody runs out by their own slide {first}."""

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        found = super().decided(pieces, blue_moved)
        return None if found and self.is_due and found.winner == SIDES[blue_moved] else found


SECOND_ACTS = (
    (CutsNothingOff, "splinter.group.splinter"),
    (LeavesNoChoice, "splinter.group.tie"),
    (LeavesTheFirst, "splinter.group.tie"),
    (MayReturn, "splinter.slide.return"),
    (NeverAgainst, "splinter.slide.return"),
    (IsForgotten, "splinter.slide.return"),
    (EndsNothing, "splinter.win.type-out"),
    (EndsNothingOfTheMover, "splinter.win.own-turn"),
)


class RemovalsForget(Sliding):
    """A turn that removes pieces leaves nothing remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return 0 if removed else super().remembered(pieces, now, heading, blue_moved, removed)


class OnlyRemovalsForget(Sliding):
    """Only a turn that removes pieces leaves something remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return super().remembered(pieces, now, heading, blue_moved, removed) if removed else 0


class MoversOutNever(Sliding):
    """A player cannot run out in their own turn."""

    def decided(self, pieces: int, blue_moved: bool) -> Outcome | None:
        found = super().decided(pieces, blue_moved)
        own = found and found.clause == "splinter.win.type-out" and found.winner == SIDES[blue_moved]
        return None if own else found


def _cuts_off(engine: Any, here: Position, text: str, after: Position) -> int:
    pushed_off = engine.sliding.off if engine.sliding else 0
    return pieces_removed(engine, here, text, after) - pushed_off


def _loses(engine: Any, here: Position, text: str, after: Position) -> int:
    return int(after.outcome is not None and after.outcome.winner == SIDES[here.blue_moves])


def _both(first: First) -> Callable[[Any, Position, str, Position], int]:
    does = of_slide(first)
    return lambda *made: _cuts_off(*made) if does(*made) else 0


REFUSED = (
    Measure("A turn that cuts something off is refused.", "splinter.group.splinter", _cuts_off),
    Measure("A turn by which the mover loses is refused.", "splinter.win.own-turn", _loses),
)
CLAUSES = {
    "that pushes": "splinter.slide.push",
    "that pushes nothing": "splinter.slide.one-step",
    "off the board": "splinter.step-off",
    "along a diagonal": "splinter.slide.one-step",
    "along a column or a row": "splinter.slide.one-step",
    "that pushes pieces of the mover": "splinter.slide.push",
    "that pushes pieces of the opponent": "splinter.slide.push",
}
"""The clause that allows a slide to do so; for all other acts it is splinter.slide.off."""


def alternatives() -> Iterator[Alternative]:
    """All alternatives: each second act left out or forced after each first act; turns refused for one act, or for
    both.
    """
    for words, first in FIRST_ACTS:
        for engine, clause in SECOND_ACTS:
            says = (engine.__doc__ or "").format(first=words)
            yield of_class(type(says, (engine,), {"first": first}), clause, says, acts=2)
        allowed = CLAUSES.get(words, "splinter.slide.off")
        yield from refusing(Sliding, Measure(f"A slide {words} is refused.", allowed, of_slide(first)))
        says = f"A slide {words} is refused where it cuts something off."
        yield from refusing(Sliding, Measure(says, "splinter.group.splinter", _both(first), acts=2))
    for measure in REFUSED:
        yield from refusing(Sliding, measure)
    yield of_class(RemovalsForget, "splinter.slide.return")
    yield of_class(OnlyRemovalsForget, "splinter.slide.return")
    yield of_class(MoversOutNever, "splinter.win.own-turn")
