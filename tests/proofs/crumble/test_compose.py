"""Compositions of z3 hold for the second engine too, and all of them are found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice
from random import Random

import pytest

from proofs.crumble.boards import arrangement_of, black_pieces, colourings, squares
from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import is_settled, winner
from shatterproof.crumble.pieces import DIRECTIONS, Piece
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.game import IllegalTurn
from shatterproof.strict_json import encode
from shatterproof_properties.proofs.crumble.board import PieceGeometry, position_of
from shatterproof_properties.proofs.crumble.compose import Shape, compose_threats, halvings


def test_composed_threats_are_threats_and_the_position_is_fair() -> None:
    geometry = squares(3, 3)
    shapes = Random(2).sample(halvings(geometry, 1), 5)
    for data in islice(compose_threats(geometry, shapes, least=2, to_move="white"), 4):
        position = crumble.from_json(data)
        assert crumble.outcome(position) is None
        assert position.to_move == "white"
        assert sum(wins(position, shape) for shape in shapes) >= 2


def wins(position: crumble.Position, shape: Shape) -> bool:
    """Whether, by the reference, the side that is not to move would win by a shape if it could move."""
    mover = "black" if position.to_move == "white" else "white"
    again = crumble.Position(position.arrangement, position.black, mover)
    return any(
        after.winner == mover
        and turn.walk is not None
        and turn.walk.start == Piece(*shape.start)
        and [*turn.work.pieces] == [Piece(*rect) for rect in shape.gone]
        and len(turn.walk.path) == shape.steps
        for turn, after in crumble.results(again)
    )


def test_positions_composed_apart_differ_in_so_many_pieces() -> None:
    geometry = squares(3, 3)
    found = [data["pieces"] for data in compose_threats(geometry, halvings(geometry, 1)[8:9], least=1, apart=3)]
    assert len(found) > 1
    for one, other in combinations(found, 2):
        assert sum(piece not in other for piece in one) >= 3


def test_the_seed_decides_what_comes_first() -> None:
    geometry = squares(3, 3)
    shapes = halvings(geometry, 1)[8:9]
    first = [encode(next(compose_threats(geometry, shapes, least=1, seed=seed))) for seed in (1, 2, 3, 4, 5)]
    assert len(set(first)) > 1
    assert encode(next(compose_threats(geometry, shapes, least=1, seed=3))) == first[2]


@pytest.mark.parametrize("steps", [1, 2])
def test_all_colourings_with_a_threat_of_so_many_steps_are_found(steps: int) -> None:
    geometry = squares(3, 2)
    for shape in halvings(geometry, steps)[:2]:
        expected = [
            position_of(geometry, black, "white")
            for black in colourings(geometry)
            if not all(black) and is_settled_and_open(geometry, black) and shape_wins(geometry, black, shape)
        ]
        found = list(compose_threats(geometry, [shape], 1, "white"))
        assert sorted(map(encode, found)) == sorted(map(encode, expected))


def is_settled_and_open(geometry: PieceGeometry, black: tuple[bool, ...]) -> bool:
    arrangement, before = arrangement_of(geometry), black_pieces(geometry, black)
    return is_settled(arrangement, before) and not winner(arrangement, before)


def shape_wins(geometry: PieceGeometry, black: tuple[bool, ...], shape: Shape) -> bool:
    """Whether, by the reference, Black would win by a shape. Every walk of this many steps is tried."""
    before = black_pieces(geometry, black)
    gone, new = ([Piece(*rect) for rect in rects] for rects in (shape.gone, shape.new))
    if not before.issuperset(gone):
        return False
    worked, standings = (
        arrangement_of(geometry).replace(gone, new),
        [Standing(before - {*gone} | {*new}, Piece(*shape.start))],
    )
    for _ in range(shape.steps):
        standings = [after for standing in standings for after in next_standings(worked, standing)]
    return any(standing.winner == "black" for standing in standings)


def next_standings(arrangement: Arrangement, standing: Standing) -> Iterator[Standing]:
    """Every legal step of a walk."""
    for way in DIRECTIONS:
        with suppress(IllegalTurn):
            yield swap_step(arrangement, standing, way, crumble.Readings())


def test_more_threats_than_there_are_shapes_are_not_composed() -> None:
    geometry = squares(2, 2)
    assert list(compose_threats(geometry, halvings(geometry, 1)[:2], least=3)) == []
