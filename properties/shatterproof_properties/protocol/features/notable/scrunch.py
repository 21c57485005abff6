"""What is notable about a turn of Scrunch."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.scrunch.cells import Cell, board
from shatterproof.scrunch.creation import is_isolated
from shatterproof.scrunch.position import Position, Turn
from shatterproof.scrunch.snakes import Standing, friends
from shatterproof_properties.protocol.features.notable.scales import Scale

SIDE = Scale("side of the board", (2, 4, 6, 7, 8, 9), least=2)
SNAKES = Scale("snakes of the mover", (0, 1, 4, 8, 12, 16), least=0)
TIED = Scale("equally small snakes of the mover", (0, 1, 2, 4, 8, 16), least=0)
LONGEST = Scale("stones of the mover's longest snake", (0, 1, 4, 9, 20, 31), least=0)
MERGED = Scale("snakes that a placement joins", (1, 2))
REACHED = Scale("other snakes that a step reaches", (0, 1), least=0)
REMOVED = Scale("snakes removed", (1, 2, 3))
EMPTY = Scale("empty cells", (0, 2, 6, 20), least=0)
COLUMNS = Scale("largest column named", (9, 15, 17))
SCALES = (SIDE, SNAKES, TIED, LONGEST, MERGED, REACHED, REMOVED, EMPTY, COLUMNS)
LOOP, LONG_LOOP = "closed loop of six stones or fewer", "closed loop of more than six stones"
SIZES, CREATOR = "removal of snakes of several sizes", "removal by a creator"
LAST_EGG = "egg on the last isolated cell"
MARKS = (LOOP, LONG_LOOP, SIZES, CREATOR, LAST_EGG)


def notable(position: Position, turn: Turn, after: Position) -> Iterator[str]:
    """What is notable about a legal turn."""
    mover = position.mover
    sizes = sorted(len(snake) for snake in mover.snakes)
    yield SIDE.name(position.side)
    yield SNAKES.name(len(sizes))
    yield TIED.name(len(mover.smallest))
    yield LONGEST.name(sizes[-1] if sizes else 0)
    yield EMPTY.name(len(board(position.side)) - len(position.dark) - len(position.light))
    named = [*turn.removed, *([turn.placed] if turn.placed else []), *(turn.moved or ())]
    if named:
        yield COLUMNS.name(1 + max(cell.column for cell in named))
    if turn.removed:
        yield from _of_removal(position, turn)
    elif turn.placed and turn.moved:
        yield from _of_growth(mover, turn.placed, turn.moved)
    elif turn.placed and _is_last_for_an_egg(mover, turn.placed):
        yield LAST_EGG
    yield from _of_loops(Standing(position.side, after.stones(position.to_move), frozenset(), False, position.readings))


def _of_removal(position: Position, turn: Turn) -> Iterator[str]:
    yield REMOVED.name(len(turn.removed))
    if position.to_move in position.creating:
        yield CREATOR
    sizes = {len(snake) for snake in position.mover.snakes if not snake.isdisjoint(turn.removed)}
    if len(sizes) > 1:
        yield SIZES


def _of_growth(mover: Standing, placed: Cell, moved: tuple[Cell, Cell]) -> Iterator[str]:
    yield MERGED.name(_touched(mover, placed) or 1)
    grown = {stone for snake in mover.snakes for stone in snake if _beside(mover, snake, placed)}
    others = [snake for snake in mover.snakes if snake.isdisjoint(grown)]
    yield REACHED.name(sum(_beside(mover, snake, moved[1]) for snake in others))


def _is_last_for_an_egg(mover: Standing, placed: Cell) -> bool:
    others = (cell for cell in board(mover.side) if cell != placed and mover.is_empty(cell))
    return not any(is_isolated(mover, cell) for cell in others)


def _touched(mover: Standing, cell: Cell) -> int:
    return sum(_beside(mover, snake, cell) for snake in mover.snakes)


def _beside(mover: Standing, snake: frozenset[Cell], cell: Cell) -> bool:
    return bool(friends(mover.side, snake, cell))


def _of_loops(standing: Standing) -> Iterator[str]:
    for snake in standing.snakes:
        if len(snake) > 2 and all(len(friends(standing.side, snake, stone)) == 2 for stone in snake):
            yield LOOP if len(snake) <= 6 else LONG_LOOP
