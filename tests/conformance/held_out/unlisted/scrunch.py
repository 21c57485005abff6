"""Mutants of Scrunch as a stranger might make them, in no list of the harness."""

from __future__ import annotations

from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof_properties.conformance.mutants import Listed, mutants_of, then
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import bits

Json = dict[str, Any]


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("no-eggs-in-corners", "Who has stones lays no egg in a corner.", ("scrunch.isolated",),
           isolated=lambda it, usual, own, other:
           usual(own, other) & ~(sum(cell for cell, near in it.board.near.items() if near.bit_count() == 3)
           if own else 0)),
    mutant("no-merge-of-smallest", "No stone is placed beside two of the smallest snakes.", ("scrunch.growth.merge",),
           places=then(lambda it, found, own:
           sum(cell for cell in bits(found) if sum(bool(it.board.near[cell] & snake)
           for snake in it.smallest(own)) < 2))),
    mutant("count-falls-with-merges", "A growth that merges three snakes may leave one snake less.",
           ("scrunch.growth.count",), limit=lambda it, usual, own, other, placed:
           usual(own, other, placed) - (len(it.snakes(own)) - len(it.snakes(own | placed)) > 1)),
    mutant("not-back-beside-placed", "Of more than six stones none steps to a cell beside the one placed.",
           ("scrunch.growth.step",), steps=then(lambda it, found, held, moved, placed:
           found & ~it.board.near[placed] if held.bit_count() > 6 else found)),
    mutant("four-friends-are-fine", "A stone with four friends and more is no mutant.", ("scrunch.snake.mutant",),
           mutants=then(lambda it, found, stones:
           sum(cell for cell in bits(found) if (it.board.near[cell] & stones).bit_count() < 4))),
    mutant("stops-half-way", "The last snake need not be removed after others.", ("scrunch.death.until",),
           must_go_on=lambda it, usual, own, other, creating: usual(own, other, creating) and len(it.snakes(own)) > 1),
    mutant("creates-up-to-four-eggs", "A creator with more than four eggs does not begin to wriggle.",
           ("scrunch.first-wriggle",), growths=lambda it, usual, own, other, creating, *more:
           usual(own, other, creating, *more) if not creating or own.bit_count() <= 4 else iter(())),
    mutant("many-eggs-stay", "A creator with more than two eggs and nothing else to do passes.",
           ("scrunch.death.creator",), may_begin_removal=lambda it, usual, own, other, creating:
           not (creating and own.bit_count() > 2) and usual(own, other, creating), may_pass=lambda it, usual, here:
           not it.isolated(here.own, here.other) and not it.any_smallest_can_grow(here.own, here.other, True)
           if here.creating and here.own.bit_count() > 2 else usual(here)),
    mutant("old-liberties",
           "Whether one of the smallest snakes can grow is remembered whatever the other side has done since.",
           ("scrunch.death.when",), any_smallest_can_grow=lambda it, usual, own, other, creating:
           remembered(it, (own, creating), lambda: usual(own, other, creating))),
    mutant("creators-forgotten", "The turns of a position are remembered by its stones and who is to move.",
           ("scrunch.creation.end",), results=lambda it, usual, here:
           iter(remembered(it, (here.own, here.other, here.dark_moves), lambda: list(usual(here))))),
    mutant("capitals-forgiven", "Capital letters are read as small ones.", ("scrunch.notation.cell",),
           verdict=lambda it, usual, here, text: usual(here, text.lower())),
    mutant("finished-is-malformed", "After the end of the game no text is a turn.", ("scrunch.turn.finished",),
           verdict=lambda it, usual, here, text: {"verdict": "malformed"} if it.outcome(here) else usual(here, text)),
    mutant("removals-create-on", "A creator that has removed eggs is still in creation.", ("scrunch.forced-removal",),
           creating_after_removal=lambda it, usual, creating: creating),
    mutant("last-stones-do-not-lose", "The game goes on while the side to move has a single stone.",
           ("scrunch.end.last-snake",),
           end=lambda it, usual, here: None if here.own.bit_count() == 1 else usual(here)),
    mutant("smallest-is-the-first",
           "Of equally small snakes of three stones and more only the first is the smallest.",
           ("scrunch.growth.smallest",),
           smallest=then(lambda it, found, *_: found[:1] if found and found[0].bit_count() >= 3 else found)),
    mutant("long-snakes-stay", "Snakes of five stones and more are not removed.", ("scrunch.death.which",),
           pool=lambda it, usual, *given: [each for each in usual(*given) if each.bit_count() < 5]),
)  # fmt: skip
