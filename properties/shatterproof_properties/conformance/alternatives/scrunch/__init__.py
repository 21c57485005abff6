"""Alternatives of Scrunch: ways to read a turn, then growths and removals that are refused, limits and choices."""

from __future__ import annotations

from shatterproof.scrunch.cells import Cell, board, describe
from shatterproof_properties.conformance.alternatives.scrunch import bounds, growths
from shatterproof_properties.conformance.alternatives.text_frame import (
    LETTERS,
    Rewritten,
    TextFrame,
    customs,
    each_place,
    exchanged,
    named,
    substituted,
)
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES, ScrunchSymmetry
from shatterproof_properties.protocol.served import second_engine

CELL, GROWTH, REMOVAL = "scrunch.notation.cell", "scrunch.notation.growth", "scrunch.notation.removal"
NAME = "[a-s][1-9][0-9]?"
STEP, TURN = f"({NAME})-({NAME})", f"({NAME}) ({NAME})-({NAME})"


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


def _further_on(up: int, by: int) -> Rewritten:
    """Names in which places are counted along the lines of the board.

    Then rows below or above the middle do not begin with 1.
    """

    def renamed(letter: str, number: int, sides: tuple[int, ...]) -> str:
        row = LETTERS.index(letter)
        return named(row, number + by * max(0, up * (row - sides[0] + 1)))

    return each_place(renamed)


def _reversed(text: str, sides: tuple[int, ...]) -> str:
    removal, semicolon, growth = text.partition(";")
    sign, *cells = removal.split(" ")
    return " ".join([sign, *reversed(cells)]) + semicolon + growth if sign == "x" else text


FRAMES = (
    *map(_from_another_side, SYMMETRIES[1 : len(SYMMETRIES) // 2]),
    *customs(CELL, "row", "cell of a row"),
    TextFrame("The letter names the place in the row and the number the row.", CELL, each_place(exchanged)),
    TextFrame("Cells are counted along slanted lines: lower rows do not begin with 1.", CELL,
              _further_on(-1, -1), _further_on(-1, 1)),
    TextFrame("Cells are counted along slanted lines: upper rows do not begin with 1.", CELL,
              _further_on(1, -1), _further_on(1, 1)),
    TextFrame("A movement is written with its target first.", GROWTH, *substituted(STEP, r"\2-\1")),
    TextFrame("In a growth, the stone placed and the one moved are written in each other's place.", GROWTH,
              *substituted(TURN, r"\2 \1-\3")),
    TextFrame("In a growth, the stone placed and the target are written in each other's place.", GROWTH,
              *substituted(TURN, r"\3 \2-\1")),
    TextFrame("A growth is written with its movement first, then the stone placed.", GROWTH,
              *substituted(TURN, r"\3 \1-\2", r"\2 \3-\1")),
    TextFrame("A growth is written with its target first, then the stone placed.", GROWTH,
              *substituted(TURN, r"\2 \3-\1", r"\3 \1-\2")),
    TextFrame("The last snake removed is named first.", REMOVAL, _reversed),
)  # fmt: skip
ALTERNATIVES = (
    *(frame.alternative(second_engine("scrunch").on_board) for frame in FRAMES),
    *growths.ALTERNATIVES,
    *bounds.ALTERNATIVES,
)
