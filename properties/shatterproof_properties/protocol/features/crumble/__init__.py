"""Features of positions and turns of Crumble that the harness counts, orders and reports by; none is a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase

from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.notation import attempted, format_turn
from shatterproof.crumble.pieces import BLACK, Piece, in_units, place
from shatterproof.crumble.pieces import describe as describe
from shatterproof.crumble.position import Position, Turn, after_work, outcome, recoloured
from shatterproof.crumble.swaps import Standing, Walk, swap_step
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn, Outcome
from shatterproof_properties.protocol.features.crumble.notable import APART as APART
from shatterproof_properties.protocol.features.crumble.notable import MARKS as MARKS
from shatterproof_properties.protocol.features.crumble.notable import SCALES as SCALES
from shatterproof_properties.protocol.features.crumble.notable import notable

START_CLAUSE = OTHER_START_CLAUSE = "crumble.start.checkerboard"
WIN_CLAUSE = "crumble.win.four-sides"
DRAW_CLAUSE = "crumble.draw.repetition"

MOST_SPECIFIC_FIRST = (
    "crumble.draw.repetition",
    "crumble.win.either",
    "crumble.win.four-sides",
    "crumble.walk.captured",
    "crumble.capture.either",
    "crumble.capture.every-step",
    "crumble.capture.enclosed",
    "crumble.walk.backtrack",
    "crumble.walk.steps",
    "crumble.cut.along-edges",
    "crumble.cut.many",
    "crumble.join.several",
    "crumble.swap.complete-side",
    "crumble.join.outline",
    "crumble.cut.halves",
    "crumble.swap.optional",
)

MOST_LINES = 40
"""The most edges of a drawing in each direction, and the most pieces of a list."""


def met(position: Position, turn: Turn, after: Position) -> Iterator[str]:
    stops, ended = _standings(position, turn), outcome(after)
    if ended and ended.winner == after.to_move:
        yield "crumble.win.either"
    yield from _clauses_of_work(turn)
    yield from _clauses_of_walk(position, turn, stops)
    yield from notable(position, turn, after, stops)


def _clauses_of_work(turn: Turn) -> Iterator[str]:
    pieces = turn.work.pieces
    if not isinstance(turn.work, Cut):
        yield "crumble.join.outline"
        if len(pieces) > 2:
            yield "crumble.join.several"
        return
    yield "crumble.cut.halves"
    if len(pieces) > 1:
        yield "crumble.cut.many"
    if any(not _adjoin(one, two, turn.work.axis) for one, two in pairwise(pieces)):
        yield "crumble.cut.along-edges"


def _adjoin(one: Piece, two: Piece, axis: str) -> bool:
    return one.east == two.x if axis == "H" else one.north == two.y


def _clauses_of_walk(position: Position, turn: Turn, stops: list[Standing]) -> Iterator[str]:
    if turn.walk is None:
        yield "crumble.swap.optional"
        return
    yield "crumble.swap.complete-side"
    if len(stops) > 2:
        yield "crumble.walk.steps"
    visited = [standing.at for standing in stops]
    if len(set(visited)) < len(visited):
        yield "crumble.walk.backtrack"
    for index, (before, after) in enumerate(pairwise(stops)):
        captured = (before.black ^ after.black) ^ {before.at, after.at}
        if captured:
            yield "crumble.capture.enclosed"
            if index < len(stops) - 2:
                yield "crumble.capture.every-step"
        if any((piece in after.black) != (position.to_move == BLACK) for piece in captured):
            yield "crumble.capture.either"
        if not after.free:
            yield "crumble.walk.captured"


def _standings(position: Position, turn: Turn) -> list[Standing]:
    """The positions at the start of a walk and after each step; none without a walk."""
    if turn.walk is None:
        return []
    arrangement = after_work(position.arrangement, turn.work)
    found = [Standing(recoloured(position.black, turn.work), turn.walk.start)]
    for direction in turn.walk.path:
        found.append(swap_step(arrangement, found[-1], direction, position.readings))
    return found


def at_issue(position: Position, turn: Turn, theirs: Position | None, expected: Position, exercised: list[str]) -> str:
    if theirs is None:
        return ""
    if theirs.arrangement != expected.arrangement:
        return "crumble.cut.halves" if isinstance(turn.work, Cut) else "crumble.join.outline"
    if theirs.to_move != expected.to_move:
        return "crumble.turn.order"
    if theirs.black != expected.black:
        captured = any(clause.startswith("crumble.capture") for clause in exercised)
        touched = (theirs.black ^ expected.black) & expected.arrangement.at_the_edge
        return "" if captured else "crumble.capture.edge" if touched else "crumble.ring"
    return "crumble.draw.repetition" if theirs.memory != expected.memory else ""


def differing(one: Position, two: Position) -> set[Piece]:
    there = {piece: piece in two.black for piece in two.arrangement.pieces}
    return {piece for piece in one.arrangement.pieces if there.get(piece) != (piece in one.black)}


def summarise(position: Position) -> str:
    black = len(position.black)
    return f"{black} black, {len(position.arrangement.pieces) - black} white"


def extent(position: Position) -> tuple[int, int]:
    return position.arrangement.columns * position.arrangement.rows, len(position.arrangement.pieces)


def ending(position: Position, ended: Outcome) -> str:
    if ended.winner is None:
        return "both players have gone over the same pieces again and again"
    return f"{ended.winner.capitalize()}'s chain touches all four sides of the board"


def not_to_scale(position: Position) -> list[str]:
    """A drawing with one row and column between each two edges of pieces; if that is too large, a list."""
    pieces = sorted(position.arrangement.pieces, key=place)
    across = sorted({edge for piece in pieces for edge in (piece.x, piece.east)})
    up = sorted({edge for piece in pieces for edge in (piece.y, piece.north)})
    black = [piece for piece in pieces if piece in position.black]
    white = [piece for piece in pieces if piece not in position.black]
    header = f"{position.board}, {position.to_move.capitalize()} to move"
    if max(len(black), len(white)) > len(ascii_lowercase) or max(len(across), len(up)) > MOST_LINES:
        shown = pieces[:MOST_LINES]
        named = [f"{'black' if piece in position.black else 'white'} {describe(piece)}" for piece in shown]
        more = len(pieces) - len(shown)
        return [header, *named, *([f"and {more} pieces more"] if more else [])]
    letters = {**dict(zip(black, ascii_uppercase, strict=False)), **dict(zip(white, ascii_lowercase, strict=False))}

    def at(x: int, y: int) -> Piece:
        return next(piece for piece in pieces if piece.x <= x < piece.east and piece.y <= y < piece.north)

    rows = ["".join(letters[at(x, y)] for x, _ in pairwise(across)) for y, _ in pairwise(up)]
    from_west, from_south = (", ".join(map(in_units, edges)) for edges in (across, up))
    scale = f"not to scale: lines from the west at {from_west}, from the south at {from_south}"
    return [header, *reversed(rows), scale]


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
