"""Turns that count as one answer, compared with the page on puzzles."""

from __future__ import annotations

from itertools import permutations, product

from shatterproof import crumble, scrunch, splinter
from shatterproof.scrunch.cells import board
from shatterproof.scrunch.position import Turn
from shatterproof_properties.puzzles.checker.symmetry_class import motif_of

CELLS = sorted(board(3))


def test_in_scrunch_the_cells_won_and_left_and_the_snakes_removed_make_an_answer() -> None:
    for one, two, three in permutations(CELLS, 3):
        won = tuple(sorted((one, three)))
        assert motif_of(scrunch, Turn(placed=one, moved=(two, three))) == ((), won, (two,))
        assert motif_of(scrunch, Turn((two, one), three)) == (tuple(sorted((one, two))), (three,), ())
    for one, two in permutations(CELLS, 2):
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
