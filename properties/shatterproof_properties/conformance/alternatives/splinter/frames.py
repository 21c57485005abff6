"""Alternative ways to read a turn of Splinter."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
from shatterproof_properties.protocol.served import second_table

SQUARE, SLIDE, TIE = "splinter.notation.square", "splinter.notation.slide", "splinter.notation.tie"
DIRECTION = re.compile("[NESW]{1,2}")


def _from_other_sides() -> Iterator[TextFrame]:
    for seen in SYMMETRIES[1:8]:
        back = seen.inverse()
        squares, ways = (_squares_read(seen), _squares_written(seen)), (_directions(back), _directions(seen))
        said = _in_words(seen)
        both = (_both(one, two) for one, two in zip(squares, ways, strict=True))
        yield TextFrame(f"{said}.", SQUARE, *squares)
        yield TextFrame(f"Directions are seen so that {_directions_in_words(back)}.", SLIDE, *ways)
        yield TextFrame(f"{said}, and directions are seen from there.", SQUARE, *both)


def _both(one: Rewritten, two: Rewritten) -> Rewritten:
    return lambda text, board: two(one(text, board), board)


def _squares_read(seen: SplinterSymmetry) -> Rewritten:
    """The squares of the board by the names that they have from that side."""
    return each_place(lambda letter, number, board: _mirrored(seen, *_across(seen, letter, number), board))


def _across(seen: SplinterSymmetry, letter: str, number: int) -> tuple[int, int]:
    """The indices of a column and a row, exchanged if the board is mirrored in its diagonal."""
    column, row = LETTERS.index(letter), number - 1
    return (row, column) if seen.diagonal else (column, row)


def _mirrored(seen: SplinterSymmetry, column: int, row: int, board: tuple[int, ...]) -> str:
    columns, rows = board
    column = columns - 1 - column if seen.east_west else column
    return named(column, rows - row if seen.north_south else row + 1)


def _squares_written(seen: SplinterSymmetry) -> Rewritten:
    """The names of squares from that side."""

    def renamed(letter: str, number: int, board: tuple[int, ...]) -> str:
        name = _mirrored(seen, LETTERS.index(letter), number - 1, board)
        column, row = _across(seen, name[0], int(name[1:]))
        return named(column, row + 1)

    return each_place(renamed)


def _directions(seen: SplinterSymmetry) -> Rewritten:
    return lambda text, board: DIRECTION.sub(lambda found: _direction(seen, found[0]), text)


def _direction(seen: SplinterSymmetry, way: str) -> str:
    try:
        return seen.direction(way)
    except KeyError:
        return way


def _in_words(seen: SplinterSymmetry) -> str:
    columns = "columns are counted from the right" if seen.east_west else ""
    rows = "rows are counted from the top" if seen.north_south else ""
    exchanged = "the letter names the row and the number the column" if seen.diagonal else ""
    said = ", ".join(filter(None, (exchanged, columns, rows)))
    return said[0].upper() + said[1:]


def _directions_in_words(seen: SplinterSymmetry) -> str:
    return f"N means {seen.direction('N')} and E means {seen.direction('E')}"


def _of_choices(frame: TextFrame) -> TextFrame:
    """The same frame, used only for the group named in a tie."""

    def only(rewritten: Rewritten) -> Rewritten:
        def of_choice(text: str, board: tuple[int, ...]) -> str:
            slide, sign, square = text.partition("=")
            return slide + sign + rewritten(square, board)

        return of_choice

    return TextFrame(f"For the group named in a tie: {frame.says}", TIE, only(frame.read), as_it_is)


def _frames() -> Iterator[TextFrame]:
    """Squares, directions or both from another side of the board, and other customs."""
    for frame in (*_from_other_sides(), *customs(SQUARE, "column", "row")):
        yield frame
        if frame.clause == SQUARE:
            yield _of_choices(frame)


ALTERNATIVES = tuple(frame.alternative(second_table("splinter")) for frame in _frames())
