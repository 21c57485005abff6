"""Mutants of Scrunch as a stranger might make them, in no list of the harness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.unlisted.cache import remembered
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import Position, Turn, bits

Json = dict[str, Any]


class NoEggsInCorners(Engine):
    """Who has stones lays no egg in a corner."""

    def isolated(self, own: int, other: int) -> int:
        corners = sum(cell for cell, near in self.board.near.items() if near.bit_count() == 3)
        return super().isolated(own, other) & ~(corners if own else 0)


class NoMergeOfSmallest(Engine):
    """No stone is placed beside two of the smallest snakes."""

    def places(self, own: int) -> int:
        found, smallest, beside = super().places(own), self.smallest(own), self.board.beside
        for number, one in enumerate(smallest):
            for other in smallest[number + 1 :]:
                found &= ~(beside(one) & beside(other))
        return found


class CountFallsWithMerges(Engine):
    """A growth that merges three snakes may leave one snake less."""

    def limit(self, own: int, other: int, placed: int) -> int:
        merges = len(self.snakes(own)) - len(self.snakes(own | placed))
        return super().limit(own, other, placed) - (merges > 1)


class NotBackBesidePlaced(Engine):
    """Of more than six stones none steps to a cell beside the one placed."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        found = super().steps(held, moved, placed)
        return found & ~self.board.near[placed] if held.bit_count() > 6 else found


class FourFriendsAreFine(Engine):
    """A stone with four friends and more is no mutant."""

    def mutants(self, stones: int) -> int:
        near = self.board.near
        return sum(cell for cell in bits(super().mutants(stones)) if (near[cell] & stones).bit_count() < 4)


class StopsHalfWay(Engine):
    """The last snake need not be removed after others."""

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        return super().must_go_on(own, other, creating) and len(self.snakes(own)) > 1


class CreatesUpToFourEggs(Engine):
    """A creator with more than four eggs does not begin to wriggle."""

    def growths(
        self, own: int, other: int, creating: bool, places: int | None = None, spare: int = 0
    ) -> Iterator[tuple[Turn, int]]:
        if not creating or own.bit_count() <= 4:
            yield from super().growths(own, other, creating, places, spare)


class ManyEggsStay(Engine):
    """A creator with more than two eggs and nothing else to do passes."""

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        return not (creating and own.bit_count() > 2) and super().may_begin_removal(own, other, creating)

    def may_pass(self, here: Position) -> bool:
        if not here.creating or here.own.bit_count() <= 2:
            return super().may_pass(here)
        own, other = here.own, here.other
        return not self.isolated(own, other) and not self.any_smallest_can_grow(own, other, True)


class StaleLiberties(Engine):
    """Whether one of the smallest snakes can grow is remembered whatever the other side has done since."""

    def any_smallest_can_grow(self, own: int, other: int, creating: bool) -> bool:
        usual = super().any_smallest_can_grow
        return remembered(self, (own, creating), lambda: usual(own, other, creating))


class CreatorsForgotten(Engine):
    """The turns of a position are remembered by its stones and who is to move."""

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        usual, key = super().results, (here.own, here.other, here.dark_moves)
        return iter(remembered(self, key, lambda: list(usual(here))))


class CapitalsForgiven(Engine):
    """Capital letters are read as small ones."""

    def verdict(self, here: Position, text: str) -> Json:
        return super().verdict(here, text.lower())


class FinishedIsMalformed(Engine):
    """After the end of the game no text is a turn."""

    def verdict(self, here: Position, text: str) -> Json:
        return {"verdict": "malformed"} if self.outcome(here) else super().verdict(here, text)


class RemovalsCreateOn(Engine):
    """A creator that has removed eggs is still in creation."""

    def creating_after_removal(self, creating: bool) -> bool:
        return creating


class LastStonesDoNotLose(Engine):
    """The game goes on while the side to move has a single stone."""

    def end(self, here: Position) -> str | None:
        return None if here.own.bit_count() == 1 else super().end(here)


class SmallestIsTheFirst(Engine):
    """Of equally small snakes of three stones and more only the first is the smallest."""

    def smallest(self, own: int) -> list[int]:
        found = super().smallest(own)
        return found[:1] if found and found[0].bit_count() >= 3 else found


class LongSnakesStay(Engine):
    """Snakes of five stones and more are not removed."""

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        return [each for each in super().pool(own, other, creating) if each.bit_count() < 5]


UNLISTED: dict[type[Engine], str] = {
    NoEggsInCorners: "scrunch.isolated",
    NoMergeOfSmallest: "scrunch.growth.merge",
    CountFallsWithMerges: "scrunch.growth.count",
    NotBackBesidePlaced: "scrunch.growth.step",
    FourFriendsAreFine: "scrunch.snake.mutant",
    StopsHalfWay: "scrunch.death.until",
    CreatesUpToFourEggs: "scrunch.first-wriggle",
    ManyEggsStay: "scrunch.death.creator",
    StaleLiberties: "scrunch.death.when",
    CreatorsForgotten: "scrunch.creation.end",
    CapitalsForgiven: "scrunch.notation.cell",
    FinishedIsMalformed: "scrunch.turn.finished",
    RemovalsCreateOn: "scrunch.forced-removal",
    LastStonesDoNotLose: "scrunch.end.last-snake",
    SmallestIsTheFirst: "scrunch.growth.smallest",
    LongSnakesStay: "scrunch.death.which",
}
"""Each mistake, and the clause that it breaks."""
