"""Mutants of Splinter as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import SIDES, Position, Turn

Json = dict[str, Any]


def _own_pushed_forgotten(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    found = Engine.remembered(self, pieces, now, heading, blue_moved, removed)
    blue = pieces >> self.squares.size & self.squares.all
    return found & (~blue if blue_moved else blue)


def _choice_without_tie(self: Engine, here: Position, text: str) -> Json:
    found = Engine.verdict(self, here, text)
    if found["verdict"] == "illegal" and "=" in text:
        again = Engine.verdict(self, here, text.partition("=")[0])
        return again if again["verdict"] == "legal" else found
    return found


def _small_directions(self: Engine, here: Position, text: str) -> Json:
    match = re.fullmatch(r"([a-z]\d+)([nesw]{1,2})", text)
    return Engine.verdict(self, here, match[1] + match[2].upper() if match else text)


def _even_of_one_each(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    if blue == white <= 2:
        return Outcome(SIDES[not blue_moved], "splinter.win.both-out")
    return Engine.scored(self, blue, white, blue_moved)


def _right_of_the_middle(self: Engine) -> Position:
    here, squares = Engine.opening(self), self.squares
    if squares.columns % 2 == 0 or squares.columns <= 6:
        return here
    planes = (here.pieces >> plane * squares.size & squares.all for plane in range(4))
    return here._replace(pieces=sum(squares.moved(of, 2) << n * squares.size for n, of in enumerate(planes)))


def _edge_pieces_weigh_nothing(self: Engine, group: int, own: int, landing: int) -> int:
    rim = 0
    for straight_to_an_edge in (0, 2, 4, 6):
        rim |= self.squares.last[straight_to_an_edge]
    pieces = group.bit_count()
    return pieces if pieces <= 6 else (group & ~rim).bit_count() * 100 + pieces


def _ownless_groups_lose_ties(self: Engine, groups: Sequence[int], own: int, landing: int) -> list[int]:
    found = Engine.tied(self, groups, own, landing)
    return [each for each in found if each & own] or found


def _takes_the_first_meaning(self: Engine, here: Position, text: str) -> Json:
    found = Engine.verdict(self, here, text)
    return Engine.verdict(self, here, found["means"][0]) if found["verdict"] == "ambiguous" else found


def _last_of_a_kind_stays(self: Engine, here: Position, square: int, direction: int, run: int) -> str | None:
    found = Engine.refusal(self, here, square, direction, run)
    off, own, squares = run & self.squares.last[direction], self.own(here), self.squares
    if found is None and run != square and off and not off & own:
        planes = (here.pieces >> plane * squares.size & squares.all for plane in (2, 3))
        if any(off & plane and (plane & ~own).bit_count() == 1 for plane in planes):
            return "splinter.slide.off"
    return found


def _steps_off_keep_memory(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    if run == square and run & self.squares.last[direction]:
        return bool(here.now & square)
    return Engine.returns(self, here, square, run, direction)


def _verdicts_without_memory(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    def meant() -> list[tuple[str, Position]] | RefusedTurn:
        try:
            return Engine.meanings(self, here, text)
        except RefusedTurn as refused:
            return refused

    found = remembered(self, (here.pieces, here.blue_moves, text), meant)
    if isinstance(found, RefusedTurn):
        raise found
    return found


def _lists_without_mover(self: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    key = here.pieces, here.now, here.heading
    return iter(remembered(self, key, lambda: list(Engine.results(self, here))))


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("own-pushed-forgotten", "Only the other side's pieces are remembered as moved.", ("splinter.slide.return",),
           Engine.remembered, _own_pushed_forgotten),
    mutant("only-pushes-remembered", "Slides of a single piece are not remembered.", ("splinter.slide.return",),
           Engine.remembered, lambda self, pieces, now, heading, blue_moved, removed:
           0 if now.bit_count() < 2 else Engine.remembered(self, pieces, now, heading, blue_moved, removed)),
    mutant("choice-without-tie", "A choice is read where there is no tie, and passed over.", ("splinter.notation.tie",),
           Engine.verdict, _choice_without_tie),
    mutant("small-directions", "Directions are read in small letters too.", ("splinter.notation.slide",),
           Engine.verdict, _small_directions),
    mutant("even-of-one-each", "When both run out with two pieces at most, the other player wins.",
           ("splinter.win.even",), Engine.scored, _even_of_one_each),
    mutant("circles-do-not-count", "A player without circles is not out.", ("splinter.win.type-out",),
           Engine.is_out, lambda self, square, cross, circle: not (square and cross)),
    mutant("right-of-the-middle",
           "On a board with an odd number of columns the opening stands one column to the right.",
           ("splinter.start.other-boards",), Engine.opening, _right_of_the_middle),
    mutant("finished-is-malformed", "After the end of the game no text is a turn.", ("splinter.turn.finished",),
           Engine.verdict, lambda self, here, text:
           {"verdict": "malformed"} if here.outcome is not None else Engine.verdict(self, here, text)),
    mutant("spaces-forgiven", "Spaces around a turn are passed over.", ("splinter.notation.slide",),
           Engine.verdict, lambda self, here, text: Engine.verdict(self, here, text.strip(" "))),
    mutant("edge-pieces-weigh-nothing",
           "Of groups of seven and more the largest is that with most pieces off the edge.",
           ("splinter.group.largest",), Engine.weight, _edge_pieces_weigh_nothing),
    mutant("ownless-groups-lose-ties",
           "Of equally large groups those without a piece of the mover are removed unasked.",
           ("splinter.group.tie",), Engine.tied, _ownless_groups_lose_ties),
    mutant("takes-the-first-meaning", "A turn that leaves a tie is played as the first of its meanings.",
           ("splinter.group.tie",), Engine.verdict, _takes_the_first_meaning),
    mutant("last-of-a-kind-stays", "The last cross or circle of the other side is not pushed off.",
           ("splinter.slide.off",), Engine.refusal, _last_of_a_kind_stays),
    mutant("steps-off-keep-memory", "A step off the board may undo a turn, unless the piece has just been moved.",
           ("splinter.slide.return",), Engine.returns, _steps_off_keep_memory),
    mutant("no-push-through-five-own", "A run with five pieces of the mover is not pushed.", ("splinter.slide.push",),
           Engine.may_push, lambda self, own, run, off: (run & own).bit_count() < 5),
    mutant("pushes-off-one-only-if-light", "A single piece pushes nothing off by way of three others.",
           ("splinter.slide.push",), Engine.may_push,
           lambda self, own, run, off: not (off and run.bit_count() > 3 and (run & own).bit_count() == 1)),
    mutant("verdicts-without-memory", "What a turn's text means is remembered by the pieces and the side to move.",
           ("splinter.slide.return",), Engine.meanings, _verdicts_without_memory),
    mutant("lists-without-mover", "The turns of a position are remembered by its pieces and what it remembers.",
           ("splinter.turn.own",), Engine.results, _lists_without_mover),
)  # fmt: skip
