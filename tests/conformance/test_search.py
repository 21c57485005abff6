"""Searching: small boards and random cases by turns, the same for the same seed, and steps to simpler positions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.made import FROM_START, REFUSES_JOINS, made
from shatterproof import crumble
from shatterproof.crumble.pieces import overlap
from shatterproof.crumble.position import Position
from shatterproof_properties import play
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.lockstep import Lockstep
from shatterproof_properties.conformance.plan import Plan
from shatterproof_properties.conformance.search import WALKED, Hunt
from shatterproof_properties.engines.engine import Engine
from shatterproof_properties.engines.seat import introduce
from shatterproof_properties.protocol import features

FOREVER = float("inf")
SMALL = "BOARDS = ('2x2..2x3',)"


@contextmanager
def hunting(folder: Path, changes: str = "", share: tuple[int, int] = (0, 1)) -> Iterator[Hunt]:
    with Engine(Plan("crumble", made(folder, f"{SMALL}\n{changes}")).argv) as engine:
        yield Hunt(Lockstep(introduce(engine, "crumble")), share=share)


def test_the_same_seed_asks_the_same_and_learns_the_same(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        with hunting(tmp_path) as hunt:
            assert hunt.search(3, FOREVER) is None
            assert hunt.search(4, FOREVER) is None
            census = hunt.lockstep.census
            told.append((census.results, census.clauses, hunt.steering.aims(), hunt.exhaustive.reached()))
    assert told[0] == told[1]


def test_small_boards_are_gone_through_beside_random_cases(tmp_path: Path) -> None:
    with hunting(tmp_path) as hunt:
        assert hunt.exhaustive.reached() == []
        for seed in range(3):
            hunt.search(seed, FOREVER)
        assert hunt.exhaustive.reached()[0].startswith("2x2: plies 0-")
        assert 0 < hunt._walked < (WALKED + 0.25) * hunt.lockstep.census.results


def test_processes_begin_with_different_positions_of_small_boards(tmp_path: Path) -> None:
    asked = []
    for index in range(2):
        with hunting(tmp_path, share=(index, 2)) as hunt:
            asked.append({next(hunt._walk) for _ in range(12)})
    assert asked[0].isdisjoint(asked[1])


def test_an_engine_that_plays_from_the_opening_only_is_searched(tmp_path: Path) -> None:
    with hunting(tmp_path, FROM_START) as hunt:
        assert hunt.search(1, FOREVER) is None
        assert hunt.search(2, FOREVER) is None
        assert hunt.lockstep.census.results > 0
        assert all("set up" not in line for line in hunt.exhaustive.reached())


def test_a_difference_that_play_led_to_is_shrunk_to_a_position_set_up(tmp_path: Path) -> None:
    with hunting(tmp_path, REFUSES_JOINS) as hunt:
        found = next(filter(None, (hunt.search(seed, FOREVER) for seed in range(20))))
        shrunk = hunt.shrink(found)
    assert shrunk.signature == found.signature
    assert shrunk.played == ()
    assert shrunk.start.board == "2x2"


def test_a_deadline_that_has_passed_ends_the_search(tmp_path: Path) -> None:
    with hunting(tmp_path) as hunt:
        assert hunt.search(1, 0.0) is None
        assert hunt.over


def order(position: Position) -> tuple[int, int, int, bool]:
    """What every step to a simpler position must lessen, so that there is an end to them."""
    area, pieces = features.extent(crumble, position)
    borders = sum(
        (one in position.black) != (two in position.black) for one, two in position.arrangement.neighbours.edges
    )
    return area, pieces, borders, position.memory is not None


@given(position=play.positions_set_up(crumble, boards=st.sampled_from(["2x2", "2x3", "3x3"])))
def test_every_step_to_a_simpler_position_of_crumble_makes_something_less(position: Position) -> None:
    for nearer in play.simpler(crumble, position):
        assert order(nearer) < order(position)


@pytest.mark.parametrize("spoilt", ["AbA/bab/aBa", "aBa/bab/ABA"])
def test_a_piece_unlike_its_neighbours_is_recoloured(spoilt: str) -> None:
    colours = {"A": True, "B": True, "a": False, "b": False}
    shape = spoilt.split("/")
    position = crumble.start("3x3")
    unit = position.arrangement.pieces[0].width
    black = frozenset(
        piece for piece in position.arrangement.pieces if colours[shape[2 - piece.y // unit][piece.x // unit]]
    )
    position = Position(position.arrangement, black)
    recoloured = [nearer for nearer in play.simpler(crumble, position) if nearer.arrangement == position.arrangement]
    assert recoloured
    assert order(recoloured[0]) == min(map(order, recoloured))


@given(position=play.positions_set_up(crumble, boards=st.sampled_from(["2x2", "2x3"]), bias="repeating"))
def test_remembered_turns_work_pieces_apart_from_each_other(position: Position) -> None:
    for deed in filter(None, position.memory.recent if position.memory else ()):
        for index, piece in enumerate(deed.worked):
            assert not any(overlap(piece, other) for other in deed.worked[index + 1 :])


def test_the_second_engine_follows_positions_about_to_be_repeated(tmp_path: Path) -> None:
    positions = play.positions_set_up(crumble, boards=st.sampled_from(["2x2", "2x3"]), bias="repeating")

    with hunting(tmp_path) as hunt:

        @settings(max_examples=25, deadline=None)
        @given(position=positions)
        def agree(position: Position) -> None:
            assert list(hunt.lockstep.differences(Case(position, ()))) == []

        agree()
        assert hunt.lockstep.seat.troubles == []
