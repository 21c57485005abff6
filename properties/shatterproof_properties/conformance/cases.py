"""Cases: a way to a position, and what to ask there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.game import Game, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.seat import Seat


class Sizes(NamedTuple):
    """The boards of a game that are played on: the standard one, all up to a largest side, now and then larger ones.

    On the larger ones counts get two digits and pieces many. The first `small` boards, smallest first, count as small.
    `plies` are how long whole games from the opening of the standard board mostly are, at most; `tiny` is the area and
    the number of pieces of a witness that need not be smaller.
    """

    standard: str
    largest_side: int
    larger: tuple[str, ...]
    small: int
    plies: int
    tiny: tuple[int, int]


SIZES = {
    "crumble": Sizes("6x6", 6, ("8x8", "10x10"), 8, 60, (4, 5)),
    "scrunch": Sizes("7", 5, ("6", "8"), 2, 180, (7, 4)),
    "splinter": Sizes("10x9", 7, ("11x10", "12x12"), 8, 100, (8, 7)),
}
PLIES = (0, 2, 8, 20, 30)
MOST_PROBES = 4


@dataclass(frozen=True)
class Case:
    """A walk to a position and questions to ask there: nearly legal turns as (text, clause broken).

    All turns of the positions are asked for as well, unless `lists` is false.
    """

    start: Any
    turns: tuple[Any, ...]
    probes: tuple[tuple[str, str | None], ...] = ()
    lists: bool = True


@st.composite
def cases(
    draw: st.DrawFn,
    game: Game,
    boards: tuple[str, ...],
    readings: Any,
    set_up: bool = True,
    most_plies: int = 1000,
    small: bool = False,
) -> Case:
    """Cases on some boards, the smallest of them only if `small`: set-up positions (unless `set_up` is false) and
    openings, with up to `most_plies` turns."""
    choice = st.sampled_from(boards[: SIZES[game.NAME].small] if small else boards)
    # Only a game played to its end shows how games end to an engine that takes no position.
    lengths = PLIES if set_up else (*PLIES, SIZES[game.NAME].plies, SIZES[game.NAME].plies)
    plies = draw(st.sampled_from([plies for plies in lengths if plies <= most_plies]))
    start, turns = draw(_walks(draw(_beginnings(game, choice, readings, set_up)), game, plies))
    position = start
    for turn in turns:
        position = game.play(position, turn)
    probes = draw(st.lists(play.nearly_legal_turns(game, position), max_size=MOST_PROBES, unique=True))
    return Case(start, tuple(turns), tuple(probes))


@st.composite
def _beginnings(
    draw: st.DrawFn, game: Game, choice: SearchStrategy[str], readings: Any, set_up: bool
) -> SearchStrategy[Any]:
    if set_up and draw(st.booleans()) is False:
        return play.positions_set_up(game, boards=choice, readings=readings)
    return play.starts(game, boards=choice, readings=readings)


@st.composite
def _walks(draw: st.DrawFn, begun: SearchStrategy[Any], game: Game, plies: int) -> tuple[Any, list[Any]]:
    if not plies:
        return draw(begun), []
    return draw(play.games(game, starts=begun, max_plies=plies))


def playable_boards(seat: Seat) -> tuple[str, ...]:
    """The boards to play on: all the engine knows up to a size, smallest first, then some larger ones and the standard.

    Raises InputError when the engine and the rules have no board in common.
    """
    standard, largest_side, larger, *_ = SIZES[seat.game.NAME]
    known = sorted(filter(partial(_is_board, seat.game), seat.boards), key=lambda board: _area(seat.game, board))
    small = [board for board in known if max(seat.game.board_size(board)) <= largest_side]
    opened = [board for board in small or known[:1] if _has_opening(seat.game, board)]
    # The standard board is where games are played: it is drawn more often than any other.
    drawn = (*opened, *(board for board in (*larger, standard, standard) if board in known))
    if not drawn:
        raise InputError("no board of the engine is one of the rules", "hello", f"a board like {standard}")
    return drawn


@lru_cache(maxsize=16)
def smallest(game: str, boards: tuple[str, ...]) -> list[str]:
    """The few boards, smallest first, that count as small."""
    return sorted(boards, key=lambda board: _area(find_game(game), board))[: SIZES[game].small]


def _area(game: Game, board: str) -> int:
    return math.prod(game.board_size(board))


def _is_board(game: Game, board: str) -> bool:
    try:
        game.board_size(board)
    except InputError:
        return False
    return True


def _has_opening(game: Game, board: str) -> bool:
    try:
        game.start(board)
    except InputError:
        return False
    return True
