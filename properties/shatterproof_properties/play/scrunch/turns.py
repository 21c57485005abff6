"""Legal turns, drawn part by part: an egg; a placement, then a step; a removal. Also their other spellings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, permutations

from hypothesis import strategies as st

from shatterproof.game import IllegalTurn
from shatterproof.scrunch.cells import Cell, describe
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.death import check_may_remove, dead, loses_all, must_go_on, must_remove, without
from shatterproof.scrunch.position import PASS, Position, Turn, must_pass, outcome, wriggles_too
from shatterproof.scrunch.snakes import Standing, friends, mutants, smallest, snakes
from shatterproof.scrunch.wriggling import Growth, after_growth, check_result, is_bare, movements, placements
from shatterproof_properties.play.strategies import from_one_on

STYLES = ("plain", "merging", "crowding", "creating")


def can_move(position: Position) -> bool:
    """Whether there is any turn: a side that has not lost has one."""
    return outcome(position) is None


@st.composite
def turns(draw: st.DrawFn, position: Position, style: str | None = None) -> Turn:
    """A legal turn of an undecided position, played in one of STYLES; None draws one."""
    chosen = style or draw(st.sampled_from(STYLES))
    first = draw(st.sampled_from(FIRST[chosen]))
    for part in (first, _egg, _growth, _removal):
        turn = part(draw, position.mover, chosen)
        if turn is not None:
            return turn
    if not must_pass(position.mover):
        raise AssertionError(f"{position.to_move} has no turn")
    return PASS


def _egg(draw: st.DrawFn, standing: Standing, style: str) -> Turn | None:
    options = isolated_cells(standing) if standing.creating else []
    if style == "crowding":
        options.sort(key=lambda cell: -len(friends(standing.side, standing.opposing, cell)))
        options = options[: len(options) // 2 + 1]
    return Turn(placed=draw(st.sampled_from(options))) if options else None


def _growth(draw: st.DrawFn, standing: Standing, style: str) -> Turn | None:
    growth = _drawn_growth(draw, standing, style)
    return Turn((), *growth) if growth else None


def _drawn_growth(draw: st.DrawFn, standing: Standing, style: str) -> Growth | None:
    cells = placements(standing, standing.smallest)
    if style == "merging" and draw(st.integers(0, 3)):
        cells = [cell for cell in cells if _merges_or_mutates(standing, cell)] or cells
    found: list[Growth] = []
    for _ in range(4 if style == "crowding" else 1):
        placed, moved = draw(st.integers(0, max(len(cells) - 1, 0))), draw(st.integers(0, 999))
        growth = next(growths_from(standing, from_one_on(cells, placed), moved), None)
        if growth is None:
            cells = placements(standing, standing.smallest)
            return next(growths_from(standing, cells, moved), None)
        found.append(growth)
    return min(found, key=lambda growth: _room(after_growth(standing, growth)))


def growths_from(standing: Standing, placed: Iterable[Cell], first: int, clause: str | None = None) -> Iterator[Growth]:
    """Growths with a stone on one of some empty cells beside own stones. They begin with the step numbered `first`.

    With `clause` they are those whose result breaks it; with None the legal ones, for snakes of any size.
    """
    for cell in placed:
        steps = [None] if is_bare(standing) else from_one_on(list(movements(standing, cell)), first)
        for moved in steps:
            growth, broken = Growth(cell, moved), None
            try:
                check_result(standing, growth)
            except IllegalTurn as refused:
                broken = refused.clause
            if broken == clause:
                yield growth


def _merges_or_mutates(standing: Standing, placed: Cell) -> bool:
    own = standing.own | {placed}
    return len(snakes(standing.side, own)) < len(standing.snakes) or bool(mutants(standing.side, own))


def _room(standing: Standing) -> int:
    """The number of empty cells beside the smallest snakes of both sides."""
    opposing = smallest(snakes(standing.side, standing.opposing))
    return len(placements(standing, [*standing.smallest, *opposing]))


def _removal(draw: st.DrawFn, standing: Standing, style: str) -> Turn | None:
    if not may_remove(standing):
        return None
    if loses_all(standing):
        return Turn(tuple(sorted(standing.own)))
    removed: tuple[Cell, ...] = ()
    while not removed or must_go_on(standing):
        snake = draw(st.sampled_from(dead(standing)))
        removed, standing = (*removed, min(snake)), without(standing, snake)
    growth = _drawn_growth(draw, standing, style) if wriggles_too(standing) else None
    return Turn(removed, *growth) if growth else Turn(removed)


def may_remove(standing: Standing) -> bool:
    """Whether a removal may begin."""
    try:
        check_may_remove(standing)
    except IllegalTurn:
        return False
    return bool(standing.own) and must_remove(standing)


Part = Callable[[st.DrawFn, Standing, str], Turn | None]
FIRST: dict[str, tuple[Part, ...]] = {
    "plain": (_egg, _growth, _removal),
    "merging": (_growth, _egg),
    "crowding": (_removal, _egg, _egg, _egg, _growth),
    "creating": (_egg,),
}


LONGEST_TEXT = 4096
AT_LIMITS: tuple[tuple[str, str | None], ...] = (
    ("x" + " a1" * (LONGEST_TEXT // 3), "scrunch.death.which"),
    ("x" + " a1" * (LONGEST_TEXT // 3 + 1), None),
    ("s19", "scrunch.notation.cell"),
    ("t1", None),
    ("a20", None),
    ("a1\n", None),
    ("junk\na1", None),
    ("a1\0", None),
)
"""A text of the greatest length, cells of the largest board, and each with one too many.

Also turns with a newline, or with a zero byte, at which texts end in C.
"""


def spellings(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """Other spellings, each with the clause of the notation that it exercises.

    Removed snakes come in another order or are named by their last cells; the two cells of a growth are exchanged.
    """
    growth = _written(turn.placed, turn.moved)
    if turn.removed:
        names = {min(snake): max(snake) for snake in snakes(position.side, position.mover.own)}
        lasts = [names[cell] for cell in turn.removed]
        for cells in (lasts, *islice(permutations(turn.removed), 1, 4), turn.removed[::-1], lasts[::-1]):
            removal = " ".join(["x", *map(describe, cells)])
            yield f"{removal}; {growth}" if growth else removal, "scrunch.notation.removal"
    elif turn.placed and turn.moved:
        moved, target = turn.moved
        yield _written(target, (moved, turn.placed)), "scrunch.notation.growth"


def _written(placed: Cell | None, moved: tuple[Cell, Cell] | None) -> str:
    if placed is None:
        return ""
    return f"{describe(placed)} {describe(moved[0])}-{describe(moved[1])}" if moved else describe(placed)
