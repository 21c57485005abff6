"""What must hold of the enumeration of turns: complete, sound, in order, each result once."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof import crumble
from shatterproof.crumble.pieces import Piece, describe
from shatterproof.crumble.position import Position
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.crumble.brute_force import (
    End,
    Rank,
    WorkDone,
    cuts_by_brute_force,
    ends_by_brute_force,
    joins_by_brute_force,
)
from shatterproof_properties.invariants.crumble.draws import Past, works_again_by_definition

tie(
    __name__,
    crumble,
    {
        every_game.turns_are_sound: ("crumble.turn.parts", "crumble.turn.no-pass"),
        every_game.leaves_are_the_sum_of_the_leaves_below: ("crumble.turn.finished",),
    },
)


def ends_of(position: Position) -> Iterator[tuple[End, Rank]]:
    """The results listed by the reference, as ends, with the ranks of their walks."""
    for turn, after in crumble.results(position):
        newest = after.memory.recent[0] if after.memory else None
        worked = frozenset(turn.work.pieces)
        check(newest is None or frozenset(newest.worked) == worked, f"{newest} is not what {turn} worked")
        targets = frozenset(newest.targets) if newest else frozenset()
        rank: Rank = (turn.walk.start.y, turn.walk.start.x, len(turn.walk.path)) if turn.walk else ()
        counts = position.readings.draw == "draw-turns" and after.memory is not None
        renewed = counts and after.memory is not None and after.memory.renewals > 0
        yield End(frozenset(after.arrangement.pieces), after.black, targets, worked, renewed), rank


@guards(
    "crumble.turn.parts",
    "crumble.cut.own",
    "crumble.cut.halves",
    "crumble.cut.straight",
    "crumble.cut.many",
    "crumble.cut.along-edges",
    "crumble.cut.blocked",
    "crumble.join.own",
    "crumble.join.outline",
    "crumble.join.several",
)
def cuts_and_joins_are_those_found_by_trying_everything(position: Position) -> None:
    """The cuts and joins listed are those found by trying every segment and set of pieces. The mover has few pieces."""
    if crumble.outcome(position):
        return
    before = frozenset(position.arrangement.pieces)
    found = set()
    for turn in crumble.turns(position):
        if turn.walk is None:
            after = frozenset(crumble.play(position, turn).arrangement.pieces)
            found.add(WorkDone(before - after, after - before))
    expected = cuts_by_brute_force(position) | joins_by_brute_force(position)
    check(found <= expected, f"the definitions exclude {_first(found - expected)}")
    check(expected <= found, f"the enumeration lacks {_first(expected - found)}")


def _first(works: set[WorkDone]) -> str:
    shown = min(((sorted(map(describe, work.gone)), sorted(map(describe, work.new))) for work in works), default=None)
    return f"{shown[0]} into {shown[1]}" if shown else "nothing"


@guards(
    "crumble.turn.parts",
    "crumble.swap.optional",
    "crumble.swap.start",
    "crumble.swap.opponent",
    "crumble.swap.complete-side",
    "crumble.swap.exchange",
    "crumble.walk.steps",
    "crumble.walk.backtrack",
    "crumble.walk.captured",
    "crumble.capture.every-step",
    "crumble.win.at-once",
    "crumble.capture-nested",
    "crumble.standing-enclosure",
    "crumble.draw-into",
    "crumble.win-stops",
)
def turns_are_complete(position: Position) -> None:
    """The turns listed have exactly the results that brute force finds, each by its first walk.

    Boards must be small. Targets of walks are compared where the position remembers them.
    """
    if crumble.outcome(position):
        return
    expected: dict[End, Rank] = {}
    for end, rank in ends_by_brute_force(position).items():
        seen = _as_remembered(position, end)
        expected[seen] = min(rank, expected.get(seen, rank))
    found = dict(ends_of(position))
    check(not found.keys() - expected.keys(), f"the definitions exclude {len(found.keys() - expected.keys())} results")
    check(not expected.keys() - found.keys(), f"the enumeration lacks {len(expected.keys() - found.keys())} results")
    later = [end for end, rank in found.items() if rank != expected[end]]
    check(not later, f"{len(later)} results are represented by a walk that is not the first")


def _as_remembered(position: Position, end: End) -> End:
    """An end as the draw rule sees it: its targets if the rule compares them, else whether the turn renews."""
    readings = position.readings
    if readings.draw == "same-target":
        return end
    recent = position.memory.recent if position.memory and readings.draw == "draw-turns" else ()
    own = [Past(frozenset(deed.worked), frozenset()) for deed in recent[1::2] if deed]
    renewed = bool(len(own) == 2 and end.targets and works_again_by_definition(end.worked, own, readings))
    targets = end.targets if renewed and readings.draw_turn_target == "shared" else frozenset[Piece]()
    return end._replace(targets=targets, renewed=renewed)


@guards("crumble.turn.no-pass", "crumble.turn.finished", "crumble.board.limits")
def a_live_position_has_a_turn(position: Position) -> None:
    """Nobody is ever stuck: the mover can cut a piece, unless all its pieces are single grains, the finest squares."""
    if crumble.outcome(position):
        check(next(crumble.turns(position), None) is None, "a finished game has a turn")
    elif any(max(piece.width, piece.height) > 1 for piece in position.own):
        check(next(crumble.turns(position), None) is not None, f"{position.to_move} has no turn")
    check(crumble.outcome(position) is not None or position.own, "a side without pieces, and nobody has won")
