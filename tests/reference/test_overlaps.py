from __future__ import annotations

import pytest

from shatterproof import crumble, splinter
from shatterproof.crumble.arrangement import refuse_overlaps
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.game import AmbiguousTurn, IllegalPosition

HALF = GRAIN // 2


def square(x: int, y: int) -> Piece:
    """A unit square, its place in half units."""
    return Piece(x * HALF, y * HALF, GRAIN, GRAIN)


@pytest.mark.parametrize("south", [1, 5])
def test_a_piece_that_begins_below_all_others_may_overlap_the_lowest(south: int) -> None:
    with pytest.raises(IllegalPosition, match="overlap") as refused:
        refuse_overlaps([square(0, 2), square(0, 6), square(1, south)])
    assert refused.value.clause == "crumble.pieces.cover"


def test_pieces_may_overlap_beyond_others_that_have_ended() -> None:
    with pytest.raises(IllegalPosition, match="overlap"):
        refuse_overlaps([square(0, 0), square(2, 0), square(3, 0)])


def test_pieces_that_touch_do_not_overlap() -> None:
    refuse_overlaps([square(0, 2), square(0, 6), square(1, 0), square(1, 4), square(2, 2)])


def test_a_tie_that_is_left_open_names_its_clause() -> None:
    diagram = "Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n"
    position = splinter.from_diagram(diagram, splinter.Readings())
    with pytest.raises(AmbiguousTurn) as open_tie:
        splinter.parse_turn(position, "d3N")
    assert open_tie.value.clause == "splinter.group.tie"


def test_a_diagram_with_more_pieces_than_letters_reads_back() -> None:
    position = crumble.start("10x10")
    assert crumble.from_diagram(crumble.to_diagram(position), crumble.Readings()) == position
