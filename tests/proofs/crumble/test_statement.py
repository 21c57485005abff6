"""The statement in z3 and the reference agree: captures, winners, single steps and whole walks."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given as drawing
from hypothesis import settings
from hypothesis import strategies as st

from proofs.crumble.boards import (
    FINE_MIDDLE,
    PINWHEEL,
    arrangement_of,
    black_pieces,
    colourings,
    drawn,
    given,
    once_cut,
    squares,
    values,
)
from shatterproof.crumble import captures
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.pieces import DIRECTIONS, Piece
from shatterproof.crumble.readings import Readings
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof.game import IllegalTurn
from shatterproof_properties.play.crumble.positions import coloured
from shatterproof_properties.proofs.crumble.board import PieceGeometry
from shatterproof_properties.proofs.crumble.statement import (
    ONE_SNAPSHOT,
    OUTER_TAKES_ALL,
    OpenWalk,
    colours,
    resolved,
    winners,
)
from shatterproof_properties.proofs.crumble.verdicts import geometry_of
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import exactly_one

NESTED = (OUTER_TAKES_ALL, ONE_SNAPSHOT)
WINNERS = {(True, False): "black", (False, True): "white", (False, False): None}


class Stated:
    """The statement about one arrangement, asked one colouring at a time."""

    def __init__(self, geometry: PieceGeometry, nested: str) -> None:
        self.geometry = geometry
        self.arrangement = arrangement_of(geometry)
        self.readings = Readings(capture_nested=nested)
        self.solver = Solver()
        self.black = colours(self.solver, geometry)
        self.after = resolved(self.solver, geometry, self.black, nested)
        self.won = winners(self.solver, geometry, self.black)

    def agrees(self, black: tuple[bool, ...]) -> None:
        """Fails unless captures and winner are those of the reference."""
        before = black_pieces(self.geometry, black)
        model = self.solver.ask(given(self.black, black))
        assert model is not None
        expected = captures.resolve(self.arrangement, before, self.readings)
        assert black_pieces(self.geometry, values(model, self.after)) == expected
        won = values(model, self.won)
        assert WINNERS[won[0], won[1]] == captures.winner(self.arrangement, before)
        # It is the only answer.
        assert self.solver.ask([*given(self.black, black), self.denial(won)]) is None

    def denial(self, won: tuple[bool, ...]) -> str:
        """A term for every winner other than this one."""
        return given(self.won, [not has_won for has_won in won])[won.index(True) if any(won) else 0]


@pytest.mark.parametrize("nested", NESTED)
def test_captures_and_winners_agree_for_all_colourings_of_small_boards(
    nested: str, pytestconfig: pytest.Config
) -> None:
    larger = [squares(3, 3), squares(4, 3), drawn(FINE_MIDDLE)] if pytestconfig.getoption("--long") else []
    for geometry in [squares(2, 2), squares(3, 2), *once_cut(2, 2)[1:4], drawn(PINWHEEL), *larger]:
        stated = Stated(geometry, nested)
        for black in colourings(geometry):
            stated.agrees(black)


@pytest.mark.parametrize("nested", NESTED)
def test_captures_and_winners_agree_where_the_middle_is_cut_in_four(nested: str) -> None:
    stated = Stated(drawn(FINE_MIDDLE), nested)
    for black in list(colourings(stated.geometry))[::41]:
        stated.agrees(black)


@drawing(coloured("4x4") | coloured("5x5"), st.sampled_from(NESTED))
def test_captures_and_winners_agree_on_any_board(position: tuple[Arrangement, Colours], nested: str) -> None:
    arrangement, black = position
    geometry = geometry_of(arrangement)
    Stated(geometry, nested).agrees(tuple(piece in black for piece in arrangement.pieces))


@settings(max_examples=2 * settings().max_examples)
@drawing(coloured("4x4") | coloured("6x5"))
def test_touching_neighbours_and_complete_sides_agree(
    position: tuple[Arrangement, Colours],
) -> None:
    arrangement, _ = position
    geometry = geometry_of(arrangement)
    pieces = arrangement.pieces
    for own, met in ((geometry.touching, arrangement.touching), (geometry.neighbours, arrangement.neighbours)):
        edges = {frozenset((piece, other)) for piece, others in met.items() for other in others}
        assert {frozenset((pieces[a], pieces[b])) for a, b in own} == edges
    for piece, across in zip(pieces, geometry.across, strict=True):
        assert {way: pieces[other] for way, other in across.items()} == arrangement.complete_sides(piece)


def stepped(stated: PieceGeometry, standing: Standing, readings: Readings) -> dict[Piece, Standing]:
    """The reference's steps from a state of a walk, by the piece that they lead to."""
    found = {}
    for direction in DIRECTIONS:
        with suppress(IllegalTurn):
            after = swap_step(arrangement_of(stated), standing, direction, readings)
            found[after.at] = after
    return found


class Steps:
    """Walks with some number of steps on one arrangement, asked one at a time."""

    def __init__(self, geometry: PieceGeometry, steps: int) -> None:
        self.geometry = geometry
        self.solver = Solver()
        start = [self.solver.boolean("start") for _ in geometry.pieces]
        self.solver.say(exactly_one(start))
        self.walk = OpenWalk(self.solver, geometry, colours(self.solver, geometry), start)
        for _ in range(steps):
            self.walk.step()

    def agree(self, black: tuple[bool, ...], path: tuple[int, ...], expected: Standing | None) -> None:
        """Fails unless a walk along a path is legal and ends as expected."""
        asked = given(self.walk.black[0], black)
        asked += [terms[piece] for terms, piece in zip(self.walk.at, path, strict=True)]
        model = self.solver.ask(asked)
        assert (model is not None) == (expected is not None)
        if model is not None and expected is not None:
            assert black_pieces(self.geometry, values(model, self.walk.black[-1])) == expected.black
            won = values(model, self.walk.won[-1])
            assert WINNERS[won[0], won[1]] == expected.winner


@pytest.mark.parametrize("geometry", [squares(2, 2), once_cut(2, 2)[1], drawn(PINWHEEL)])
def test_single_steps_agree_for_all_colourings_and_pieces(geometry: PieceGeometry) -> None:
    steps = Steps(geometry, 1)
    for black in colourings(geometry):
        before = black_pieces(geometry, black)
        for start, rect in enumerate(geometry.rects):
            expected = stepped(geometry, Standing(before, Piece(*rect)), Readings())
            for into, other in enumerate(geometry.rects):
                steps.agree(black, (start, into), expected.get(Piece(*other)))


@drawing(coloured("4x4"), st.data())
def test_walks_agree_step_by_step(position: tuple[Arrangement, Colours], data: st.DataObject) -> None:
    arrangement, black = position
    geometry, pieces = geometry_of(arrangement), arrangement.pieces
    standing: Standing | None = Standing(black, data.draw(st.sampled_from(pieces)))
    path = []
    for _ in range(data.draw(st.integers(1, 4))):
        assert standing is not None
        path.append(pieces.index(standing.at))
        ways = sorted(arrangement.complete_sides(standing.at).items())
        if not ways or not standing.free or standing.winner:
            break
        direction, into = data.draw(st.sampled_from(ways))
        try:
            standing = swap_step(arrangement, standing, direction, Readings())
        except IllegalTurn:
            path.append(pieces.index(into))
            standing = None
            break
    else:
        assert standing is not None
        path.append(pieces.index(standing.at))
    if len(path) > 1:
        steps = Steps(geometry, len(path) - 1)
        steps.agree(tuple(piece in black for piece in pieces), tuple(path), standing)
