"""Mutants of Splinter as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of, then
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import SIDES, Position

Json = dict[str, Any]


def _own_pushed_forgotten(
    it: Engine, usual: Usual, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool
) -> Any:
    found = usual(pieces, now, heading, blue_moved, removed)
    blue = pieces >> it.squares.size & it.squares.all
    return found & (~blue if blue_moved else blue)


def _choice_without_tie(it: Engine, usual: Callable[..., Json], here: Position, text: str) -> Json:
    found = usual(here, text)
    if found["verdict"] == "illegal" and "=" in text:
        again = usual(here, text.partition("=")[0])
        return again if again["verdict"] == "legal" else found
    return found


def _right_of_the_middle(it: Engine, usual: Callable[..., Position]) -> Position:
    here, squares = usual(), it.squares
    if squares.columns % 2 == 0 or squares.columns <= 6:
        return here
    planes = (here.pieces >> plane * squares.size & squares.all for plane in range(4))
    return here._replace(pieces=sum(squares.moved(of, 2) << n * squares.size for n, of in enumerate(planes)))


def _edge_pieces_weigh_nothing(it: Engine, usual: Callable[..., int], group: int, own: int, landing: int) -> int:
    rim = 0
    for straight_to_an_edge in (0, 2, 4, 6):
        rim |= it.squares.last[straight_to_an_edge]
    pieces = group.bit_count()
    return pieces if pieces <= 6 else (group & ~rim).bit_count() * 100 + pieces


def _last_of_a_kind_stays(it: Engine, usual: Usual, here: Position, square: int, direction: int, run: int) -> Any:
    found = usual(here, square, direction, run)
    off, own, squares = run & it.squares.last[direction], it.own(here), it.squares
    if found is None and run != square and off and not off & own:
        planes = (here.pieces >> plane * squares.size & squares.all for plane in (2, 3))
        if any(off & plane and (plane & ~own).bit_count() == 1 for plane in planes):
            return "splinter.slide.off"
    return found


def _verdicts_without_memory(it: Engine, usual: Usual, here: Position, text: str) -> Any:
    def meant() -> Any:
        try:
            return usual(here, text)
        except RefusedTurn as refused:
            return refused

    found = remembered(it, (here.pieces, here.blue_moves, text), meant)
    if isinstance(found, RefusedTurn):
        raise found
    return found


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("own-pushed-forgotten", "Only the other side's pieces are remembered as moved.",
           ("splinter.slide.return",), remembered=_own_pushed_forgotten),
    mutant("only-pushes-remembered", "Slides of a single piece are not remembered.", ("splinter.slide.return",),
           remembered=lambda it, usual, pieces, now, heading, blue_moved, removed:
           0 if now.bit_count() < 2 else usual(pieces, now, heading, blue_moved, removed)),
    mutant("choice-without-tie", "A choice is read where there is no tie, and passed over.",
           ("splinter.notation.tie",), verdict=_choice_without_tie),
    mutant("small-directions", "Directions are read in small letters too.", ("splinter.notation.slide",),
           verdict=lambda it, usual, here, text:
           usual(here, re.sub(r"\A([a-z]\d+)([nesw]{1,2})\Z", lambda found: found[1] + found[2].upper(), text))),
    mutant("even-of-one-each", "When both run out with two pieces at most, the other player wins.",
           ("splinter.win.even",), scored=lambda it, usual, blue, white, blue_moved:
           Outcome(SIDES[not blue_moved], "splinter.win.both-out") if blue == white <= 2
           else usual(blue, white, blue_moved)),
    mutant("circles-do-not-count", "A player without circles is not out.", ("splinter.win.type-out",),
           is_out=lambda it, usual, square, cross, circle: not (square and cross)),
    mutant("right-of-the-middle",
           "On a board with an odd number of columns the opening stands one column to the right.",
           ("splinter.start.other-boards",), opening=_right_of_the_middle),
    mutant("finished-is-malformed", "After the end of the game no text is a turn.", ("splinter.turn.finished",),
           verdict=lambda it, usual, here, text:
           {"verdict": "malformed"} if here.outcome is not None else usual(here, text)),
    mutant("spaces-forgiven", "Spaces around a turn are passed over.", ("splinter.notation.slide",),
           verdict=lambda it, usual, here, text: usual(here, text.strip(" "))),
    mutant("edge-pieces-weigh-nothing",
           "Of groups of seven and more the largest is that with most pieces off the edge.",
           ("splinter.group.largest",), weight=_edge_pieces_weigh_nothing),
    mutant("ownless-groups-lose-ties",
           "Of equally large groups those without a piece of the mover are removed unasked.", ("splinter.group.tie",),
           tied=then(lambda it, found, groups, own, *_: [each for each in found if each & own] or found)),
    mutant("takes-the-first-meaning", "A turn that leaves a tie is played as the first of its meanings.",
           ("splinter.group.tie",), verdict=lambda it, usual, here, text:
           usual(here, found["means"][0]) if (found := usual(here, text))["verdict"] == "ambiguous" else found),
    mutant("last-of-a-kind-stays", "The last cross or circle of the other side is not pushed off.",
           ("splinter.slide.off",), refusal=_last_of_a_kind_stays),
    mutant("steps-off-keep-memory", "A step off the board may undo a turn, unless the piece has just been moved.",
           ("splinter.slide.return",), returns=lambda it, usual, here, square, run, direction:
           bool(here.now & square) if run == square and run & it.squares.last[direction]
           else usual(here, square, run, direction)),
    mutant("no-push-through-five-own", "A run with five pieces of the mover is not pushed.", ("splinter.slide.push",),
           may_push=lambda it, usual, own, run, off: (run & own).bit_count() < 5),
    mutant("pushes-off-one-only-if-light", "A single piece pushes nothing off by way of three others.",
           ("splinter.slide.push",), may_push=lambda it, usual, own, run, off:
           not (off and run.bit_count() > 3 and (run & own).bit_count() == 1)),
    mutant("verdicts-without-memory", "What a turn's text means is remembered by the pieces and the side to move.",
           ("splinter.slide.return",), meanings=_verdicts_without_memory),
    mutant("lists-without-mover", "The turns of a position are remembered by its pieces and what it remembers.",
           ("splinter.turn.own",), results=lambda it, usual, here:
           iter(remembered(it, (here.pieces, here.now, here.heading), lambda: list(usual(here))))),
)  # fmt: skip
