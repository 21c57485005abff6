"""What must hold of draws: the memory of positions against the whole history of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from shatterproof import crumble
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.readings import Readings
from shatterproof.game import Outcome
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.crumble.by_hand import cells_of
from shatterproof_properties.invariants.crumble.definitions import winners
from shatterproof_properties.invariants.crumble.turns import without_walk

IN_A_ROW = {"same-target": 2, "draw-turns": 4}
"""Turns in a row that must renew: both sides' latest ones; for draw-turns that again after each of three turns."""


class Past(NamedTuple):
    """A turn as the draw rule sees it: what it worked, and the piece it swapped into."""

    worked: frozenset[Piece]
    target: Piece | None


def past_of(position: Position, turn: Turn) -> Past:
    """What a turn worked, and where its walk ended, if not where it began."""
    worked = without_walk(position, turn)
    target = None
    if turn.walk:
        cells, at = cells_of(worked), turn.walk.start
        for direction in turn.walk.path:
            following = cells.across(at, direction)
            assert following is not None
            at = following
        target = at if at != turn.walk.start else None
    return Past(frozenset(turn.work.pieces), target)


def renews_by_definition(history: list[Past], readings: Readings) -> bool:
    """Whether the latest turn of a whole history renews."""
    if len(history) < 5:
        return False
    latest, own_before = history[-1], (history[-3], history[-5])
    if not all(_descends(piece, past, readings) for piece in latest.worked for past in own_before):
        return False
    if readings.draw == "draw-turns":
        return latest.target is not None
    compared = history[-5:] if readings.draw_target == "shared" else [latest, *own_before]
    return latest.target is not None and {past.target for past in compared} == {latest.target}


def _descends(piece: Piece, past: Past, readings: Readings) -> bool:
    """crumble.draw-descent: all of the piece, or some, lies in what the past turn worked."""
    x, y, width, height = piece
    inside = 0
    for west, south, wide, high in past.worked:
        across = min(x + width, west + wide) - max(x, west)
        up = min(y + height, south + high) - max(y, south)
        inside += max(across, 0) * max(up, 0)
    return inside == width * height if readings.draw_descent == "wholly" else inside > 0


def is_draw_by_definition(history: list[Past], readings: Readings) -> bool:
    """Whether a game with this history of turns, none of which won, is drawn after the latest."""
    needed = IN_A_ROW.get(readings.draw, 0)
    ends = range(len(history), len(history) - needed, -1)
    return bool(needed) and all(renews_by_definition(history[: max(end, 0)], readings) for end in ends)


@guards("crumble.draw.repetition", "crumble.draw", "crumble.draw-target", "crumble.draw-descent")
def draws_are_those_of_the_whole_history(start: Position, turns: list[Turn]) -> None:
    """What positions remember decides draws just as the full history does, after every turn of a game."""
    position, history = start, list[Past]()
    for turn in turns:
        history.append(past_of(position, turn))
        position = crumble.play(position, turn)
        won = winners(cells_of(position), position.black)
        expected = None
        if won:
            expected = Outcome(won.pop(), "crumble.win.four-sides")
        elif is_draw_by_definition(history, position.readings):
            expected = Outcome(None, "crumble.draw.repetition")
        found = crumble.outcome(position)
        check(found == expected, f"after turn {len(history)} the outcome is {found}, by the whole history {expected}")


@guards("crumble.draw.agreement", "crumble.draw")
def by_agreement_only_nothing_is_remembered_and_nothing_drawn(start: Position, turns: list[Turn]) -> None:
    """Where players must agree to draw, no rule draws for them, however much they repeat themselves."""
    position = replace(start, memory=None, readings=replace(start.readings, draw="agreement-only"))
    for turn in turns:
        position = crumble.play(position, turn)
        ended = crumble.outcome(position)
        check(position.memory is None, f"{position.memory} is remembered")
        check(ended is None or ended.winner, f"the rules draw a game: {ended}")
        if ended:
            return


@guards("crumble.draw.repetition", "crumble.draw", "crumble.draw-target")
def positions_with_the_same_future_are_equal(start: Position, turns: list[Turn]) -> None:
    """A position keeps of the past only what the draw rule can still ask for."""
    position, history = start, list[Past]()
    for turn in turns:
        history.append(past_of(position, turn))
        position = crumble.play(position, turn)
        expected = [] if position.winner else _still_wanted(history, position.readings)
        found = position.memory.recent if position.memory else ()
        seen = [deed and Past(frozenset(deed.worked), deed.target) for deed in found]
        check(seen == expected, f"after turn {len(history)} {seen} is remembered, {expected} still matters")


def _still_wanted(history: list[Past], readings: Readings) -> list[Past | None]:
    """The latest four turns, newest first, as far as some way to go on could need them for a draw."""
    if readings.draw == "agreement-only":
        return []
    newest = history[:-5:-1]
    if readings.draw == "draw-turns":
        return [past._replace(target=None) for past in newest]
    kept: list[Past | None] = []
    for index, past in enumerate(newest):
        compared = newest[0] if readings.draw_target == "shared" else newest[index % 2]
        matters = past.target is not None and past.target == compared.target
        if not matters and readings.draw_target == "shared":
            break
        kept.append(past if matters else None)
    while kept and kept[-1] is None:
        kept.pop()
    return kept
