"""Mutants of Splinter as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.unlisted.cache import remembered
from shatterproof.game import Outcome
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import SIDES, Position, Turn

Json = dict[str, Any]
RIM = (0, 2, 4, 6)
"""The directions straight to an edge."""


class OwnPushedForgotten(Engine):
    """Only the other side's pieces are remembered as moved."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        found = super().remembered(pieces, now, heading, blue_moved, removed)
        blue = pieces >> self.squares.size & self.squares.all
        return found & (~blue if blue_moved else blue)


class OnlyPushesRemembered(Engine):
    """Slides of a single piece are not remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        return 0 if now.bit_count() < 2 else super().remembered(pieces, now, heading, blue_moved, removed)


class ChoiceWithoutTie(Engine):
    """A choice is read where there is no tie, and passed over."""

    def verdict(self, here: Position, text: str) -> Json:
        found = super().verdict(here, text)
        if found["verdict"] == "illegal" and "=" in text:
            again = super().verdict(here, text.partition("=")[0])
            return again if again["verdict"] == "legal" else found
        return found


class SmallDirections(Engine):
    """Directions are read in small letters too."""

    def verdict(self, here: Position, text: str) -> Json:
        match = re.fullmatch(r"([a-z]\d+)([nesw]{1,2})", text)
        return super().verdict(here, match[1] + match[2].upper() if match else text)


class EvenOfOneEach(Engine):
    """When both run out with two pieces at most, the other player wins."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        if blue == white <= 2:
            return Outcome(SIDES[not blue_moved], "splinter.win.both-out")
        return super().scored(blue, white, blue_moved)


class CirclesDoNotCount(Engine):
    """A player without circles is not out."""

    def is_out(self, square: int, cross: int, circle: int) -> bool:
        return not (square and cross)


class RightOfTheMiddle(Engine):
    """On a board with an odd number of columns the opening stands one column to the right."""

    def opening(self) -> Position:
        here, squares = super().opening(), self.squares
        if squares.columns % 2 == 0 or squares.columns <= 6:
            return here
        planes = (here.pieces >> plane * squares.size & squares.all for plane in range(4))
        return here._replace(pieces=sum(squares.moved(of, 2) << n * squares.size for n, of in enumerate(planes)))


class FinishedIsMalformed(Engine):
    """After the end of the game no text is a turn."""

    def verdict(self, here: Position, text: str) -> Json:
        return {"verdict": "malformed"} if here.outcome is not None else super().verdict(here, text)


class SpacesForgiven(Engine):
    """Spaces around a turn are passed over."""

    def verdict(self, here: Position, text: str) -> Json:
        return super().verdict(here, text.strip(" "))


class EdgePiecesWeighNothing(Engine):
    """Of groups of seven and more the largest is that with most pieces off the edge."""

    def weight(self, group: int, own: int, landing: int) -> int:
        last, rim = self.squares.last, 0
        for direction in RIM:
            rim |= last[direction]
        pieces = group.bit_count()
        return pieces if pieces <= 6 else (group & ~rim).bit_count() * 100 + pieces


class OwnlessGroupsLoseTies(Engine):
    """Of equally large groups those without a piece of the mover are removed unasked."""

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        found = super().tied(groups, own, landing)
        return [each for each in found if each & own] or found


class TakesTheFirstMeaning(Engine):
    """A turn that leaves a tie is played as the first of its meanings."""

    def verdict(self, here: Position, text: str) -> Json:
        found = super().verdict(here, text)
        return super().verdict(here, found["means"][0]) if found["verdict"] == "ambiguous" else found


class LastOfAKindStays(Engine):
    """The last cross or circle of the other side is not pushed off."""

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        found = super().refusal(here, square, direction, run)
        off, own, squares = run & self.squares.last[direction], self.own(here), self.squares
        if found is None and run != square and off and not off & own:
            planes = (here.pieces >> plane * squares.size & squares.all for plane in (2, 3))
            if any(off & plane and (plane & ~own).bit_count() == 1 for plane in planes):
                return "splinter.slide.off"
        return found


class StepsOffKeepMemory(Engine):
    """A step off the board may undo a turn, unless the piece has just been moved."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        if run == square and run & self.squares.last[direction]:
            return bool(here.now & square)
        return super().returns(here, square, run, direction)


class NoPushThroughFiveOwn(Engine):
    """A run with five pieces of the mover is not pushed."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return (run & own).bit_count() < 5


class PushesOffOneOnlyIfLight(Engine):
    """A single piece pushes nothing off by way of three others."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return not (off and run.bit_count() > 3 and (run & own).bit_count() == 1)


class VerdictsWithoutMemory(Engine):
    """What a turn's text means is remembered by the pieces and the side to move."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        usual = super().meanings

        def meant() -> list[tuple[str, Position]] | RefusedTurn:
            try:
                return usual(here, text)
            except RefusedTurn as refused:
                return refused

        found = remembered(self, (here.pieces, here.blue_moves, text), meant)
        if isinstance(found, RefusedTurn):
            raise found
        return found


class ListsWithoutMover(Engine):
    """The turns of a position are remembered by its pieces and what it remembers."""

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        usual, key = super().results, (here.pieces, here.now, here.heading)
        return iter(remembered(self, key, lambda: list(usual(here))))


UNLISTED: dict[type[Engine], str] = {
    OwnPushedForgotten: "splinter.slide.return",
    OnlyPushesRemembered: "splinter.slide.return",
    ChoiceWithoutTie: "splinter.notation.tie",
    SmallDirections: "splinter.notation.slide",
    EvenOfOneEach: "splinter.win.even",
    CirclesDoNotCount: "splinter.win.type-out",
    RightOfTheMiddle: "splinter.start.other-boards",
    FinishedIsMalformed: "splinter.turn.finished",
    SpacesForgiven: "splinter.notation.slide",
    EdgePiecesWeighNothing: "splinter.group.largest",
    OwnlessGroupsLoseTies: "splinter.group.tie",
    TakesTheFirstMeaning: "splinter.group.tie",
    LastOfAKindStays: "splinter.slide.off",
    StepsOffKeepMemory: "splinter.slide.return",
    NoPushThroughFiveOwn: "splinter.slide.push",
    PushesOffOneOnlyIfLight: "splinter.slide.push",
    VerdictsWithoutMemory: "splinter.slide.return",
    ListsWithoutMover: "splinter.turn.own",
}
"""Each mistake, and the clause that it breaks."""
