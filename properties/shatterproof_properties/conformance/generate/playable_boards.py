"""The boards that an engine is asked about, and questions about smaller boards set into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties import play
from shatterproof_properties.common.clauses import departures
from shatterproof_properties.conformance.generate import sizes_of
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.announced import area, has_opening
from shatterproof_properties.protocol.question import Question

CLASSES = {"small": 6, "middle": 3, "standard": 2, "larger": 1}
"""The classes of boards, each with its weight in draws: the larger the boards, the longer a case takes."""


def by_area(game: AnyGame, boards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(boards, key=lambda board: area(game, board)))


@lru_cache(maxsize=16)
def smallest(game: str, boards: tuple[str, ...]) -> tuple[str, ...]:
    """The few boards, smallest first, that count as small."""
    return by_area(find_game(game), boards)[: sizes_of(game).small]


def is_tiny(question: Question, boards: tuple[str, ...]) -> bool:
    """Whether a counterexample is small enough: no smaller board or fewer pieces need be looked for."""
    tiny_area, pieces = sizes_of(question.game).tiny
    smallest_area = min(area(question.rules, board) for board in boards)
    return (question.size.area, question.size.pieces) < (max(tiny_area, smallest_area), pieces)


def classes(game: AnyGame, boards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The boards by class, without empty classes."""
    standard, _, larger, small, *_ = sizes_of(game.NAME)
    rest = tuple(board for board in dict.fromkeys(boards) if board not in (*larger, standard))
    found = {
        "small": rest[:small],
        "middle": rest[small:],
        "standard": (standard,) if standard in boards else (),
        "larger": tuple(board for board in larger if board in boards),
    }
    return {name: members for name, members in found.items() if members}


def playable_boards(session: Session) -> tuple[str, ...]:
    """The boards to play on: all that the engine knows up to a size, smallest first, then some larger and the standard.

    Raises InputError if the engine and the rules have no board in common.
    """
    game = session.game
    standard, largest_side, larger, *_ = sizes_of(game.NAME)
    known = by_area(game, (board for board in session.about.boards if _is_board(game, board)))
    small = [board for board in known if max(game.board_size(board)) <= largest_side]
    opened = [board for board in small or known[:1] if has_opening(game, board)]
    # The standard board is where games are played: it is drawn more often than any other.
    drawn = (*opened, *(board for board in (*larger, standard, standard) if board in known))
    if not drawn:
        raise InputError("no board of the engine is one of the rules", "hello", f"a board like {standard}")
    return drawn


def _is_board(game: AnyGame, board: str) -> bool:
    try:
        game.board_size(board)
    except InputError:
        return False
    return True


def embeddings(question: Question, boards: Iterable[str], position: Any | None = None) -> Iterator[Question]:
    """The question with its start set into larger boards, in every way on the smallest few that have room.

    The texts of its turns are renamed for the board. `position` is the start by the reference, for a start under other
    readings. Raises InputError if the start may not stand.
    """
    game, begun = question.rules, question.begun if position is None else position
    ways = ([*play.embeddings(game, begun, board)] for board in boards)
    for found in islice(filter(None, ways), 3):
        for there, renamed in found:
            played, turn = tuple(map(renamed, question.played)), renamed(question.turn)
            yield Question.at(game, there, played=played, do=question.do, turn=turn, depth=question.depth)


def begun_somehow(question: Question) -> Any | None:
    """The start of a question under the defaults, or else under the first change of readings that allows it.

    None if all refuse it.
    """
    defaults = question.rules.Readings()
    for readings in (defaults, *(departed for _, departed in departures(defaults))):
        with suppress(InputError):
            return question.begin(readings)
    return None
