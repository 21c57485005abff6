"""Alternative captures of Crumble: limited ones, and those that follow another rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.crumble.turns import Tolerant
from shatterproof_properties.conformance.alternatives.numbered import UpTo, numbered, of_class
from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import groups, slots
from shatterproof_properties.second.crumble.position import Position

ENCLOSED, EITHER, FORCED, RING, EVERY = (
    f"crumble.{name}" for name in ("capture.enclosed", "capture.either", "capture.forced", "ring", "capture.every-step")
)


class GroupsCaptured(UpTo, Tolerant):
    """A group of more than {n} pieces is not captured."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        return group.bit_count() <= self.most and super().is_enclosed(arrangement, group)


class LargeGroupsCaptured(UpTo, Tolerant):
    """A group of {n} pieces or fewer is not captured."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        return group.bit_count() > self.most and super().is_enclosed(arrangement, group)


class Rings(UpTo, Tolerant):
    """A ring of more than {n} pieces captures nothing."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        ring = 0
        for slot in slots(group):
            ring |= arrangement.touch[slot]
        return (ring & ~group).bit_count() <= self.most and super().is_enclosed(arrangement, group)


class GroupsAtATime(UpTo, Tolerant):
    """A step captures {n} groups of a colour at most, the first of them."""

    def enclosed(self, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
        links = self.group_links(arrangement)
        found = (group for group in groups(colour, links) if self.is_enclosed(arrangement, group))
        return sum(group for _, group in zip(range(self.most), found, strict=False))


class OneGroup(Tolerant):
    """Of several enclosed groups of a colour one is captured, by its size."""

    largest = True

    def enclosed(self, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
        links = self.group_links(arrangement)
        found = [group for group in groups(colour, links) if self.is_enclosed(arrangement, group)]
        best = max if self.largest else min
        return best(found, key=int.bit_count, default=0)


class CountedSteps(UpTo, Tolerant):
    """Captures in only some steps of a walk. To list turns, it asks itself about each turn that the rules allow."""

    steps = 0

    def captures_in(self, step: int) -> bool:
        """Whether a step captures, counted from 1."""
        raise NotImplementedError

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        self.steps = 0
        return super().meanings(here, text)

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        self.steps += 1
        return super().capture(arrangement, own, stood) if self.captures_in(self.steps) else own

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        for entry in Tolerant.on_board(f"{self.columns}x{self.rows}", self.readings).turns(position):
            found = self.apply(position, entry["turn"])
            if found["verdict"] == "legal":
                yield {"turn": entry["turn"], "position": found["position"], "outcome": found["outcome"]}


class FirstStepsCapture(CountedSteps):
    """Only the first {n} steps of a walk capture."""

    def captures_in(self, step: int) -> bool:
        return step <= self.most


class LaterStepsCapture(CountedSteps):
    """The first {n} steps of a walk capture nothing."""

    def captures_in(self, step: int) -> bool:
        return step > self.most


Both = Callable[[int, int, int], int]
"""The mover's pieces after a step that encloses pieces of both sides, from those before, those lost and those won."""
BOTH: tuple[tuple[str, str, Both], ...] = (
    ("nothing is captured", EITHER, lambda own, lost, won: own),
    ("only the opponent's are captured", EITHER, lambda own, lost, won: own | won),
    ("only the mover's are captured", EITHER, lambda own, lost, won: own & ~lost),
    ("both are captured once", "crumble.capture-nested", lambda own, lost, won: own & ~lost | won),
    ("the larger part is captured", EITHER,
     lambda own, lost, won: own | won if won.bit_count() >= lost.bit_count() else own & ~lost),
)  # fmt: skip


class BothEnclosed(Tolerant):
    """Decides the result of a step that encloses pieces of both sides."""

    both: Both

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        lost = self.enclosed(arrangement, own, stood)
        won = self.enclosed(arrangement, arrangement.live ^ own, stood)
        return type(self).both(own, lost, won) if lost and won else super().capture(arrangement, own, stood)


class NothingCaptured(Tolerant):
    """Nothing is ever captured."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        return own


class OwnCapturedOnly(Tolerant):
    """Only the mover's pieces are captured."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        return own & ~self.enclosed(arrangement, own, stood)


def alternatives() -> Iterator[Alternative]:
    """All alternatives about captures: how many pieces, when, and whose."""
    for engine, clause in (
        (GroupsCaptured, ENCLOSED),
        (LargeGroupsCaptured, ENCLOSED),
        (Rings, RING),
        (GroupsAtATime, FORCED),
        (FirstStepsCapture, EVERY),
        (LaterStepsCapture, EVERY),
    ):
        yield from numbered(engine, clause)
    for size, largest in (("largest", True), ("smallest", False)):
        says = f"Of several enclosed groups of a colour only the {size} is captured."
        yield of_class(type(says, (OneGroup,), {"largest": largest}), FORCED, says)
    for words, clause, both in BOTH:
        says = f"Where a step encloses pieces of both, {words}."
        yield of_class(type(says, (BothEnclosed,), {"both": staticmethod(both)}), clause, says)
    yield of_class(NothingCaptured, FORCED)
    yield of_class(OwnCapturedOnly, EITHER)
