"""Features of positions and turns of Scrunch that the harness counts, orders and reports by; none is a rule."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.game import Outcome
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, board
from shatterproof.scrunch.cells import describe as describe
from shatterproof.scrunch.creation import is_isolated, is_stuck_in_creation
from shatterproof.scrunch.death import after_removal, loses_all
from shatterproof.scrunch.position import PASS, Position, Turn, outcome, play
from shatterproof.scrunch.snakes import Standing, friends, has_mutant, snakes
from shatterproof.scrunch.wriggling import Growth, after_growth, resulting_snake
from shatterproof_properties.protocol.features.scales import Scale

START_CLAUSE = OTHER_START_CLAUSE = "scrunch.start.empty"
WIN_CLAUSE = "scrunch.end.last-snake"
DRAW_CLAUSE = "scrunch.end.last-snake"

MOST_SPECIFIC_FIRST = (
    "scrunch.shut-out",
    "scrunch.end.last-snake",
    "scrunch.turn.no-pass",
    "scrunch.stuck-creator",
    "scrunch.removal-count",
    "scrunch.removal-ends-turn",
    "scrunch.death.until",
    "scrunch.death.creator",
    "scrunch.death.which",
    "scrunch.growth.cure",
    "scrunch.growth.count",
    "scrunch.growth.merge",
    "scrunch.growth.step",
    "scrunch.growth.smallest",
    "scrunch.creation.must-wriggle",
    "scrunch.creation.end",
    "scrunch.growth.move",
    "scrunch.creation.egg",
)

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


def clauses_of_turn(position: Position, turn: Turn) -> list[str]:
    """The clauses that a legal turn exercises, the most specific first. Raises IllegalTurn for any other turn."""
    return _exercised(position, turn, play(position, turn))


def met_by_turn(position: Position, turn: Turn) -> list[str]:
    """The clauses that a legal turn exercises, and what else is notable about it. Raises IllegalTurn for any other."""
    after = play(position, turn)
    return [*_exercised(position, turn, after), *dict.fromkeys(_notable(position, turn, after))]


def _exercised(position: Position, turn: Turn, after: Position) -> list[str]:
    found = {*_clauses_of_end(after), *_clauses_of_phase(position, turn, after), *_clauses_of_parts(position, turn)}
    return sorted(found, key=MOST_SPECIFIC_FIRST.index)


def _clauses_of_end(after: Position) -> Iterator[str]:
    ended = outcome(after)
    if ended:
        yield ended.clause


def _clauses_of_phase(position: Position, turn: Turn, after: Position) -> Iterator[str]:
    if turn == PASS:
        yield "scrunch.turn.no-pass"
    elif is_stuck_in_creation(position.mover):
        yield "scrunch.creation.must-wriggle"
    if position.to_move in position.creating and position.to_move not in after.creating:
        yield "scrunch.death.creator" if turn.removed else "scrunch.creation.end"


def _clauses_of_parts(position: Position, turn: Turn) -> Iterator[str]:
    standing = position.mover
    if turn.removed and loses_all(standing):
        yield "scrunch.stuck-creator"
    elif turn.removed:
        yield "scrunch.death.which"
        if len(turn.removed) > 1:
            yield "scrunch.death.until"
        if turn.placed:
            yield "scrunch.removal-ends-turn"
        standing = after_removal(standing, turn.removed)
    if turn.placed and (turn.moved or friends(standing.side, standing.own, turn.placed)):
        yield from _clauses_of_growth(standing, Growth(turn.placed, turn.moved))
    elif turn.placed:
        yield "scrunch.creation.egg"


def _clauses_of_growth(standing: Standing, growth: Growth) -> Iterator[str]:
    yield "scrunch.growth.move"
    if len({len(snake) for snake in standing.snakes}) > 1:
        yield "scrunch.growth.smallest"
    if has_mutant(standing.side, standing.own | {growth.placed}):
        yield "scrunch.growth.cure"
    merged = [snake for snake in standing.snakes if snake <= resulting_snake(standing, growth.placed)]
    if len(merged) > 1:
        yield "scrunch.growth.merge"
    after = after_growth(standing, growth).own
    if len(snakes(standing.side, after)) > len(standing.snakes) and standing.counted is not None:
        yield "scrunch.removal-count"
    if len(merged) > 1 and len(snakes(standing.side, after)) == len(standing.snakes):
        yield "scrunch.growth.count"
    if growth.moved and not friends(standing.side, after, growth.moved[1]):
        yield "scrunch.growth.step"


def clause_at_issue(position: Position, turn: Turn, theirs: Position | None = None) -> str:
    """The clause that somebody who plays `turn` otherwise most likely breaks.

    `theirs` is the position that they reach instead, or None where they do not allow the turn.
    """
    if theirs is not None:
        expected = play(position, turn)
        if theirs.to_move != expected.to_move:
            return "scrunch.turn.order"
        if (theirs.dark, theirs.light) == (expected.dark, expected.light) and theirs.creating != expected.creating:
            return "scrunch.creation.end"
    return clauses_of_turn(position, turn)[0]


def differing(one: Position, two: Position) -> set[Cell]:
    """The cells that are not occupied alike in both positions."""
    return {*(one.dark ^ two.dark), *(one.light ^ two.light)}


def summarise(position: Position) -> str:
    """A position in a few words: how many snakes and stones each side has."""
    return ", ".join(_counted(position, colour) for colour in (DARK, LIGHT))


def _counted(position: Position, colour: str) -> str:
    stones = position.stones(colour)
    return f"{colour} {len(snakes(position.side, stones))} in {len(stones)}"


def extent(position: Position) -> tuple[int, int]:
    """How large a position is: cells, and stones."""
    return len(board(position.side)), len(position.dark) + len(position.light)


def ending(position: Position, ended: Outcome) -> str:
    """Why the game has ended, in words."""
    loser = LIGHT if ended.winner == DARK else DARK
    left = "snake left" if ended.clause == WIN_CLAUSE else "cell for an egg"
    return f"{loser.capitalize()} has no {left}"


def not_to_scale(position: Position) -> list[str]:
    """Every diagram will do."""
    return []


def _notable(position: Position, turn: Turn, after: Position) -> Iterator[str]:
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
