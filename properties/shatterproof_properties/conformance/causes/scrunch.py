"""What is wrong in a turn of Scrunch: its parts, and the clauses that somebody breaks who makes it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.notation import attempted, format_turn
from shatterproof.scrunch.position import Position, Turn, outcome, play
from shatterproof.scrunch.snakes import Standing, friends, has_loop
from shatterproof.scrunch.wriggling import resulting_snake
from shatterproof_properties.protocol.features import scrunch as features

CONSEQUENCES = frozenset(
    {
        "scrunch.death.when",
        "scrunch.death.which",
        "scrunch.death.until",
        "scrunch.death.creator",
        "scrunch.end.last-snake",
        "scrunch.turn.no-pass",
        "scrunch.turn.finished",
        "scrunch.creation.must-wriggle",
    }
)
"""Clauses that turns break also because something else has gone wrong before."""

OF_ONE_SIDE = ""
"""The clause that it matters not whose turn ends the game, "" where there is none."""


def parts(position: Position, text: str) -> Iterator[str]:
    """The turns that a turn begins with: a removal alone, where a growth follows it."""
    try:
        turn = attempted(position, text)
    except (InputError, IllegalTurn, MalformedTurn):
        return
    if turn.removed and turn.placed:
        yield format_turn(position, replace(turn, placed=None, moved=None))


def spelling(text: str, written: str) -> str:
    """The clause that allows a turn to be spelled as `text`, which we write otherwise."""
    return "scrunch.notation.removal" if "x" in text else "scrunch.notation.growth"


def malformed(text: str) -> str:
    """The clause of the notation by which a text is no turn."""
    if text.strip().lower() == "pass":
        return "scrunch.notation.pass"
    if "x" in text.lower():
        return "scrunch.notation.removal"
    return "scrunch.notation.growth" if "-" in text or " " in text.strip() else "scrunch.notation.egg"


def traits(position: Position, turn: Turn) -> set[str]:
    """The clauses that a legal turn exercises as not every turn does."""
    found = set(features.clauses_of_turn(position, turn)) - {"scrunch.growth.move"}
    standing = position.mover
    if turn.placed and not turn.removed and turn.moved:
        found |= set(_uncommon(standing, turn))
        if standing.creating and isolated_cells(standing):
            found = found - {"scrunch.creation.end"} | {"scrunch.creation.at-will"}
    elif turn.placed and not turn.removed and friends(standing.side, standing.opposing, turn.placed):
        found.add("scrunch.isolated")
    return found


def _uncommon(standing: Standing, turn: Turn) -> Iterator[str]:
    """What a growth does that not every growth does, by the clause that says of it."""
    assert turn.placed is not None
    assert turn.moved is not None
    moved, target = turn.moved
    if not any(moved in snake for snake in standing.smallest):
        yield "scrunch.growth.move"
    if not friends(standing.side, resulting_snake(standing, turn.placed) - {moved}, target):
        yield "scrunch.growth.step"
    if has_loop(standing.side, standing.own - {moved} | {turn.placed, target}):
        yield "scrunch.loops"


def of_result(position: Position, turn: Turn, theirs: Position) -> list[str]:
    """The clauses that lead to another position, likeliest first."""
    expected = play(position, turn)
    if theirs.to_move != expected.to_move:
        return ["scrunch.turn.order"]
    if (theirs.dark, theirs.light) == (expected.dark, expected.light):
        return ["scrunch.death.creator" if turn.removed else "scrunch.creation.end"]
    return ["scrunch.death.which"] if turn.removed else ["scrunch.growth.move"]


def of_outcome(position: Position, turn: Turn, theirs: dict[str, Any] | None) -> list[str]:
    """The clauses that give the game another outcome."""
    return of_finished(play(position, turn))


def of_finished(position: Position) -> list[str]:
    """The clauses by which a finished game may be taken for one that goes on."""
    ended = outcome(position)
    return [ended.clause if ended else "scrunch.end.last-snake"]


def of_unfinished(position: Position) -> list[str]:
    """The clauses by which a game that goes on may be taken for a finished one."""
    return ["scrunch.end.last-snake"]


def of_allowed(position: Position, text: str, clause: str, theirs: Position | None) -> list[str]:
    """The clauses that allow a turn which breaks `clause`, likeliest first."""
    if clause == "scrunch.turn.finished":
        return of_finished(position)
    if clause == "scrunch.growth.cure":
        return [clause, "scrunch.snake.mutant"]
    if clause == "scrunch.turn.no-pass" and position.mover.creating and text:
        return ["scrunch.stuck-creator", clause]
    return [clause]


def of_refused(position: Position, turn: Turn) -> list[str]:
    """The clauses that somebody may have misread who refuses a legal turn, likeliest first."""
    return []
