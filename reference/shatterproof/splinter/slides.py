"""Slides: a piece moves one square and pushes along whatever lies in the way."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof.game import IllegalTurn
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.squares import DIRECTIONS, Pieces, Square, describe, is_on_board, step

Memory = frozenset[tuple[Square, Square]]
"""What the no-return rule remembers of the last turn: where pieces stand now, and where they stood before it."""


@dataclass(frozen=True)
class Slide:
    """A slide: the squares of the run, the slid piece's first, and the direction in which all of it moves."""

    run: tuple[Square, ...]
    direction: str

    @property
    def pairs(self) -> list[tuple[Square, Square]]:
        """For every piece of the run, the square it moves to, on the board or not, and the one it leaves."""
        return [(step(square, self.direction), square) for square in self.run]


def slide_from(pieces: Pieces, square: Square, direction: str) -> Slide:
    """splinter.slide.push: the slide of the piece on `square` with all that it pushes, whatever the colour.

    They follow one another without a gap.
    """
    run = [square]
    while step(run[-1], direction) in pieces:
        run.append(step(run[-1], direction))
    return Slide(tuple(run), direction)


def after_slide(columns: int, rows: int, pieces: Pieces, slide: Slide) -> Pieces:
    """splinter.slide.off: the pieces once the run has moved by one square; what leaves the board is gone."""
    left = {square: piece for square, piece in pieces.items() if square not in slide.run}
    moved = {now: pieces[before] for now, before in slide.pairs if is_on_board(columns, rows, now)}
    return left | moved


def steps_off(columns: int, rows: int, slide: Slide) -> bool:
    """splinter.step-off: whether the slid piece itself leaves the board."""
    return not is_on_board(columns, rows, slide.pairs[0][0])


def returning(slide: Slide, memory: Memory, readings: Readings) -> list[tuple[Square, Square]]:
    """splinter.slide.return: the remembered pieces that a slide would bring back, as squares left and reached.

    Where only the piece that slides counts, pushed ones may return; the memory holds no more than the reading needs.
    """
    moving = slide.pairs if readings.no_return == "any-piece" else slide.pairs[:1]
    return [(before, now) for now, before in moving if (before, now) in memory]


def check_return(slide: Slide, memory: Memory, readings: Readings) -> None:
    """Raises IllegalTurn (splinter.slide.return) if the slide brings back a piece that it must not."""
    for left, reached in returning(slide, memory, readings):
        raise IllegalTurn("splinter.slide.return", f"the piece on {describe(left)} would return to {describe(reached)}")


def remember(after: Pieces, slide: Slide, removed: bool, to_move: str, readings: Readings) -> Memory:
    """What has to be remembered of a slide that has led to `after`, with or without pieces removed.

    Under `any-piece` all pieces that moved and still stand; under `moved-piece` those that the side `to_move`, which is
    next, can slide back; under `whole-position` the foremost of them, if sliding it back would restore everything.
    """
    standing = [(now, before) for now, before in slide.pairs if now in after]
    if readings.no_return == "any-piece":
        return frozenset(standing)
    if readings.no_return == "whole-position":
        standing = [] if removed else standing[-1:]
    return frozenset((now, before) for now, before in standing if after[now].colour == to_move)


def last_slide(pieces: Pieces, memory: Memory) -> Slide | None:
    """The slide that leaves this memory of pieces that now stand so, or None if no slide does.

    Its run reaches from the foremost piece remembered back to the square that the slid piece has left empty.
    """
    directions = [name for name in DIRECTIONS if all(step(before, name) == now for now, before in memory)]
    if not directions:
        return None
    columns, rows = DIRECTIONS[directions[0]]
    run = [max((before for _, before in memory), key=lambda square: square.column * columns + square.row * rows)]
    while run[-1] in pieces:
        run.append(Square(run[-1].column - columns, run[-1].row - rows))
    return Slide(tuple(reversed(run)), directions[0])
