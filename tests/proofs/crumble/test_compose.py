"""What z3 composes holds for the second engine too, and all of it is found."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import pytest

from proofs.crumble.boards import arrangement_of, black_pieces, colourings
from shatterproof import crumble
from shatterproof.crumble.captures import is_settled, winner
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.swaps import walks
from shatterproof.strict_json import encode
from shatterproof_properties.proofs.crumble.board import PieceGeometry, position_of, squares
from shatterproof_properties.proofs.crumble.compose import Shape, compose_threats, compose_win, halvings


def shortest_by_trying(geometry: PieceGeometry, black: tuple[bool, ...], shape: Shape) -> int | None:
    """The steps of Black's shortest win after a cut, for the reference; None unless the position is a fair one."""
    before = black_pieces(geometry, black)
    arrangement = arrangement_of(geometry)
    gone = [Piece(*rect) for rect in shape.gone]
    if not before.issuperset(gone) or not is_settled(arrangement, before) or winner(arrangement, before):
        return None
    new = [Piece(*rect) for rect in shape.new]
    worked, after = arrangement.replace(gone, new), frozenset(before.difference(gone).union(new))
    found = [
        (len(walk.path), walk.start == Piece(*shape.start))
        for start in new
        for walk, standing in walks(worked, after, start, crumble.Readings())
        if standing.winner == "black"
    ]
    shortest = min(found, default=None)
    return shortest[0] if shortest and (shortest[0], True) in found else None


@pytest.mark.parametrize("steps", [1, 2])
def test_all_colourings_with_a_win_of_so_many_steps_and_none_shorter_are_found(steps: int) -> None:
    geometry = squares(3, 2)
    for shape in halvings(geometry, steps)[:2]:
        expected = [
            position_of(geometry, black, "black")
            for black in colourings(geometry)
            if shortest_by_trying(geometry, black, shape) == steps
        ]
        found = list(compose_win(geometry, shape))
        assert sorted(map(encode, found)) == sorted(map(encode, expected))


def test_a_win_is_composed_for_either_side() -> None:
    geometry = squares(3, 3)
    shape = halvings(geometry, 2)[8]
    for to_move in crumble.SIDES:
        data = next(compose_win(geometry, shape, to_move))
        position = crumble.from_json(data)
        assert crumble.outcome(position) is None
        assert position.to_move == to_move
        ends = [after.winner for turn, after in crumble.results(position) if turn.walk and len(turn.walk.path) == 2]
        assert to_move in ends


def test_composed_threats_are_threats_and_the_position_is_fair() -> None:
    geometry = squares(3, 3)
    shapes = Random(2).sample(halvings(geometry, 1), 5)
    for data in islice(compose_threats(geometry, shapes, least=2, to_move="white"), 4):
        position = crumble.from_json(data)
        assert crumble.outcome(position) is None
        assert position.to_move == "white"
        assert sum(wins(position, shape) for shape in shapes) >= 2


def wins(position: crumble.Position, shape: Shape) -> bool:
    """Whether the side that is not to move would win by a shape if it were its turn, for the reference."""
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
    found = [data["pieces"] for data in compose_win(geometry, halvings(geometry, 1)[8], apart=3)]
    assert len(found) > 1
    for one, other in combinations(found, 2):
        assert sum(piece not in other for piece in one) >= 3


def test_the_seed_decides_what_comes_first() -> None:
    geometry = squares(3, 3)
    shape = halvings(geometry, 1)[8]
    first = [encode(next(compose_win(geometry, shape, seed=seed))) for seed in (1, 2, 3, 4, 5)]
    assert len(set(first)) > 1
    assert encode(next(compose_win(geometry, shape, seed=3))) == first[2]


def test_more_threats_than_there_are_shapes_are_not_composed() -> None:
    geometry = squares(2, 2)
    assert list(compose_threats(geometry, halvings(geometry, 1)[:2], least=3)) == []
