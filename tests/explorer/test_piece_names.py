"""The names of pieces of Crumble for people who look at the board."""

from __future__ import annotations

import re
from itertools import product

import pytest

from explorer.asking import ask, opening, played
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.game import find_game
from shatterproof_properties.explorer.crumble.piece_names import MEASURED, name_of_piece


@pytest.mark.parametrize(
    ("measures", "name"),
    [
        ((0, 0, 1, 1), "square in the lower left corner"),
        ((2, 1, 0.5, 1), "left half in column 3, row 2"),
        ((5, 5.5, 1, 0.5), "upper half in the upper right corner"),
        ((3.5, 0.5, 0.5, 0.5), "upper right quarter in column 4, row 1"),
        ((3.5, 0.25, 0.5, 0.25), "upper half of the lower right quarter in column 4, row 1"),
        ((0.5, 0, 1, 1), "square in columns 1 and 2, row 1"),
        ((2, 2, 2, 2), "big square in columns 3 and 4, rows 3 and 4"),
        ((0, 2, 4, 2), "big level half in columns 1 to 4, rows 3 and 4"),
        ((1, 1, 0.75, 0.75), "small square in column 2, row 2"),
        ((0, 0, 0.125, 0.125), ""),
    ],
)
def test_a_piece_is_named_by_its_part_of_a_square_and_its_place(
    measures: tuple[float, float, float, float], name: str
) -> None:
    assert name_of_piece(Piece(*(int(length * GRAIN) for length in measures)), 6, 6) == name


def test_every_piece_down_to_a_quarter_of_a_unit_has_a_name() -> None:
    quarter = GRAIN // 4
    for side, x, y in product(range(1, 9), range(8), range(8)):
        for width, height in ((side, side), (side, 2 * side), (2 * side, side)):
            assert name_of_piece(Piece(*(each * quarter for each in (x, y, width, height))), 6, 6)


def test_no_two_pieces_of_a_game_have_the_same_name() -> None:
    rules = find_game("crumble")
    position = rules.from_json(played("crumble", 8, 1, "4x4")[1])
    names = [name_of_piece(piece, 4, 4) for piece in position.arrangement.pieces]
    assert len(names) == len(set(names))


def test_no_sentence_measures_a_piece_and_the_board_has_the_measures_behind_the_names() -> None:
    start = opening("crumble", "3x3")
    begun = ask("next", position=start, parts=["piece 1,1"])
    cut = ask("next", position=start, parts=["piece 1,1", "cut V 1"])
    refused = ask("next", position=start, parts=["piece 1,0"])["refusal"]
    turn = ask("play", position=start, turn="1,1VE")
    said = [
        *(choice["label"] for answer in (begun, cut) for choice in answer["choices"]),
        *(step["text"] for step in (*cut["did"], *turn["did"])),
        refused["reason"],
    ]
    assert not [text for text in said if MEASURED.search(text)]
    assert refused["reason"] == "The square in column 2, row 1 is not the mover's to cut or join"
    assert cut["did"][0]["text"] == "A vertical line halves the square in column 2, row 2."
    assert [choice["label"] for choice in cut["choices"]] == [
        "Black left half in column 2, row 2",
        "Black right half in column 2, row 2",
    ]
    titles = re.findall("<title>(.*?)</title>", cut["drawing"])
    assert "Black left half in column 2, row 2, 1/2x1 at (1, 1)" in titles
