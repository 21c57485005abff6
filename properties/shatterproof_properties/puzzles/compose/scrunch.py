"""Composing for Scrunch."""

from __future__ import annotations

from random import Random

from shatterproof_properties.puzzles.compose.game_composer import PLAIN, Json
from shatterproof_properties.second.scrunch.position import SIDES, Board, Position, board_of
from shatterproof_properties.solving.scrunch import ScrunchAdapter

Place = tuple[int, int]
"""A cell as rows up from the middle, and steps to the east along its slanted row."""


LEAST_QUALITY = 25
PASS_HELPS = False
USES_MEMORY = False
composed = PLAIN.composed
is_reproved = PLAIN.is_reproved
score = PLAIN.score


def most_turns(board: str) -> int:
    """More than any game takes by chance."""
    return 1000


def balance(adapter: ScrunchAdapter, here: Position) -> float:
    """The stones of the side not to move, and a bonus for fewer snakes, less the other side's."""
    worth = [stones.bit_count() - 2 * len(adapter.engine.snakes(stones)) for stones in (here.other, here.own)]
    return worth[0] - worth[1]


def changed(position: Json, chance: Random) -> Json | None:
    """The position with one stone shifted, removed, added, or recoloured."""
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


def is_sensible(position: Json) -> bool:
    """Whether each side has at least as many stones as a side of the board has cells."""
    return all(len(position[side]) >= int(position["board"]) for side in SIDES)


def _any(board: Board, stones: int, chance: Random) -> int:
    return board.named[chance.choice(board.written(stones))]
