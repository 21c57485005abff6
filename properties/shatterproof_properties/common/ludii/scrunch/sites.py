"""The board of a trial of Scrunch: how Ludii numbers its cells, and how large it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from shatterproof.errors import InputError, shorten
from shatterproof.scrunch.cells import LARGEST_BOARD, SMALLEST_BOARD, Cell, board, board_size, row_length
from shatterproof_properties.common.ludii.scrunch.stones import StoneChange

WISH = "shatterproof judge FILE --board N"
_SIZES = range(SMALLEST_BOARD, LARGEST_BOARD + 1)


@lru_cache(maxsize=16)
def numbered(side: int) -> tuple[Cell, ...]:
    """The cells of a board in Ludii's order: row by row, each along the row.

    Its rows may run the other way: to the rules, a turned or mirrored board is the same.
    """
    return tuple(Cell(row, place) for row in range(2 * side - 1) for place in range(row_length(side, row)))


def side_of(options: Sequence[str], changes: Sequence[StoneChange], named: str | None) -> tuple[int, str]:
    """The cells along a side of the board of a trial, and how that was found out; "" for a board that was `named`.

    The options of the game say it, else the steps of the stones: on a wrong board they would lead to cells far away.
    Raises InputError if several boards or none are left, and for a cell that the board does not have.
    """
    side, remark = _by_name(named) or _by_options(options) or _by_steps(changes)
    for change in changes:
        for site in change.sites:
            if not 0 <= site < len(numbered(side)):
                what = f"board {side} has no cell {site}"
                raise InputError(what, f"line {change.line}", f"cells from 0 to {len(numbered(side)) - 1}, or {WISH}")
    return side, remark


def _by_name(named: str | None) -> tuple[int, str] | None:
    try:
        return None if named is None else (*board_size(named), "")
    except InputError as error:
        error.locate("--board")
        raise


def _by_options(options: Sequence[str]) -> tuple[int, str] | None:
    """The sides that the options about the board or its size name, if there are any."""
    about = [option for option in options if _is_about_the_board(option.casefold())]
    if not about:
        return None
    sizes = {int(size) for option in about for size in re.findall("[0-9]{1,3}", option)}
    if len(sizes) != 1 or not sizes <= set(_SIZES) or re.search("limping", " ".join(about), re.IGNORECASE):
        what = f"the option {shorten(about[0], 60)!r} names no board of Scrunch"
        raise InputError(what, expected=f"{SMALLEST_BOARD} to {LARGEST_BOARD} cells along each side, or {WISH}")
    (side,) = sizes
    return side, f"read on board {side}, by the option {shorten(about[0], 60)!r}"


def _is_about_the_board(option: str) -> bool:
    """By its category, `board size/hexhex 5`, or by a word that is about boards only."""
    category = option.partition("/")[0]
    return "limping" in option or (bool(re.search("[0-9]", option)) and ("board" in category or "size" in category))


def _by_steps(changes: Sequence[StoneChange]) -> tuple[int, str]:
    """The side of the one board on which all steps of stones lead to neighbouring cells."""
    last = max((change for change in changes if change.sites), key=lambda change: max(change.sites), default=None)
    large = [side for side in _SIZES if last is None or max(last.sites) < len(numbered(side))]
    if last and not large:
        what = f"no board of Scrunch has a cell {max(last.sites)}"
        raise InputError(what, f"line {last.line}", f"cells from 0 to {len(numbered(LARGEST_BOARD)) - 1}")
    leaps = {side: _first_leap(side, changes) for side in large}
    fitting = [side for side in large if leaps[side] is None]
    if len(fitting) == 1:
        return fitting[0], f"read on board {fitting[0]}, the only one on which all steps go to neighbouring cells"
    if fitting:
        what = f"the trial names no board, and its cells fit {len(fitting)}: {', '.join(map(str, fitting))}"
        raise InputError(what, expected=WISH)
    lines = {side: leap.line for side, leap in leaps.items() if leap}
    side = max(lines, key=lambda side: lines[side])
    what = "on no board of Scrunch do all steps of the trial go to neighbouring cells"
    raise InputError(f"{what}, on board {side} those before this one", f"line {lines[side]}", WISH)


def _first_leap(side: int, changes: Sequence[StoneChange]) -> StoneChange | None:
    """The first step of a stone to a cell that is no neighbour on this board."""
    cells, neighbours = numbered(side), board(side)
    for change in changes:
        if change.kind == "Move":
            start, end = change.sites
            if min(start, end) < 0 or cells[end] not in neighbours[cells[start]]:
                return change
    return None
