"""All stones that may stand on the smallest board, in all phases, both sides to move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from shatterproof.errors import InputError
from shatterproof.scrunch.cells import DARK, LIGHT, SMALLEST_BOARD, Cell, board
from shatterproof.scrunch.position import Position, set_up
from shatterproof.scrunch.readings import Readings
from shatterproof_properties.play.family import Family

PHASES = ((), (DARK,), (LIGHT,), (DARK, LIGHT))


def families(readings: Readings) -> Iterator[Family]:
    """The positions of the smallest board, whatever led there."""
    name = str(SMALLEST_BOARD)
    cells = sorted(board(SMALLEST_BOARD))
    states = list(product(PHASES, (DARK, LIGHT)))

    def position(number: int) -> Position | None:
        stones: dict[str, list[Cell]] = {DARK: [], LIGHT: []}
        coins, state = divmod(number, len(states))
        for cell in cells:
            coins, coin = divmod(coins, 3)
            if coin:
                stones[(DARK, LIGHT)[coin - 1]].append(cell)
        creating, to_move = states[state]
        try:
            return set_up(name, stones[DARK], stones[LIGHT], to_move, creating, readings)
        except InputError:
            return None

    yield Family(name, 3 ** len(cells) * len(states), position)
