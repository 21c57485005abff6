"""Composing for Splinter."""

from __future__ import annotations

from collections import Counter
from random import Random

from shatterproof_properties.puzzles.compose.game_composer import PLAIN, Json
from shatterproof_properties.second.splinter.position import KINDS, SIDES, Position
from shatterproof_properties.solving.splinter import SplinterAdapter

FEWEST_PIECES = 5
LEAST_QUALITY = 25
PASS_HELPS = True
USES_MEMORY = True
"""A pushed piece must not be pushed back at once, so a key may depend on it."""
composed = PLAIN.composed
is_reproved = PLAIN.is_reproved


def most_turns(board: str) -> int:
    """Play need not end."""
    return 60


def score(adapter: SplinterAdapter, here: Position) -> float:
    """How few pieces of each kind the side to move has, and how many the other side has."""
    squares = adapter.engine.squares
    occupied, blue, square, cross = (here.pieces >> plane * squares.size & squares.all for plane in range(4))
    to_move = blue if here.blue_moves else occupied ^ blue
    kinds = (square, cross, occupied ^ square ^ cross)
    theirs = sum(1 / (kind & to_move).bit_count() for kind in kinds)
    return theirs - sum(1 / (kind & ~to_move).bit_count() for kind in kinds)


def balance(adapter: SplinterAdapter, here: Position) -> float:
    """The pieces of the side not to move, less the other's."""
    squares = adapter.engine.squares
    occupied, blue = here.pieces & squares.all, here.pieces >> squares.size & squares.all
    more = 2 * blue.bit_count() - occupied.bit_count()
    return -more if here.blue_moves else more


def changed(position: Json, chance: Random) -> Json | None:
    """The position with one piece shifted, removed, added, or replaced."""
    columns, rows = map(int, position["board"].split("x"))
    pieces = {(ord(name[0]) - ord("a"), int(name[1:]) - 1): (side, kind) for name, side, kind in position["pieces"]}
    square = chance.choice(list(pieces))
    near = ((square[0] + right, square[1] + up) for right in (-1, 0, 1) for up in (-1, 0, 1))
    free = [at for at in near if at not in pieces and 0 <= at[0] < columns and 0 <= at[1] < rows]
    left = {other: piece for other, piece in pieces.items() if other != square}
    change = chance.randrange(4)
    if change == 0 and free:
        found = {**left, chance.choice(free): pieces[square]}
    elif change == 1 and free:
        found = {**pieces, chance.choice(free): (chance.choice(SIDES), chance.choice(KINDS))}
    elif change == 2:
        found = {**left, square: (chance.choice(SIDES), chance.choice(KINDS))}
    else:
        found = left
    listed = [[f"{chr(ord('a') + column)}{row + 1}", *found[column, row]] for column, row in sorted(found)]
    return {**position, "memory": [], "pieces": listed}


def is_sensible(position: Json) -> bool:
    """Whether each side has some pieces."""
    count = Counter(side for _, side, _ in position["pieces"])
    return all(count[side] >= FEWEST_PIECES for side in SIDES)
