"""Features of positions and turns of Scrunch that the harness counts, orders and reports by; none is a rule."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.game import Outcome
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, board
from shatterproof.scrunch.cells import describe as describe
from shatterproof.scrunch.creation import is_stuck_in_creation, isolated_cells
from shatterproof.scrunch.death import after_removal, loses_all
from shatterproof.scrunch.position import PASS, Position, Turn, outcome, play
from shatterproof.scrunch.snakes import Standing, friends, mutants, snakes
from shatterproof.scrunch.wriggling import Growth, after_growth, resulting_snake
from shatterproof_properties.protocol.features.scrunch.notable import APART as APART
from shatterproof_properties.protocol.features.scrunch.notable import MARKS as MARKS
from shatterproof_properties.protocol.features.scrunch.notable import SCALES as SCALES
from shatterproof_properties.protocol.features.scrunch.notable import notable

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


def clauses_of_turn(position: Position, turn: Turn) -> list[str]:
    """The clauses that a legal turn exercises, the most specific first. Raises IllegalTurn for any other turn."""
    return _exercised(position, turn, play(position, turn))


def met_by_turn(position: Position, turn: Turn) -> list[str]:
    """The clauses that a legal turn exercises, and its other notable features. Raises IllegalTurn for any other."""
    after = play(position, turn)
    return [*_exercised(position, turn, after), *dict.fromkeys(notable(position, turn, after))]


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
    if mutants(standing.side, standing.own | {growth.placed}):
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
    """The clause that somebody most likely breaks who plays `turn` otherwise.

    `theirs` is the position that they reach instead, or None if they do not allow the turn.
    """
    if theirs is not None:
        expected = play(position, turn)
        if theirs.to_move != expected.to_move:
            return "scrunch.turn.order"
        if (theirs.dark, theirs.light) == (expected.dark, expected.light) and theirs.creating != expected.creating:
            return "scrunch.creation.end"
    found = clauses_of_turn(position, turn)[0]
    is_refused_early = theirs is None and found == "scrunch.creation.end" and isolated_cells(position.mover)
    return "scrunch.creation.at-will" if is_refused_early else found


def differing(one: Position, two: Position) -> set[Cell]:
    """The cells that are not occupied alike in both positions."""
    return {*(one.dark ^ two.dark), *(one.light ^ two.light)}


def summarise(position: Position) -> str:
    """A position in a few words: the number of snakes and stones of each side."""
    return ", ".join(_counted(position, colour) for colour in (DARK, LIGHT))


def _counted(position: Position, colour: str) -> str:
    stones = position.stones(colour)
    return f"{colour} {len(snakes(position.side, stones))} in {len(stones)}"


def extent(position: Position) -> tuple[int, int]:
    """The size of a position: cells, and stones."""
    return len(board(position.side)), len(position.dark) + len(position.light)


def ending(position: Position, ended: Outcome) -> str:
    """Why the game has ended, in words."""
    loser = LIGHT if ended.winner == DARK else DARK
    left = "snake left" if ended.clause == WIN_CLAUSE else "cell for an egg"
    return f"{loser.capitalize()} has no {left}"


def not_to_scale(position: Position) -> list[str]:
    """Every diagram will do."""
    return []
