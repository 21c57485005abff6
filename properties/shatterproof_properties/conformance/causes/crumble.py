"""The parts of a turn of Crumble, and the clauses of the notation that its text breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.notation import attempted, format_turn
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.swaps import Walk
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn


def parts(position: Position, text: str) -> Iterator[str]:
    """The turns that a turn begins with: cuts of fewer pieces, the cut or join alone, and each
    beginning of its walk.
    """
    try:
        turn = attempted(position, text)
    except (InputError, IllegalTurn, MalformedTurn):
        return
    if isinstance(turn.work, Cut):
        for count in range(1, len(turn.work.pieces)):
            yield format_turn(position, Turn(turn.work._replace(pieces=turn.work.pieces[:count])))
    if turn.walk is None:
        return
    yield format_turn(position, replace(turn, walk=None))
    for steps in range(1, len(turn.walk.path)):
        yield format_turn(position, replace(turn, walk=Walk(turn.walk.start, turn.walk.path[:steps])))


LOCATION = r"(?:0|[1-9][0-9]*)(?:,(?:0|[1-9][0-9]*))*"


def spelling(text: str, written: str) -> str:
    """The clause that allows the spelling `text` of a turn that we write differently."""
    if text.endswith("+"):
        return "crumble.notation.threat"
    one, two = (re.split(r"(?=[HVJ])", each, maxsplit=1)[0] for each in (text, written))
    if one != two:
        return "crumble.notation.location"
    return "crumble.notation.join" if "J" in text else "crumble.notation.hyphens"


def malformed(text: str) -> str:
    """The clause of the notation that makes a text malformed."""
    if "+" in text:
        return "crumble.notation.threat"
    where, *rest = re.split(r"(?=[HVJ])", text.upper(), maxsplit=1)
    if not re.fullmatch(LOCATION, where):
        return "crumble.notation.location"
    if rest and rest[0].startswith("J"):
        return "crumble.notation.join"
    return "crumble.notation.multi-cut" if rest and re.search("[0-9]", rest[0]) else "crumble.notation.cut-swap"
