"""Texts of turns that break exactly one condition, each with the clause that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from hypothesis import strategies as st

from shatterproof import splinter
from shatterproof.splinter.notation import MARKS
from shatterproof.splinter.position import Position
from shatterproof.splinter.slides import Slide, slide_from
from shatterproof.splinter.squares import DIRECTIONS, Square, describe, is_on_board
from shatterproof_properties.play.splinter.turns import slides, tied_by
from shatterproof_properties.play.strategies import clauses_in_turn, from_one_on

Maker = Callable[[Position, Slide], Iterator[str]]
SLIDES_LOOKED_AT = 40
MOST_MOVED = 10_000
"""The most pieces times slides tried for one text: with many pieces each slide takes milliseconds, and few tie."""
LAST_COLUMN, LAST_ROW = 25, 98
"""The furthest square that the grammar has a name for."""


@st.composite
def near_misses(draw: st.DrawFn, position: Position, clauses: tuple[str | None, ...] = ()) -> tuple[str, str | None]:
    """A text that no player may play in this position, and the clause that it breaks; None if it is malformed."""
    for clause in clauses_in_turn(draw, splinter, position, MAKERS, clauses):
        found = _malformed(position) if clause is None else _broken(draw, position, clause)
        if found:
            return draw(st.sampled_from(found)), clause
    raise AssertionError("there is always a malformed text")


def _broken(draw: st.DrawFn, position: Position, clause: str) -> list[str]:
    """Texts that break a clause, made from slides of any piece of both sides in any direction, legal or not.

    Without pieces the slides are those of one square. The first slide is drawn.
    """
    squares = list(position.pieces) or [Square(0, 0)]
    every = [slide_from(position.pieces, square, direction) for square in squares for direction in DIRECTIONS]
    first = draw(st.integers(0, len(every) - 1))
    found = dict[str, None]()
    for slide in islice(from_one_on(every, first), max(SLIDES_LOOKED_AT, MOST_MOVED // (1 + len(position.pieces)))):
        found |= dict.fromkeys(MAKERS[clause](position, slide))
        if len(found) >= SLIDES_LOOKED_AT:
            break
    return list(found)


def _said(slide: Slide, square: Square | None = None) -> str:
    return describe(square or slide.run[0]) + slide.direction


def _is_own(position: Position, slide: Slide) -> bool:
    piece = position.pieces.get(slide.run[0])
    return piece is not None and piece.colour == position.to_move


def _is_shut(position: Position, slide: Slide) -> bool:
    """Whether the slid piece leaves the board although the reading forbids it."""
    leaves = not is_on_board(position.columns, position.rows, slide.pairs[0][0])
    return position.readings.step_off == "forbidden" and leaves


def _is_return(position: Position, slide: Slide) -> bool:
    """Whether a slide brings back a remembered piece that must not come back."""
    moving = slide.pairs if position.readings.no_return == "any-piece" else slide.pairs[:1]
    return any((before, now) in position.memory for now, before in moving)


def _is_slide(position: Position, slide: Slide) -> bool:
    return _is_own(position, slide) and not _is_shut(position, slide) and not _is_return(position, slide)


def _refused(is_refused: Callable[[Position, Slide], bool], position: Position, slide: Slide) -> Iterator[str]:
    """A slide that is refused for one reason: a text for each tied group, or one without a choice."""
    if _is_own(position, slide) and is_refused(position, slide):
        tied = tied_by(position, slide)
        mark = MARKS[position.readings.tie]
        yield from (_said(slide) + mark + describe(min(group)) for group in tied if len(tied) > 1)
        if len(tied) < 2:
            yield _said(slide)


def _off_the_board(position: Position, slide: Slide) -> Iterator[str]:
    """A slide from a square off the board, or a choice of such a square in a tie."""
    column, row = slide.run[0]
    away = [(position.columns, row), (LAST_COLUMN, row), (column, position.rows), (column, LAST_ROW)]
    missing = [Square(*place) for place in away if not is_on_board(position.columns, position.rows, Square(*place))]
    missing = [square for square in missing if square.column <= LAST_COLUMN]
    yield from (_said(slide, square) for square in missing)
    if _is_slide(position, slide) and len(tied_by(position, slide)) > 1:
        mark = MARKS[position.readings.tie]
        yield from (_said(slide) + mark + describe(square) for square in missing)


def _others(position: Position, slide: Slide) -> Iterator[str]:
    """A slide of the other side's piece, or from an empty square beside a piece."""
    if not _is_own(position, slide):
        yield _said(slide)
    beside = slide.pairs[-1][0]
    if is_on_board(position.columns, position.rows, beside):
        yield from (describe(beside) + direction for direction in DIRECTIONS)


def _misnamed(position: Position, slide: Slide) -> Iterator[str]:
    """A named group although none tie, or a named square that is in no tied group."""
    if not _is_slide(position, slide):
        return
    tied = tied_by(position, slide)
    mark = MARKS[position.readings.tie]
    named = {slide.run[0], *dict(slide.pairs), *list(position.pieces)[:3]}
    if len(tied) > 1:
        named = {square for square in named | set(position.pieces) if not any(square in group for group in tied)}
    on_board = sorted(square for square in named if is_on_board(position.columns, position.rows, square))
    yield from (_said(slide) + mark + describe(square) for square in on_board)


def _mismarked(position: Position, slide: Slide) -> Iterator[str]:
    """A choice in a tie with the mark of the other reading."""
    tied = tied_by(position, slide) if _is_slide(position, slide) else []
    if len(tied) > 1:
        other = next(mark for value, mark in MARKS.items() if value != position.readings.tie)
        yield from (_said(slide) + other + describe(square) for group in tied for square in (min(group), max(group)))


def _malformed(position: Position) -> list[str]:
    legal = next(slides(replace(position, memory=frozenset())), None)
    where, way = (describe(legal.run[0]), legal.direction) if legal else ("a1", "N")
    mark = MARKS[position.readings.tie]
    return [
        where,
        way,
        f"{way}{where}",
        f"{where}{way.lower()}",
        f"{where.upper()}{way}",
        f"{where} {way}",
        f"{where}-{way}",
        f"{where}NS",
        f"{where}EN",
        f"{where}NNE",
        f"{where[0]}0{where[1:]}{way}",
        f"{where[0]}0{way}",
        f"{where[0]}100{way}",
        f"{where[1:]}{way}",
        f"{where[0]}{where}{way}",
        f"{where}{way}{mark}",
        f"{where}{way}{where}",
        f"{where}{way} {mark}{where}",
        f"{where}{way}={where}x{where}",
        f"{where}{way}-{where}",
        f"{where}{way}X{where}",
        f" {where}{way}",
        f"{where}{way} ",
        f"{where}{way}\n",
        f"{where}{way}+",
        "",
        "Pass" if position.readings.passing == "allowed" else "pass",
    ]


MAKERS: dict[str, Maker] = {
    "splinter.notation.square": _off_the_board,
    "splinter.turn.own": _others,
    "splinter.step-off": partial(_refused, _is_shut),
    "splinter.slide.return": partial(_refused, _is_return),
    "splinter.group.tie": _misnamed,
    "splinter.tie": _mismarked,
    # A text that would be legal if the game were not over.
    "splinter.turn.finished": lambda position, slide: iter([_said(slide)]),
}
CLAUSES = tuple(MAKERS)
