"""The lines of a diagram: the most there may be, which are rows, and which game they show."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof import api, crumble, scrunch, splinter
from shatterproof.diagrams import LARGEST_TEXT, game_shown
from shatterproof.errors import InputError

SMALL = "2x2\nAb\naB\n# "


def test_a_diagram_has_a_megabyte_and_no_more() -> None:
    assert LARGEST_TEXT == 2**20
    assert crumble.from_diagram(SMALL.ljust(2**20, "x")).board == "2x2"
    with pytest.raises(InputError) as refused:
        crumble.from_diagram(SMALL.ljust(2**20 + 1, "x"))
    assert refused.value.what == "the diagram has 1048577 characters"


def test_a_diagram_has_five_hundred_and_twelve_rows_and_no_more() -> None:
    rows = [("a" if at // 32 % 2 else "B") * 64 for at in range(513)]
    high = "\n".join(["2x16", *(row[:32] + row[32:].swapcase() for row in rows)])
    assert crumble.from_diagram(high.rpartition("\n")[0]).board == "2x16"
    with pytest.raises(InputError, match="one row too many; expected at most 512") as refused:
        crumble.from_diagram(high)
    assert refused.value.where == "line 514"


@pytest.mark.parametrize("row", ["memory", "readings"])
def test_a_word_alone_is_a_row_of_letters(row: str) -> None:
    position = crumble.from_diagram(f"{row}\n{row.swapcase()}\n")
    assert position.board == f"{len(row)}x2"


@pytest.mark.parametrize(
    ("game", "text", "where"),
    [
        (splinter, "SXO\nBlue to move\nsxo\n", "line 2"),
        (splinter, "Blue to move\nWhite to move\nSXO\nsxo\n", "line 2"),
        (scrunch, "..\n...\n2, Dark to move\n..\n", "line 3"),
        (splinter, "3x2\nSXO\nsxo\n...\n", "line 1"),
        (splinter, "SXO\nsxo\nmemory 7", "line 3, memory"),
        (splinter, "SXO\nsxo\nmemory {}", "line 3, memory"),
        (splinter, "SXO\nsxo\nmemory null", "line 3, memory"),
        (scrunch, " . x\n. o .\n . .\nmemory []", "line 4"),
        (splinter, 'SXO\nsxo\nmemory [["a1","a9"]]', "line 3, memory"),
        (splinter, 'SXO\nsxo\nmemory [["a1"]]', "line 3, /0"),
    ],
)
def test_a_line_that_is_out_of_place_is_refused(game: Any, text: str, where: str) -> None:
    with pytest.raises(InputError) as refused:
        game.from_diagram(text)
    assert refused.value.where == where


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("SX.\nsxo\n", "splinter"),
        ("..\n...\nxx\n", "scrunch"),
        ("xO\nOx\n# .\n", "crumble"),
        ("SXO\nsxo\n", "crumble"),
    ],
)
def test_a_dot_in_any_row_tells_that_places_are_empty(text: str, game: str) -> None:
    assert game_shown(text) == game


def test_a_game_that_is_named_is_the_game_whatever_the_rows_look_like() -> None:
    assert api.parse_position("SXO\nsxo\n", "splinter") == splinter.from_diagram("SXO\nsxo\n")
    assert api.parse_position("SXO\nsxo\n") == crumble.from_diagram("SXO\nsxo\n")


@pytest.mark.parametrize(
    ("game", "holds"),
    [
        (crumble, "letters, one for each place"),
        (splinter, "squares: a dot, or S, X and O for Blue and s, x and o for White"),
    ],
)
def test_a_diagram_without_rows_is_reported_what_rows_hold(game: Any, holds: str) -> None:
    with pytest.raises(InputError, match="there is no diagram") as refused:
        game.from_diagram("# nothing")
    assert refused.value.expected == f"rows of {holds}"
