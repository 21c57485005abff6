"""Composing for Scrunch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.compose.game_composer import Json
from shatterproof_properties.second.scrunch.board import LETTERS, Board, board_of
from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import SIDES, Position
from shatterproof_properties.solving.scrunch.adapter import SearchAdapter

Place = tuple[int, int]
"""A cell from the middle: rows up, and steps to the east along its row, slanted."""


def opening(board: str) -> Json:
    """The empty board."""
    return Engine.on_board(board).start()


def most_turns(board: str) -> int:
    """More than any game takes by chance."""
    return 1000


def without_memory(position: Json) -> Json:
    """The position: none remembers anything."""
    return position


def passed(position: Json) -> Json | None:
    """None: to be on the move is as often a burden."""
    return None


def score(adapter: SearchAdapter, here: Position) -> float:
    """Nothing: chance decides."""
    return 0.0


def balance(adapter: SearchAdapter, here: Position) -> float:
    """Stones, and what their being in fewer snakes is worth, of the side not to move, less the other's."""
    worth = [stones.bit_count() - 2 * len(adapter.engine.snakes(stones)) for stones in (here.other, here.own)]
    return worth[0] - worth[1]


def changed(position: Json, chance: Random) -> Json | None:
    """One stone shifted, taken away, added, or of the other side."""
    board = board_of(int(position["board"]))
    stones = {side: sum(board.named[cell] for cell in position[side]) for side in SIDES}
    side = chance.choice(SIDES)
    own, other = stones[side], stones[SIDES[side == SIDES[0]]]
    free = board.cells & ~(own | other)
    if not own:
        return None
    cell = _any(board, own, chance)
    beside = board.near[cell] & free
    change = chance.randrange(4)
    if change == 0 and beside:
        own ^= cell | _any(board, beside, chance)
    elif change == 1 and free:
        own |= _any(board, free, chance)
    else:
        own ^= cell
        other |= cell if change == 2 else 0
    after = {side: own, SIDES[side == SIDES[0]]: other}
    return {**position, **{name: board.written(mask) for name, mask in after.items()}}


def composed(position: Json, claim: Claim, chance: Random) -> Iterator[Json]:
    """None: nothing is composed by a solver."""
    return iter(())


def images(position: Mapping[str, Any]) -> Iterator[str]:
    """Twelve texts."""
    middle = int(position["board"]) - 1
    sides = sorted(SIDES, key=lambda side: side != position["to_move"])
    creating = "".join("c" if side in position["creating"] else "-" for side in sides)
    places = [[_place(cell, middle) for cell in position[side]] for side in sides]
    for mirrored in (False, True):
        now = [[(east, up) if mirrored else (up, east) for up, east in one] for one in places]
        for _ in range(6):
            yield f"{middle + 1} {creating} {[sorted(one) for one in now]}"
            now = [[(up + east, -up) for up, east in one] for one in now]


def is_sensible(position: Json) -> bool:
    """Whether each side has as many stones as a side of the board has cells."""
    return all(len(position[side]) >= int(position["board"]) for side in SIDES)


def _any(board: Board, stones: int, chance: Random) -> int:
    return board.named[chance.choice(board.written(stones))]


def _place(cell: str, middle: int) -> Place:
    row = LETTERS.index(cell[0])
    return row - middle, int(cell[1:]) - 1 - min(row, middle)
