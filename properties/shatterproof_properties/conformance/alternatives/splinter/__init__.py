"""Alternatives of Splinter: ways to read a turn, then limits, choices, and turns that do two things.

Of two things that a turn does, the second is left out, forced or refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import Alternative, changed, refusing
from shatterproof_properties.conformance.alternatives.splinter import bounds
from shatterproof_properties.conformance.alternatives.splinter.bounds import (
    OFF,
    PUSH,
    RETURN,
    SPLINTER,
    TIE,
    SlideAsked,
    Sliding,
    of_slide,
    pieces_removed,
)
from shatterproof_properties.conformance.alternatives.text_frame import (
    LETTERS,
    Rewritten,
    TextFrame,
    as_it_is,
    customs,
    each_place,
    named,
    substituted,
)
from shatterproof_properties.invariants.splinter.symmetry import SYMMETRIES, SplinterSymmetry
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, opposite

SQUARE, SLIDE, CHOICE = (f"splinter.notation.{name}" for name in ("square", "slide", "tie"))


def _from_other_sides() -> Iterator[TextFrame]:
    for seen in SYMMETRIES[1:8]:
        back = seen.inverse()
        ways = _directions(back), _directions(seen)
        squares = _squares(back, is_turned=seen.diagonal), _squares(seen)
        columns = "columns are counted from the right" if seen.east_west else ""
        rows = "rows are counted from the top" if seen.north_south else ""
        exchanged = "the letter names the row and the number the column" if seen.diagonal else ""
        words = ", ".join(filter(None, (exchanged, columns, rows)))
        said, north, east = words[0].upper() + words[1:], back.direction("N"), back.direction("E")
        yield TextFrame(f"{said}.", SQUARE, *squares)
        yield TextFrame(f"Directions are seen so that N means {north} and E means {east}.", SLIDE, *ways)
        yield TextFrame(f"{said}, and directions are seen from there.", SQUARE, *map(_one_then, squares, ways))


def _one_then(one: Rewritten, two: Rewritten) -> Rewritten:
    return lambda text, board: two(one(text, board), board)


def _squares(seen: SplinterSymmetry, is_turned: bool = False) -> Rewritten:
    """The images of squares. With `is_turned` they are on a board with columns and rows exchanged."""

    def image(letter: str, number: int, board: tuple[int, ...]) -> str:
        columns, rows = reversed(board) if is_turned else board
        column, row = seen.square((LETTERS.index(letter), number - 1), columns, rows)
        return named(column, row + 1)

    return each_place(image)


def _directions(seen: SplinterSymmetry) -> Rewritten:
    def image(way: str) -> str:
        # What is no direction stays as it is.
        with suppress(KeyError):
            return seen.direction(way)
        return way

    return substituted("[NESW]{1,2}", lambda found: image(found[0]))[0]


def _of_choice(rewritten: Rewritten, text: str, board: tuple[int, ...]) -> str:
    """The text with only the group named in a tie rewritten."""
    slide, sign, square = text.partition("=")
    return slide + sign + rewritten(square, board)


def _frames() -> Iterator[TextFrame]:
    """Squares, directions or both from another side of the board, and other customs."""
    for frame in (*_from_other_sides(), *customs(SQUARE, "column", "row")):
        yield frame
        if frame.clause == SQUARE:
            says = f"For the group named in a tie: {frame.says}"
            yield TextFrame(says, CHOICE, partial(_of_choice, frame.read), as_it_is)


First = Callable[[SlideAsked], bool]
STEP, OWN = "splinter.slide.one-step", "splinter.win.own-turn"
FIRST_ACTS: tuple[tuple[str, str, First], ...] = (
    ("that pushes", PUSH, lambda slide: slide.run != slide.square),
    ("that pushes nothing", STEP, lambda slide: slide.run == slide.square),
    ("that pushes a piece off the board", OFF, lambda slide: slide.off and slide.run != slide.square),
    ("off the board", "splinter.step-off", lambda slide: slide.off and slide.run == slide.square),
    ("after which a piece is off the board", OFF, lambda slide: slide.off),
    ("that pushes pieces of the mover", PUSH, lambda slide: slide.run & slide.own != slide.square),
    ("that pushes pieces of the opponent", PUSH, lambda slide: slide.run & ~slide.own != 0),
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
    *(frame.alternative(Engine.on_board) for frame in _frames()),
    *bounds.ALTERNATIVES,
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
