"""Today's drawings are those that somebody has looked at."""

from __future__ import annotations

import pytest

from reference.drawings import DRAWINGS, FOLDER, drawn


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_the_one_that_somebody_has_looked_at(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert DRAWINGS[name]() == kept, "look at it: python tests/reference/drawings.py --write"


def test_no_drawing_is_kept_that_nobody_draws() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(drawn())
