"""Alternative ways to read a turn of Scrunch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.places import LETTERS, customs, each_place, exchanged, named
from shatterproof_properties.conformance.alternatives.text_frame import Rewritten, TextFrame
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES, ScrunchSymmetry
from shatterproof_properties.protocol.served import second_table

CELL, GROWTH, REMOVAL = "scrunch.notation.cell", "scrunch.notation.growth", "scrunch.notation.removal"
NAME = "[a-s][1-9][0-9]?"
STEP, TURN = f"({NAME})-({NAME})", f"({NAME}) ({NAME})-({NAME})"


def alternatives() -> Iterator[Alternative]:
    """All alternatives: cells from another side of the board, other customs, and other orders within a turn."""
    open_plainly = second_table("scrunch")
    seen = (_from_another_side(symmetry) for symmetry in SYMMETRIES[1 : len(SYMMETRIES) // 2])
    for frame in (*seen, *customs(CELL, "row", "cell of a row"), *_of_cells(), *_of_turns()):
        yield frame.alternative(open_plainly, lambda name: (int(name),))


def _from_another_side(seen: ScrunchSymmetry) -> TextFrame:
    back = next(each for each in SYMMETRIES if each.place(seen.place((1, 2))) == (1, 2))
    turned = f"turned by {seen.sixths} sixths" if seen.sixths else ""
    both = " and ".join(filter(None, ("mirrored" if seen.mirrored else "", turned)))
    says = f"{_familiar(seen) or f'Cells are named as if the board was {both}'}."
    return TextFrame(says, CELL, _cells(back), _cells(seen))


def _familiar(seen: ScrunchSymmetry) -> str:
    """The familiar name of a symmetry, if it has one; else ""."""
    first, last = (describe(seen.cell(3, Cell(0, place))) for place in (0, 2))
    return {
        ("e1", "e3"): "Rows are counted from the top",
        ("a3", "a1"): "The cells of a row are counted from the right",
        ("e3", "e1"): "Rows are counted from the top and their cells from the right",
    }.get((first, last), "")


def _cells(seen: ScrunchSymmetry) -> Rewritten:
    def renamed(letter: str, number: int, sides: tuple[int, ...]) -> str:
        cell = Cell(LETTERS.index(letter), number - 1)
        return describe(seen.cell(sides[0], cell)) if cell in board(sides[0]) else f"{letter}{number}"

    return each_place(renamed)


def _of_cells() -> Iterator[TextFrame]:
    says = "The letter names the place in the row and the number the row."
    yield TextFrame(says, CELL, each_place(exchanged))
    for rows, up in (("lower", -1), ("upper", 1)):
        says = f"Cells are counted along slanted lines: {rows} rows do not begin with 1."
        yield TextFrame(says, CELL, _further_on(up, -1), _further_on(up, 1))


def _further_on(up: int, by: int) -> Rewritten:
    """Names in which places are counted along the lines of the board.

    Then rows below or above the middle do not begin with 1.
    """

    def renamed(letter: str, number: int, sides: tuple[int, ...]) -> str:
        row = LETTERS.index(letter)
        return named(row, number + by * max(0, up * (row - sides[0] + 1)))

    return each_place(renamed)


def _of_turns() -> Iterator[TextFrame]:
    yield _ordered("A movement is written with its target first.", GROWTH, STEP, r"\2-\1", r"\2-\1")
    yield _ordered(
        "In a growth, the stone placed and the one moved are written in each other's place.",
        GROWTH,
        TURN,
        r"\2 \1-\3",
        r"\2 \1-\3",
    )
    yield _ordered(
        "In a growth, the stone placed and the target are written in each other's place.",
        GROWTH,
        TURN,
        r"\3 \2-\1",
        r"\3 \2-\1",
    )
    yield _ordered(
        "A growth is written with its movement first, then the stone placed.", GROWTH, TURN, r"\3 \1-\2", r"\2 \3-\1"
    )
    yield _ordered(
        "A growth is written with its target first, then the stone placed.", GROWTH, TURN, r"\2 \3-\1", r"\3 \1-\2"
    )
    yield TextFrame("The last snake removed is named first.", REMOVAL, _reversed)


def _ordered(says: str, clause: str, form: str, read: str, written: str) -> TextFrame:
    return TextFrame(
        says, clause, lambda text, _: re.sub(form, read, text), lambda text, _: re.sub(form, written, text)
    )


def _reversed(text: str, sides: tuple[int, ...]) -> str:
    removal, semicolon, growth = text.partition(";")
    sign, *cells = removal.split(" ")
    return " ".join([sign, *reversed(cells)]) + semicolon + growth if sign == "x" else text
