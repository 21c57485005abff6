"""Names of boards: those that name none, and those that name one too small or too large."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition

NAMED = [(crumble, "2x2"), (crumble, "16x16"), (crumble, "2x16"), (scrunch, "2"), (scrunch, "10"), (splinter, "2x26")]
OUT_OF_RANGE = [
    *((crumble, board, "crumble.board.rectangle") for board in ("1x2", "2x1", "17x2", "2x17", "99x99", "0x2")),
    *((scrunch, board, "scrunch.board.limits") for board in ("1", "11", "999")),
    *((splinter, board, "splinter.board.limits") for board in ("1x4", "4x1", "27x4", "4x27", "999x4", "0x4")),
]
NO_NAMES = [
    *(
        (game, board)
        for game in (crumble, splinter)
        for board in ("", "x", "4", "4x", "x4", "4x4x4", "04x4", "4x04", "4x00")
    ),
    *(
        (game, board)
        for game in (crumble, splinter)
        for board in ("4X4", "4 x4", "-4x4", "٤x4", "²x4", "4" * 9999 + "x4")
    ),
    (crumble, "100x4"),
    (splinter, "1000x4"),
    *((scrunch, board) for board in ("", "x", "3x3", "03", "0", "-3", " 3", "٣", "³", "1000", "3" * 9999)),
]


@pytest.mark.parametrize(("game", "board"), NAMED)
def test_a_board_in_range_is_named(game: Any, board: str) -> None:
    assert game.board_size(board) == tuple(int(side) for side in board.split("x"))


@pytest.mark.parametrize(("game", "board", "clause"), OUT_OF_RANGE)
def test_a_board_out_of_range_breaks_a_clause(game: Any, board: str, clause: str) -> None:
    with pytest.raises(IllegalPosition) as refused:
        game.board_size(board)
    assert refused.value.clause == clause


@pytest.mark.parametrize(("game", "board"), NO_NAMES, ids=lambda value: str(value)[:20])
def test_what_names_no_board_is_refused_by_its_form(game: Any, board: str) -> None:
    with pytest.raises(InputError) as refused:
        game.board_size(board)
    assert not isinstance(refused.value, IllegalPosition)


@pytest.mark.parametrize("game", [crumble, scrunch, splinter])
def test_the_standard_board_is_the_example_of_a_name(game: Any) -> None:
    standard = game.to_json(game.start())
    with pytest.raises(InputError) as refused:
        game.from_json({**standard, "board": 7})
    assert refused.value.expected == f'a name like "{standard["board"]}"'
