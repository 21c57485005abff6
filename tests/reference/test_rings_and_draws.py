"""Rings around either colour, and the targets that a draw asks for."""

from __future__ import annotations

import pytest

from shatterproof import crumble
from shatterproof.crumble.captures import chains, groups, insides, newly_enclosed, ring_around
from shatterproof.crumble.draws import Deed, Memory, descends, makes_draw_turns, remember, renews, same_target
from shatterproof.crumble.pieces import GRAIN, Piece

ARRANGEMENT = crumble.start("5x3").arrangement


def unit(x: int, y: int, side: int = 1) -> Piece:
    return Piece(x * GRAIN, y * GRAIN, side * GRAIN, side * GRAIN)


MIDDLE = unit(1, 1)
AROUND = {unit(x, y) for x in range(3) for y in range(3)} - {MIDDLE}
BEYOND = {unit(4, y) for y in range(3)}


@pytest.mark.parametrize(
    "black",
    [
        {MIDDLE},
        {MIDDLE, *BEYOND},
        set(ARRANGEMENT.pieces) - {MIDDLE, *BEYOND},
        {*AROUND, *BEYOND},
        set(ARRANGEMENT.pieces) - {*AROUND, *BEYOND},
    ],
    ids=["white, all around", "white, longer", "black, longer", "black", "white"],
)
def test_a_ring_is_found_around_either_colour_whoever_else_stands_beyond(black: set[Piece]) -> None:
    ring = ring_around(ARRANGEMENT, frozenset(black), {MIDDLE})
    assert ring == AROUND
    assert insides(ARRANGEMENT, frozenset(black)) == {frozenset({MIDDLE}): ring <= black}


SQUARE = crumble.start("5x5").arrangement
CENTRE = unit(2, 2)
BESIDE_IT = {unit(2, 1), unit(1, 2), unit(3, 2), unit(2, 3)}
NEXT_TO_IT = {unit(x, y) for x in range(1, 4) for y in range(1, 4)} - {CENTRE}
OTHER_RINGS = {frozenset({unit(0, 0)})}
"""The pieces in a ring that stood before and stands no more."""


@pytest.mark.parametrize("black", [NEXT_TO_IT, set(SQUARE.pieces) - NEXT_TO_IT], ids=["black", "white"])
def test_of_rings_around_one_another_the_one_of_the_other_colour_is_around_a_group(black: set[Piece]) -> None:
    assert ring_around(SQUARE, frozenset(black), {CENTRE}) == NEXT_TO_IT


@pytest.mark.parametrize("black", [BESIDE_IT, set(SQUARE.pieces) - BESIDE_IT], ids=["white", "black"])
def test_a_ring_holds_pieces_of_its_own_colour_too_and_encloses_the_others(black: set[Piece]) -> None:
    held = frozenset({CENTRE, *BESIDE_IT})
    assert insides(SQUARE, black) == {held: CENTRE in black}
    assert newly_enclosed(SQUARE, black, OTHER_RINGS) == newly_enclosed(SQUARE, black, set()) == BESIDE_IT
    assert newly_enclosed(SQUARE, black, {held}) == set()


def test_a_piece_alone_on_its_board_is_a_chain_and_has_all_four_sides() -> None:
    position = crumble.from_diagram("2x2, White to move\nAA\nAA\n")
    arrangement, black = position.arrangement, position.black
    assert chains(arrangement, black) == groups(arrangement, black) == [{unit(0, 0, 2)}]
    assert list(arrangement.touching) == list(arrangement.neighbours) == [unit(0, 0, 2)]
    assert position.winner == "black"


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
    assert not renews(HERE, Memory((HERE, HERE, HERE, None), 0), crumble.Readings())
    assert not renews(HERE, Memory((HERE, None, HERE, HERE), 0), crumble.Readings())
    assert not renews(HERE._replace(worked=(MIDDLE, unit(2, 1))), memory, crumble.Readings())
    assert not renews(HERE._replace(worked=(unit(2, 1),)), memory, crumble.Readings())


def swapping(*targets: Piece) -> Deed:
    return Deed(targets, (MIDDLE,))


ANY = crumble.Readings(draw_into="any")
ONE, TWO = unit(0, 0), unit(1, 0)


def test_five_turns_that_share_another_piece_begin_to_count_anew() -> None:
    memory: Memory | None = None
    for targets in [(ONE,), (ONE, TWO), (ONE, TWO), (ONE, TWO), (ONE, TWO), (TWO,)]:
        memory = remember(memory, swapping(*targets), ANY)
    assert memory is not None
    assert memory.renewals == 1
    assert len(memory.recent) == 5
    assert {deed.targets for deed in memory.recent if deed} == {(TWO,)}


PAIRS = crumble.Readings(draw="draw-turns", draw_turn="pair-of-turns", draw_turn_target="shared")
SINGLE = crumble.Readings(draw="draw-turns", draw_turn_target="shared")


@pytest.mark.parametrize(
    ("targets", "single", "pairs"),
    [
        ([ONE] * 10, [0, 0, 0, 0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]),
        ([ONE] * 4 + [ONE, ONE, TWO, TWO, ONE, ONE], [0, 0, 0, 0, 1, 2, 1, 2, 1, 2], [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]),
        ([ONE] * 4 + [ONE, TWO, TWO, ONE, ONE, TWO, TWO], [0, 0, 0, 0, 1, 1, 2, 1, 2, 1, 2],
         [0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6]),
        ([ONE] * 4 + [ONE, ONE, TWO, TWO, ONE, TWO], [0, 0, 0, 0, 1, 2, 1, 2, 1, 1], [0, 0, 0, 0, 1, 2, 3, 4, 5, 1]),
        ([ONE] * 4 + [ONE, ONE, ONE, TWO, TWO], [0, 0, 0, 0, 1, 2, 3, 1, 2], [0, 0, 0, 0, 1, 2, 3, 3, 4]),
    ],
    ids=["one target", "another in each pair", "either side begins a pair", "a pair breaks", "two ways to pair"],
)  # fmt: skip
def test_draw_turns_share_a_target_and_three_of_them_need_not(
    targets: list[Piece], single: list[int], pairs: list[int]
) -> None:
    for readings, expected in ((SINGLE, single), (PAIRS, pairs)):
        memory: Memory | None = None
        counts = []
        for target in targets:
            memory = remember(memory, swapping(target), readings)
            assert memory is not None
            counts.append(memory.renewals)
            assert memory.renewals > 6 or makes_draw_turns(memory.recent, memory.renewals, readings)
        assert counts == expected
