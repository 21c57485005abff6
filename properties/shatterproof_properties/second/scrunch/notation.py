"""Turns as text."""

from __future__ import annotations

import re
from typing import NamedTuple

from shatterproof_properties.second.scrunch.board import Board
from shatterproof_properties.second.scrunch.position import PASS, Turn

_LONGEST_TEXT = 4096
_CELL = "[a-s](?:1[0-9]|[1-9])"
_GROWTH = f"(?P<placed>{_CELL})(?: (?P<moved>{_CELL})-(?P<target>{_CELL}))?"
_TURN = re.compile(f"pass|{_GROWTH}")
_REMOVAL = re.compile(f"x(?P<removed>(?: {_CELL})+)(?:; {_GROWTH})?")


class ParsedTurn(NamedTuple):
    """A turn by names of cells, which need not be on the board. A missing part is ""; a pass has no parts."""

    removed: tuple[str, ...]
    placed: str
    moved: str
    target: str


def read_turn(text: str) -> ParsedTurn | None:
    """The meaning of a text by the grammar alone; None if it is malformed."""
    found = (_TURN.fullmatch(text) or _REMOVAL.fullmatch(text)) if len(text) <= _LONGEST_TEXT else None
    if found is None:
        return None
    parts = found.groupdict("")
    return ParsedTurn(tuple(parts.get("removed", "").split()), parts["placed"], parts["moved"], parts["target"])


def write_turn(board: Board, turn: Turn) -> str:
    """A turn as text."""
    if turn == PASS:
        return "pass"
    texts = board.texts
    placed = texts[turn.placed] if turn.placed else ""
    growth = f"{placed} {texts[turn.moved]}-{texts[turn.target]}" if turn.moved else placed
    if not turn.removed:
        return growth
    removal = " ".join(["x", *(texts[cell] for cell in turn.removed)])
    return f"{removal}; {growth}" if growth else removal
