"""All positions of small boards of Scrunch, by the number of stones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, find_game
from shatterproof.scrunch.cells import DARK, LIGHT, board, describe, opponent
from shatterproof.scrunch.position import Position, Turn, set_up
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.scrunch.rules import Rules
from shatterproof_properties.witnesses.distinctions import Clock, Smallest

PHASES = ((), (DARK,), (LIGHT,), (DARK, LIGHT))
UNIT = "stones"
SET_UP_ONLY: Mapping[str, Mapping[str, str]] = {}
ABOUT_REMOVAL = frozenset(
    f"scrunch.{point}"
    for point in (
        "forced-removal",
        "removal-scope",
        "removal-ends-turn",
        "removal-count",
        "stuck-creator",
        "tied-death",
    )
)
"""The readings whose values differ only where a snake of the side to move cannot grow."""
ON_2_ONLY = frozenset({"scrunch.removal-count"})
"""Readings that differ only if another reading changes too. Larger boards than side 2 would take too long."""


def boards(reading: str) -> tuple[str, ...]:
    """The boards that are searched, by area.

    Boards beyond the smallest are searched only where few positions matter.
    """
    return ("2", "3") if reading in ABOUT_REMOVAL - ON_2_ONLY else ("2",)


def most_pieces(board_name: str, reading: str) -> int:
    """The most stones that the search tries: all that the smallest board has room for, and 4 on a larger one."""
    return len(board(int(board_name))) if board_name == "2" else 4


def is_whole(reading: str, stones: int) -> bool:
    """Whether the search looks at all positions with n stones: always."""
    return True


def limits(pieces: int) -> str:
    """The restriction on the positions looked at, besides board and stones: none."""
    return ""


def without_choice(text: str) -> str:
    """The turn itself, since no turn of Scrunch names a choice."""
    return text


smallest_refused = None


def smallest(reading: str, board_name: str, stones: int, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question about a position with n stones that the two readings answer differently.

    No position remembers anything, so one turn shows every difference.
    """
    best, rules = Smallest(find_game("scrunch")), Rules(int(board_name), readings[0].departures())
    for one, two in _positions(board_name, stones, readings):
        clock.tick()
        if reading in ABOUT_REMOVAL and not _some_snake_is_dead(rules, one):
            continue
        # A removal of all eggs at once appears in one order only.
        first, second = ({turn: _seen(after) for turn, after in scrunch.actions(each)} for each in (one, two))
        for turn in first.keys() | second.keys():
            if first.get(turn) != second.get(turn) and _answer(one, turn) != _answer(two, turn):
                best.offer(one, scrunch.format_turn(one, turn))
    return best.question


def _positions(board_name: str, stones: int, readings: tuple[Any, Any]) -> Iterator[tuple[Position, Position]]:
    for cells in combinations(sorted(board(int(board_name))), stones):
        for colours in product((DARK, LIGHT), repeat=stones):
            dark, light = ([cell for cell, colour in zip(cells, colours, strict=True) if colour == wanted]
                           for wanted in (DARK, LIGHT))  # fmt: skip
            for creating, to_move in product(PHASES, (DARK, LIGHT)):
                try:
                    one, two = (set_up(board_name, dark, light, to_move, creating, each) for each in readings)
                except InputError:
                    continue
                yield one, two


def _some_snake_is_dead(rules: Rules, position: Position) -> bool:
    own, opposing = (sum(rules.board.named[describe(cell)] for cell in position.stones(side))
                     for side in (position.to_move, opponent(position.to_move)))  # fmt: skip
    creating = position.to_move in position.creating
    return any(not rules.can_grow(own, opposing, creating, snake) for snake in rules.snakes(own))


def _answer(position: Position, turn: Turn) -> Any:
    """The part of a turn's result that players see; None if the turn is illegal."""
    try:
        return _seen(scrunch.play(position, turn))
    except IllegalTurn:
        return None


def _seen(after: Position) -> Any:
    ended = scrunch.outcome(after)
    return after.dark, after.light, after.to_move, after.creating, ended and ended.winner
