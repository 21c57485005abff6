"""Positions of Crumble as values: cuts and joins, the memory of a turn, the order of turns, and mates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from play.search import clause_broken, refused
from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut, cut_from, cuts, new_halves
from shatterproof.crumble.draws import Deed, Memory
from shatterproof.crumble.joins import joins
from shatterproof.crumble.pieces import GRAIN, Piece, describe, place
from shatterproof.crumble.position import is_crumblemate, results, targets
from shatterproof.crumble.swaps import Standing, Walk, swap_step, walks
from shatterproof.errors import InputError
from shatterproof.game import Outcome


def unit(x: int, y: int) -> Piece:
    return Piece(x * GRAIN, y * GRAIN, GRAIN, GRAIN)


def test_pieces_are_neighbours_along_a_side_as_short_as_can_be_and_not_at_a_corner() -> None:
    pieces = one, two, three = tuple(Piece(x, y, 1, 1) for x, y in ((0, 0), (1, 0), (2, 1)))
    arrangement = Arrangement(2, 2, pieces)
    assert arrangement.neighbours == {one: {two}, two: {one}, three: set()}
    assert arrangement.touching == {one: {two}, two: {one, three}, three: {two}}


def test_after_every_cut_and_join_pieces_meet_as_if_nobody_had_known_what_met_before() -> None:
    position = crumble.from_diagram("3x3, Black to move\nAABBcc\nAABBcc\nDDeeFF\nDDeeFF\ngHIIjj\nkHIIjj\n")
    one_later = [after for _, after in results(position)]
    two_later = [after for before in one_later[::9] for _, after in results(before)]
    for arrangement in {after.arrangement for after in one_later + two_later}:
        anew = Arrangement(3, 3, arrangement.pieces)
        assert (arrangement.neighbours, arrangement.touching) == (anew.neighbours, anew.touching)


LOST = ["3x3, Black to move\nabc\ndAe\nBfC\n", "3x3, White to move\nabA\nBCc\nDEF\n"]
WINNING = ["3x3, Black to move\nabA\ncBC\nDde\n", "3x3, White to move\nabA\nBCc\nDEd\n"]
"""Positions in which every turn makes the opponent win now or next turn, and one in which every other turn does."""


@pytest.mark.parametrize("diagram", LOST + WINNING)
def test_a_side_is_crumblemated_if_every_turn_loses_and_none_wins(diagram: str) -> None:
    position = crumble.from_diagram(diagram)
    ends = {after.winner for _, after in results(position)}
    assert ends == {None, "black", "white"} - ({position.to_move} if diagram in LOST else set())
    assert is_crumblemate(position) is (diagram in LOST)
    assert not is_crumblemate(crumble.start("2x2"))


@pytest.mark.parametrize("win_stops", ["at-once", "end-of-turn"])
def test_a_won_position_remembers_nothing(win_stops: str) -> None:
    readings = crumble.Readings(draw="draw-turns", win_stops=win_stops)
    found = [after for _, after in results(crumble.from_diagram(WINNING[0], readings))]
    assert {(after.winner is None, after.memory is None) for after in found} == {(True, False), (False, True)}


FROM, FIRST, SECOND = unit(2, 1), unit(1, 0), unit(0, 1)


@pytest.mark.parametrize(
    ("into", "home", "away"),
    [("last", (), (FIRST,)), ("last-or-start", (FROM,), (FIRST,)), ("any", (FIRST, SECOND), (FIRST, SECOND))],
)
def test_what_a_walk_swapped_into(into: str, home: tuple[Piece, ...], away: tuple[Piece, ...]) -> None:
    readings, walk = crumble.Readings(draw_into=into), Walk(FROM, "WE")
    for at, expected in ((FROM, home), (FIRST, away)):
        standing = Standing(frozenset(), at, into=frozenset({SECOND, FIRST}))
        assert targets(walk, standing, readings) == expected
        assert targets(None, standing, readings) == ()


@pytest.mark.parametrize("draw", ["same-target", "agreement-only"])
@pytest.mark.parametrize("rows", ["ABc\nDEf\n", "aBc\ndEf\n"])
def test_turns_come_in_their_canonical_order_and_lead_to_results_of_their_own(rows: str, draw: str) -> None:
    position = crumble.from_diagram(f"3x2, Black to move\n{rows}", crumble.Readings(draw=draw))
    listed = list(results(position))
    turns = [turn for turn, _ in listed]
    assert {turn.walk is None for turn in turns} == {True, False}
    assert turns == sorted(turns)
    assert len({after for _, after in listed}) == len(listed)


def test_who_could_win_if_it_moved_again_threatens() -> None:
    assert not crumble.threatens(crumble.start("2x2"))
    threatening = crumble.from_diagram(WINNING[0].replace("Black", "White"))
    assert crumble.threatens(threatening)
    drawn = replace(threatening, memory=Memory((Deed((FIRST,), (FIRST,)),) * 4, 2))
    assert crumble.outcome(drawn) == Outcome(None, "crumble.draw.repetition")
    assert not crumble.threatens(drawn)
    assert not crumble.threatens(crumble.from_diagram("2x2, White to move\nAA\nAA\n"))


def test_legal_turns_cannot_all_be_listed() -> None:
    with pytest.raises(InputError, match="any length"):
        crumble.actions(crumble.start("2x2"))


def test_a_piece_is_described_by_its_size_and_place_in_units() -> None:
    assert describe(Piece(GRAIN // 2, 3 * GRAIN, 2 * GRAIN, GRAIN)) == "2x1 at (1/2, 3)"
    assert sorted([unit(1, 0), unit(0, 1)], key=place) == [unit(1, 0), unit(0, 1)]


def test_a_walk_to_and_fro_has_swapped_into_every_piece_that_it_met() -> None:
    position = crumble.from_diagram("3x2, Black to move\naBc\ndEf\n", crumble.Readings(draw_into="any"))
    half = Piece(GRAIN, 0, GRAIN // 2, GRAIN)
    for path, met in (("W", (unit(0, 0),)), ("WE", (unit(0, 0), half)), ("WEW", (unit(0, 0), half))):
        memory = crumble.play(position, crumble.parse_turn(position, f"1V{path}")).memory
        assert memory is not None
        assert memory.recent == (Deed(met, (unit(1, 0),)),)
    for turn, after in results(position):
        assert crumble.play(position, turn) == after


@pytest.mark.parametrize(("into", "comes_home", "listed"), [("last", 0, 0), ("last-or-start", 1, 0), ("any", 2, 2)])
def test_a_walk_that_comes_home_is_told_apart_where_home_counts_as_swapped_into(
    into: str, comes_home: int, listed: int
) -> None:
    position = crumble.from_diagram("3x2, Black to move\naBc\ndEf\n")
    found = walks(position.arrangement, position.black, unit(1, 0), crumble.Readings(draw_into=into))
    standings = {walk.path: standing for walk, standing in found if len(walk.path) < 3}
    home = [standing for path, standing in standings.items() if path in ("EW", "WE")]
    assert len(home) == comes_home
    assert all(standing.black == position.black for standing in home)
    assert len(standings["EN"].into) == listed


HALF = GRAIN // 2


def rectangle(x: int, y: int, width: int, height: int) -> Piece:
    """A piece by its place and size in half units."""
    return Piece(x * HALF, y * HALF, width * HALF, height * HALF)


def arrangement(rows: str) -> Arrangement:
    return crumble.from_diagram(rows).arrangement


@pytest.mark.parametrize("row", [0, 1], ids=["below", "above"])
def test_a_line_halves_a_further_piece_in_its_middle_or_not_at_all(row: int) -> None:
    board = arrangement("3x2\nABB\nCBB\n")
    first = rectangle(0, 2 * row, 2, 2)
    assert refused(cut_from, board, {*board.pieces}, first, "H", 2).clause == "crumble.cut.halves"


def test_a_player_may_cut_the_only_piece_or_all() -> None:
    board = arrangement("3x2\nABC\ndef\n")
    row = tuple(rectangle(x, 2, 2, 2) for x in (0, 2, 4))
    assert Cut("H", row) in set(cuts(board, set(row)))
    assert list(cuts(board, {row[0]})) == [Cut("H", row[:1]), Cut("V", row[:1])]


def test_a_piece_that_a_cut_cannot_halve_has_no_halves() -> None:
    wide, unit = rectangle(0, 0, 4, 2), rectangle(4, 0, 2, 2)
    assert new_halves(Cut("H", (wide, unit))) == [(rectangle(4, 0, 2, 1), rectangle(4, 1, 2, 1))]


def test_pieces_are_joined_wherever_they_lie() -> None:
    board = arrangement("3x2\naBC\ndEF\n")
    own = {rectangle(x, y, 2, 2) for x in (2, 4) for y in (0, 2)}
    outlines = [rectangle(2, 0, 2, 4), rectangle(2, 0, 4, 2), rectangle(2, 0, 4, 4), rectangle(4, 0, 2, 4)]
    assert [join.outline for join in joins(board, own)] == [*outlines, rectangle(2, 2, 4, 2)]


def test_pieces_of_unlike_sizes_make_half_a_square_of_three_units() -> None:
    lying = arrangement("3x2\nppqqrr\nAABBEE\nCCCCDD\nCCCCDD\n")
    standing = arrangement("2x3\nDDEr\nDDEr\nCCBq\nCCBq\nCCAp\nCCAp\n")
    wide, tall = rectangle(0, 0, 6, 3), rectangle(0, 0, 3, 6)
    for board, outline in ((lying, wide), (standing, tall)):
        own = {piece for piece in board.pieces if piece.north <= outline.north and piece.east <= outline.east}
        assert outline in [join.outline for join in joins(board, own)]


def test_an_opposing_piece_further_on_blocks_a_cut_though_it_begins_further_west() -> None:
    position = crumble.from_diagram("3x3, Black to move\naaB\naaC\nbAc\n")
    assert clause_broken(crumble, position, "1V2") == "crumble.cut.blocked"
    assert clause_broken(crumble, position, "0V") == "crumble.cut.own"


@pytest.mark.parametrize(("rows", "side"), [("abc\ndef\ngAh", "Black"), ("ABC\nDEF\nGaH", "White")])
def test_a_piece_that_swaps_into_the_middle_of_a_ring_is_free_no_more(rows: str, side: str) -> None:
    position = crumble.from_diagram(f"3x3, {side} to move\n{rows}\n")
    start = next(iter(position.own))
    after = swap_step(position.arrangement, Standing(position.black, start), "N", position.readings)
    assert (after.at.x, after.at.y) == (GRAIN, GRAIN)
    assert not after.free
    assert len(after.black) == (0 if side == "Black" else 9)
