"""Boards, and positions set up on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.scrunch.cells import DARK, LARGEST_BOARD, LIGHT, SMALLEST_BOARD, Cell, board, board_size, opponent
from shatterproof.scrunch.position import Position, outcome
from shatterproof.scrunch.position import set_up as checked
from shatterproof.scrunch.readings import Readings
from shatterproof_properties.play.scrunch.stones import MANNERS, Ground, stones
from shatterproof_properties.play.strategies import Family

BIASES = tuple(name for name in MANNERS if name)
"""What a position may be rich in.

Eggs; snakes that may merge; smallest snakes shut in; full boards; long snakes; many small snakes; closed loops; many
snakes shut in; eggs shut in near corners; players about to lose.
"""
PHASES = (frozenset((DARK, LIGHT)), frozenset((DARK,)), frozenset((LIGHT,)), frozenset[str](), frozenset[str]())
PRESENT = ((DARK, LIGHT), (DARK, LIGHT), (DARK, LIGHT), (DARK,), (LIGHT,))


def boards(largest: int) -> SearchStrategy[str]:
    """Boards of 2 to `largest` cells along a side."""
    return st.integers(SMALLEST_BOARD, min(largest, LARGEST_BOARD)).map(str)


@st.composite
def set_up(
    draw: st.DrawFn,
    board: str,
    readings: Readings,
    decided: bool,
    bias: str | None = None,
    besides: str | None = None,
) -> Position:
    """Any stones that may stand, in any possible phases.

    Of two biases the second decides what is laid around snakes.
    """
    (side,) = board_size(board)
    creating = draw(st.sampled_from(PHASES[:3] if "creation" in (bias, besides) else PHASES[3:] if bias else PHASES))
    present = draw(st.sampled_from(PRESENT))
    laid = draw(stones(Ground(side, creating, readings), present, bias, besides))
    to_move = draw(st.sampled_from((DARK, LIGHT)))
    position = Position(side, frozenset(laid[DARK]), frozenset(laid[LIGHT]), to_move, creating, readings)
    position = _with_phases_that_can_be(position, decided)
    if not decided and outcome(position):
        position = replace(position, to_move=opponent(to_move))
    return checked(board, position.dark, position.light, position.to_move, position.creating, readings)


def _with_phases_that_can_be(position: Position, decided: bool) -> Position:
    """The position with sides without stones put back into creation, unless they may have lost."""
    may_have_lost = opponent(position.to_move) if decided else None
    bare = {colour for colour in (DARK, LIGHT) if not position.stones(colour) and colour != may_have_lost}
    return replace(position, creating=position.creating | bare)


# Finite families of positions, for going through all of them


EVERY_PHASE = ((), (DARK,), (LIGHT,), (DARK, LIGHT))


def families(readings: Readings) -> Iterator[Family]:
    """All positions of the smallest board, whether play reaches them or not."""
    name = str(SMALLEST_BOARD)
    cells = sorted(board(SMALLEST_BOARD))
    states = list(product(EVERY_PHASE, (DARK, LIGHT)))

    def position(number: int) -> Position | None:
        stones: dict[str, list[Cell]] = {DARK: [], LIGHT: []}
        coins, state = divmod(number, len(states))
        for cell in cells:
            coins, coin = divmod(coins, 3)
            if coin:
                stones[(DARK, LIGHT)[coin - 1]].append(cell)
        creating, to_move = states[state]
        try:
            return checked(name, stones[DARK], stones[LIGHT], to_move, creating, readings)
        except InputError:
            return None

    yield Family(name, 3 ** len(cells) * len(states), position)
