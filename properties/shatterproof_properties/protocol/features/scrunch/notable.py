"""The features of a turn of Scrunch."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.scrunch.cells import DARK, LIGHT, Cell, board, opponent
from shatterproof.scrunch.creation import is_isolated
from shatterproof.scrunch.position import Position, Turn, outcome
from shatterproof.scrunch.snakes import MOST_FRIENDS, Standing, friends, snakes
from shatterproof_properties.protocol.features.scales import ANOTHER_SPELLING, Scale, values

SIDE = Scale("side of the board", (2, 4, 6, 7, 8, 9), least=2)
SNAKES = Scale("snakes of the mover", (0, 1, 4, 8, 12, 16), least=0)
TIED = Scale("equally small snakes of the mover", (0, 1, 2, 4, 8, 16), least=0)
LONGEST = Scale("stones of the mover's longest snake", (0, 1, 4, 9, 20, 31), least=0)
SMALLEST = Scale("stones of the mover's smallest snake", (0, 1, 2, 4), least=0)
MERGED = Scale("snakes that a placement joins", (1, 2))
REACHED = Scale("other snakes that a step reaches", (0, 1), least=0)
CURED = Scale("mutants that a movement cures", (0, 1), least=0)
PARTS = Scale("snakes that a movement leaves of one", (1, 2), least=1)
PRESSED = Scale("stones of the other side beside a placement", (0, 2), least=0)
REMOVED = Scale("snakes removed", (1, 2, 3))
DEAD = Scale("stones of the longest snake removed", (1, 2, 4))
EMPTY = Scale("empty cells", (0, 2, 6, 20), least=0)
COLUMNS = Scale("largest column named", (9, 15, 17))
_EVERY_TURN = (SIDE, SNAKES, TIED, LONGEST, SMALLEST, EMPTY, COLUMNS)
_OF_GROWTHS, _OF_REMOVALS = (MERGED, REACHED, CURED, PARTS), (REMOVED, DEAD)
SCALES = (*_EVERY_TURN, *_OF_GROWTHS, PRESSED, *_OF_REMOVALS)
LOOP, LONG_LOOP = "closed loop of six stones or fewer", "closed loop of more than six stones"
OPENED = "closed loop that is opened"
SIZES, CREATOR = "removal of snakes of several sizes", "removal by a creator"
LAST_EGG = "egg on the last isolated cell"
ALL_GONE, LOOP_GONE = "removal of the last snake", "removal of a closed loop"
MOVERS = values("mover", DARK, LIGHT)
PHASES = values("in creation", "both", "the mover", "the other side", "nobody")
ACTS = values("turn", "egg", "growth", "removal", "pass")
PLACES = values("placement", "in a corner", "at the edge", "inland")
TARGETS = values("step", "into a corner", "to the edge", "inland")
COMPANY = values("after its step the stone has", "friends", "no friends")
MOVED = values("stone that moves", "beside the placement", "further away")
COUNTS = values("snakes afterwards", "fewer", "as many", "more")
BARE = "other side without stones"
ENDS = values("won by", "the mover", "the other side")
SPELLED = values(ANOTHER_SPELLING, "removal", "growth")
MARKS = (
    LOOP, LONG_LOOP, OPENED, SIZES, CREATOR, LAST_EGG, ALL_GONE, LOOP_GONE, *MOVERS, *PHASES, *ACTS, *PLACES, *TARGETS,
    *COMPANY, *MOVED, *COUNTS, BARE, *ENDS, *SPELLED,
)  # fmt: skip
_GROWTH = (*(scale.what for scale in _OF_GROWTHS), "step", "after its step the stone has", "stone that moves", OPENED)
_REMOVAL = (*(scale.what for scale in _OF_REMOVALS), SIZES, CREATOR, ALL_GONE, LOOP_GONE)
APART = tuple((one, two) for one in (*_GROWTH, "placement", PRESSED.what, LAST_EGG) for two in _REMOVAL) + tuple(
    (one, LAST_EGG) for one in _GROWTH
)


def notable(position: Position, turn: Turn, after: Position) -> Iterator[str]:
    """The features of a legal turn."""
    mover = position.mover
    sizes = sorted(len(snake) for snake in mover.snakes)
    yield SIDE.name(position.side)
    yield SNAKES.name(len(sizes))
    yield TIED.name(len(mover.smallest))
    yield LONGEST.name(sizes[-1] if sizes else 0)
    yield SMALLEST.name(sizes[0] if sizes else 0)
    yield EMPTY.name(len(board(position.side)) - len(position.dark) - len(position.light))
    named = [*turn.removed, *([turn.placed] if turn.placed else []), *(turn.moved or ())]
    if named:
        yield COLUMNS.name(1 + max(cell.column for cell in named))
    yield from _of_sides(position, after)
    then = Standing(position.side, after.stones(position.to_move), frozenset(), False, position.readings)
    if turn.removed:
        yield from _of_removal(position, turn, then)
    elif turn.placed:
        yield from _of_placement(mover, turn, then)
    else:
        yield ACTS[3]
    yield from _of_loops(then)


def _of_sides(position: Position, after: Position) -> Iterator[str]:
    own, other = position.to_move in position.creating, opponent(position.to_move) in position.creating
    yield MOVERS[position.to_move == LIGHT]
    yield PHASES[2 * (not own) + (not other)]
    if not position.mover.opposing:
        yield BARE
    ended = outcome(after)
    if ended:
        yield ENDS[ended.winner != position.to_move]


def _of_removal(position: Position, turn: Turn, then: Standing) -> Iterator[str]:
    yield ACTS[2]
    yield REMOVED.name(len(turn.removed))
    if position.to_move in position.creating:
        yield CREATOR
    gone = [snake for snake in position.mover.snakes if not snake.isdisjoint(turn.removed)]
    yield DEAD.name(max(map(len, gone)))
    if len(set(map(len, gone))) > 1:
        yield SIZES
    if not then.own:
        yield ALL_GONE
    if any(_is_loop(position.side, snake) for snake in gone):
        yield LOOP_GONE


def _of_placement(mover: Standing, turn: Turn, then: Standing) -> Iterator[str]:
    assert turn.placed
    yield PLACES[_inland(mover.side, turn.placed)]
    yield PRESSED.name(len(friends(mover.side, mover.opposing, turn.placed)))
    if turn.moved:
        yield ACTS[1]
        yield from _of_growth(mover, turn.placed, turn.moved)
        yield from _of_step(mover, turn.placed, turn.moved, then)
        return
    yield ACTS[0]
    if _is_last_for_an_egg(mover, turn.placed):
        yield LAST_EGG


def _of_growth(mover: Standing, placed: Cell, moved: tuple[Cell, Cell]) -> Iterator[str]:
    touched = [snake for snake in mover.snakes if _beside(mover, snake, placed)]
    yield MERGED.name(len(touched) or 1)
    grown = frozenset((placed,)).union(*touched)
    others = [snake for snake in mover.snakes if snake.isdisjoint(grown)]
    yield REACHED.name(sum(_beside(mover, snake, moved[1]) for snake in others))
    yield CURED.name(sum(len(friends(mover.side, grown, stone)) > MOST_FRIENDS for stone in grown))
    yield PARTS.name(len(snakes(mover.side, grown - {moved[0]})) or 1)
    if any(_is_loop(mover.side, snake) and moved[0] in snake for snake in mover.snakes):
        yield OPENED


def _of_step(mover: Standing, placed: Cell, moved: tuple[Cell, Cell], then: Standing) -> Iterator[str]:
    stone, target = moved
    yield TARGETS[_inland(mover.side, target)]
    yield COMPANY[not friends(mover.side, then.own, target)]
    yield MOVED[placed not in board(mover.side)[stone]]
    before, after = len(mover.snakes), len(then.snakes)
    yield COUNTS[0 if after < before else 1 if after == before else 2]


def _inland(side: int, cell: Cell) -> int:
    """0 in a corner of the board, 1 at its edge, 2 inland."""
    return min(2, max(0, len(board(side)[cell]) - 3))


def _is_last_for_an_egg(mover: Standing, placed: Cell) -> bool:
    others = (cell for cell in board(mover.side) if cell != placed and mover.is_empty(cell))
    return not any(is_isolated(mover, cell) for cell in others)


def _beside(mover: Standing, snake: frozenset[Cell], cell: Cell) -> bool:
    return bool(friends(mover.side, snake, cell))


def _of_loops(standing: Standing) -> Iterator[str]:
    for snake in standing.snakes:
        if _is_loop(standing.side, snake):
            yield LOOP if len(snake) <= 6 else LONG_LOOP


def _is_loop(side: int, snake: frozenset[Cell]) -> bool:
    return len(snake) > 2 and all(len(friends(side, snake, stone)) == 2 for stone in snake)
