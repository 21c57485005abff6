"""Rings around either colour, and the targets that a draw asks for."""

from __future__ import annotations

import pytest

from shatterproof import crumble
from shatterproof.crumble.captures import ring_around
from shatterproof.crumble.draws import Deed, Memory, descends, renews, same_target
from shatterproof.crumble.pieces import GRAIN, Piece

ARRANGEMENT = crumble.start("5x3").arrangement


def unit(x: int, y: int) -> Piece:
    return Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN)


MIDDLE = unit(1, 1)
AROUND = {unit(x, y) for x in range(3) for y in range(3)} - {MIDDLE}
BEYOND = {unit(4, y) for y in range(3)}


@pytest.mark.parametrize(
    "black", [{MIDDLE, *BEYOND}, set(ARRANGEMENT.pieces) - {MIDDLE, *BEYOND}], ids=["black", "white"]
)
def test_a_ring_is_found_around_either_colour_whoever_else_stands_beyond(black: set[Piece]) -> None:
    assert ring_around(ARRANGEMENT, frozenset(black), {MIDDLE}) == AROUND


def test_no_ring_is_around_what_stands_at_the_edge() -> None:
    assert ring_around(ARRANGEMENT, frozenset(BEYOND), BEYOND) == set()


HERE, THERE, NOWHERE = (Deed(targets, (MIDDLE,)) for targets in ((unit(0, 0),), (unit(1, 0),), ()))


@pytest.mark.parametrize(
    ("recent", "shared", "own"),
    [
        ((HERE, HERE, HERE, HERE), True, True),
        ((THERE, HERE, HERE, HERE), False, True),
        ((HERE, THERE, HERE, HERE), False, False),
        ((HERE, HERE, None, HERE), False, True),
        ((HERE, HERE, HERE, None), False, False),
        ((NOWHERE, HERE, HERE, HERE), False, True),
    ],
)
def test_the_same_target_is_that_of_all_turns_that_count(
    recent: tuple[Deed | None, ...], shared: bool, own: bool
) -> None:
    assert same_target(HERE, recent, crumble.Readings()) is shared
    assert same_target(HERE, recent, crumble.Readings(draw_target="own")) is own
    assert not same_target(NOWHERE, (NOWHERE,) * 4, crumble.Readings())


@pytest.mark.parametrize(
    ("piece", "wholly", "partly"),
    [
        (MIDDLE, True, True),
        (Piece(GRAIN, GRAIN, GRAIN // 2, GRAIN), True, True),
        (Piece(GRAIN, GRAIN, 2 * GRAIN, GRAIN), False, True),
        (unit(2, 1), False, False),
    ],
)
def test_what_only_stands_beside_the_pieces_worked_does_not_descend_from_them(
    piece: Piece, wholly: bool, partly: bool
) -> None:
    assert descends(piece, [HERE], crumble.Readings()) is wholly
    assert descends(piece, [HERE], crumble.Readings(draw_descent="partly")) is partly


def test_a_turn_renews_only_if_all_that_it_works_was_worked_before() -> None:
    memory = Memory((HERE,) * 4, 0)
    assert renews(HERE, memory, crumble.Readings())
    assert not renews(HERE._replace(worked=(MIDDLE, unit(2, 1))), memory, crumble.Readings())
    assert not renews(HERE._replace(worked=(unit(2, 1),)), memory, crumble.Readings())
