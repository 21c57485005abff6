"""The sizes and differences of positions, and both in words."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof_properties.protocol import features

CASES = [
    (crumble, "3x2, White to move\nAaB\nbCc\n", "0V", (6, 6), "3 black, 3 white", ["1x1 at (0, 0)"]),
    (
        scrunch,
        "2, Dark to move\n. o\n. . .\nx .\n",
        "a2 a1-b2",
        (7, 2),
        "dark 1 in 1, light 1 in 1",
        ["a1", "a2", "b2"],
    ),
    (
        scrunch,
        "2, Light to move\n. o\n. . .\nx x\n",
        "b2 c2-b3",
        (7, 3),
        "dark 1 in 2, light 1 in 1",
        ["b2", "b3", "c2"],
    ),
    (splinter, "5x3, Blue to move\nSXO..\n...O.\n..sxo\n", "d2W", (15, 7), "4 blue, 3 white", ["c2", "d2"]),
]


@pytest.mark.parametrize(("game", "diagram", "text", "extent", "summary", "changed"), CASES)
def test_a_position_is_measured_and_compared_with_the_next(
    game: Any, diagram: str, text: str, extent: tuple[int, int], summary: str, changed: list[str]
) -> None:
    position = game.from_diagram(diagram)
    after = game.play(position, game.parse_turn(position, text))
    assert features.extent(game, position) == extent
    assert features.summarise(game, position) == summary
    found = sorted(features.differing(game, position, after))
    assert [features.describe_piece(game, piece) for piece in found] == changed
    assert features.differing(game, position, position) == set()


def test_a_piece_of_another_colour_differs() -> None:
    one, two = (crumble.from_diagram(f"2x2, Black to move\n{rows}\n") for rows in ("AB\ncd", "Ab\ncd"))
    assert [(piece.x, piece.y) for piece in features.differing(crumble, one, two)] == [(one.arrangement.pieces[3][0:2])]
