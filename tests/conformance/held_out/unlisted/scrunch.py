"""Mutants of Scrunch as a stranger might make them, in no list of the harness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import Position, Turn, bits

MUTANTS = Mutants(Engine)
Json = dict[str, Any]


@MUTANTS.instead_of(Engine.isolated, "scrunch.isolated")
def no_eggs_in_corners(self: Engine, own: int, other: int) -> int:
    """Who has stones lays no egg in a corner."""
    corners = sum(cell for cell, near in self.board.near.items() if near.bit_count() == 3)
    return Engine.isolated(self, own, other) & ~(corners if own else 0)


@MUTANTS.instead_of(Engine.places, "scrunch.growth.merge")
def no_merge_of_smallest(self: Engine, own: int) -> int:
    """No stone is placed beside two of the smallest snakes."""
    found, smallest, beside = Engine.places(self, own), self.smallest(own), self.board.beside
    for number, one in enumerate(smallest):
        for other in smallest[number + 1 :]:
            found &= ~(beside(one) & beside(other))
    return found


@MUTANTS.instead_of(Engine.limit, "scrunch.growth.count")
def count_falls_with_merges(self: Engine, own: int, other: int, placed: int) -> int:
    """A growth that merges three snakes may leave one snake less."""
    merges = len(self.snakes(own)) - len(self.snakes(own | placed))
    return Engine.limit(self, own, other, placed) - (merges > 1)


@MUTANTS.instead_of(Engine.steps, "scrunch.growth.step")
def not_back_beside_placed(self: Engine, held: int, moved: int, placed: int) -> int:
    """Of more than six stones none steps to a cell beside the one placed."""
    found = Engine.steps(self, held, moved, placed)
    return found & ~self.board.near[placed] if held.bit_count() > 6 else found


@MUTANTS.instead_of(Engine.mutants, "scrunch.snake.mutant")
def four_friends_are_fine(self: Engine, stones: int) -> int:
    """A stone with four friends and more is no mutant."""
    near = self.board.near
    return sum(cell for cell in bits(Engine.mutants(self, stones)) if (near[cell] & stones).bit_count() < 4)


@MUTANTS.instead_of(Engine.must_go_on, "scrunch.death.until")
def stops_half_way(self: Engine, own: int, other: int, creating: bool) -> bool:
    """The last snake need not be removed after others."""
    return Engine.must_go_on(self, own, other, creating) and len(self.snakes(own)) > 1


@MUTANTS.instead_of(Engine.growths, "scrunch.first-wriggle")
def creates_up_to_four_eggs(
    self: Engine, own: int, other: int, creating: bool, places: int | None = None, spare: int = 0
) -> Iterator[tuple[Turn, int]]:
    """A creator with more than four eggs does not begin to wriggle."""
    if not creating or own.bit_count() <= 4:
        yield from Engine.growths(self, own, other, creating, places, spare)


@MUTANTS.engine("scrunch.death.creator")
class ManyEggsStay(Engine):
    """A creator with more than two eggs and nothing else to do passes."""

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        return not (creating and own.bit_count() > 2) and super().may_begin_removal(own, other, creating)

    def may_pass(self, here: Position) -> bool:
        if not here.creating or here.own.bit_count() <= 2:
            return super().may_pass(here)
        own, other = here.own, here.other
        return not self.isolated(own, other) and not self.any_smallest_can_grow(own, other, True)


@MUTANTS.instead_of(Engine.any_smallest_can_grow, "scrunch.death.when")
def stale_liberties(self: Engine, own: int, other: int, creating: bool) -> bool:
    """Whether one of the smallest snakes can grow is remembered whatever the other side has done since."""
    return remembered(self, (own, creating), lambda: Engine.any_smallest_can_grow(self, own, other, creating))


@MUTANTS.instead_of(Engine.results, "scrunch.creation.end")
def creators_forgotten(self: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    """The turns of a position are remembered by its stones and who is to move."""
    key = here.own, here.other, here.dark_moves
    return iter(remembered(self, key, lambda: list(Engine.results(self, here))))


@MUTANTS.instead_of(Engine.verdict, "scrunch.notation.cell")
def capitals_forgiven(self: Engine, here: Position, text: str) -> Json:
    """Capital letters are read as small ones."""
    return Engine.verdict(self, here, text.lower())


@MUTANTS.instead_of(Engine.verdict, "scrunch.turn.finished")
def finished_is_malformed(self: Engine, here: Position, text: str) -> Json:
    """After the end of the game no text is a turn."""
    return {"verdict": "malformed"} if self.outcome(here) else Engine.verdict(self, here, text)


@MUTANTS.instead_of(Engine.creating_after_removal, "scrunch.forced-removal")
def removals_create_on(self: Engine, creating: bool) -> bool:
    """A creator that has removed eggs is still in creation."""
    return creating


@MUTANTS.instead_of(Engine.end, "scrunch.end.last-snake")
def last_stones_do_not_lose(self: Engine, here: Position) -> str | None:
    """The game goes on while the side to move has a single stone."""
    return None if here.own.bit_count() == 1 else Engine.end(self, here)


@MUTANTS.instead_of(Engine.smallest, "scrunch.growth.smallest")
def smallest_is_the_first(self: Engine, own: int) -> list[int]:
    """Of equally small snakes of three stones and more only the first is the smallest."""
    found = Engine.smallest(self, own)
    return found[:1] if found and found[0].bit_count() >= 3 else found


@MUTANTS.instead_of(Engine.pool, "scrunch.death.which")
def long_snakes_stay(self: Engine, own: int, other: int, creating: bool) -> list[int]:
    """Snakes of five stones and more are not removed."""
    return [each for each in Engine.pool(self, own, other, creating) if each.bit_count() < 5]
