"""Other texts of the same turn, and other turns with the same result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from shatterproof.scrunch.cells import Cell, describe
from shatterproof.scrunch.position import Position, Turn
from shatterproof.scrunch.snakes import snakes

MOST_ORDERS = 4
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
"""A text as long as any may be, cells of the largest board, what is one too many of each, and turns with a newline, or
with a zero, at which texts of C end."""


def spellings(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """Snakes removed in another order, or named by their last cells, and the two cells of a growth exchanged; with the
    clause of the notation that each leans on."""
    growth = _written(turn.placed, turn.moved)
    if turn.removed:
        names = {min(snake): max(snake) for snake in snakes(position.side, position.mover.own)}
        lasts = [names[cell] for cell in turn.removed]
        for cells in (lasts, *islice(permutations(turn.removed), 1, MOST_ORDERS), turn.removed[::-1], lasts[::-1]):
            removal = " ".join(["x", *map(describe, cells)])
            yield f"{removal}; {growth}" if growth else removal, "scrunch.notation.removal"
    elif turn.placed and turn.moved:
        moved, target = turn.moved
        yield _written(target, (moved, turn.placed)), "scrunch.notation.growth"


def _written(placed: Cell | None, moved: tuple[Cell, Cell] | None) -> str:
    if placed is None:
        return ""
    return f"{describe(placed)} {describe(moved[0])}-{describe(moved[1])}" if moved else describe(placed)
