"""Boards, and positions set up on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from itertools import product

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.scrunch.cells import (
    DARK,
    LARGEST_BOARD,
    LIGHT,
    SMALLEST_BOARD,
    Cell,
    board,
    board_size,
    opponent,
    row_length,
)
from shatterproof.scrunch.position import Position, outcome
from shatterproof.scrunch.position import set_up as checked
from shatterproof.scrunch.readings import Readings
from shatterproof.scrunch.snakes import MOST_FRIENDS, friends, smallest, snakes
from shatterproof_properties.play.strategies import Family

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
    # A side without stones is put back into creation, unless it may have lost.
    may_have_lost = opponent(to_move) if decided else None
    bare = {colour for colour in (DARK, LIGHT) if not position.stones(colour) and colour != may_have_lost}
    position = replace(position, creating=creating | bare)
    if not decided and outcome(position):
        position = replace(position, to_move=opponent(to_move))
    return checked(board, position.dark, position.light, position.to_move, position.creating, readings)


# Stones laid one by one, as far as the rules allow: in snakes, in stripes, around a snake, or at random


MOST_SNAKES = 6
MOST_HOLES = 4
FEWEST_BESIDE = 3
"""Cells beside a corner."""


class Ground:
    """A board with stones that may all stand: no mutants, no forbidden loops, only eggs of sides in creation."""

    def __init__(self, side: int, creating: frozenset[str], readings: Readings) -> None:
        self.side, self.creating = side, creating
        self.loops = readings.loops == "allowed"
        self.cells = sorted(board(side))
        self.stones: dict[str, set[Cell]] = {DARK: set(), LIGHT: set()}

    def lay(self, cell: Cell, colour: str) -> bool:
        """Lays a stone on a cell if it may stand there. Returns whether it may."""
        own = frozenset(self.stones[colour])
        beside = friends(self.side, own, cell)
        may = not any(cell in stones for stones in self.stones.values())
        if may and beside:
            full = any(len(friends(self.side, own, other)) == MOST_FRIENDS for other in beside)
            may = colour not in self.creating and len(beside) <= MOST_FRIENDS and not full
            if may and len(beside) > 1 and not self.loops:
                may = not any(snake.issuperset(beside) for snake in snakes(self.side, own))
        if may:
            self.stones[colour].add(cell)
        return may


@st.composite
def stones(
    draw: st.DrawFn, ground: Ground, sides: tuple[str, ...], bias: str | None = None, besides: str | None = None
) -> dict[str, set[Cell]]:
    """A few snakes of some sides, perhaps with more stones around them, by colour; none when shrunk.

    `bias` and `besides` are among MANNERS; `besides` decides what is laid around the snakes.
    """
    lengths, snakes_laid, fillings, most_holes = MANNERS[bias]
    if besides:
        _, _, fillings, most_holes = MANNERS[besides]
    longest = draw(st.sampled_from(lengths))
    for _ in range(draw(st.integers(*snakes_laid)) if sides else 0):
        _lay_snake(draw, ground, draw(st.sampled_from(sides)), longest)
    if sides:
        draw(st.sampled_from(fillings))(draw, ground, sides)
    for _ in range(draw(st.integers(0, most_holes))):
        hole = draw(st.sampled_from(ground.cells))
        for colour in (DARK, LIGHT):
            ground.stones[colour].discard(hole)
    return ground.stones


Filling = Callable[[st.DrawFn, Ground, tuple[str, ...]], None]


_now_and_then = st.sampled_from((False, False, False, True))


def _lay_snake(draw: st.DrawFn, ground: Ground, colour: str, longest: int) -> None:
    """Lays a stone, then stone after stone, each beside the last one. It may meet another snake.

    Long snakes mostly go straight on, so that they become long.
    """
    head = draw(st.sampled_from(ground.cells))
    if not ground.lay(head, colour):
        return
    is_long, first = longest > 9, draw(st.integers(0, 5))
    for _ in range(draw(st.integers(longest // 2 if is_long else 1, longest)) - 1):
        beside = sorted(board(ground.side)[head])
        if not is_long or draw(_now_and_then):
            first = draw(st.integers(0, len(beside) - 1))
        first %= len(beside)
        laid = (cell for cell in [*beside[first:], *beside[:first]] if ground.lay(cell, colour))
        following = next(laid, None)
        if following is None:
            return
        head = following


def _leave(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays nothing more."""


def _besiege(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays stones of the other side on all cells beside one side's smallest snakes, as far as the rules allow."""
    colour = draw(st.sampled_from(sides))
    for snake in smallest(snakes(ground.side, frozenset(ground.stones[colour]))):
        _lay_beside(snake, ground, opponent(colour), sides)


def _besiege_all(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays stones of the other side on all cells beside one side's snakes, as far as the rules allow."""
    colour = draw(st.sampled_from(sides))
    _lay_beside(ground.stones[colour], ground, opponent(colour), sides)


def _lay_beside(
    stones: Iterable[Cell], ground: Ground, colour: str, sides: tuple[str, ...], but: Set[Cell] = frozenset()
) -> None:
    """Lays stones of a colour on all cells beside some stones, as far as the rules allow, if it is one of `sides`."""
    near = board(ground.side)
    if colour in sides:
        for cell in sorted({cell for stone in stones for cell in near[stone]} - but):
            ground.lay(cell, colour)


def _encircle(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays one or two closed loops, each around a cell, as far as the rules allow."""
    for _ in range(draw(st.integers(1, 2))):
        colour, centre = draw(st.sampled_from(sides)), draw(st.sampled_from(ground.cells))
        inside, ring = {centre}, set(board(ground.side)[centre])
        for _ in range(draw(st.integers(0, 2))):
            inside |= ring
            ring = {cell for stone in ring for cell in board(ground.side)[stone]} - inside
        for cell in sorted(ring):
            ground.lay(cell, colour)


def _toss(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays a stone of either side, or none, on each cell at random."""
    options = (None, *sides)
    for row in range(2 * ground.side - 1):
        length = row_length(ground.side, row)
        coins = draw(st.integers(0, len(options) ** length - 1))
        for column in range(length):
            colour = options[coins // len(options) ** column % len(options)]
            if colour:
                ground.lay(Cell(row, column), colour)


def _stripe(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays stripes along one of the three directions, or a pattern of cells that do not touch; perhaps without gaps."""
    manner = draw(st.sampled_from(STRIPES))
    densely = draw(st.booleans())
    pattern = draw(st.lists(st.sampled_from(sides if densely else (None, *sides)), min_size=2, max_size=4))
    for cell in ground.cells:
        row, slant = cell.row, cell.column - min(cell.row, ground.side - 1)
        wished = pattern[manner(row, slant) % len(pattern)]
        if wished and not ground.lay(cell, wished) and densely and opponent(wished) in sides:
            ground.lay(cell, opponent(wished))


def _corner(draw: st.DrawFn, ground: Ground, sides: tuple[str, ...]) -> None:
    """Lays three eggs near each of some corners, and shuts them in with stones of the other side.

    The eggs block one another, so that none can grow until one is removed.
    """
    near = board(ground.side)
    colour = draw(st.sampled_from(sides))
    corners = [cell for cell in ground.cells if len(near[cell]) == FEWEST_BESIDE]
    for corner in draw(st.lists(st.sampled_from(corners), min_size=2, unique=True)):
        middle = next(cell for cell in near[corner] if len(near[cell]) > FEWEST_BESIDE + 1)
        edges = [cell for cell in near[corner] if cell != middle]
        eggs = [*edges, *(cell for cell in near[middle] if not set(near[cell]).intersection(edges))]
        for egg in eggs:
            ground.lay(egg, colour)
        _lay_beside(eggs, ground, opponent(colour), sides, {corner, middle})


STRIPES: tuple[Callable[[int, int], int], ...] = (
    lambda row, slant: row,
    lambda row, slant: slant,
    lambda row, slant: row + slant,
    lambda row, slant: (row - slant) % 3,
)
FILLINGS: tuple[Filling, ...] = (_leave, _leave, _besiege, _besiege, _toss, _stripe, _stripe)
MANNERS: dict[str | None, tuple[tuple[int, ...], tuple[int, int], tuple[Filling, ...], int]] = {
    None: ((1, 2, 4, 9), (0, MOST_SNAKES), FILLINGS, MOST_HOLES),
    "creation": ((1,), (0, 3 * MOST_SNAKES), (_leave, _toss, _stripe, _besiege_all), MOST_HOLES),
    "merges": ((1, 2, 4), (3, 2 * MOST_SNAKES), (_leave,), 1),
    "deaths": ((1, 2, 4), (1, MOST_SNAKES), (_besiege,), 1),
    "crowds": ((2, 4, 9), (1, MOST_SNAKES), (_toss, _stripe), 2),
    "long": ((16, 24, 36), (1, 4), (_leave, _leave, _besiege), 2),
    "many": ((1, 1, 2, 3), (12, 30), (_leave, _leave, _besiege_all), 1),
    "loops": ((1, 4), (0, 3), (_encircle,), 2),
    "graves": ((1, 1, 2, 3), (2, 8), (_besiege_all,), 1),
    "corners": ((2, 4), (0, 1), (_corner,), 0),
    "ends": ((1, 2, 4), (1, 2), (_besiege,), 1),
}
"""For each bias: lengths of snakes, the fewest and most snakes, what is laid around them, and the most holes."""
BIASES = tuple(name for name in MANNERS if name)
"""What a position may be rich in.

Eggs; snakes that may merge; smallest snakes shut in; full boards; long snakes; many small snakes; closed loops; many
snakes shut in; eggs shut in near corners; players about to lose.
"""


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
