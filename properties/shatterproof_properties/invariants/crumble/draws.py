"""What must hold of draws: the memory of a position decides like the whole history of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shatterproof import crumble
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.readings import Readings
from shatterproof.game import Outcome
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.crumble.brute_force import cells_of, winners
from shatterproof_properties.invariants.crumble.turns import without_walk

LONGEST = {"one-turn": 4, "pair-of-turns": 6}
"""The number of turns in a row that must renew for a draw, by the reading of what a draw turn is."""


class Past(NamedTuple):
    """A turn as the draw rule sees it: the pieces that it worked, and those that count as swapped into."""

    worked: frozenset[Piece]
    targets: frozenset[Piece]


def past_of(position: Position, turn: Turn) -> Past:
    """The pieces that a turn worked, and where its walk ended, or all that it stepped on (crumble.draw-into)."""
    worked = without_walk(position, turn)
    targets: set[Piece] = set()
    if turn.walk:
        cells, at, into = cells_of(worked.arrangement), turn.walk.start, position.readings.draw_into
        for direction in turn.walk.path:
            following = cells.across(at, direction)
            assert following is not None
            at = following
            targets = targets | {at} if into == "any" else {at}
        if into == "last":
            targets -= {turn.walk.start}
    return Past(frozenset(turn.work.pieces), frozenset(targets))


def works_again_by_definition(worked: Iterable[Piece], before: Sequence[Past], readings: Readings) -> bool:
    """crumble.draw-previous: whether each piece worked comes from pieces that each earlier turn worked.

    Under `together` it may come from the pieces of these turns taken together.
    """
    grounds = [past.worked for past in before]
    if readings.draw_previous == "together":
        grounds = [frozenset[Piece]().union(*grounds)]
    return all(_descends(piece, ground, readings) for piece in worked for ground in grounds)


def renews_by_definition(history: Sequence[Past], readings: Readings) -> bool:
    """Whether the latest turn of a whole history renews."""
    if len(history) < 5 or not works_again_by_definition(history[-1].worked, history[-3:-6:-2], readings):
        return False
    if readings.draw == "draw-turns":
        return bool(history[-1].targets)
    return _have_one_target(history[-5:] if readings.draw_target == "shared" else history[-1:-6:-2])


def _have_one_target(turns: Sequence[Past]) -> bool:
    return any(all(piece in past.targets for past in turns) for piece in turns[0].targets)


def _descends(piece: Piece, ground: Iterable[Piece], readings: Readings) -> bool:
    """crumble.draw-descent: whether the whole piece, or a part of it, lies in the given ground."""
    x, y, width, height = piece
    xs = sorted({x, x + width, *(end for west, _, wide, _ in ground for end in (west, west + wide))})
    ys = sorted({y, y + height, *(end for _, south, _, high in ground for end in (south, south + high))})
    places = [(at, up) for at in xs if x <= at < x + width for up in ys if y <= up < y + height]
    within = [any(west <= at < west + wide and south <= up < south + high for west, south, wide, high in ground)
              for at, up in places]  # fmt: skip
    return all(within) if readings.draw_descent == "wholly" else any(within)


def renewals_by_definition(history: Sequence[Past], readings: Readings) -> int:
    """How many turns in a row have renewed, counted only as far as one draw needs."""
    if readings.draw == "same-target":
        if not renews_by_definition(history, readings):
            return 0
        again = renews_by_definition(history[:-1], readings)
        return 2 if again and (readings.draw_target == "own" or _have_one_target(history[-6:])) else 1
    lengths = range(LONGEST[readings.draw_turn], 0, -1) if readings.draw == "draw-turns" else ()
    return next((length for length in lengths if _are_draw_turns(history, length, readings)), 0)


def _are_draw_turns(history: Sequence[Past], length: int, readings: Readings) -> bool:
    """Whether the latest turns all renew.

    If the readings ask for a target, each draw turn must have one, provided that both its turns are among them.
    """
    if not all(renews_by_definition(history[: len(history) - age], readings) for age in range(length)):
        return False
    latest = history[-length:]
    between = 2 if readings.draw_turn == "pair-of-turns" else 1
    draw_turns = [latest[at : at + 2] for at in range(0, length - 1, between)]
    return readings.draw_turn_target == "any" or all(map(_have_one_target, draw_turns))


@guards(
    "crumble.draw.repetition",
    "crumble.draw",
    "crumble.draw-previous",
    "crumble.draw-target",
    "crumble.draw-into",
    "crumble.draw-descent",
    "crumble.draw-turn",
    "crumble.draw-turn-target",
)
def draws_are_those_of_the_whole_history(start: Position, turns: list[Turn]) -> None:
    """After every turn of a game, the memory of the position decides draws just as the full history does."""
    position, history, readings = start, list[Past](), start.readings
    needed = LONGEST[readings.draw_turn] if readings.draw == "draw-turns" else 2
    for turn in turns:
        history.append(past_of(position, turn))
        position = crumble.play(position, turn)
        won = winners(cells_of(position.arrangement), position.black)
        expected = None
        if won:
            expected = Outcome(won.pop(), "crumble.win.four-sides")
        elif readings.draw != "agreement-only" and renewals_by_definition(history, readings) >= needed:
            expected = Outcome(None, "crumble.draw.repetition")
        found = crumble.outcome(position)
        check(found == expected, f"after turn {len(history)} the outcome is {found}, by the whole history {expected}")


@guards(
    "crumble.draw.repetition",
    "crumble.draw.agreement",
    "crumble.draw",
    "crumble.draw-target",
    "crumble.draw-into",
    "crumble.draw-turn-target",
)
def positions_with_the_same_future_are_equal(start: Position, turns: list[Turn]) -> None:
    """A position remembers only what the draw rule can still ask for."""
    position, history = start, list[Past]()
    for turn in turns:
        history.append(past_of(position, turn))
        position = crumble.play(position, turn)
        expected = [] if position.winner else _still_wanted(history, position.readings)
        found = position.memory.recent if position.memory else ()
        seen = [deed and Past(frozenset(deed.worked), frozenset(deed.targets)) for deed in found]
        check(seen == expected, f"after turn {len(history)} {seen} is remembered, {expected} still matters")
        renewals = renewals_by_definition(history, position.readings) if expected else 0
        counted = position.memory.renewals if position.memory else 0
        check(counted == renewals, f"after turn {len(history)} {counted} turns in a row have renewed, not {renewals}")


def _still_wanted(history: list[Past], readings: Readings) -> list[Past | None]:
    """The latest turns, newest first, as far as a draw could still need them and their targets."""
    if readings.draw == "agreement-only":
        return []
    newest = history[:-5:-1]
    if readings.draw == "draw-turns":
        shared = readings.draw_turn_target == "shared"
        named = renewals_by_definition(history, readings) if shared else 0
        return [past if age < named else past._replace(targets=frozenset()) for age, past in enumerate(newest)]
    if readings.draw_target == "shared":
        if readings.draw_into == "any" and renews_by_definition(history, readings):
            newest = history[:-6:-1]
        shared_by = [
            frozenset.intersection(*(past.targets for past in newest[: age + 1])) for age in range(len(newest))
        ]
        return [past._replace(targets=targets) for past, targets in zip(newest, shared_by, strict=True) if targets]
    kept: list[Past | None] = []
    for age, past in enumerate(newest):
        targets = past.targets & newest[age % 2].targets
        kept.append(past._replace(targets=targets) if targets else None)
    while kept and kept[-1] is None:
        kept.pop()
    return kept
