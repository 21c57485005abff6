"""Pictures: facts about all of them, and those of today are those that somebody has looked at."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import shatterproof
from reference.drawings import DRAWINGS, FOLDER
from shatterproof import crumble, scrunch
from shatterproof.crumble import from_diagram, start, to_svg
from shatterproof.crumble.pieces import Piece
from shatterproof.game import find_game
from shatterproof.paper import MARGIN, UNIT, Paper, spaced


def drawn(document: str) -> Element:
    return ElementTree.fromstring(document)


def every(picture: Element, name: str) -> list[Element]:
    return list(picture.iter("{http://www.w3.org/2000/svg}" + name))


def pieces(picture: Element) -> dict[str, Element]:
    """The rectangles of pieces, by their texts under the pointer."""
    found = {(title.text or ""): shape for shape in every(picture, "rect") for title in shape}
    assert len(found) == len(every(picture, "title"))
    return found


def texts(picture: Element) -> list[str]:
    return [element.text or "" for element in every(picture, "text")]


@pytest.mark.parametrize("board", ["2x2", "3x5", "16x16", "16x2"])
def test_pieces_stay_inside_the_board_and_coordinates_run_along_it(board: str) -> None:
    columns, rows = crumble.board_size(board)
    picture = drawn(to_svg(start(board)))
    for shape in pieces(picture).values():
        x, y, width, height = (float(shape.get(name, "")) for name in ("x", "y", "width", "height"))
        assert MARGIN <= x <= x + width <= MARGIN + columns * UNIT
        assert MARGIN <= y <= y + height <= MARGIN + rows * UNIT
    assert texts(picture)[:-1] == [str(n) for n in (*range(columns + 1), *range(rows + 1))]


@pytest.mark.parametrize(
    ("diagram", "caption"),
    [
        ("2x2\nAb\ncD\n", "Crumble 2x2, Black to move"),
        ("2x2, White to move\nAb\ncD\n", "Crumble 2x2, White to move"),
        ("2x2, White to move\nAB\nCd\n", "Crumble 2x2, Black has won"),
        ("Scrunch 2, Dark to move\n. .\n. x .\n. .\n", "Scrunch 2, Dark has won"),
        ("Splinter 2x2, White to move\nsx\n.o\n", "Splinter 2x2, White has won"),
        ("Splinter 2x2, White to move\nsx\nSX\n", "Splinter 2x2, drawn"),
    ],
)
def test_the_caption_says_who_moves_or_how_it_ended(diagram: str, caption: str) -> None:
    picture = drawn(shatterproof.to_svg(shatterproof.parse_position(diagram)))
    assert texts(picture)[-1] == caption
    assert picture.get("aria-label") == caption


def test_marks_are_for_pieces_of_the_position_only() -> None:
    assert "stroke=" not in to_svg(start("2x2"), marked=[Piece(0, 0, 1, 1)])


# Hexagons and squares of letters


@pytest.mark.parametrize("board", ["2", "7", "10"])
def test_cells_of_scrunch_stay_inside_the_picture_and_the_first_row_is_at_the_bottom(board: str) -> None:
    picture = drawn(scrunch.to_svg(scrunch.start(board)))
    width, height = float(picture.get("width", "")), float(picture.get("height", ""))
    corners = [
        tuple(float(part) for part in corner.split(","))
        for cell in every(picture, "polygon")
        for corner in cell.get("points", "").split()
    ]
    assert all(0 < x < width and 0 < y < height for x, y in corners)
    assert corners[0][1] > corners[-1][1]


A6 = Paper(width=240, height=180, label=8, unit=30)


@pytest.mark.parametrize(("name", "board"), [("crumble", "6x6"), ("crumble", "2x9"), ("scrunch", "7"), ("scrunch", "3"),
                                             ("splinter", "10x9")])  # fmt: skip
def test_on_paper_a_drawing_fills_its_room_and_labels_have_the_size_wished_for(name: str, board: str) -> None:
    game = find_game(name)
    picture = drawn(game.to_svg(game.start(board), paper=A6))
    width, height = (float(picture.get(each, "").removesuffix("pt")) for each in ("width", "height"))
    scale = width / float(picture.get("viewBox", "").split()[2])
    assert width <= A6.width + 0.01
    assert height <= A6.height + 0.01
    assert UNIT * scale <= A6.unit + 0.01
    assert any(abs(gap) < 0.5 for gap in (width - A6.width, height - A6.height, UNIT * scale - A6.unit))
    assert float(picture.get("font-size", "")) * scale == pytest.approx(A6.label, abs=0.01)
    assert "to move" not in "".join(texts(picture))
    assert "to move" in picture.get("aria-label", "")


def test_on_paper_the_edges_of_a_crumble_board_count_intersections() -> None:
    split = from_diagram("2x2, Black to move\nAaBB\nAaBB\nbbCC\nDDCC\n")
    assert texts(drawn(to_svg(split)))[:-1] == ["0", "1", "2", "0", "1", "2"]
    assert texts(drawn(to_svg(split, paper=A6))) == ["0", "1", "2", "0", "1", "2", "3"]


def test_where_there_is_no_room_labels_are_left_out() -> None:
    labels = [(0.0, "0"), (5.0, "1"), (10.0, "2"), (15.0, "3")]
    assert [text for _, text in spaced(labels, 8, upwards=True)] == ["0", "2"]
    assert [text for _, text in spaced(labels, 4, upwards=True)] == ["0", "1", "2", "3"]
    assert [text for _, text in spaced([(0, "10"), (10, "11"), (20, "12")], 10)] == ["10", "12"]


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_the_one_that_somebody_has_looked_at(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert DRAWINGS[name]() == kept, "look at it: python tests/reference/drawings.py --write"


def test_no_drawing_is_kept_that_nobody_draws() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.svg" for name in DRAWINGS}
