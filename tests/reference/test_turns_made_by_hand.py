"""Turns and positions made as values that no text can express: each is refused with its clause."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.position import Turn as CrumbleTurn
from shatterproof.crumble.position import set_up as crumble_set_up
from shatterproof.crumble.swaps import Walk
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition, IllegalTurn
from shatterproof.scrunch.cells import Cell
from shatterproof.scrunch.position import Turn as ScrunchTurn
from shatterproof.scrunch.position import set_up
from shatterproof.splinter.position import Turn as SplinterTurn
from shatterproof.splinter.squares import Square


def refusal(game: Any, position: Any, turn: Any) -> str:
    """The clause that a turn breaks."""
    with pytest.raises(IllegalTurn) as refused:
        game.play(position, turn)
    return refused.value.clause


def unit(x: int, y: int, width: int = 1, height: int = 1) -> Piece:
    """A piece by its place and size in units."""
    return Piece(x * GRAIN, y * GRAIN, width * GRAIN, height * GRAIN)


ROWS = crumble.from_diagram("4x2, Black to move\nAbCd\nEFgH\n")
WEST, EAST = unit(0, 0), unit(1, 0)
BOTH = unit(0, 0, 2, 1)
LEFT_HALF = Piece(0, 0, GRAIN // 2, GRAIN)


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        (CrumbleTurn(Cut("V", ())), "crumble.turn.parts"),
        (CrumbleTurn(Cut("V", (unit(0, 0, 1, 2),))), "crumble.turn.parts"),
        (CrumbleTurn(Join(BOTH, ())), "crumble.turn.parts"),
        (CrumbleTurn(Join(BOTH, (WEST, unit(7, 7)))), "crumble.turn.parts"),
        (CrumbleTurn(Join(BOTH, (WEST,))), "crumble.join.outline"),
        (CrumbleTurn(Join(BOTH, (EAST, WEST))), "crumble.join.outline"),
        (CrumbleTurn(Join(unit(0, 1, 2, 2), (unit(0, 1), unit(1, 1)))), "crumble.join.outline"),
        (CrumbleTurn(Join(unit(0, -1, 2, 2), (WEST, EAST))), "crumble.join.outline"),
        (CrumbleTurn(Cut("H", (WEST, unit(0, 1)))), "crumble.cut.straight"),
        (CrumbleTurn(Cut("H", (WEST, unit(2, 1)))), "crumble.cut.straight"),
        (CrumbleTurn(Cut("v", (WEST,))), "crumble.cut.straight"),
        (CrumbleTurn(Cut("V", (WEST,)), Walk(EAST, "N")), "crumble.swap.start"),
        (CrumbleTurn(Cut("V", (WEST,)), Walk(LEFT_HALF, "")), "crumble.walk.steps"),
        (CrumbleTurn(Cut("V", (WEST,)), Walk(LEFT_HALF, "NX")), "crumble.walk.steps"),
    ],
)
def test_a_turn_of_crumble_that_is_none_is_refused(turn: CrumbleTurn, clause: str) -> None:
    assert refusal(crumble, ROWS, turn) == clause


def test_a_piece_of_crumble_has_one_of_two_colours() -> None:
    with pytest.raises(IllegalPosition) as refused:
        crumble_set_up("2x2", {unit(0, 0, 2, 2): "red"})
    assert refused.value.clause == "crumble.pieces.colours"


def test_there_is_no_third_side_in_crumble() -> None:
    with pytest.raises(InputError, match="no side"):
        crumble_set_up("2x2", {unit(0, 0, 2, 2): "black"}, "red")


PAIR = scrunch.from_diagram("Scrunch 3, Dark to move\n  . . .\n . . . .\n. x x . .\n . . . .\n  o . .\n")
CENTRE = Cell(2, 2)
FAR = {Cell(9, 9)}


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        (ScrunchTurn(moved=(CENTRE, Cell(2, 3))), "scrunch.growth.both"),
        (ScrunchTurn(placed=Cell(9, 9)), "scrunch.notation.cell"),
        (ScrunchTurn(placed=Cell(2, 3), moved=(CENTRE, Cell(-1, 0))), "scrunch.notation.cell"),
        (ScrunchTurn(removed=(Cell(2, 9),)), "scrunch.notation.cell"),
    ],
)
def test_a_turn_of_scrunch_that_is_none_is_refused(turn: ScrunchTurn, clause: str) -> None:
    assert refusal(scrunch, PAIR, turn) == clause


@pytest.mark.parametrize(("dark", "light"), [(FAR, set()), (set(), FAR), (FAR, FAR)])
def test_stones_of_scrunch_lie_on_the_board(dark: set[Cell], light: set[Cell]) -> None:
    with pytest.raises(IllegalPosition) as refused:
        set_up("3", dark | {CENTRE}, light)
    assert refused.value.clause == "scrunch.notation.cell"


ROW = splinter.from_diagram("5x3, Blue to move\nOsSsO\nxXxXo\n.....\n")


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        (SplinterTurn(Square(0, 2), "NNE"), "splinter.slide.one-step"),
        (SplinterTurn(Square(0, 2), ""), "splinter.slide.one-step"),
        (SplinterTurn(Square(0, 7), "N"), "splinter.notation.square"),
        (SplinterTurn(Square(-1, 0), "N"), "splinter.notation.square"),
        (SplinterTurn(Square(0, 0), "N"), "splinter.turn.own"),
        (SplinterTurn(Square(0, 2), "E", Square(0, 0)), "splinter.group.tie"),
    ],
)
def test_a_turn_of_splinter_that_is_none_is_refused(turn: SplinterTurn, clause: str) -> None:
    assert refusal(splinter, ROW, turn) == clause


def test_the_side_that_begins_is_to_move_in_a_position_unless_it_is_said() -> None:
    for game in (crumble, scrunch, splinter):
        assert game.start().to_move == game.SIDES[0]
    assert set_up("3", [Cell(0, 0)], [Cell(2, 2)]).to_move == "dark"
    assert (
        crumble.position.set_up("2x2", dict.fromkeys(crumble.start("2x2").arrangement.pieces, "white")).to_move
        == "black"
    )
    assert splinter.position.set_up("5x2", splinter.start("5x2").pieces).to_move == "blue"
