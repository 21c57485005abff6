"""All positions of small boards of Splinter.

The search first chooses the occupied squares, then their sides and kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

from shatterproof.game import find_game
from shatterproof.splinter.notation import PASS_TEXT
from shatterproof.splinter.position import Position
from shatterproof.splinter.squares import BLUE, KINDS, WHITE, Piece, square_named
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import (
    DIRECTIONS,
    Squares,
    contiguous,
    grouped,
    opposite,
    squares_of,
)
from shatterproof_properties.witnesses.distinctions import Clock, differ

SET_UP_ONLY: Mapping[str, Mapping[str, str]] = {}
CHOICE = r"(?<=[NESW])[=x][a-z][0-9]+$"
"""The end of a slide that names a group."""
LARGEST_AREA = 12
GAME = find_game("splinter")
PIECES = tuple(Piece(colour, kind) for colour in (BLUE, WHITE) for kind in sorted(KINDS))
"""Every sort of piece, in the order of canonical JSON. A side without one of its sorts is out."""


class SlideResult(NamedTuple):
    """The result of a slide, whatever the sorts of the pieces, as masks of squares.

    `run` are the pieces that move, and `reached` the new squares of those that stay on the board. `alone` says whether
    the run is only the slid piece, and `off` whether a piece goes off. `groups` are the groups left.
    """

    direction: int
    run: int
    reached: int
    alone: bool
    off: bool
    groups: list[int]

    @property
    def tied(self) -> list[int]:
        """The largest groups."""
        most = max((group.bit_count() for group in self.groups), default=0)
        return [group for group in self.groups if group.bit_count() == most]


NEEDED: dict[str, Callable[[SlideResult], bool]] = {
    "splinter.step-off": lambda slid: slid.alone and slid.off,
    "splinter.tie": lambda slid: len(slid.tied) > 2,
    "splinter.both-out": lambda slid: slid.off and len(slid.groups) > 1,
}
"""The condition on a slide under which the values of a reading can differ about it, whatever the sorts of the pieces.
"""


def levels(reading: str) -> Iterator[tuple[str, int, bool]]:
    """Boards by area, then by name, each with all numbers of pieces that it has room for."""
    sides = product(range(2, LARGEST_AREA // 2 + 1), repeat=2)
    for room, board in sorted((a * b, f"{a}x{b}") for a, b in sides if a * b <= LARGEST_AREA):
        yield from ((board, pieces, True) for pieces in range(room + 1))


def counted(pieces: int) -> str:
    """A number of pieces in words."""
    return f"{pieces} pieces, in which neither side is out"


smallest_refused = None


def smallest(reading: str, board_name: str, pieces: int, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question about a position with n pieces that the two readings answer differently.

    A position remembers only the turn before it, so two turns show every difference.
    """
    squares = Squares(*map(int, board_name.split("x")))
    asked: dict[tuple[str, ...], list[int]] = {}
    for shape in _shapes(squares, pieces):
        clock.tick(2 * colourings(pieces))
        found: Iterator[tuple[str, ...]]
        if reading == "splinter.no-return":
            found = (
                texts for texts in _returns(squares, shape) if some_colours_differ(squares, shape, texts, readings)
            )
        elif reading == "splinter.passing":
            found = iter([(PASS_TEXT,)])
        else:
            needed = [(text, slid) for text, slid in _slides(squares, shape) if NEEDED[reading](slid)]
            found = ((written,) for text, slid in needed for written, _ in _texts(squares, text, slid))
        for texts in found:
            asked.setdefault(texts, []).append(shape)
    for texts in sorted(asked, key=lambda texts: (len(" ".join(texts)), " ".join(texts))):
        first = [question for shape in asked[texts] for question in _first(squares, shape, texts, readings, clock)]
        if first:
            return min(first, key=lambda question: question.size)
    return None


def _shapes(squares: Squares, pieces: int) -> Iterator[int]:
    """The sets of n squares that form one group and have room for every sort of piece."""
    if pieces < len(PIECES):
        return
    for chosen in combinations(squares.names, pieces):
        shape = sum(chosen)
        if len(list(grouped(shape, squares.spread))) == 1:
            yield shape


def colourings(pieces: int) -> int:
    """The number of ways to fill n squares with pieces so that no sort is missing."""
    sorts, total, sign, choose = len(PIECES), 0, 1, 1
    for missing in range(sorts + 1):
        total += sign * choose * (sorts - missing) ** pieces
        sign, choose = -sign, choose * (sorts - missing) // (missing + 1)
    return total


def _slid(squares: Squares, shape: int, square: int, direction: int) -> SlideResult:
    run = contiguous(squares, shape, square, direction)
    reached = squares.moved(run, direction) & squares.all
    groups = list(grouped(shape & ~run | reached, squares.spread))
    return SlideResult(direction, run, reached, run == square, bool(run & squares.last[direction]), groups)


def _slides(squares: Squares, shape: int) -> Iterator[tuple[str, SlideResult]]:
    for square in squares_of(shape):
        for direction, name in enumerate(DIRECTIONS):
            yield squares.names[square] + name, _slid(squares, shape, square, direction)


def _texts(squares: Squares, text: str, slid: SlideResult) -> Iterator[tuple[str, int]]:
    """The texts of a slide, each with the pieces that it leaves: with a group named in a tie, or without."""
    yield text, slid.tied[0] if len(slid.tied) == 1 else 0
    if len(slid.tied) > 1:
        for group in slid.tied:
            named = squares.names[group & -group]
            yield f"{text}={named}", group
            yield f"{text}x{named}", sum(slid.tied) ^ group


def _returns(squares: Squares, shape: int) -> Iterator[tuple[str, ...]]:
    """Pairs of turns in which the second takes back a piece that the first has moved."""
    for text, slid in _slides(squares, shape):
        for written, left in _texts(squares, text, slid):
            if left.bit_count() < len(PIECES):
                continue
            for square in squares_of(left):
                back = _slid(squares, left, square, opposite(slid.direction))
                if back.run & slid.reached:
                    answer = squares.names[square] + DIRECTIONS[back.direction]
                    yield from ((written, said) for said, _ in _texts(squares, answer, back))


class EndlessEngine(Engine):
    """The second engine of a game that never ends, so that the kinds of pieces do not matter."""

    def decided(self, pieces: int, blue_moved: bool) -> None:
        """None: the game goes on even if a side is out."""
        return


def some_colours_differ(squares: Squares, shape: int, texts: tuple[str, ...], readings: tuple[Any, Any]) -> bool:
    """Whether the two readings judge two slides in turn differently, whatever the kinds of the pieces.

    The rule against returns looks only at the colours of the two sliding pieces.
    """
    engines = [_endless(squares.columns, squares.rows, each) for each in readings]
    first, second = (re.sub(CHOICE, "", text) for text in texts)
    slid, direction = first.rstrip("NESW"), first.lstrip("abcdefghijklmnopqrstuvwxyz0123456789")
    answering = squares.bits[second.rstrip("NESW")]
    run = contiguous(squares, shape, squares.bits[slid], DIRECTIONS.index(direction))
    came = squares.moved(answering, opposite(DIRECTIONS.index(direction)))
    before = came if came & run else answering
    for others in (BLUE, WHITE):
        colours = {squares.names[square]: others for square in squares_of(shape)} | {slid: BLUE}
        colours[squares.names[before]] = WHITE
        if (
            slid != squares.names[before]
            and len({_judged(engine, squares, shape, colours, texts) for engine in engines}) > 1
        ):
            return True
    return False


def _judged(engine: Engine, squares: Squares, shape: int, colours: dict[str, str], texts: tuple[str, ...]) -> str:
    """The verdict on the last of some turns. Blue begins and all pieces are circles."""
    pieces = [[squares.names[square], colours[squares.names[square]], "circle"] for square in squares_of(shape)]
    here: Any = {"board": f"{squares.columns}x{squares.rows}", "game": "splinter", "memory": [], "pieces": pieces,
                 "to_move": BLUE}  # fmt: skip
    for text in texts[:-1]:
        found = engine.apply(here, text)
        if found["verdict"] != "legal":
            return "not played"
        here = found["position"]
    return str(engine.apply(here, texts[-1])["verdict"])


@lru_cache(maxsize=8)
def _endless(columns: int, rows: int, readings: Any) -> EndlessEngine:
    return EndlessEngine(columns, rows, readings.departures())


def _first(
    squares: Squares, shape: int, texts: tuple[str, ...], readings: tuple[Any, Any], clock: Clock
) -> Iterator[Question]:
    """The first position on a set of squares, by canonical JSON, whose question the readings answer differently."""
    names = [squares.names[square] for square in squares_of(shape)]
    slid = None if texts[0] == PASS_TEXT else names.index(re.sub(CHOICE, "", texts[0]).rstrip("NESW"))
    for pieces in filled(len(names)):
        clock.tick(0)
        position = placed(squares, shape, pieces, BLUE if slid is None else pieces[slid].colour)
        question = Question.at(GAME, position, played=texts[:-1], turn=texts[-1])
        if differ(question, *readings):
            yield question
            return


def placed(squares: Squares, shape: int, pieces: tuple[Piece, ...], to_move: str) -> Position:
    """The position of the reference with pieces on some squares, given in the order of the squares."""
    standing = {square_named(squares.names[square]): piece
                for square, piece in zip(squares_of(shape), pieces, strict=True)}  # fmt: skip
    return Position(squares.columns, squares.rows, frozenset(standing.items()), to_move)


def filled(count: int, missing: frozenset[Piece] = frozenset(PIECES)) -> Iterator[tuple[Piece, ...]]:
    """All ways to fill n squares with pieces of all sorts, in the order of canonical JSON."""
    if not count:
        yield ()
    for piece in PIECES if count else ():
        left = missing - {piece}
        if len(left) < count:
            yield from ((piece, *rest) for rest in filled(count - 1, left))
