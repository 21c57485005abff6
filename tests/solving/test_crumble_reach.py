"""What is known of Crumble without trying turns: against trying all of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sampling import only_in_ci, some
from shatterproof_properties.second.crumble.board import slots
from shatterproof_properties.second.crumble.position import Position
from shatterproof_properties.second.crumble.rules import READINGS
from shatterproof_properties.solving.crumble import CrumbleAdapter
from shatterproof_properties.solving.crumble.reach import cut_off, may_span
from shatterproof_properties.solving.forcing import Forcing
from solving.crumble_positions import holding_one_end, is_mated, is_won, many_positions, played_on, recoloured

SILENT = ("crumble.standing-enclosure", "crumble.capture-nested", "crumble.draw-into")
"""Readings under whose other values nothing is known: pieces may stand enclosed, and walks that come home are tried."""
OTHER_VALUES = [(name, value) for name, values in READINGS.items() for value in values[1:]]
KNOWN_UNDER = [{}, *({name: value} for name, value in OTHER_VALUES if name not in SILENT)]


def named(readings: dict[str, str]) -> str:
    return "".join(readings.values()) or "defaults"


under_most_readings = pytest.mark.parametrize(
    "readings",
    some(KNOWN_UNDER, one_in=5, always=lambda readings: "crumble.win-stops" in readings),
    ids=named,
)


def small_positions(adapter: CrumbleAdapter, count: int) -> Iterator[Position]:
    """Positions soon after the start, half of them in random colours."""
    random = Random(7)
    for number in range(count):
        here = played_on(adapter.engine, random, random.randrange(4))
        yield (recoloured(adapter.engine, random, here) if number % 2 else None) or here


def strips(adapter: CrumbleAdapter, more: int, count: int) -> Iterator[Position]:
    """Positions of a board of which the mover holds one end, and not too many turns to try them three deep."""
    random = Random(7)
    while count:
        here = holding_one_end(adapter.engine, random, played_on(adapter.engine, random, random.randrange(3)), more)
        if here is not None and len(list(adapter.results(here))) <= 40:
            count -= 1
            yield here


def far_and_not(adapter: CrumbleAdapter, positions: Iterator[Position], turns: int) -> set[bool]:
    """Whether somebody is far from a win in n turns, by position. Fails where somebody who is far wins."""
    seen = set()
    for here in positions:
        seen.add(is_far := adapter.is_far(here, turns))
        assert not (is_far and is_won(adapter.engine, here, turns)), adapter.write(here)
    return seen


@under_most_readings
def test_who_is_far_from_a_win_does_not_win(readings: dict[str, str]) -> None:
    adapters = ((CrumbleAdapter(board, readings), count) for board, count in (("4x4", 12), ("4x3", 16), ("3x3", 10)))
    assert set().union(*(far_and_not(each, small_positions(each, count), 1) for each, count in adapters)) == {
        True,
        False,
    }


@pytest.mark.ci
def test_who_is_far_from_a_win_does_not_win_in_two_turns() -> None:
    adapters = ((CrumbleAdapter(board), count) for board, count in (("5x5", 3), ("4x4", 4)))
    assert set().union(*(far_and_not(each, small_positions(each, count), 2) for each, count in adapters)) == {
        True,
        False,
    }


@pytest.mark.parametrize(
    "readings",
    [*map(only_in_ci, KNOWN_UNDER[:4]), *(pytest.param(each, marks=pytest.mark.long) for each in KNOWN_UNDER[4:])],
    ids=named,
)
def test_who_is_far_from_a_win_does_not_win_in_three_turns(readings: dict[str, str]) -> None:
    """On narrow boards: on others hardly anything is known so far ahead where all turns can be tried."""
    wide, narrow = CrumbleAdapter("5x2", readings), CrumbleAdapter("4x2", readings)
    assert far_and_not(wide, strips(wide, 0, 2), 3) | far_and_not(narrow, strips(narrow, 2, 1), 3) == {True, False}


@under_most_readings
def test_who_is_safe_is_not_mated(readings: dict[str, str]) -> None:
    seen: set[bool] = set()
    for board, count in (("3x3", 20), ("4x3", 16), ("4x4", 12)):
        adapter = CrumbleAdapter(board, readings)
        for here in (*small_positions(adapter, count), *many_positions(adapter.engine, 6, 6, 6)):
            seen.add(adapter.is_safe(here, 1))
            if adapter.is_safe(here, 1):
                assert not is_mated(adapter.engine, here, 1), adapter.write(here)
    assert seen == {True, False}


@pytest.mark.parametrize("board", ["4x4", "5x5"])
def test_the_search_finds_the_same_where_nothing_is_known_beforehand(board: str) -> None:
    adapter, plain, seen = CrumbleAdapter(board), CrumbleAdapter(board), set()
    plain._tells_reach = False
    random = Random(3)
    for _ in range(6):
        here = played_on(adapter.engine, random, random.randrange(6, 20))
        won = Forcing(adapter).is_won(here, 2)
        assert won == Forcing(plain).is_won(here, 2), adapter.write(here)
        seen.add(won)
    assert False in seen


@pytest.mark.ci
def test_what_wins_in_two_is_among_the_turns_that_threaten() -> None:
    adapter, left_out = CrumbleAdapter("4x3"), 0
    for here in many_positions(adapter.engine, 4, 16, 6):
        if adapter.win_now(here) is None:
            threatening = [adapter.write(after) for _, after in adapter.promising(here, 2)]
            results = [after for _, after in adapter.results(here) if after.outcome is None]
            left_out += len(results) - len(threatening)
            for after in results:
                assert adapter.write(after) in threatening or not is_mated(adapter.engine, after, 1), adapter.write(
                    after
                )
    assert left_out


@pytest.mark.parametrize(("name", "value"), [each for each in OTHER_VALUES if each[0] in SILENT])
def test_under_some_readings_nothing_is_known(name: str, value: str) -> None:
    adapter = CrumbleAdapter("4x4", {name: value})
    here = adapter.engine.opening()
    assert CrumbleAdapter("4x4").is_far(here, 1)
    assert not adapter.is_far(here, 1)
    assert not adapter.is_safe(here, 1)


@pytest.mark.parametrize("count", [1, 2])
def test_what_is_cut_off_is_what_has_no_way_to_the_edge_without_some_pieces(count: int) -> None:
    adapter, found, random = CrumbleAdapter("5x5"), 0, Random(2)
    arrangement = adapter.engine.opening().arrangement
    for _ in range(12):
        group = random.getrandbits(25) & random.getrandbits(25)
        group &= ~enclosed(adapter, group)
        lost = cut_off(arrangement, group, count)
        found |= lost
        without = [enclosed(adapter, group & ~taken) for taken in some_of(group, count)]
        assert not any(each & ~lost for each in without)
        assert all(any(each >> slot & 1 for each in without) for slot in slots(lost))
    assert found


def enclosed(adapter: CrumbleAdapter, group: int) -> int:
    """The pieces of a group that have no way to the edge, on the opening's arrangement."""
    return adapter.engine.enclosed(adapter.engine.opening().arrangement, group)


def some_of(group: int, count: int) -> Iterator[int]:
    """All sets of so many pieces of a group at most."""
    yield 0
    for slot in slots(group):
        rest = group ^ 1 << slot
        yield from (1 << slot | mask for mask in (some_of(rest, count - 1) if count > 1 else (0,)))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_some_pieces_may_span_just_if_so_many_others_complete_a_chain(count: int) -> None:
    adapter, seen, random = CrumbleAdapter("4x3"), set(), Random(4)
    arrangement = adapter.engine.opening().arrangement
    for _ in range(24):
        own = random.getrandbits(12) & arrangement.live
        others = arrangement.live ^ own
        seen.add(may_span(arrangement, own, others, count))
        completed = any(adapter.engine.winner(arrangement, own | taken, 0) for taken in some_of(others, count))
        assert may_span(arrangement, own, others, count) == completed
    assert seen == {True, False}
