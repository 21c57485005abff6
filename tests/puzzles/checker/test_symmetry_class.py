"""Positions share a key where a symmetry of the invariants makes one of the other; turns count as the page says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.scrunch.cells import board
from shatterproof.scrunch.position import Turn
from shatterproof.splinter.squares import Piece, Square
from shatterproof_properties.invariants.crumble.symmetry import SYMMETRIES as OF_CRUMBLE
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES as OF_SCRUNCH
from shatterproof_properties.invariants.splinter.symmetry import SYMMETRIES as OF_SPLINTER
from shatterproof_properties.puzzles.checker.symmetry_class import image_key, motif_of

SYMMETRIES = {"crumble": OF_CRUMBLE, "scrunch": OF_SCRUNCH, "splinter": OF_SPLINTER}
CELLS_OF_THREE = sorted(board(3))
PIECES = [Piece("blue", "circle"), Piece("white", "circle"), Piece("white", "cross")]


def splinter_positions() -> Iterator[Any]:
    """Two pieces on boards that are wide, tall and square, with and without memory."""
    start = splinter.start("6x5")
    for columns, rows in ((3, 2), (2, 3), (2, 2)):
        squares = [Square(column, row) for column in range(columns) for row in range(rows)]
        memories = [frozenset(), frozenset({(squares[0], squares[1])}), frozenset({(squares[1], squares[0])})]
        memories.append(memories[1] | {(squares[2], squares[3])})
        for (one, two), memory, side in product(combinations(squares, 2), memories, splinter.SIDES):
            for pieces in (PIECES[:2], PIECES[::2], PIECES[1:]):
                standing = frozenset(zip((one, two), pieces, strict=True))
                yield replace(start, columns=columns, rows=rows, standing=standing, memory=memory, to_move=side)


def scrunch_positions() -> Iterator[Any]:
    """One stone or two on the smallest boards, whoever is still in creation."""
    for size, most in ((2, 2), (3, 1)):
        start, cells = scrunch.start(str(size)), sorted(board(size))
        creating = [frozenset(those) for number in range(3) for those in combinations(scrunch.SIDES, number)]
        for number in range(most + 1):
            for stones, side, those in product(combinations(cells, number), scrunch.SIDES, creating):
                for dark in (stones, stones[:1]):
                    light = frozenset(stones) - frozenset(dark)
                    yield replace(start, dark=frozenset(dark), light=light, to_move=side, creating=those)


def crumble_positions() -> Iterator[Any]:
    """Positions of random games on boards that are wide, tall and square, also with another memory."""
    for size, seed in product(("3x2", "2x3", "2x2"), range(2)):
        chance, here = Random(seed), crumble.start(size)
        for _ in range(6):
            memory = here.memory
            yield from (here, replace(here, memory=None))
            if memory is not None:
                yield replace(here, memory=memory._replace(renewals=memory.renewals + 1))
                yield replace(here, memory=memory._replace(recent=memory.recent[::-1]))
                yield replace(here, memory=memory._replace(recent=(None, *memory.recent)))
            after = chance.choice([after for _, after in crumble.results(here)][:60])
            if crumble.outcome(after) is not None:
                break
            here = after


POSITIONS = {"crumble": crumble_positions, "scrunch": scrunch_positions, "splinter": splinter_positions}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_share_a_key_if_they_are_images_and_only_then(name: str) -> None:
    game = {"crumble": crumble, "scrunch": scrunch, "splinter": splinter}[name]
    found: dict[Any, set[int]] = defaultdict(set)
    first: dict[Any, int] = {}
    for here in list(POSITIONS[name]()):
        images = [symmetry.position(here) for symmetry in SYMMETRIES[name]]
        kept = next((first[image] for image in images if image in first), None)
        if kept is None:
            kept = first[images[0]] = len(first)
            assert {image_key(game, image) for image in images} == {image_key(game, here)}
        found[image_key(game, here)].add(kept)
    assert all(len(kept) == 1 for kept in found.values())
    assert len(found) == len(first) > 20


def test_in_scrunch_the_cells_won_and_left_and_the_snakes_removed_make_an_answer() -> None:
    for one, two, three in permutations(CELLS_OF_THREE, 3):
        won = tuple(sorted((one, three)))
        assert motif_of(scrunch, Turn(placed=one, moved=(two, three))) == ((), won, (two,))
        assert motif_of(scrunch, Turn((two, one), three)) == (tuple(sorted((one, two))), (three,), ())
    for one, two in permutations(CELLS_OF_THREE, 2):
        assert motif_of(scrunch, Turn(placed=one, moved=(one, two))) == ((), (two,), ())
        assert motif_of(scrunch, Turn(moved=(one, two))) == ((), (two,), (one,))
    assert motif_of(scrunch, Turn()) == ((), (), ())


def test_in_crumble_the_walk_makes_no_difference() -> None:
    turns = [turn for turn, _ in crumble.results(crumble.start("2x2"))]
    assert any(turn.walk for turn in turns)
    for one, two in product(turns, turns[:20]):
        assert (motif_of(crumble, one) == motif_of(crumble, two)) is (one.work == two.work)


def test_in_splinter_each_turn_is_an_answer() -> None:
    turns = [turn for turn, _ in splinter.actions(splinter.start("6x5"))]
    assert len({motif_of(splinter, turn) for turn in turns}) == len(turns) > 1
