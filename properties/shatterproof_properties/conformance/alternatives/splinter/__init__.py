"""Alternatives of Splinter: ways to read a turn, then limits, choices, and turns that do two things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from shatterproof_properties.conformance.alternatives.splinter import bounds, second_acts
from shatterproof_properties.conformance.alternatives.text_frame import (
    LETTERS,
    Rewritten,
    TextFrame,
    as_it_is,
    customs,
    each_place,
    named,
)
from shatterproof_properties.invariants.splinter.symmetry import SYMMETRIES, SplinterSymmetry
from shatterproof_properties.protocol.served import second_engine

SQUARE, SLIDE, TIE = "splinter.notation.square", "splinter.notation.slide", "splinter.notation.tie"
DIRECTION = re.compile("[NESW]{1,2}")


def _from_other_sides() -> Iterator[TextFrame]:
    for seen in SYMMETRIES[1:8]:
        back = seen.inverse()
        (read, written), (read_way, written_way) = _squares(seen), (_directions(back), _directions(seen))
        columns = "columns are counted from the right" if seen.east_west else ""
        rows = "rows are counted from the top" if seen.north_south else ""
        exchanged = "the letter names the row and the number the column" if seen.diagonal else ""
        words = ", ".join(filter(None, (exchanged, columns, rows)))
        said, north, east = words[0].upper() + words[1:], back.direction("N"), back.direction("E")
        yield TextFrame(f"{said}.", SQUARE, read, written)
        yield TextFrame(
            f"Directions are seen so that N means {north} and E means {east}.", SLIDE, read_way, written_way
        )
        both = _one_then(read, read_way), _one_then(written, written_way)
        yield TextFrame(f"{said}, and directions are seen from there.", SQUARE, *both)


def _one_then(one: Rewritten, two: Rewritten) -> Rewritten:
    return lambda text, board: two(one(text, board), board)


def _across(seen: SplinterSymmetry, letter: str, number: int) -> tuple[int, int]:
    """The indices of a column and a row, exchanged if the board is mirrored in its diagonal."""
    column, row = LETTERS.index(letter), number - 1
    return (row, column) if seen.diagonal else (column, row)


def _mirrored(seen: SplinterSymmetry, column: int, row: int, board: tuple[int, ...]) -> str:
    columns, rows = board
    column = columns - 1 - column if seen.east_west else column
    return named(column, rows - row if seen.north_south else row + 1)


def _squares(seen: SplinterSymmetry) -> tuple[Rewritten, Rewritten]:
    """The squares of the board by the names that they have from that side, and those names."""

    def read(letter: str, number: int, board: tuple[int, ...]) -> str:
        return _mirrored(seen, *_across(seen, letter, number), board)

    def written(letter: str, number: int, board: tuple[int, ...]) -> str:
        name = _mirrored(seen, LETTERS.index(letter), number - 1, board)
        column, row = _across(seen, name[0], int(name[1:]))
        return named(column, row + 1)

    return each_place(read), each_place(written)


def _directions(seen: SplinterSymmetry) -> Rewritten:
    def direction(found: re.Match[str]) -> str:
        try:
            return seen.direction(found[0])
        except KeyError:
            return found[0]

    return lambda text, board: DIRECTION.sub(direction, text)


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
            yield TextFrame(says, TIE, partial(_of_choice, frame.read), as_it_is)


ALTERNATIVES = (
    *(frame.alternative(second_engine("splinter").on_board) for frame in _frames()),
    *bounds.ALTERNATIVES,
    *second_acts.ALTERNATIVES,
)
