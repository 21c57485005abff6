"""Mutants of Splinter as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import SIDES, Position, Turn

MUTANTS = Mutants(Engine)
Json = dict[str, Any]


@MUTANTS.instead_of(Engine.remembered, "splinter.slide.return")
def own_pushed_forgotten(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """Only the other side's pieces are remembered as moved."""
    found = Engine.remembered(self, pieces, now, heading, blue_moved, removed)
    blue = pieces >> self.squares.size & self.squares.all
    return found & (~blue if blue_moved else blue)


@MUTANTS.instead_of(Engine.remembered, "splinter.slide.return")
def only_pushes_remembered(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """Slides of a single piece are not remembered."""
    return 0 if now.bit_count() < 2 else Engine.remembered(self, pieces, now, heading, blue_moved, removed)


@MUTANTS.instead_of(Engine.verdict, "splinter.notation.tie")
def choice_without_tie(self: Engine, here: Position, text: str) -> Json:
    """A choice is read where there is no tie, and passed over."""
    found = Engine.verdict(self, here, text)
    if found["verdict"] == "illegal" and "=" in text:
        again = Engine.verdict(self, here, text.partition("=")[0])
        return again if again["verdict"] == "legal" else found
    return found


@MUTANTS.instead_of(Engine.verdict, "splinter.notation.slide")
def small_directions(self: Engine, here: Position, text: str) -> Json:
    """Directions are read in small letters too."""
    match = re.fullmatch(r"([a-z]\d+)([nesw]{1,2})", text)
    return Engine.verdict(self, here, match[1] + match[2].upper() if match else text)


@MUTANTS.instead_of(Engine.scored, "splinter.win.even")
def even_of_one_each(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both run out with two pieces at most, the other player wins."""
    if blue == white <= 2:
        return Outcome(SIDES[not blue_moved], "splinter.win.both-out")
    return Engine.scored(self, blue, white, blue_moved)


@MUTANTS.instead_of(Engine.is_out, "splinter.win.type-out")
def circles_do_not_count(self: Engine, square: int, cross: int, circle: int) -> bool:
    """A player without circles is not out."""
    return not (square and cross)


@MUTANTS.instead_of(Engine.opening, "splinter.start.other-boards")
def right_of_the_middle(self: Engine) -> Position:
    """On a board with an odd number of columns the opening stands one column to the right."""
    here, squares = Engine.opening(self), self.squares
    if squares.columns % 2 == 0 or squares.columns <= 6:
        return here
    planes = (here.pieces >> plane * squares.size & squares.all for plane in range(4))
    return here._replace(pieces=sum(squares.moved(of, 2) << n * squares.size for n, of in enumerate(planes)))


@MUTANTS.instead_of(Engine.verdict, "splinter.turn.finished")
def finished_is_malformed(self: Engine, here: Position, text: str) -> Json:
    """After the end of the game no text is a turn."""
    return {"verdict": "malformed"} if here.outcome is not None else Engine.verdict(self, here, text)


@MUTANTS.instead_of(Engine.verdict, "splinter.notation.slide")
def spaces_forgiven(self: Engine, here: Position, text: str) -> Json:
    """Spaces around a turn are passed over."""
    return Engine.verdict(self, here, text.strip(" "))


@MUTANTS.instead_of(Engine.weight, "splinter.group.largest")
def edge_pieces_weigh_nothing(self: Engine, group: int, own: int, landing: int) -> int:
    """Of groups of seven and more the largest is that with most pieces off the edge."""
    rim = 0
    for straight_to_an_edge in (0, 2, 4, 6):
        rim |= self.squares.last[straight_to_an_edge]
    pieces = group.bit_count()
    return pieces if pieces <= 6 else (group & ~rim).bit_count() * 100 + pieces


@MUTANTS.instead_of(Engine.tied, "splinter.group.tie")
def ownless_groups_lose_ties(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    """Of equally large groups those without a piece of the mover are removed unasked."""
    found = Engine.tied(self, groups, own, landing)
    return [each for each in found if each & own] or found


@MUTANTS.instead_of(Engine.verdict, "splinter.group.tie")
def takes_the_first_meaning(self: Engine, here: Position, text: str) -> Json:
    """A turn that leaves a tie is played as the first of its meanings."""
    found = Engine.verdict(self, here, text)
    return Engine.verdict(self, here, found["means"][0]) if found["verdict"] == "ambiguous" else found


@MUTANTS.instead_of(Engine.refusal, "splinter.slide.off")
def last_of_a_kind_stays(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    """The last cross or circle of the other side is not pushed off."""
    found = Engine.refusal(self, here, square, direction, run)
    off, own, squares = run & self.squares.last[direction], self.own(here), self.squares
    if found is None and run != square and off and not off & own:
        planes = (here.pieces >> plane * squares.size & squares.all for plane in (2, 3))
        if any(off & plane and (plane & ~own).bit_count() == 1 for plane in planes):
            return "splinter.slide.off"
    return found


@MUTANTS.instead_of(Engine.returns, "splinter.slide.return")
def steps_off_keep_memory(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """A step off the board may undo a turn, unless the piece has just been moved."""
    if run == square and run & self.squares.last[direction]:
        return bool(here.now & square)
    return Engine.returns(self, here, square, run, direction)


@MUTANTS.instead_of(Engine.may_push, "splinter.slide.push")
def no_push_through_five_own(self: Engine, own: int, run: int, off: bool) -> bool:
    """A run with five pieces of the mover is not pushed."""
    return (run & own).bit_count() < 5


@MUTANTS.instead_of(Engine.may_push, "splinter.slide.push")
def pushes_off_one_only_if_light(self: Engine, own: int, run: int, off: bool) -> bool:
    """A single piece pushes nothing off by way of three others."""
    return not (off and run.bit_count() > 3 and (run & own).bit_count() == 1)


@MUTANTS.instead_of(Engine.meanings, "splinter.slide.return")
def verdicts_without_memory(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """What a turn's text means is remembered by the pieces and the side to move."""

    def meant() -> list[tuple[str, Position]] | RefusedTurn:
        try:
            return Engine.meanings(self, here, text)
        except RefusedTurn as refused:
            return refused

    found = remembered(self, (here.pieces, here.blue_moves, text), meant)
    if isinstance(found, RefusedTurn):
        raise found
    return found


@MUTANTS.instead_of(Engine.results, "splinter.turn.own")
def lists_without_mover(self: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    """The turns of a position are remembered by its pieces and what it remembers."""
    key = here.pieces, here.now, here.heading
    return iter(remembered(self, key, lambda: list(Engine.results(self, here))))
