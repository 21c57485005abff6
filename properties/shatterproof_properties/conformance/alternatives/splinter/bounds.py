"""Alternative limits of Splinter, and rules that settle a tie instead of the mover or the number of pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import changed, refusing
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import SIDES, Position, squares_of

PUSH, OFF, RETURN, LARGEST, SPLINTER, TIE, BOTH, EVEN = (
    f"splinter.{name}" for name in (
        "slide.push", "slide.off", "slide.return", "group.largest", "group.splinter", "group.tie", "win.both-out",
        "win.even",
    )
)  # fmt: skip


class SlideAsked(NamedTuple):
    """A slide: the mover's pieces before it, the square, the direction, the pieces that move, and
    whether one goes off.
    """

    own: int
    square: int
    direction: int
    run: int
    off: bool


class Sliding(Engine):
    """Remembers the slide that it was asked about last; None once a position or a turn is read."""

    sliding: SlideAsked | None = None

    def read(self, position: Any) -> Position:
        self.sliding = None
        return super().read(position)

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        self.sliding = None
        return super().meanings(here, text)

    def refusal(self, here: Position, square: int, direction: int, run: int) -> str | None:
        off = bool(run & self.squares.last[direction])
        self.sliding = SlideAsked(self.own(here), square, direction, run, off)
        return super().refusal(here, square, direction, run)

    def refuses_splinters(self) -> bool:
        return False


def of_slide(count: Callable[[SlideAsked], int]) -> Callable[[Any, Position, str, Position], int]:
    """The measure of a turn that counts something about its slide."""
    return lambda engine, here, text, after: count(engine.sliding) if engine.sliding else 0


def pieces_removed(engine: Any, here: Position, text: str, after: Position) -> int:
    """The number of pieces that a turn takes off the board by pushing or by cutting off."""
    every: int = engine.squares.all
    return (here.pieces & every).bit_count() - (after.pieces & every).bit_count()


class Grouping(Sliding):
    """Remembers the mover's pieces when groups are compared."""

    movers = landed = 0

    def tied(self, groups: Sequence[int], own: int, landing: int) -> list[int]:
        self.movers, self.landed = own, landing
        return super().tied(groups, own, landing)

    def places(self, group: int) -> list[tuple[int, int]]:
        """The columns and rows of a group."""
        names = (self.squares.names[square] for square in squares_of(group))
        return [(ord(name[0]), int(name[1:])) for name in names]


def _linked(it: Any, within: int) -> list[int]:
    """Groups that reach up to `most` steps from their first squares."""
    found = []
    while within:
        group = within & -within
        for _ in range(it.most):
            group = it.linked(group) & within
        found.append(group)
        within ^= group
    return found


Order = Callable[[Grouping, int], tuple[int, ...]]
ORDERS: tuple[tuple[str, Order], ...] = (
    ("with the slid piece", lambda engine, group: (group & engine.landed > 0,)),
    ("without the slid piece", lambda engine, group: (not group & engine.landed,)),
    ("with most of the mover's pieces", lambda engine, group: ((group & engine.movers).bit_count(),)),
    ("with fewest of the mover's pieces", lambda engine, group: (-(group & engine.movers).bit_count(),)),
    ("with some of the mover's pieces", lambda engine, group: (group & engine.movers > 0,)),
    ("with some of the opponent's pieces", lambda engine, group: (group & ~engine.movers > 0,)),
    ("that is first, by columns", lambda engine, group: (-(group & -group),)),
    ("that is last, by columns", lambda engine, group: (group & -group,)),
    ("whose last square is last, by columns", lambda engine, group: (group,)),
    ("whose last square is first, by columns", lambda engine, group: (-group,)),
    ("that is first, by rows from the bottom", lambda engine, group: _before(engine, group, 1)),
    ("that is last, by rows from the bottom", lambda engine, group: _first(engine, group, 1)),
    ("that is first, by rows from the top", lambda engine, group: _before(engine, group, -1)),
    ("that is last, by rows from the top", lambda engine, group: _first(engine, group, -1)),
    ("furthest north", lambda engine, group: (max(row for _, row in engine.places(group)),)),
    ("furthest south", lambda engine, group: (-min(row for _, row in engine.places(group)),)),
    ("furthest east", lambda engine, group: (max(column for column, _ in engine.places(group)),)),
    ("furthest west", lambda engine, group: (-min(column for column, _ in engine.places(group)),)),
)
"""The orders of groups in words, each with a function by which the chosen group is the greatest.

The first of equals counts.
"""


def _first(engine: Grouping, group: int, up: int) -> tuple[int, int]:
    """The first square of a group by rows: from the bottom if `up` is 1, from the top if it is -1."""
    return min((up * row, column) for column, row in engine.places(group))


def _before(engine: Grouping, group: int, up: int) -> tuple[int, int]:
    row, column = _first(engine, group, up)
    return -row, -column


def _tied(order: Order) -> Callable[..., list[int]]:
    """The tied groups that are the greatest by an order."""

    def tied(it: Grouping, usual: Callable[..., list[int]], *given: Any) -> list[int]:
        found = usual(*given)
        best = max(order(it, group) for group in found)
        return [group for group in found if order(it, group) == best]

    return tied


Scored = Callable[[int, int, bool], str | None]
"""The winner, from the pieces of Blue and of White and from whether Blue has moved."""
WINNERS: tuple[tuple[str, Scored], ...] = (
    ("the mover wins", lambda blue, white, blue_moved: SIDES[not blue_moved]),
    ("the mover loses", lambda blue, white, blue_moved: SIDES[blue_moved]),
    ("Blue wins", lambda blue, white, blue_moved: SIDES[0]),
    ("White wins", lambda blue, white, blue_moved: SIDES[1]),
    ("the game is drawn", lambda blue, white, blue_moved: None),
)


def _scored(clause: str, winner: Scored, when: Callable[[int, int], bool]) -> Callable[..., Outcome]:
    """Outcomes by which somebody wins when both are out, where `when` says so of their pieces."""
    return lambda it, usual, blue, white, blue_moved: (
        Outcome(winner(blue, white, blue_moved), clause) if when(blue, white) else usual(blue, white, blue_moved)
    )


ALTERNATIVES = (
    *refusing(Sliding, "A piece pushes {n} others at most.", PUSH, of_slide(lambda slide: slide.run.bit_count() - 1)),
    *refusing(Sliding, "Diagonally a piece pushes {n} others at most.", PUSH,
              of_slide(lambda slide: slide.direction % 2 * (slide.run.bit_count() - 1))),
    *refusing(Sliding, "Along columns and rows a piece pushes {n} others at most.", PUSH,
              of_slide(lambda slide: (slide.direction + 1) % 2 * (slide.run.bit_count() - 1))),
    *refusing(Sliding, "A piece pushes {n} of the mover's at most.", PUSH,
              of_slide(lambda slide: (slide.run & slide.own).bit_count() - 1)),
    *refusing(Sliding, "A piece pushes {n} of the opponent's at most.", PUSH,
              of_slide(lambda slide: (slide.run & ~slide.own).bit_count())),
    *refusing(Sliding, "A push that moves more than {n} pieces takes none off the board.", OFF,
              of_slide(lambda slide: slide.off * slide.run.bit_count())),
    *refusing(Sliding, "A turn removes {n} pieces at most.", SPLINTER, pieces_removed),
    *changed(Grouping, "Only the first {n} groups are compared; all others are removed.", LARGEST,
             options=lambda it, usual, groups, tied, landing:
             usual(groups[: it.most], it.tied(groups[: it.most], it.movers, landing), landing)),
    *changed(Sliding, "Of tied groups, the mover can name only the first {n}.", TIE,
             tied=lambda it, usual, *given: usual(*given)[: it.most]),
    *changed(Sliding, "Of tied groups of more than {n} pieces, the first stays, without a choice.", TIE,
             tied=lambda it, usual, *given:
             usual(*given)[:1] if usual(*given)[0].bit_count() > it.most else usual(*given)),
    *changed(Sliding, "A group of more than {n} pieces counts as {n}.", LARGEST,
             weight=lambda it, usual, *given: min(usual(*given), it.most)),
    *changed(Sliding, "Sizes of groups are counted up to {n} and begin again at 0.", LARGEST,
             weight=lambda it, usual, *given: usual(*given) % (it.most + 1)),
    *changed(Sliding, "A group only includes pieces up to {n} steps from its first square.", "splinter.group.touch",
             groups=lambda it, usual, pieces, within: _linked(it, within)),
    *changed(Sliding, "At most {n} pieces are cut off, the first of them.", SPLINTER,
             cut_off=lambda it, usual, *given: sum(list(squares_of(usual(*given)))[: it.most])),
    *changed(Sliding, "Only the first {n} pieces that moved are remembered.", RETURN,
             remembered=lambda it, usual, *given: sum(list(squares_of(usual(*given)))[: it.most])),
    *changed(Sliding, "Only the last {n} pieces that moved are remembered.", RETURN,
             remembered=lambda it, usual, *given: sum(list(squares_of(usual(*given)))[-it.most :])),
    *changed(Sliding, "Nothing is remembered of a turn that moved more than {n} pieces.", RETURN,
             remembered=lambda it, usual, pieces, now, *given:
             0 if now.bit_count() > it.most else usual(pieces, now, *given)),
    *changed(Sliding, "A slide that moves more than {n} pieces may bring others back.", RETURN,
             returns=lambda it, usual, here, square, run, direction:
             run.bit_count() <= it.most and usual(here, square, run, direction)),
    *changed(Sliding, "When both are out, more than {n} pieces count as {n}.", BOTH,
             scored=lambda it, usual, blue, white, blue_moved:
             usual(min(blue, it.most), min(white, it.most), blue_moved)),
    *(each for words, order in ORDERS for each in (
        *changed(Grouping, f"In a tie the group {words} stays, unasked.", TIE, tied=_tied(order),
                 options=lambda it, usual, groups, tied, landing: [(0, tied[0])]),
        *changed(Grouping, f"In a tie only groups {words} can stay.", TIE, tied=_tied(order)))),
    *(each for words, winner in WINNERS for each in (
        *changed(Engine, f"When both are out {words}.", BOTH, scored=_scored(BOTH, winner, lambda blue, white: True)),
        *changed(Engine, f"When both are out with equally many pieces {words}.", EVEN,
                 scored=_scored(EVEN, winner, int.__eq__)))),
    *changed(Engine, "When both are out, who has fewer pieces wins.", BOTH,
             scored=_scored(BOTH, lambda blue, white, blue_moved: SIDES[blue > white], int.__ne__)),
)  # fmt: skip
