"""The board of a trial of Scrunch: how Ludii numbers its cells, and how large it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from shatterproof.errors import InputError, shorten
from shatterproof.scrunch.cells import LARGEST_BOARD, SMALLEST_BOARD, Cell, board, board_size, row_length
from shatterproof_properties.common.ludii.change import Change

WISH = "shatterproof judge FILE --board N"
_SIZES = range(SMALLEST_BOARD, LARGEST_BOARD + 1)


@lru_cache(maxsize=16)
def numbered(side: int) -> tuple[Cell, ...]:
    """The cells of a board in Ludii's order: row by row, each along the row.

    Whether its rows run like ours does not matter: a board turned or mirrored is the same to the rules.
    """
    return tuple(Cell(row, place) for row in range(2 * side - 1) for place in range(row_length(side, row)))


def side_of(options: Sequence[str], changes: Sequence[Change], named: str | None) -> tuple[int, str]:
    """The cells along a side of the board of a trial, and how that was found out; "" for a board that was `named`.

    The options of the game say it, else the steps of the stones: on a wrong board they go to cells far away. Raises
    InputError where that leaves several boards, or none, and for a cell that the board does not have.
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
    """By the options that are about the board or its size, if there are any."""
    about = [option for option in options if re.match("[^/]*(?:board|size).*[0-9]|.*limping", option, re.IGNORECASE)]
    if not about:
        return None
    sizes = {int(size) for option in about for size in re.findall("[0-9]{1,3}", option)}
    if len(sizes) != 1 or not sizes <= set(_SIZES) or re.search("limping", " ".join(about), re.IGNORECASE):
        what = f"the option {shorten(about[0], 60)!r} names no board of Scrunch"
        raise InputError(what, expected=f"{SMALLEST_BOARD} to {LARGEST_BOARD} cells along each side, or {WISH}")
    (side,) = sizes
    return side, f"read on board {side}, by the option {shorten(about[0], 60)!r}"


def _by_steps(changes: Sequence[Change]) -> tuple[int, str]:
    """By the steps of stones: the one board on which all of them go to neighbouring cells."""
    steps = {change.sites for change in changes if change.kind == "Move"}
    last = max((site for change in changes for site in change.sites), default=0)
    fitting = [side for side in _SIZES if last < len(numbered(side)) and all(_is_step(side, *step) for step in steps)]
    if len(fitting) == 1:
        return fitting[0], f"read on board {fitting[0]}, the only one on which all steps go to neighbouring cells"
    if not fitting:
        what = "on no board of Scrunch do all steps of the trial go to neighbouring cells"
    else:
        what = f"the trial names no board, and its cells fit {len(fitting)}: {', '.join(map(str, fitting))}"
    raise InputError(what, expected=WISH)


def _is_step(side: int, start: int, end: int) -> bool:
    cells = numbered(side)
    return min(start, end) >= 0 and board(side).has_edge(cells[start], cells[end])
