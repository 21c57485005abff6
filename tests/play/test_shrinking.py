"""Strategies can draw each kind of value, and it shrinks to something that a person can look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.search import first_found, shrinks_to
from sampling import only_in_ci, some
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.captures import enclosed
from shatterproof.crumble.position import Position as CrumblePosition
from shatterproof.crumble.position import Turn as CrumbleTurn
from shatterproof.game import AnyGame, find_game
from shatterproof.scrunch.cells import board as cells_of
from shatterproof.scrunch.position import PASS
from shatterproof.scrunch.position import Position as ScrunchPosition
from shatterproof.scrunch.wriggling import can_wriggle
from shatterproof.splinter.groups import groups
from shatterproof.splinter.position import Position as SplinterPosition
from shatterproof.splinter.slides import after_slide
from shatterproof_properties import play
from shatterproof_properties.play import crumble as crumble_play
from shatterproof_properties.play.splinter.turns import slides, tied_by

Played = tuple[Any, list[Any]]
"""A starting position and the turns played from it."""


# What positions set up are like


IN_SCRUNCH: dict[str, Callable[[ScrunchPosition], object]] = {
    "a player past creation who has to remove": lambda position: (
        not position.mover.creating and not can_wriggle(position.mover)
    ),
    "a creator who has to remove": lambda position: (
        position.mover.creating and len(position.mover.own) > 1 and next(scrunch.turns(position)).removed
    ),
    "snakes of unlike sizes": lambda position: len({len(snake) for snake in position.mover.snakes}) > 1,
    "several smallest snakes that are no eggs": lambda position: (
        len(position.mover.smallest) > 1 and len(position.mover.smallest[0]) > 1
    ),
    "many eggs": lambda position: len(position.creating) == 2 and len(position.dark) > 4,
    "a full board": lambda position: len(position.dark | position.light) == len(cells_of(position.side)),
}


def can_tie(position: SplinterPosition, groups_tied: int) -> bool:
    return any(len(tied_by(position, slide)) >= groups_tied for slide in slides(position))


def clause_of_the_end(position: SplinterPosition) -> str:
    ended = splinter.outcome(position)
    return ended.clause if ended else ""


IN_SPLINTER: dict[str, tuple[dict[str, str], Callable[[SplinterPosition], bool]]] = {
    "a memory of several pieces": ({}, lambda position: len(position.memory) > 1),
    "a memory of a pushed piece": ({"splinter.no-return": "moved-piece"}, lambda position: len(position.memory) > 0),
    "a memory of everything": ({"splinter.no-return": "whole-position"}, lambda position: len(position.memory) == 1),
    "a tie near": ({}, lambda position: can_tie(position, 2)),
    "a tie of three near": ({}, lambda position: can_tie(position, 3)),
    "three equal groups": ({"splinter.tie": "remove-one"}, lambda position: len(groups(position.pieces)) == 3),
    "groups of two sizes": (
        {"splinter.both-out": "push-first"},
        lambda position: len({len(group) for group in groups(position.pieces)}) == 2,
    ),
    "one side out": ({}, lambda position: clause_of_the_end(position) == "splinter.win.type-out"),
    "both sides out": ({}, lambda position: clause_of_the_end(position) == "splinter.win.both-out"),
    "both sides out and even": ({}, lambda position: clause_of_the_end(position) == "splinter.win.even"),
    "a side without pieces": ({}, lambda position: all(piece.colour == "blue" for piece in position.pieces.values())),
    "a full board": ({}, lambda position: len(position.pieces) == position.columns * position.rows),
    "twenty pieces": ({}, lambda position: len(position.pieces) >= 20),
    "white to move": ({}, lambda position: position.to_move == "white"),
}


SITUATIONS = [
    *(pytest.param(scrunch, {}, 4, found, id=f"scrunch-{name}") for name, found in IN_SCRUNCH.items()),
    *(pytest.param(splinter, under, 6, found, id=f"splinter-{name}") for name, (under, found) in IN_SPLINTER.items()),
]


@pytest.mark.parametrize(("game", "under", "largest", "is_such"), some(SITUATIONS, one_in=5))
def test_positions_set_up_have_everything_that_matters(
    game: AnyGame, under: dict[str, str], largest: int, is_such: Callable[[Any], object]
) -> None:
    boards, readings = play.boards(game, largest), game.Readings.from_mapping(under)
    drawn = st.sampled_from((None, *play.biases(game))).flatmap(
        lambda bias: play.positions_set_up(game, boards, readings, decided=game is splinter, bias=bias)
    )
    assert is_such(first_found(drawn, is_such))


def test_of_many_dead_eggs_in_corners_any_one_may_go_and_the_others_can_grow() -> None:
    def six_are_dead(position: ScrunchPosition) -> bool:
        snakes = position.mover.smallest
        return not position.mover.creating and len(snakes) >= 6 and not can_wriggle(position.mover)

    position = first_found(play.positions_set_up(scrunch, st.just("5"), bias="corners"), six_are_dead)
    eggs = {cell for snake in position.mover.smallest for cell in snake}
    assert {turn.removed for turn in scrunch.turns(position)} == {(egg,) for egg in eggs}


@pytest.mark.parametrize("board", ["3x2", "2x3", "3x3", "4x3", "10x9", "2x26"])
def test_boards_of_splinter_with_and_without_an_opening_can_be_set_up(board: str) -> None:
    drawn = first_found(play.positions_set_up(splinter, st.just(board)), lambda position: True)
    assert drawn.board == board


@given(board=play.boards(splinter, 26))
def test_every_board_of_splinter_that_is_drawn_has_an_opening(board: str) -> None:
    assert splinter.start(board).board == board


# What things shrink to


@pytest.mark.parametrize(
    ("name", "smallest", "max_plies"), [("crumble", "2x2", 4), ("scrunch", "2", 4), ("splinter", "2x4", 2)]
)
def test_anything_shrinks_to_the_start_of_the_smallest_board(name: str, smallest: str, max_plies: int) -> None:
    game = find_game(name)
    small = play.boards(game, 5 if game is splinter else 3)
    assert shrinks_to(play.positions(game, small, max_plies), lambda _: True, game.start(smallest).__eq__)


@pytest.mark.parametrize(("name", "smallest"), [only_in_ci(("crumble", "2x2")), ("scrunch", "2")])
def test_any_position_set_up_shrinks_to_the_start_of_the_smallest_board(name: str, smallest: str) -> None:
    game = find_game(name)
    drawn = play.positions_set_up(game, play.boards(game, 3))
    assert shrinks_to(drawn, lambda _: True, game.start(smallest).__eq__)


def captures(position: CrumblePosition, turn: CrumbleTurn) -> bool:
    """Whether the walk of a turn captures: more pieces change colour than the walk itself exchanges."""
    if turn.walk is None:
        return False
    return len(crumble.play(position, CrumbleTurn(turn.work)).black ^ crumble.play(position, turn).black) > 2


@pytest.mark.long
def test_a_position_and_a_turn_that_captures_in_crumble_shrink_to_a_small_board() -> None:
    positions = play.positions_set_up(crumble, boards=play.boards(crumble, 3), bias="walks")
    moves = positions.flatmap(lambda position: st.tuples(st.just(position), play.turns(crumble, position, "hunting")))

    def small(move: tuple[CrumblePosition, CrumbleTurn]) -> bool:
        board = move[0].arrangement
        return board.columns + board.rows <= 6 and len(board.pieces) <= 24

    assert shrinks_to(moves, lambda move: captures(*move), small)


@pytest.mark.ci
def test_an_arrangement_of_crumble_with_a_ring_shrinks_to_few_pieces() -> None:
    drawn = play.boards(crumble, 4).flatmap(crumble_play.coloured)
    assert shrinks_to(drawn, lambda coloured: enclosed(*coloured), lambda coloured: len(coloured[0].pieces) <= 12)


@pytest.mark.ci
def test_a_game_of_crumble_with_a_join_and_a_walk_shrinks_to_a_few_turns_on_the_smallest_board() -> None:
    def has_both(game: Played) -> bool:
        kinds = {type(turn.work).__name__ for turn in game[1]}
        return "Join" in kinds and any(turn.walk for turn in game[1])

    def short(game: Played) -> bool:
        return game[0] == crumble.start("2x2") and len(game[1]) <= 4

    games = play.games(crumble, boards=play.boards(crumble, 3), max_plies=6)
    assert shrinks_to(games, has_both, short)


def test_a_forced_removal_in_scrunch_shrinks_to_the_smallest_board() -> None:
    positions = play.positions_set_up(scrunch, boards=play.boards(scrunch, 4))
    forced = IN_SCRUNCH["a player past creation who has to remove"]

    def small(position: ScrunchPosition) -> bool:
        return position.side == 2 and len(position.mover.snakes) == 1

    assert shrinks_to(positions, lambda position: bool(forced(position)), small)


def test_a_game_of_scrunch_with_a_removal_shrinks_to_a_few_turns_on_the_smallest_board() -> None:
    games = play.games(scrunch, boards=play.boards(scrunch, 3), max_plies=10, style="crowding")
    assert shrinks_to(
        games,
        lambda game: any(turn.removed for turn in game[1]),
        lambda game: game[0] == scrunch.start("2") and len(game[1]) <= 7,
    )


def test_a_pass_in_scrunch_is_drawn_where_nothing_else_is_left() -> None:
    readings = scrunch.Readings(stuck_creator="pass")
    games = play.games(scrunch, boards=play.boards(scrunch, 3), readings=readings, style="creating")
    _, turns = first_found(games, lambda game: PASS in game[1])
    assert PASS in turns


def test_a_position_of_splinter_set_up_shrinks_to_few_pieces_on_the_smallest_board() -> None:
    def small(position: SplinterPosition) -> bool:
        return (position.board, len(position.pieces), len(position.memory)) == ("2x4", 6, 0)

    drawn = play.positions_set_up(splinter, play.boards(splinter, 5))
    assert shrinks_to(drawn, lambda position: position.to_move == "white", small)


def test_a_turn_of_splinter_that_cuts_something_off_shrinks_to_a_small_board() -> None:
    def splinters(position: SplinterPosition) -> bool:
        pushed = (after_slide(position.columns, position.rows, position.pieces, slide) for slide in slides(position))
        return any(len(groups(pieces)) > 1 for pieces in pushed)

    def small(position: SplinterPosition) -> bool:
        return position.columns + position.rows <= 7 and len(position.pieces) <= 7 and not position.memory

    drawn = play.positions_set_up(splinter, play.boards(splinter, 4))
    assert shrinks_to(drawn, splinters, small)


def test_a_position_of_splinter_with_a_memory_shrinks_to_one_piece_that_moved() -> None:
    drawn = play.positions_set_up(splinter, play.boards(splinter, 5))
    assert shrinks_to(
        drawn, lambda position: bool(position.memory), lambda found: found.board == "2x4" and len(found.memory) == 1
    )


def test_a_game_of_splinter_that_someone_wins_shrinks_to_few_turns() -> None:
    def is_won(game: Played) -> bool:
        position, turns = game
        for turn in turns:
            position = splinter.play(position, turn)
        return splinter.outcome(position) is not None

    def short(game: Played) -> bool:
        return game[0] == splinter.start("2x4") and len(game[1]) <= 2

    assert shrinks_to(play.games(splinter, max_plies=6), is_won, short)
