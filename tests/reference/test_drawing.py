"""Pictures: what an SVG document of a position shows."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble import from_diagram, parse_turn, play, start, to_svg
from shatterproof.crumble.pieces import Piece
from shatterproof.drawing import FILLS, MARK, NEW, Tile, draw_board
from shatterproof.game import find_game
from shatterproof.paper import MARGIN, UNIT, Paper, spaced


def drawn(document: str) -> Element:
    return ElementTree.fromstring(document)


def every(picture: Element, name: str) -> list[Element]:
    return list(picture.iter("{http://www.w3.org/2000/svg}" + name))


def pieces(picture: Element) -> dict[str, Element]:
    """The rectangles that stand for pieces, by what they tell under the pointer."""
    found = {(title.text or ""): shape for shape in every(picture, "rect") for title in shape}
    assert len(found) == len(every(picture, "title"))
    return found


def texts(picture: Element) -> list[str]:
    return [element.text or "" for element in every(picture, "text")]


def test_every_piece_is_drawn_in_its_colour_with_a_hint() -> None:
    found = pieces(drawn(to_svg(from_diagram("2x2\nAAbb\nAAbb\nccDE\nccDE\n"))))
    assert {hint: shape.get("fill") for hint, shape in found.items()} == {
        "Black 1x1 at (0, 1)": FILLS["dark"],
        "White 1x1 at (1, 1)": FILLS["light"],
        "White 1x1 at (0, 0)": FILLS["light"],
        "Black 1/2x1 at (1, 0)": FILLS["dark"],
        "Black 1/2x1 at (3/2, 0)": FILLS["dark"],
    }


@pytest.mark.parametrize("board", ["2x2", "3x5", "16x16", "16x2"])
def test_pieces_stay_inside_the_board_and_coordinates_run_along_it(board: str) -> None:
    columns, rows = crumble.board_size(board)
    picture = drawn(to_svg(start(board)))
    for shape in pieces(picture).values():
        x, y, width, height = (float(shape.get(name, "")) for name in ("x", "y", "width", "height"))
        assert MARGIN <= x <= x + width <= MARGIN + columns * UNIT
        assert MARGIN <= y <= y + height <= MARGIN + rows * UNIT
    assert texts(picture)[:-1] == [str(n) for n in (*range(columns + 1), *range(rows + 1))]


def test_north_is_up() -> None:
    found = pieces(drawn(to_svg(start("2x2"))))
    assert float(found["Black 1x1 at (0, 1)"].get("y", "")) < float(found["White 1x1 at (0, 0)"].get("y", ""))


@pytest.mark.parametrize(
    ("diagram", "caption"),
    [
        ("2x2\nAb\ncD\n", "Crumble 2x2, Black to move"),
        ("2x2, White to move\nAb\ncD\n", "Crumble 2x2, White to move"),
        ("2x2, White to move\nAB\nCd\n", "Crumble 2x2, Black has won"),
    ],
)
def test_the_caption_says_who_moves_or_how_it_ended(diagram: str, caption: str) -> None:
    picture = drawn(to_svg(from_diagram(diagram)))
    assert texts(picture)[-1] == caption
    assert picture.get("aria-label") == caption


def test_marked_pieces_are_outlined() -> None:
    position = start("2x2")
    marked = position.arrangement.pieces[0]
    found = pieces(drawn(to_svg(position, marked=[marked])))
    assert [hint for hint, shape in found.items() if shape.get("stroke") == MARK] == ["White 1x1 at (0, 0)"]
    assert [hint for hint, shape in found.items() if shape.get("stroke")] == ["White 1x1 at (0, 0)"]


def test_the_last_turn_shows_what_it_made_and_where_it_walked() -> None:
    before = start("3x2")
    turn = parse_turn(before, "1VW")
    picture = drawn(to_svg(play(before, turn), last=turn))
    new = [hint for hint, shape in pieces(picture).items() if shape.get("stroke") == NEW]
    assert new == ["White 1/2x1 at (1, 0)", "Black 1/2x1 at (3/2, 0)"]
    lines = every(picture, "polyline")
    assert {line.get("points") for line in lines} == {"88,100 52,100"}
    assert [(dot.get("cx"), dot.get("cy")) for dot in every(picture, "circle")] == [("88", "100"), ("52", "100")]


def test_a_turn_without_a_walk_draws_no_line() -> None:
    before = start("3x2")
    turn = parse_turn(before, "1V")
    picture = drawn(to_svg(play(before, turn), last=turn))
    assert every(picture, "polyline") == every(picture, "circle") == []
    assert sum(shape.get("stroke") == NEW for shape in pieces(picture).values()) == 2


def test_the_finest_pieces_have_a_size() -> None:
    for marked, new in ((False, False), (True, False), (False, True)):
        tile = Tile(0, 0, 2**-20, 2**-19, "dark", marked=marked, new=new)
        shape = next(iter(pieces(drawn(draw_board(2, 2, [tile]))).values()))
        assert 0 < float(shape.get("width", "")) < float(shape.get("height", ""))


def test_captions_and_hints_are_escaped_and_fit() -> None:
    picture = drawn(draw_board(2, 2, [Tile(0, 0, 1, 1, "light", hint='<"&">')], caption='a "<caption>" & ' + "x" * 60))
    assert list(pieces(picture)) == ['<"&">']
    assert texts(picture)[-1].startswith('a "<caption>" & x')
    assert float(picture.get("width", "")) > 400


def test_marks_are_for_pieces_of_the_position_only() -> None:
    assert "stroke=" not in to_svg(start("2x2"), marked=[Piece(0, 0, 1, 1)])


# Hexagons and squares of letters


def shapes(picture: Element, name: str, fill: str) -> int:
    return sum(element.get("fill") == fill for element in every(picture, name))


def test_every_cell_and_stone_of_scrunch_is_drawn() -> None:
    position = scrunch.from_diagram("3, Dark to move, creating Light\n. o .\n. . . .\nx x . . o\n. . . .\no . x\n")
    picture = drawn(scrunch.to_svg(position))
    assert len(every(picture, "polygon")) == 19
    assert (shapes(picture, "circle", FILLS["dark"]), shapes(picture, "circle", FILLS["light"])) == (3, 3)
    hints = [title.text for title in every(picture, "title")]
    assert hints[:3] == ["a1 Light", "a2", "a3 Dark"]
    assert texts(picture)[-1] == "Scrunch 3, Dark to move, Light creating"
    assert texts(picture)[:5] == ["a", "b", "c", "d", "e"]


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


def test_a_growth_shows_where_it_put_stones_and_what_stepped() -> None:
    before = scrunch.from_diagram("3, Dark to move, creating Light\n. . .\n. . . .\n. . . . .\n. . . .\nx . .\n")
    turn = scrunch.parse_turn(before, "a2 a1-b2")
    picture = drawn(scrunch.to_svg(scrunch.play(before, turn), last=turn))
    assert sum(cell.get("stroke") == NEW for cell in every(picture, "polygon")) == 3
    assert len(every(picture, "polyline")) == 2


def test_every_piece_of_splinter_is_drawn_by_its_kind() -> None:
    picture = drawn(splinter.to_svg(splinter.start()))
    hints = [title.text or "" for title in every(picture, "title")]
    assert len(hints) == 30
    assert sum("blue circle" in hint for hint in hints) == 9
    assert shapes(picture, "circle", FILLS["blue"]) == shapes(picture, "circle", FILLS["white"]) == 9
    assert shapes(picture, "polygon", FILLS["blue"]) == shapes(picture, "polygon", FILLS["white"]) == 4
    assert shapes(picture, "rect", FILLS["blue"]) == 2
    assert texts(picture) == [*"abcdefghij", *"123456789", "Splinter 10x9, Blue to move"]


def test_a_slide_is_drawn_and_squares_that_differ_are_marked_even_where_they_are_empty() -> None:
    before = splinter.start()
    turn = splinter.parse_turn(before, "c3W")
    after = splinter.play(before, turn)
    picture = drawn(
        splinter.to_svg(after, marked={square for square, _ in before.standing ^ after.standing}, last=turn)
    )
    assert sum(frame.get("stroke") == MARK for frame in every(picture, "rect")) == 2
    assert len(every(picture, "polyline")) == 2


@pytest.mark.parametrize(
    ("diagram", "caption"),
    [
        ("Scrunch 2, Dark to move\n. .\n. x .\n. .\n", "Scrunch 2, Dark has won"),
        ("Splinter 2x2, White to move\nsx\n.o\n", "Splinter 2x2, White has won"),
        ("Splinter 2x2, White to move\nsx\nSX\n", "Splinter 2x2, drawn"),
    ],
)
def test_captions_of_all_games_say_how_it_ended(diagram: str, caption: str) -> None:
    game = scrunch if diagram.startswith("Scrunch") else splinter
    assert texts(drawn(game.to_svg(game.from_diagram(diagram))))[-1] == caption


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
