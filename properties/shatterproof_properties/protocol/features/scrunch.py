"""Features of positions and turns of Scrunch that the harness counts, orders and reports by; none is a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn, Outcome
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, board, opponent
from shatterproof.scrunch.cells import describe as describe
from shatterproof.scrunch.creation import is_isolated, is_stuck_in_creation, isolated_cells
from shatterproof.scrunch.death import after_removal, loses_all
from shatterproof.scrunch.notation import attempted, format_turn
from shatterproof.scrunch.position import PASS, Position, Turn, outcome
from shatterproof.scrunch.snakes import MOST_FRIENDS, Standing, friends, mutants, snakes
from shatterproof.scrunch.wriggling import Growth, after_growth, most_snakes, resulting_snake
from shatterproof_properties.protocol.features import ANOTHER_SPELLING, Scale, values
from shatterproof_properties.protocol.features import not_to_scale as not_to_scale

START_CLAUSE = OTHER_START_CLAUSE = "scrunch.start.empty"
WIN_CLAUSE = DRAW_CLAUSE = "scrunch.end.last-snake"

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


def met(position: Position, turn: Turn, after: Position) -> Iterator[str]:
    yield from _clauses_of_phase(position, turn, after)
    yield from _clauses_of_parts(position, turn)
    yield from notable(position, turn, after)


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
    if mutants(standing.side, standing.own | {growth.placed}):
        yield "scrunch.growth.cure"
    merged = [snake for snake in standing.snakes if snake <= resulting_snake(standing, growth.placed)]
    if len(merged) > 1:
        yield "scrunch.growth.merge"
    after = after_growth(standing, growth).own
    if len(snakes(standing.side, after)) > len(standing.snakes) and standing.counted is not None:
        yield "scrunch.removal-count"
    is_counted = most_snakes(standing, growth) is not None
    if is_counted and len(merged) > 1 and len(snakes(standing.side, after)) == len(standing.snakes):
        yield "scrunch.growth.count"
    if growth.moved and not friends(standing.side, after, growth.moved[1]):
        yield "scrunch.growth.step"


def at_issue(position: Position, turn: Turn, theirs: Position | None, expected: Position, exercised: list[str]) -> str:
    if theirs is None:
        is_refused_early = exercised[0] == "scrunch.creation.end" and isolated_cells(position.mover)
        return "scrunch.creation.at-will" if is_refused_early else ""
    if theirs.to_move != expected.to_move:
        return "scrunch.turn.order"
    same_stones = (theirs.dark, theirs.light) == (expected.dark, expected.light)
    return "scrunch.creation.end" if same_stones and theirs.creating != expected.creating else ""


def differing(one: Position, two: Position) -> set[Cell]:
    return {*(one.dark ^ two.dark), *(one.light ^ two.light)}


def summarise(position: Position) -> str:
    sides = ((colour, position.stones(colour)) for colour in (DARK, LIGHT))
    return ", ".join(f"{colour} {len(snakes(position.side, stones))} in {len(stones)}" for colour, stones in sides)


def extent(position: Position) -> tuple[int, int]:
    return len(board(position.side)), len(position.dark) + len(position.light)


def ending(position: Position, ended: Outcome) -> str:
    loser = LIGHT if ended.winner == DARK else DARK
    left = "snake left" if ended.clause == WIN_CLAUSE else "cell for an egg"
    return f"{loser.capitalize()} has no {left}"


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
    own, other = position.to_move in position.creating, opponent(position.to_move) in position.creating
    yield MOVERS[position.to_move == LIGHT]
    yield PHASES[2 * (not own) + (not other)]
    if not mover.opposing:
        yield BARE
    ended = outcome(after)
    if ended:
        yield ENDS[ended.winner != position.to_move]
    then = Standing(position.side, after.stones(position.to_move), frozenset(), False, position.readings)
    if turn.removed:
        yield from _of_removal(position, turn, then)
    elif turn.placed:
        yield from _of_placement(mover, turn, then)
    else:
        yield ACTS[3]
    yield from (LOOP if len(snake) <= 6 else LONG_LOOP for snake in then.snakes if _is_loop(position.side, snake))


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
        yield from _of_growth(mover, turn.placed, turn.moved, then)
        return
    yield ACTS[0]
    others = (cell for cell in board(mover.side) if cell != turn.placed and mover.is_empty(cell))
    if not any(is_isolated(mover, cell) for cell in others):
        yield LAST_EGG


def _of_growth(mover: Standing, placed: Cell, moved: tuple[Cell, Cell], then: Standing) -> Iterator[str]:
    stone, target = moved
    touched = [snake for snake in mover.snakes if friends(mover.side, snake, placed)]
    yield MERGED.name(len(touched) or 1)
    grown = frozenset((placed,)).union(*touched)
    others = [snake for snake in mover.snakes if snake.isdisjoint(grown)]
    yield REACHED.name(sum(bool(friends(mover.side, snake, target)) for snake in others))
    yield CURED.name(sum(len(friends(mover.side, grown, stone)) > MOST_FRIENDS for stone in grown))
    yield PARTS.name(len(snakes(mover.side, grown - {stone})) or 1)
    if any(_is_loop(mover.side, snake) and stone in snake for snake in mover.snakes):
        yield OPENED
    yield TARGETS[_inland(mover.side, target)]
    yield COMPANY[not friends(mover.side, then.own, target)]
    yield MOVED[placed not in board(mover.side)[stone]]
    before, after = len(mover.snakes), len(then.snakes)
    yield COUNTS[0 if after < before else 1 if after == before else 2]


def _inland(side: int, cell: Cell) -> int:
    """0 in a corner of the board, 1 at its edge, 2 inland."""
    return min(2, max(0, len(board(side)[cell]) - 3))


def _is_loop(side: int, snake: frozenset[Cell]) -> bool:
    return len(snake) > 2 and all(len(friends(side, snake, stone)) == 2 for stone in snake)


def parts(position: Position, text: str) -> Iterator[str]:
    """The turns that a turn begins with: a removal alone, if a growth follows it."""
    try:
        turn = attempted(position, text)
    except (InputError, IllegalTurn, MalformedTurn):
        return
    if turn.removed and turn.placed:
        yield format_turn(position, replace(turn, placed=None, moved=None))


def spelling(text: str, written: str) -> str:
    """The clause that allows the spelling `text` of a turn that we write differently."""
    return "scrunch.notation.removal" if "x" in text else "scrunch.notation.growth"


def malformed(text: str) -> str:
    """The clause of the notation that makes a text malformed."""
    if text.strip().lower() == "pass":
        return "scrunch.notation.pass"
    if "x" in text.lower():
        return "scrunch.notation.removal"
    return "scrunch.notation.growth" if "-" in text or " " in text.strip() else "scrunch.notation.egg"
