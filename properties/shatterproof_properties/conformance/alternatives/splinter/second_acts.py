"""Alternatives of Splinter about turns that do two things: the second is left out, forced or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import Alternative, changed, refusing
from shatterproof_properties.conformance.alternatives.splinter.bounds import (
    SlideAsked,
    Sliding,
    of_slide,
    pieces_removed,
)
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, opposite

First = Callable[[SlideAsked], bool]
STEP, PUSHED, OFF = "splinter.slide.one-step", "splinter.slide.push", "splinter.slide.off"
FIRST_ACTS: tuple[tuple[str, str, First], ...] = (
    ("that pushes", PUSHED, lambda slide: slide.run != slide.square),
    ("that pushes nothing", STEP, lambda slide: slide.run == slide.square),
    ("that pushes a piece off the board", OFF, lambda slide: slide.off and slide.run != slide.square),
    ("off the board", "splinter.step-off", lambda slide: slide.off and slide.run == slide.square),
    ("after which a piece is off the board", OFF, lambda slide: slide.off),
    ("that pushes pieces of the mover", PUSHED, lambda slide: slide.run & slide.own != slide.square),
    ("that pushes pieces of the opponent", PUSHED, lambda slide: slide.run & ~slide.own != 0),
    ("along a diagonal", STEP, lambda slide: slide.direction % 2 == 1),
    ("along a column or a row", STEP, lambda slide: slide.direction % 2 == 0),
)
"""The first acts of a slide in words, each with the clause that allows it and a test for it."""
Rule = Callable[..., Any]
"""A method for slides that do the first act, in place of the usual one."""


def _back(it: Sliding, usual: Rule, here: Position, square: int, run: int, direction: int) -> bool:
    return (here.heading != NOWHERE and direction == opposite(here.heading)) or usual(here, square, run, direction)


def _not_by_the_mover(it: Sliding, usual: Rule, pieces: int, blue_moved: bool) -> Outcome | None:
    found = usual(pieces, blue_moved)
    return None if found and found.winner == SIDES[blue_moved] else found


def _unless_type_out(found: Outcome | None, blue_moved: bool) -> Outcome | None:
    own = found and found.clause == "splinter.win.type-out" and found.winner == SIDES[blue_moved]
    return None if own else found


TIE, RETURN, SPLINTER, OWN = (
    f"splinter.{name}" for name in ("group.tie", "slide.return", "group.splinter", "win.own-turn")
)
SECOND_ACTS: tuple[tuple[str, str, str, Rule], ...] = (
    ("A slide {first} cuts nothing off.", SPLINTER, "options",
     lambda it, usual, groups, tied, landing: [(0, sum(groups))]),
    ("After a slide {first}, a tie leaves no choice: the slid piece's group stays, or the first if that is not tied.",
     TIE, "options", lambda it, usual, groups, tied, landing:
     [(0, next((group for group in tied if group & landing), tied[0]))]),
    ("After a slide {first}, the first group stays in a tie, without a choice.", TIE, "options",
     lambda it, usual, groups, tied, landing: [(0, tied[0])]),
    ("A slide {first} may bring pieces back.", RETURN, "returns", lambda it, usual, *given: False),
    ("A slide {first} may not go against the direction of the last turn.", RETURN, "returns", _back),
    ("Nothing is remembered of a slide {first}.", RETURN, "remembered", lambda it, usual, *given: 0),
    ("A slide {first} does not end the game.", "splinter.win.type-out", "decided", lambda it, usual, *given: None),
    ("Nobody runs out by their own slide {first}.", OWN, "decided", _not_by_the_mover),
)  # fmt: skip
"""The second acts: in words, with the clause, the method that changes, and what it does after a first act."""


def _after(first: First, rule: Rule) -> Rule:
    """The rule after slides that do the first act, and the usual one after all others."""

    def method(it: Any, usual: Rule, *given: Any) -> Any:
        return rule(it, usual, *given) if it.sliding and first(it.sliding) else usual(*given)

    return method


def _cuts_off(engine: Any, here: Position, text: str, after: Position) -> int:
    pushed_off = engine.sliding.off if engine.sliding else 0
    return pieces_removed(engine, here, text, after) - pushed_off


def _cuts_off_by(first: First, engine: Any, here: Position, text: str, after: Position) -> int:
    return _cuts_off(engine, here, text, after) if engine.sliding and first(engine.sliding) else 0


def _loses(engine: Any, here: Position, text: str, after: Position) -> int:
    return int(after.outcome is not None and after.outcome.winner == SIDES[here.blue_moves])


def _by_acts() -> Iterator[Alternative]:
    """Each second act left out or forced after each first act; slides refused for one act, or for both."""
    for words, allowed, first in FIRST_ACTS:
        for says, clause, method, rule in SECOND_ACTS:
            methods: dict[str, Any] = {method: _after(first, rule)}
            yield from changed(Sliding, says.format(first=words), clause, acts=2, **methods)
        yield from refusing(Sliding, f"A slide {words} is refused.", allowed, of_slide(first))
        says = f"A slide {words} is refused where it cuts something off."
        yield from refusing(Sliding, says, SPLINTER, partial(_cuts_off_by, first), acts=2)


ALTERNATIVES = (
    *_by_acts(),
    *refusing(Sliding, "A turn that cuts something off is refused.", SPLINTER, _cuts_off),
    *refusing(Sliding, "A turn by which the mover loses is refused.", OWN, _loses),
    *changed(Sliding, "A turn that removes pieces leaves nothing remembered.", RETURN,
             remembered=lambda it, usual, *given: 0 if given[-1] else usual(*given)),
    *changed(Sliding, "Only a turn that removes pieces leaves something remembered.", RETURN,
             remembered=lambda it, usual, *given: usual(*given) if given[-1] else 0),
    *changed(Sliding, "A player cannot run out in their own turn.", OWN,
             decided=lambda it, usual, pieces, blue_moved: _unless_type_out(usual(pieces, blue_moved), blue_moved)),
)  # fmt: skip
