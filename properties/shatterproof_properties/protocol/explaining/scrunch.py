"""Turns of Scrunch, step by step: an egg, a growth with its movement, or removals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shatterproof.scrunch.cells import Cell, Stones, board, check_on_board, describe
from shatterproof.scrunch.creation import is_stuck_in_creation
from shatterproof.scrunch.death import after_removal, check_may_remove, dead, loses_all, must_remove, without
from shatterproof.scrunch.notation import attempted as attempted
from shatterproof.scrunch.position import PASS, Position, Turn, outcome, play, wriggles_too
from shatterproof.scrunch.snakes import Standing, friends, mutants
from shatterproof.scrunch.wriggling import (
    Growth,
    after_growth,
    can_grow,
    check_growth,
    is_bare,
    most_snakes,
    placements,
    resulting_snake,
)
from shatterproof_properties.protocol.explaining import Step, counted, listed
from shatterproof_properties.protocol.explaining import between as between
from shatterproof_properties.protocol.explaining import worded as worded


def steps(position: Position, turn: Turn, picture: str = "") -> Iterator[Step]:
    """The steps of a turn. Raises IllegalTurn if it breaks a rule."""
    for cell in (*turn.removed, *([turn.placed] if turn.placed else ()), *(turn.moved or ())):
        check_on_board(position.side, cell)
    standing = position.mover
    if is_stuck_in_creation(standing) and turn != PASS:
        text = f"{position.to_move.capitalize()} is in creation, and no empty cell is isolated for an egg."
        yield Step(text, ("scrunch.creation.must-wriggle", "scrunch.isolated"))
    if turn.removed:
        yield from _steps_of_removal(standing, turn)
        standing = after_removal(standing, turn.removed)
        if turn.placed and wriggles_too(standing):
            yield Step("A growth follows in the same turn.", ("scrunch.removal-ends-turn",))
    # A stone placed alone is a growth without a movement where friends are beside it, else an attempt at an egg.
    is_growth = turn.placed and (
        turn.moved or turn.removed or (is_bare(standing) and friends(standing.side, standing.own, turn.placed))
    )
    if turn.placed and is_growth:
        yield from _steps_of_growth(standing, Growth(turn.placed, turn.moved))
    mover, after = position.to_move, play(position, turn)
    if turn == PASS:
        yield Step(f"{mover.capitalize()} can do nothing else, and passes.", ("scrunch.turn.no-pass",))
    elif turn.placed and not turn.moved and mover in position.creating and not is_growth:
        text = f"{describe(turn.placed)} is empty, and no stone of {mover.capitalize()}'s is beside it: an egg."
        yield Step(text, ("scrunch.creation.egg", "scrunch.isolated"), (turn.placed,))
    yield from _steps_of_end(position, turn, after)


def _steps_of_smallest(standing: Standing) -> Step:
    """A step that says which snakes are smallest, and why."""
    sizes = sorted({len(snake) for snake in standing.snakes})
    text = f"The smallest snakes have {counted(sizes[0], 'stone')}: {_snakes(standing.smallest)}"
    if len(sizes) > 1:
        others = [snake for snake in standing.snakes if len(snake) > sizes[0]]
        text += f"; larger {'is' if len(others) == 1 else 'are'} {_snakes(others)}"
    cells = tuple(cell for snake in standing.smallest for cell in sorted(snake))
    return Step(f"{text}.", ("scrunch.growth.smallest", "scrunch.snake.smallest"), cells)


def _steps_of_removal(standing: Standing, turn: Turn) -> Iterator[Step]:
    check_may_remove(standing)
    if standing.creating:
        yield Step("A creator who can neither lay an egg nor let one grow removes eggs.", ("scrunch.death.creator",))
    if loses_all(standing):
        after_removal(standing, turn.removed)
        yield Step("None of the eggs can grow, and all are lost at once.", ("scrunch.stuck-creator",), turn.removed)
        return
    for index, cell in enumerate(turn.removed):
        if not standing.own:
            return
        yield _steps_of_smallest(standing)
        yield _steps_of_growing(standing, index)
        snake = next((snake for snake in dead(standing) if cell in snake), None)
        if snake is None or (not index and not must_remove(standing)):
            return
        clauses = ("scrunch.death.which", *(["scrunch.death.until"] if index else []))
        yield Step(f"{_snake(snake)} cannot grow, and is removed.", clauses, tuple(sorted(snake)))
        standing = without(standing, snake)
    if standing.own:
        yield _steps_of_smallest(standing)
        yield _steps_of_growing(standing, len(turn.removed))


def _steps_of_growing(standing: Standing, removed: int) -> Step:
    """A step that says whether a smallest snake can grow, so that removal begins, goes on or ends."""
    growing = [snake for snake in standing.smallest if can_grow(standing, snake)]
    clause = "scrunch.death.until" if removed else "scrunch.death.when"
    if growing:
        return Step(f"{_snakes(growing)} can grow.", (clause,), tuple(min(snake) for snake in growing))
    return Step("None of them can grow.", (clause, "scrunch.death.dead"))


def _steps_of_growth(standing: Standing, growth: Growth) -> Iterator[Step]:
    """The steps of a growth as far as the rules allow it. Raises IllegalTurn for the rule that it breaks."""
    if standing.snakes:
        yield _steps_of_smallest(standing)
    if growth.placed not in placements(standing, standing.smallest):
        check_growth(standing, growth)
    yield from _steps_of_placement(standing, growth.placed)
    if growth.moved:
        yield from _steps_of_movement(standing, growth)
    elif is_bare(standing):
        yield Step("The growth that ends creation has no movement.", ("scrunch.first-wriggle", "scrunch.growth.move"))
    now, most = len(after_growth(standing, growth).snakes), most_snakes(standing, growth)
    limit = "there may be any number" if most is None else f"there may be {most} at most"
    before, when = len(standing.snakes), "before"
    clauses = ("scrunch.first-count",) if most is None else ("scrunch.growth.count", "scrunch.snake-count")
    if standing.counted is not None:
        before, when, clauses = standing.counted, "before the removal", (*clauses, "scrunch.removal-count")
    stand = "stands" if now == 1 else "stand"
    yield Step(f"{counted(before, 'snake')} stood {when}, {now} {stand} now: {limit}.", clauses)
    check_growth(standing, growth)


def _steps_of_placement(standing: Standing, placed: Cell) -> Iterator[Step]:
    grown = resulting_snake(standing, placed)
    merged = [snake for snake in standing.snakes if snake <= grown]
    beside = [snake for snake in standing.smallest if snake <= grown]
    text = f"A stone is placed on {describe(placed)}, beside {_snakes(beside)}."
    yield Step(text, ("scrunch.growth.place", "scrunch.growth.smallest"), (placed,))
    if len(merged) > 1:
        text = f"It merges {_snakes(merged)} into one snake of {len(grown)} stones."
        yield Step(text, ("scrunch.growth.merge",), tuple(sorted(grown)))
    too_many = mutants(standing.side, standing.own | {placed})
    if too_many:
        text = f"With it {_many_friends(standing, standing.own | {placed})}: a mutant, for the moment."
        yield Step(text, ("scrunch.growth.cure", "scrunch.snake.mutant"), tuple(too_many))


def _steps_of_movement(standing: Standing, growth: Growth) -> Iterator[Step]:
    """The step of the movement: another stone of the snake moves to an empty cell beside it."""
    assert growth.moved is not None
    stone, target = growth.moved
    grown = resulting_snake(standing, growth.placed)
    possible = stone != growth.placed and stone in grown and target in board(standing.side)[stone]
    if not possible or target == growth.placed or not standing.is_empty(target):
        check_growth(standing, growth)
    text = f"{describe(stone)}, another stone of that snake, steps to {describe(target)}, which is empty and beside it."
    yield Step(text, ("scrunch.growth.move", "scrunch.growth.step"), (stone, target))
    if mutants(standing.side, standing.own | {growth.placed}):
        after = after_growth(standing, growth).own
        left = f"Still {_many_friends(standing, after)}" if mutants(standing.side, after) else "That cures it"
        yield Step(f"{left}.", ("scrunch.growth.cure",), (target,))


def _steps_of_end(position: Position, turn: Turn, after: Position) -> Iterator[Step]:
    mover = position.to_move
    if mover in position.creating and mover not in after.creating:
        clauses: tuple[str, ...] = (
            ("scrunch.creation.end",) if turn.placed and not turn.removed else ("scrunch.forced-removal",)
        )
        if position.readings.creation_end == "own-growth-or-full" and turn.placed and not turn.moved:
            clauses = ("scrunch.creation-end", *clauses)
        yield Step(f"{mover.capitalize()} is past creation from now on.", clauses)
    ended = outcome(after)
    if ended:
        lost = "has no snake left" if ended.clause == "scrunch.end.last-snake" else "has no cell for an egg"
        loser = mover if ended.winner != mover else after.to_move
        yield Step(f"{loser.capitalize()} {lost}: {str(ended.winner).capitalize()} wins.", (ended.clause,))


def _many_friends(standing: Standing, stones: Stones) -> str:
    cell = mutants(standing.side, stones)[0]
    return f"{describe(cell)} has {len(friends(standing.side, stones, cell))} friends beside it"


def _snakes(found: Iterable[Stones]) -> str:
    return listed(_snake(snake) for snake in found)


def _snake(snake: Stones) -> str:
    """A snake by its cells: `a1-a2-b3`."""
    return "-".join(map(describe, sorted(snake)))
