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
SET_UP_ONLY: Mapping[str, Mapping[str, str]] = {}
CHOICE = ""
ABOUT_REMOVAL = {
    "scrunch.forced-removal",
    "scrunch.removal-scope",
    "scrunch.removal-ends-turn",
    "scrunch.removal-count",
    "scrunch.stuck-creator",
    "scrunch.tied-death",
}
"""The readings whose values differ only where a snake of the side to move cannot grow."""


def levels(reading: str) -> Iterator[tuple[str, int, bool]]:
    """All numbers of stones on side 2, and up to 4 stones on side 3 where few positions matter.

    Values of `scrunch.removal-count` differ only if another reading changes too, so that side 3 would take too long.
    """
    yield from (("2", stones, True) for stones in range(len(board(2)) + 1))
    if reading in ABOUT_REMOVAL - {"scrunch.removal-count"}:
        yield from (("3", stones, True) for stones in range(5))


def counted(pieces: int) -> str:
    """A number of stones in words."""
    return f"{pieces} stones"


smallest_refused = None


def smallest(reading: str, board_name: str, stones: int, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question about a position with n stones that the two readings answer differently.

    No position remembers anything, so one turn shows every difference.
    """
    best, rules = Smallest(find_game("scrunch")), Rules(int(board_name), readings[0].departures())
    for one, two in _positions(board_name, stones, readings):
        clock.tick()
        if reading in ABOUT_REMOVAL:
            own, opposing = (sum(rules.board.named[describe(cell)] for cell in one.stones(side))
                             for side in (one.to_move, opponent(one.to_move)))  # fmt: skip
            creating = one.to_move in one.creating
            if all(rules.can_grow(own, opposing, creating, snake) for snake in rules.snakes(own)):
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


def _answer(position: Position, turn: Turn) -> Any:
    """The part of a turn's result that players see; None if the turn is illegal."""
    try:
        return _seen(scrunch.play(position, turn))
    except IllegalTurn:
        return None


def _seen(after: Position) -> Any:
    ended = scrunch.outcome(after)
    return after.dark, after.light, after.to_move, after.creating, ended and ended.winner
