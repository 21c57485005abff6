"""Boards, and positions set up on them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.arrangement import LARGEST_BOARD, SMALLEST_BOARD, Arrangement, board_size
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.pieces import BLACK, WHITE
from shatterproof.crumble.position import Position
from shatterproof.crumble.position import set_up as checked
from shatterproof.crumble.readings import Readings
from shatterproof_properties.play.crumble.colourings import MANNERS, colourings, settled, undecided
from shatterproof_properties.play.crumble.memories import memories
from shatterproof_properties.play.crumble.tilings import arrangements

FINE, REPEATING = "fine", "repeating"
BIASES = (*(name for name in MANNERS if name), FINE, REPEATING)
"""Rings nearly closed, nested ones too; chains that nearly win; long walks; many pieces to cut or join; limits of
fineness; what is about to be repeated."""


def boards(largest: int) -> SearchStrategy[str]:
    """Boards from 2x2 to `largest` units each way, square or not."""
    sides = st.integers(SMALLEST_BOARD, min(largest, LARGEST_BOARD))
    return st.builds("{}x{}".format, sides, sides)


@st.composite
def coloured(draw: st.DrawFn, board: str) -> tuple[Arrangement, Colours]:
    """Any cover of a board and any black pieces of it: rings and four-side chains may stand."""
    arrangement = draw(arrangements(*board_size(board)))
    return arrangement, draw(colourings(arrangement))


@st.composite
def set_up(draw: st.DrawFn, board: str, readings: Readings, decided: bool, bias: str | None = None) -> Position:
    """Any cover by legal pieces in any colours; settled, unless the readings allow otherwise."""
    arrangement = draw(arrangements(*board_size(board), fine=bias == FINE))
    black = draw(colourings(arrangement, bias if bias in MANNERS else None))
    must_settle = readings.standing_enclosure == "reject" and readings.capture_nested == "outer-takes-all"
    settle = must_settle or draw(st.sampled_from((True, False)))
    if not decided:
        black = undecided(arrangement, black, settle)
    elif settle:
        black = settled(arrangement, black)
    colours = {piece: BLACK if piece in black else WHITE for piece in arrangement.pieces}
    position = checked(board, colours, draw(st.sampled_from((BLACK, WHITE))), readings=readings)
    if bias == REPEATING and position.winner is None:
        return replace(position, memory=draw(memories(position)))
    return position
