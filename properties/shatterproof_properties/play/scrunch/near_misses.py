"""Texts of turns that break exactly one condition, each with the clause that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from hypothesis import strategies as st

from shatterproof import scrunch
from shatterproof.scrunch.cells import Cell, board, describe, row_length
from shatterproof.scrunch.creation import is_isolated, isolated_cells
from shatterproof.scrunch.death import Removal, dead, loses_all, must_go_on, must_remove, without
from shatterproof.scrunch.notation import format_turn
from shatterproof.scrunch.position import PASS, Position, Turn, must_pass, wriggles_too
from shatterproof.scrunch.snakes import Standing, friends
from shatterproof.scrunch.wriggling import is_bare, movements, placements, resulting_snake
from shatterproof_properties.play.scrunch.turns import growths_from, may_remove
from shatterproof_properties.play.strategies import clauses_in_turn, from_one_on

Maker = Callable[[Standing, int], Iterator[Turn]]
"""Turns that break one clause, in an order that a number varies; none if the position has no room for them."""
MOST_OPTIONS = 40


@st.composite
def near_misses(draw: st.DrawFn, position: Position, clauses: tuple[str | None, ...] = ()) -> tuple[str, str | None]:
    """A text that no player may play in this position, and the clause that it breaks; None if it is malformed."""
    varied = draw(st.integers(0, 999))
    for clause in clauses_in_turn(draw, scrunch, position, MAKERS, clauses):
        if clause is None:
            cells = [describe(cell) for cell in _cells(position.mover, varied)[:3]]
            return draw(st.sampled_from([text.format(*cells) for text in NO_TURNS])), None
        options = list(islice(MAKERS[clause](position.mover, varied), MOST_OPTIONS))
        if options:
            return format_turn(position, draw(st.sampled_from(options))), clause
    raise AssertionError("there is always a malformed text")


def _cells(standing: Standing, first: int) -> list[Cell]:
    return from_one_on(sorted(board(standing.side)), first)


def _empty(standing: Standing, first: int) -> list[Cell]:
    return [cell for cell in _cells(standing, first) if standing.is_empty(cell)]


def _steps(standing: Standing, stone: Cell) -> list[Cell]:
    return sorted(cell for cell in board(standing.side)[stone] if standing.is_empty(cell))


def _places(standing: Standing, first: int) -> list[Cell]:
    """The cells beside a smallest snake where a stone may be placed; none for a growth without a movement."""
    return [] if is_bare(standing) else from_one_on(placements(standing, standing.smallest), first)


def _finished(standing: Standing, first: int) -> Iterator[Turn]:
    """Turns that might be legal if the game were not over."""
    yield from (Turn(placed=cell) for cell in _empty(standing, first))
    yield from (Turn((min(snake),)) for snake in standing.snakes)
    yield PASS


def _off_board(standing: Standing, first: int) -> Iterator[Turn]:
    """Turns on cells that only larger boards have: just past the end of a row, or in the row after the last."""
    rows = 2 * standing.side - 1
    beyond = [Cell(row, row_length(standing.side, row)) for row in range(rows)]
    for off in from_one_on([*beyond, *([Cell(rows, 0)] if rows < 19 else [])], first):
        if standing.creating:
            yield Turn(placed=off)
        for placed, moved in islice(growths_from(standing, _places(standing, first), first), 1):
            if moved:
                yield Turn((), off, moved)
                yield Turn((), placed, (moved[0], off))
        if may_remove(standing):
            yield Turn((off,))


def _occupied(standing: Standing, first: int) -> Iterator[Turn]:
    """An egg, a placement or a step on an occupied cell."""
    taken = [cell for cell in _cells(standing, first) if not standing.is_empty(cell)]
    if standing.creating:
        yield from (Turn(placed=cell) for cell in taken[: MOST_OPTIONS // 4])
    if is_bare(standing):
        return
    beside = {cell for snake in standing.smallest for stone in snake for cell in board(standing.side)[stone]}
    for placed in [cell for cell in taken if cell in beside][: MOST_OPTIONS // 4]:
        yield from (
            Turn((), placed, (stone, cell)) for stone in standing.own - {placed} for cell in _steps(standing, stone)[:1]
        )
    for placed in _places(standing, first):
        for stone in sorted(resulting_snake(standing, placed) - {placed}):
            for target in sorted(board(standing.side)[stone]):
                if target == placed or not standing.is_empty(target):
                    yield Turn((), placed, (stone, target))


def _late_egg(standing: Standing, first: int) -> Iterator[Turn]:
    if not standing.creating:
        yield from (Turn(placed=cell) for cell in _empty(standing, first) if is_isolated(standing, cell))


def _touching_egg(standing: Standing, first: int) -> Iterator[Turn]:
    for cell in _empty(standing, first) if standing.creating else ():
        grows = is_bare(standing) and friends(standing.side, standing.own, cell)
        if not grows and not is_isolated(standing, cell):
            yield Turn(placed=cell)


def _placed_apart(standing: Standing, first: int) -> Iterator[Turn]:
    """A stone placed beside no own stone, with a step of a standing stone."""
    steps = [
        (stone, target) for snake in standing.smallest for stone in sorted(snake) for target in _steps(standing, stone)
    ]
    for placed in [] if is_bare(standing) else _empty(standing, first):
        if not friends(standing.side, standing.own, placed):
            yield from (Turn((), placed, moved) for moved in from_one_on(steps, first)[:2] if moved[1] != placed)


def _of_a_larger(standing: Standing, first: int) -> Iterator[Turn]:
    """A growth of a snake that is not one of the smallest, but otherwise legal."""
    larger = set(placements(standing, standing.snakes)) - set(placements(standing, standing.smallest))
    if not is_bare(standing):
        found = growths_from(standing, from_one_on(sorted(larger), first), first)
        yield from (Turn((), *growth) for growth in found)


def _others_moved(standing: Standing, first: int) -> Iterator[Turn]:
    """A growth that moves the placed stone itself, or a stone of another snake."""
    for placed in _places(standing, first):
        snake = resulting_snake(standing, placed)
        others = sorted((standing.own | standing.opposing) - snake)
        for stone in [placed, *from_one_on(others, first)[:4]]:
            targets = [cell for cell in _steps(standing, stone) if cell != placed]
            yield from (Turn((), placed, (stone, target)) for target in targets)


def _leaps(standing: Standing, first: int) -> Iterator[Turn]:
    near = board(standing.side)
    for placed in _places(standing, first):
        for stone in sorted(resulting_snake(standing, placed) - {placed}):
            away = {cell for beside in near[stone] for cell in near[beside]} - {stone, placed, *near[stone]}
            yield from (Turn((), placed, (stone, cell)) for cell in sorted(away) if standing.is_empty(cell))


def _growths_breaking(clause: str, standing: Standing, first: int) -> Iterator[Turn]:
    """Growths that are legal except for their result, which breaks `clause`."""
    cells = from_one_on(placements(standing, standing.smallest), first)
    yield from (Turn((), *growth) for growth in growths_from(standing, cells, first, clause))


def _moved_too(standing: Standing, first: int) -> Iterator[Turn]:
    """A growth with a movement, although the reading allows only the placement."""
    if is_bare(standing):
        for placed in from_one_on(placements(standing, standing.smallest), first):
            yield from (Turn((), placed, moved) for moved in islice(movements(standing, placed), 4))


def _not_moved(standing: Standing, first: int) -> Iterator[Turn]:
    """A placement without a movement, after the removals of a turn."""
    removed, after = last_stage(standing, first)
    if removed and wriggles_too(after):
        yield from (Turn(removed, placed) for placed in _places(after, first))


def stages(standing: Standing, first: int) -> Iterator[tuple[Removal, Standing]]:
    """The stages of a removal, if one may begin: the cells removed so far, and the player's standing.

    The first stage has none removed. A removal that takes all eggs at once has only this stage.
    """
    removed: Removal = ()
    if loses_all(standing):
        yield removed, standing
        return
    while must_go_on(standing) if removed else may_remove(standing):
        yield removed, standing
        snake = from_one_on(dead(standing), first)[0]
        removed, standing = (*removed, min(snake)), without(standing, snake)
    yield removed, standing


def last_stage(standing: Standing, first: int) -> tuple[Removal, Standing]:
    """The cells of a whole removal and the player's standing after it; no cells if none may begin."""
    return list(stages(standing, first))[-1]


def _removed_in_creation(standing: Standing, first: int) -> Iterator[Turn]:
    if standing.creating and isolated_cells(standing):
        yield from (Turn((stone,)) for stone in from_one_on(sorted(standing.own), first))


def _removed_while_stuck(standing: Standing, first: int) -> Iterator[Turn]:
    if standing.creating and standing.readings.stuck_creator == "pass":
        otherwise = replace(standing, readings=replace(standing.readings, stuck_creator="remove"))
        removed, _ = last_stage(otherwise, first)
        if removed:
            yield Turn(removed)
    elif loses_all(standing) and may_remove(standing):
        eggs = from_one_on(sorted(standing.own), first)
        yield from (Turn(tuple(eggs[:count])) for count in range(1, len(eggs)))


def _wrong_one_removed(standing: Standing, first: int) -> Iterator[Turn]:
    for removed, then in list(stages(standing, first))[:-1]:
        wrong = [min(snake) for snake in then.snakes if snake not in dead(then)]
        others = [cell for cell in _cells(then, first) if cell not in standing.own]
        yield from (Turn((*removed, cell)) for cell in [*wrong, *others[:4], *removed])


def _removed_too_soon(standing: Standing, first: int) -> Iterator[Turn]:
    allowed = not standing.creating or (not isolated_cells(standing) and standing.readings.stuck_creator != "pass")
    if allowed and not must_remove(standing):
        yield from (Turn((min(snake),)) for snake in standing.smallest)


def _wrongly_ended(standing: Standing, first: int) -> Iterator[Turn]:
    """A removal that stops too soon, or goes on when a smallest snake can grow."""
    found = list(stages(standing, first))
    yield from (Turn(removed) for removed, _ in found[1:-1])
    removed, after = found[-1]
    if removed:
        yield from (Turn((*removed, min(snake))) for snake in after.smallest)


def _wrongly_followed(standing: Standing, first: int) -> Iterator[Turn]:
    """A removal with a growth that may not follow, or without one that must."""
    removed, after = last_stage(standing, first)
    if removed and wriggles_too(after):
        yield Turn(removed)
    elif removed:
        cells = from_one_on(placements(after, after.smallest), first)
        yield from (Turn(removed, *growth) for growth in growths_from(after, cells, first))


NO_TURNS = (
    "",
    "x",
    "-",
    "Pass",
    "pass ",
    "x pass",
    "a0",
    "a01",
    "a20",
    "t1",
    " {0}",
    "{0} ",
    "{0};",
    "{0}+",
    "{0},{1}",
    "{0} {1}",
    "{0}-{1}",
    "{0} {1}-",
    "{0}  {1}-{2}",
    "{0} {1} -{2}",
    "{0} {1}-{2} ",
    "{0} {1}-{2}-{0}",
    "{0} {1}-{2} {1}-{2}",
    "x{0}",
    "X {0}",
    "x {0};",
    "x {0} {1}-{2}",
    "x {0};{1}",
    "x {0} ; {1}",
    "x {0}; {1}-{2}",
    "x {0}, {1}",
    "x; {0}",
)

MAKERS: dict[str, Maker] = {
    "scrunch.creation.egg": _touching_egg,
    "scrunch.creation.over": _late_egg,
    "scrunch.board.one-stone": _occupied,
    "scrunch.notation.cell": _off_board,
    "scrunch.growth.place": _placed_apart,
    "scrunch.growth.smallest": _of_a_larger,
    "scrunch.growth.move": _others_moved,
    "scrunch.growth.step": _leaps,
    "scrunch.growth.cure": partial(_growths_breaking, "scrunch.growth.cure"),
    "scrunch.growth.count": partial(_growths_breaking, "scrunch.growth.count"),
    "scrunch.loops": partial(_growths_breaking, "scrunch.loops"),
    "scrunch.first-wriggle": _moved_too,
    "scrunch.growth.both": _not_moved,
    "scrunch.death.creator": _removed_in_creation,
    "scrunch.stuck-creator": _removed_while_stuck,
    "scrunch.death.when": _removed_too_soon,
    "scrunch.death.which": _wrong_one_removed,
    "scrunch.death.until": _wrongly_ended,
    "scrunch.removal-ends-turn": _wrongly_followed,
    "scrunch.turn.no-pass": lambda standing, first: iter(() if must_pass(standing) else (PASS,)),
    "scrunch.turn.finished": _finished,
}
CLAUSES = tuple(MAKERS)
