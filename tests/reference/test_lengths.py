"""Lengths in units: how they may be written, and how fine pieces may be."""

from __future__ import annotations

import pytest

from shatterproof import crumble
from shatterproof.crumble.arrangement import from_units
from shatterproof.crumble.cuts import halves
from shatterproof.crumble.pieces import GRAIN, Piece, in_units
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition


@pytest.mark.parametrize(
    "text", ["0", "1", "2", "16", "1/2", "3/2", "7/4", "1/1048576", "16777215/1048576", "999999999"]
)
def test_a_length_in_lowest_terms_is_read_and_written_alike(text: str) -> None:
    assert in_units(from_units(text)) == text


@pytest.mark.parametrize("text", ["1/3", "2/3", "5/6", "1/0", "0/0", "1/2097152", "1/12"])
def test_a_length_that_halving_units_cannot_give_is_refused(text: str) -> None:
    with pytest.raises(IllegalPosition) as refused:
        from_units(text)
    assert refused.value.clause == "crumble.board.limits"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-1",
        "+1",
        "1.5",
        " 1",
        "1/",
        "/2",
        "1/2/2",
        "2/4",
        "2/2",
        "1/1",
        "0/2",
        "4/2",
        "01",
        "00",
        "1/02",
        "٣",
        "²",
        "1/²",
        "1000000000",
    ],
)
def test_a_text_that_is_no_length_in_lowest_terms_is_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        from_units(text)
    assert not isinstance(refused.value, IllegalPosition)


def halved(times: int) -> Position:
    """Four units, the first of which is halved again and again."""
    smallest, others = Piece(0, 0, GRAIN, GRAIN), []
    for number in range(times):
        pair = halves(smallest, "HV"[number % 2])
        assert pair is not None
        smallest, other = pair
        others.append(other)
    units = [Piece(GRAIN, 0, GRAIN, GRAIN), Piece(0, GRAIN, GRAIN, GRAIN), Piece(GRAIN, GRAIN, GRAIN, GRAIN)]
    colours = {piece: "black" if number % 2 else "white" for number, piece in enumerate([smallest, *others, *units])}
    return set_up("2x2", colours)


def test_pieces_are_drawn_as_long_as_a_row_has_room() -> None:
    drawn = crumble.to_diagram(halved(16))
    assert max(map(len, drawn.splitlines())) == 512
    with pytest.raises(InputError, match="too fine for a diagram"):
        crumble.to_diagram(halved(18))


@pytest.mark.parametrize(("board", "beside"), [("2x3", [(0, 2), (1, 2)]), ("3x2", [(2, 0), (2, 1)])])
def test_neither_rows_nor_columns_of_pieces_have_more_room(board: str, beside: list[tuple[int, int]]) -> None:
    further = [Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN) for x, y in beside]
    fine = halved(16)
    colours = {piece: "black" if piece in fine.black else "white" for piece in fine.arrangement.pieces}
    with pytest.raises(InputError, match="too fine for a diagram"):
        crumble.to_diagram(set_up(board, {**colours, **dict.fromkeys(further, "white")}))
