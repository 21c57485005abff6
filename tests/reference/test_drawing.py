"""Pictures: facts about all of them, and those of today are those that somebody has looked at."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from reference.drawings import DRAWINGS, FOLDER
from shatterproof.game import find_game
from shatterproof.paper import UNIT, Paper, spaced


def drawn(document: str) -> Element:
    return ElementTree.fromstring(document)


def every(picture: Element, name: str) -> list[Element]:
    return list(picture.iter("{http://www.w3.org/2000/svg}" + name))


def texts(picture: Element) -> list[str]:
    return [element.text or "" for element in every(picture, "text")]


# Hexagons and squares of letters


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
