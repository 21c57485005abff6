"""Cases: a way to a position, and what to ask there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.game import Game
from shatterproof_properties import play
from shatterproof_properties.conformance.seat import Seat

SMALL_BOARDS = 8
"""How many of the boards, smallest first, count as small."""
LARGEST_SIDE = 6
STANDARD = {"crumble": "6x6"}
LARGER = {"crumble": ("8x8", "10x10")}
"""Boards beyond LARGEST_SIDE that are played on now and then, where counts get two digits and pieces many."""
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
    most_plies: int = PLIES[-1],
    small: bool = False,
) -> Case:
    """Cases on some boards, the smallest of them only if `small`: set-up positions (unless `set_up` is false) and
    openings, with up to `most_plies` turns."""
    choice = st.sampled_from(boards[:SMALL_BOARDS] if small else boards)
    start, turns = draw(_walks(game, draw(_beginnings(game, choice, readings, set_up)), most_plies))
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
def _walks(draw: st.DrawFn, game: Game, begun: SearchStrategy[Any], most_plies: int) -> tuple[Any, list[Any]]:
    plies = draw(st.sampled_from([plies for plies in PLIES if plies <= most_plies]))
    if not plies:
        return draw(begun), []
    return draw(play.games(game, starts=begun, max_plies=plies))


def playable_boards(seat: Seat) -> tuple[str, ...]:
    """The boards to play on: all the engine knows up to a size, smallest first, then some larger ones and the standard.

    Raises InputError when the engine and the rules have no board in common.
    """
    standard = STANDARD[seat.game.NAME]
    common = [board for board in seat.boards if _is_board(seat.game, board)]
    if not common:
        raise InputError("no board of the engine is one of the rules", "hello", f"a board like {standard}")
    small = [board for board in common if max(seat.game.board_size(board)) <= LARGEST_SIDE]
    # The standard board is where games are played: it is drawn more often than any other.
    larger = [board for board in LARGER[seat.game.NAME] if board in common]
    return (*(small or common[:1]), *larger, *([standard] * 2 if standard in common else ()))


def _is_board(game: Game, board: str) -> bool:
    try:
        game.board_size(board)
    except InputError:
        return False
    return True
