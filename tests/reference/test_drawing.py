"""Pictures: those of today are those that somebody has looked at."""

from __future__ import annotations

import pytest

from reference.drawings import DRAWINGS, FOLDER
from shatterproof.paper import spaced


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
