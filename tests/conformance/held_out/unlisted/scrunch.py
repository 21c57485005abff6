"""Mutants of Scrunch as a stranger might make them, in no list of the harness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import Position, Turn, bits

Json = dict[str, Any]


def _no_eggs_in_corners(self: Engine, own: int, other: int) -> int:
    corners = sum(cell for cell, near in self.board.near.items() if near.bit_count() == 3)
    return Engine.isolated(self, own, other) & ~(corners if own else 0)


def _no_merge_of_smallest(self: Engine, own: int) -> int:
    found, smallest, beside = Engine.places(self, own), self.smallest(own), self.board.beside
    for number, one in enumerate(smallest):
        for other in smallest[number + 1 :]:
            found &= ~(beside(one) & beside(other))
    return found


def _count_falls_with_merges(self: Engine, own: int, other: int, placed: int) -> int:
    merges = len(self.snakes(own)) - len(self.snakes(own | placed))
    return Engine.limit(self, own, other, placed) - (merges > 1)


def _not_back_beside_placed(self: Engine, held: int, moved: int, placed: int) -> int:
    found = Engine.steps(self, held, moved, placed)
    return found & ~self.board.near[placed] if held.bit_count() > 6 else found


def _four_friends_are_fine(self: Engine, stones: int) -> int:
    near = self.board.near
    return sum(cell for cell in bits(Engine.mutants(self, stones)) if (near[cell] & stones).bit_count() < 4)


def _creates_up_to_four_eggs(
    self: Engine, own: int, other: int, creating: bool, places: int | None = None, spare: int = 0
) -> Iterator[tuple[Turn, int]]:
    if not creating or own.bit_count() <= 4:
        yield from Engine.growths(self, own, other, creating, places, spare)


class ManyEggsStay(Engine):
    """A creator with more than two eggs and nothing else to do passes."""

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        return not (creating and own.bit_count() > 2) and super().may_begin_removal(own, other, creating)

    def may_pass(self, here: Position) -> bool:
        if not here.creating or here.own.bit_count() <= 2:
            return super().may_pass(here)
        own, other = here.own, here.other
        return not self.isolated(own, other) and not self.any_smallest_can_grow(own, other, True)


def _creators_forgotten(self: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    key = here.own, here.other, here.dark_moves
    return iter(remembered(self, key, lambda: list(Engine.results(self, here))))


def _smallest_is_the_first(self: Engine, own: int) -> list[int]:
    found = Engine.smallest(self, own)
    return found[:1] if found and found[0].bit_count() >= 3 else found


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("no-eggs-in-corners", "Who has stones lays no egg in a corner.", ("scrunch.isolated",),
           Engine.isolated, _no_eggs_in_corners),
    mutant("no-merge-of-smallest", "No stone is placed beside two of the smallest snakes.", ("scrunch.growth.merge",),
           Engine.places, _no_merge_of_smallest),
    mutant("count-falls-with-merges", "A growth that merges three snakes may leave one snake less.",
           ("scrunch.growth.count",), Engine.limit, _count_falls_with_merges),
    mutant("not-back-beside-placed", "Of more than six stones none steps to a cell beside the one placed.",
           ("scrunch.growth.step",), Engine.steps, _not_back_beside_placed),
    mutant("four-friends-are-fine", "A stone with four friends and more is no mutant.", ("scrunch.snake.mutant",),
           Engine.mutants, _four_friends_are_fine),
    mutant("stops-half-way", "The last snake need not be removed after others.", ("scrunch.death.until",),
           Engine.must_go_on, lambda self, own, other, creating:
           Engine.must_go_on(self, own, other, creating) and len(self.snakes(own)) > 1),
    mutant("creates-up-to-four-eggs", "A creator with more than four eggs does not begin to wriggle.",
           ("scrunch.first-wriggle",), Engine.growths, _creates_up_to_four_eggs),
    ("many-eggs-stay", ManyEggsStay, ("scrunch.death.creator",)),
    mutant("old-liberties",
           "Whether one of the smallest snakes can grow is remembered whatever the other side has done since.",
           ("scrunch.death.when",), Engine.any_smallest_can_grow, lambda self, own, other, creating:
           remembered(self, (own, creating), lambda: Engine.any_smallest_can_grow(self, own, other, creating))),
    mutant("creators-forgotten", "The turns of a position are remembered by its stones and who is to move.",
           ("scrunch.creation.end",), Engine.results, _creators_forgotten),
    mutant("capitals-forgiven", "Capital letters are read as small ones.", ("scrunch.notation.cell",),
           Engine.verdict, lambda self, here, text: Engine.verdict(self, here, text.lower())),
    mutant("finished-is-malformed", "After the end of the game no text is a turn.", ("scrunch.turn.finished",),
           Engine.verdict, lambda self, here, text:
           {"verdict": "malformed"} if self.outcome(here) else Engine.verdict(self, here, text)),
    mutant("removals-create-on", "A creator that has removed eggs is still in creation.", ("scrunch.forced-removal",),
           Engine.creating_after_removal, lambda self, creating: creating),
    mutant("last-stones-do-not-lose", "The game goes on while the side to move has a single stone.",
           ("scrunch.end.last-snake",),
           Engine.end, lambda self, here: None if here.own.bit_count() == 1 else Engine.end(self, here)),
    mutant("smallest-is-the-first", "Of equally small snakes of three stones and more only the first is the smallest.",
           ("scrunch.growth.smallest",), Engine.smallest, _smallest_is_the_first),
    mutant("long-snakes-stay", "Snakes of five stones and more are not removed.", ("scrunch.death.which",),
           Engine.pool, lambda self, own, other, creating:
           [each for each in Engine.pool(self, own, other, creating) if each.bit_count() < 5]),
)  # fmt: skip
