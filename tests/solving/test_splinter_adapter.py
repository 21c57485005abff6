"""Splinter in a search: keys, threats, and that nobody has only turns that lose."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from sampling import some
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.second.splinter.position import NOWHERE, contiguous, opposite, squares_of
from shatterproof_properties.solving.adapters import LOST, WON
from shatterproof_properties.solving.splinter import SplinterAdapter
from solving.test_adapters import DEPARTURES, game_of
from solving.test_keys import symmetry_class


@pytest.mark.parametrize("board", ["3x4", "6x5"])
def test_a_side_is_threatened_where_the_other_would_win_if_it_were_to_move(board: str) -> None:
    adapter, seen = SplinterAdapter(board), set[bool]()
    for number in range(4):
        for here in game_of(adapter, number)[-6:]:
            passed = here._replace(blue_moves=not here.blue_moves, now=0, heading=NOWHERE)
            seen.add(adapter.is_threatened(here))
            assert adapter.is_threatened(here) == any(
                adapter.verdict(after) == LOST for _, after in adapter.results(passed)
            )
    assert seen == {True, False}


def remembering(adapter: SplinterAdapter, here: Any) -> list[Any]:
    """The same pieces with every possible memory of the turn before."""
    squares, found = adapter.engine.squares, [here._replace(now=0, heading=NOWHERE)]
    occupied = here.pieces & squares.all
    for heading in range(8):
        for square in squares_of(occupied & ~squares.last[opposite(heading)]):
            run = contiguous(squares, occupied, square, heading)
            with suppress(InputError):
                found.append(adapter.read(adapter.write(here._replace(now=run, heading=heading))))
    return found


def test_positions_that_remember_different_pieces_have_different_keys() -> None:
    adapter = SplinterAdapter("6x5")
    for here in game_of(adapter, 1)[-3:]:
        positions = remembering(adapter, here)
        alike = {min(map(strict_json.encode, symmetry_class(adapter, each))) for each in positions}
        assert len({adapter.key(each) for each in positions}) == len(alike) > 8


@pytest.mark.parametrize(
    "readings", some([readings for game, readings in DEPARTURES if game == "splinter"], one_in=3), ids=str
)
def test_nobody_has_only_turns_that_lose_at_once(readings: dict[str, str]) -> None:
    adapter = SplinterAdapter("3x4", readings)
    for number in range(40):
        for here in game_of(adapter, number)[-6:]:
            assert any(adapter.verdict(after) != WON for _, after in adapter.results(here))
            assert adapter.win_in_one(here) == adapter.win_now(here)
