"""What is wrong in a turn of Crumble: its parts, and the clauses that somebody breaks who makes it otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import networkx as nx

from shatterproof.crumble.captures import Colours, resolve
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.notation import attempted, format_turn
from shatterproof.crumble.pieces import BLACK, WHITE, Piece
from shatterproof.crumble.position import Position, Turn, after_work, outcome, play, recoloured
from shatterproof.crumble.swaps import Standing, Walk, swap_step
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof_properties.protocol.features import crumble as features

CONSEQUENCES = frozenset(
    {
        "crumble.swap.opponent",
        "crumble.swap.complete-side",
        "crumble.walk.captured",
        "crumble.win.at-once",
        "crumble.turn.finished",
    }
)
"""Clauses that turns break also because something else has gone wrong before."""

OF_ONE_SIDE = "crumble.win.either"
"""The clause that it matters not whose turn ends the game, "" where there is none."""


def parts(position: Position, text: str) -> Iterator[str]:
    """The turns that a turn begins with: cuts of fewer pieces, the cut or join alone, each beginning of its walk."""
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
    """The clause that allows a turn to be spelled as `text`, which we write otherwise."""
    if text.endswith("+"):
        return "crumble.notation.threat"
    one, two = (re.split(r"(?=[HVJ])", each, maxsplit=1)[0] for each in (text, written))
    if one != two:
        return "crumble.notation.location"
    return "crumble.notation.join" if "J" in text else "crumble.notation.hyphens"


def malformed(text: str) -> str:
    """The clause of the notation by which a text is no turn."""
    if "+" in text:
        return "crumble.notation.threat"
    where, *rest = re.split(r"(?=[HVJ])", text.upper(), maxsplit=1)
    if not re.fullmatch(LOCATION, where):
        return "crumble.notation.location"
    if rest and rest[0].startswith("J"):
        return "crumble.notation.join"
    return "crumble.notation.multi-cut" if rest and re.search("[0-9]", rest[0]) else "crumble.notation.cut-swap"


def traits(position: Position, turn: Turn) -> set[str]:
    """The clauses that a legal turn exercises."""
    return set(features.clauses_of_turn(position, turn))


def of_result(position: Position, turn: Turn, theirs: Position) -> list[str]:
    """The clauses that lead to another position, likeliest first."""
    expected = play(position, turn)
    if theirs.arrangement != expected.arrangement:
        return ["crumble.cut.halves" if isinstance(turn.work, Cut) else "crumble.join.outline"]
    if theirs.to_move != expected.to_move:
        return ["crumble.turn.order"]
    if theirs.black == expected.black:
        return ["crumble.draw.repetition"] if theirs.memory != expected.memory else []
    if turn.walk is None:
        return ["crumble.turn.parts"]
    return list(_of_colours(position, turn, theirs.black, expected.black))


def _of_colours(position: Position, turn: Turn, theirs: Colours, expected: Colours) -> Iterator[str]:
    arrangement, plain = after_work(position.arrangement, turn.work), _without_captures(position, turn)
    missing = (expected ^ plain) - (theirs ^ plain)
    surplus = (theirs ^ plain) - (expected ^ plain)
    steps = list(_steps(position, turn))
    if any(captured for captured in steps[:-1]) and theirs == resolve(arrangement, plain, position.readings):
        yield "crumble.capture.every-step"
    own = plain if position.to_move == BLACK else frozenset(arrangement.pieces) - plain
    if surplus:
        yield "crumble.capture.edge" if surplus & arrangement.at_the_edge else "crumble.ring"
    elif missing and missing <= own and expected ^ plain != missing:
        yield "crumble.capture.either"
    elif missing and missing <= own:
        yield from ("crumble.capture.either", "crumble.capture.enclosed")
    elif missing:
        yield from ("crumble.capture.enclosed", "crumble.capture.every-step")
    else:
        yield "crumble.swap.exchange"


def _without_captures(position: Position, turn: Turn) -> Colours:
    """The colours after a walk that captures nothing on its way."""
    assert turn.walk is not None
    arrangement, black = after_work(position.arrangement, turn.work), recoloured(position.black, turn.work)
    at = turn.walk.start
    for direction in turn.walk.path:
        other = arrangement.across(at, direction)
        assert other is not None
        black, at = black ^ {at, other} if (at in black) != (other in black) else black, other
    return frozenset(black)


def _steps(position: Position, turn: Turn) -> Iterator[set[Piece]]:
    """What each step of a walk captures."""
    assert turn.walk is not None
    arrangement = after_work(position.arrangement, turn.work)
    standing = Standing(recoloured(position.black, turn.work), turn.walk.start)
    for direction in turn.walk.path:
        before, standing = standing, swap_step(arrangement, standing, direction, position.readings)
        yield set((before.black ^ standing.black) ^ {before.at, standing.at})


def of_outcome(position: Position, turn: Turn, theirs: dict[str, Any] | None) -> list[str]:
    """The clauses that give the game another outcome, likeliest first."""
    after = play(position, turn)
    ended = outcome(after)
    if ended is not None and theirs is None and ended.winner:
        return ["crumble.win.either" if ended.winner == after.to_move else "crumble.win.four-sides"]
    if theirs is not None and theirs["winner"] and ended is None:
        return _of_win(after, theirs["winner"])
    return ["crumble.draw.repetition"]


def _of_win(after: Position, winner: str) -> list[str]:
    """Why somebody may see a win where there is none: chains that hang together by corners, or too few sides."""
    arrangement = after.arrangement
    pieces = [piece for piece in arrangement.pieces if (piece in after.black) == (winner == BLACK)]
    by_corners = nx.connected_components(arrangement.touching.subgraph(pieces))
    if any(len(arrangement.edges_touched(chain)) == 4 for chain in by_corners):
        return ["crumble.chain", "crumble.win.four-sides"]
    return ["crumble.win.four-sides", "crumble.chain"]


def of_finished(position: Position) -> list[str]:
    """The clauses by which a finished game may be taken for one that goes on."""
    ended = outcome(position)
    if ended is None or ended.winner is None:
        return ["crumble.draw.repetition"]
    # Whoever has just moved is the opponent of the side to move.
    found = ["crumble.win.either", "crumble.win.four-sides"]
    return found if ended.winner == position.to_move else found[::-1]


def of_unfinished(position: Position) -> list[str]:
    """The clauses by which a game that goes on may be taken for a finished one."""
    found = [_of_win(position, colour) for colour in (BLACK, WHITE)]
    return next((clauses for clauses in found if clauses[0] == "crumble.chain"), found[0])


def of_allowed(position: Position, text: str, clause: str, theirs: Position | None) -> list[str]:
    """The clauses that allow a turn which breaks `clause`, likeliest first."""
    return of_finished(position) if clause == "crumble.turn.finished" else [clause]


def of_refused(position: Position, turn: Turn) -> list[str]:
    """The clauses that somebody may have misread who refuses a legal turn, likeliest first."""
    return []
