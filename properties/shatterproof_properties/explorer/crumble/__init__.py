"""What the explorer knows of Crumble; see `explorer.knowledge`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from shatterproof.crumble.captures import enclosed
from shatterproof.crumble.picture import caption as caption
from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import Piece, describe, place
from shatterproof.crumble.position import Position, Turn, after_work, recoloured
from shatterproof_properties.explorer.crumble.builder import CrumbleBuilder
from shatterproof_properties.explorer.crumble.builder import arrow_of as arrow_of
from shatterproof_properties.explorer.crumble.edits import EDITS as EDITS
from shatterproof_properties.explorer.knowledge import Switch, Tool

BOARD_FORM = "columns by rows, like 6x6"
BOARDS = ("2x2", "3x3", "4x4", "3x5", "6x6", "8x8")
begin_turn = CrumbleBuilder
CALL = "Crumble!"
TOOLS = (
    Tool("put", "black", "Black"),
    Tool("put", "white", "White"),
    Tool("halve", "V", "Halve upright"),
    Tool("halve", "H", "Halve level"),
    Tool("unite", "", "Join"),
)
SWITCHES: tuple[Switch, ...] = ()
CHECKS: tuple[Callable[[Any], object], ...] = ()
BREACHES: Mapping[str, Callable[[Any], list[Any]]] = {
    "crumble.standing-enclosure": lambda draft: sorted(enclosed(draft.arrangement, draft.black)),
}
_NAMED = re.compile(r"at \(([0-9/]+), ([0-9/]+)\)")


def name_of(thing: Sequence[int]) -> str:
    return corner_name(Piece(*thing))


def names_in(text: str) -> list[str]:
    return [f"{x},{y}" for x, y in _NAMED.findall(text)]


def thing_named(position: Position, name: str) -> Piece | None:
    return next((piece for piece in position.arrangement.pieces if corner_name(piece) == name), None)


def taken(before: Position, turn: Turn, after: Position) -> Iterator[tuple[Piece, str]]:
    """Pieces that have changed colour otherwise than by a swap."""
    if turn.walk is None:
        return
    arrangement, black = after_work(before.arrangement, turn.work), recoloured(before.black, turn.work)
    at, swapped = turn.walk.start, {turn.walk.start}
    for direction in turn.walk.path:
        at = arrangement.across(at, direction) or at
        swapped.add(at)
    for piece in sorted(black ^ after.black, key=place):
        if piece not in swapped:
            yield piece, f"{'Black' if piece in black else 'White'} {describe(piece)}, captured"
