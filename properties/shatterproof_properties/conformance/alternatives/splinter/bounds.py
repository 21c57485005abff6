"""Alternative limits of Splinter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.numbered import Measure, UpTo, numbered, refusing
from shatterproof_properties.conformance.alternatives.splinter.asked_slide import Sliding, of_slide, pieces_removed
from shatterproof_properties.second.splinter.board import squares_of
from shatterproof_properties.second.splinter.position import Position


class GroupsCompared(UpTo, Sliding):
    """Only the first {n} groups are compared; all others are removed."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        compared = groups[: self.most]
        return super().options(compared, self.tied(compared, self._own, landing), landing)

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        self._own = own
        return super().tied(groups, own, landing)

    _own = 0


class TiedGroups(UpTo, Sliding):
    """Of tied groups, the mover can name only the first {n}."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        return super().tied(groups, own, landing)[: self.most]


class TiesOfSize(UpTo, Sliding):
    """Of tied groups of more than {n} pieces, the first stays, without a choice."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        return found[:1] if found[0].bit_count() > self.most else found


class SizesCapped(UpTo, Sliding):
    """A group of more than {n} pieces counts as {n}."""

    def weight(self, group: int, own: int, landing: int) -> int:
        return min(super().weight(group, own, landing), self.most)


class SizesRound(UpTo, Sliding):
    """Sizes of groups are counted up to {n} and begin again at 0."""

    def weight(self, group: int, own: int, landing: int) -> int:
        return super().weight(group, own, landing) % (self.most + 1)


class Linked(UpTo, Sliding):
    """A group only includes pieces up to {n} steps from its first square."""

    def groups(self, pieces: int, within: int) -> list[int]:
        found = []
        while within:
            group = within & -within
            for _ in range(self.most):
                group = self.linked(group) & within
            found.append(group)
            within ^= group
        return found


class CutOff(UpTo, Sliding):
    """At most {n} pieces are cut off, the first of them."""

    def cut_off(self, within: int, stays: int, own: int) -> int:
        gone = list(squares_of(super().cut_off(within, stays, own)))
        return sum(gone[: self.most])


class RememberedFirst(UpTo, Sliding):
    """Only the first {n} pieces that moved are remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return sum(list(squares_of(super().remembered(pieces, now, heading, blue_moved, removed)))[: self.most])


class RememberedLast(UpTo, Sliding):
    """Only the last {n} pieces that moved are remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return sum(list(squares_of(super().remembered(pieces, now, heading, blue_moved, removed)))[-self.most :])


class RememberedRuns(UpTo, Sliding):
    """Nothing is remembered of a turn that moved more than {n} pieces."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        found = super().remembered(pieces, now, heading, blue_moved, removed)
        return 0 if now.bit_count() > self.most else found


class ReturnedRuns(UpTo, Sliding):
    """A slide that moves more than {n} pieces may bring others back."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        return run.bit_count() <= self.most and super().returns(here, square, run, direction)


class Scores(UpTo, Sliding):
    """When both are out, more than {n} pieces count as {n}."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        return super().scored(min(blue, self.most), min(white, self.most), blue_moved)


PUSH, OFF = "splinter.slide.push", "splinter.slide.off"
MEASURES = (
    Measure("A piece pushes {n} others at most.", PUSH, of_slide(lambda slide: slide.run.bit_count() - 1)),
    Measure("Diagonally a piece pushes {n} others at most.", PUSH,
            of_slide(lambda slide: slide.direction % 2 * (slide.run.bit_count() - 1))),
    Measure("Along columns and rows a piece pushes {n} others at most.", PUSH,
            of_slide(lambda slide: (slide.direction + 1) % 2 * (slide.run.bit_count() - 1))),
    Measure("A piece pushes {n} of the mover's at most.", PUSH,
            of_slide(lambda slide: (slide.run & slide.own).bit_count() - 1)),
    Measure("A piece pushes {n} of the opponent's at most.", PUSH,
            of_slide(lambda slide: (slide.run & ~slide.own).bit_count())),
    Measure("A push that moves more than {n} pieces takes none off the board.", OFF,
            of_slide(lambda slide: slide.off * slide.run.bit_count())),
    Measure("A turn removes {n} pieces at most.", "splinter.group.splinter", pieces_removed),
)  # fmt: skip


def alternatives() -> Iterator[Alternative]:
    """All limits."""
    for measure in MEASURES:
        yield from refusing(Sliding, measure)
    for engine, clause in (
        (GroupsCompared, "splinter.group.largest"),
        (TiedGroups, "splinter.group.tie"),
        (TiesOfSize, "splinter.group.tie"),
        (SizesCapped, "splinter.group.largest"),
        (SizesRound, "splinter.group.largest"),
        (Linked, "splinter.group.touch"),
        (CutOff, "splinter.group.splinter"),
        (RememberedFirst, "splinter.slide.return"),
        (RememberedLast, "splinter.slide.return"),
        (RememberedRuns, "splinter.slide.return"),
        (ReturnedRuns, "splinter.slide.return"),
        (Scores, "splinter.win.both-out"),
    ):
        yield from numbered(engine, clause)
