"""Self-check mutants of Crumble."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import COMPLETE_SIDE, EAST, NORTH, SIDE, SOUTH, WEST, Rect
from shatterproof_properties.second.crumble.position import Arrangement
from shatterproof_properties.second.crumble.rules import OWN_WINS

_CAPTURES = ("crumble.capture.", "crumble.ring", "crumble.walk.", "crumble.win.")


def _one_complete_side(it: Engine, usual: Callable[..., int], one: Rect, other: Rect) -> int:
    kind = usual(one, other)
    west, south, east, north = one
    x0, y0, x1, y1 = other
    if kind != SIDE:
        return kind
    if north == y0 or south == y1:
        whole = (west <= x0 and x1 <= east) or (x0 <= west and east <= x1)
        return COMPLETE_SIDE + (NORTH if north == y0 else SOUTH) if whole else SIDE
    whole = (south <= y0 and y1 <= north) or (y0 <= south and north <= y1)
    return COMPLETE_SIDE + (EAST if east == x0 else WEST) if whole else SIDE


def _halves_lengthwise(it: Engine, usual: Usual, piece: Rect, vertical: bool) -> Any:
    west, south, east, north = piece
    if vertical:
        return (west, south, (west + east) // 2, north), ((west + east) // 2, south, east, north)
    return (west, south, east, (south + north) // 2), (west, (south + north) // 2, east, north)


def _opposite_sides_win(it: Engine, usual: Callable[..., bool], arrangement: Arrangement, chain: int) -> bool:
    north, east, south, west = arrangement.edges
    return bool((chain & north and chain & south) or (chain & east and chain & west))


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("captures-at-the-edge", "A group is safe only where it reaches two sides of the board.",
           ("crumble.capture.edge", *_CAPTURES), is_enclosed=lambda it, usual, arrangement, group:
           sum(bool(group & edge) for edge in arrangement.edges) < 2, refuses_unsettled=False),
    mutant("chains-through-corners", "Pieces that meet at a corner count as linked in a winning chain.",
           ("crumble.chain", "crumble.win."), chain_links=lambda it, usual, arrangement: arrangement.touch),
    mutant("rings-through-corners", "Pieces that meet at a corner count as linked in a ring.",
           ("crumble.ring", *_CAPTURES), group_links=lambda it, usual, arrangement: arrangement.near,
           refuses_unsettled=False),
    mutant("captures-at-the-end", "Captures happen once, when the walk is over.",
           ("crumble.capture.every-step", *_CAPTURES), captures_due=lambda it, usual, moment: moment == "end"),
    mutant("mover-wins-only", "Only the mover's chains are looked at for a win.",
           ("crumble.win.either", "crumble.win."), players_tested=lambda it, usual: (OWN_WINS,)),
    mutant("one-complete-side", "A swap needs a complete side of one of the two pieces only.",
           ("crumble.swap.complete-side",), contact=_one_complete_side),
    mutant("no-way-back-home", "A walk may not come back to the piece it started from.",
           ("crumble.walk.backtrack", *_CAPTURES), may_enter=lambda it, usual, slot, start: slot != start),
    mutant("captured-walks-on", "A swapping piece that has been captured goes on all the same.",
           ("crumble.walk.captured",), refusal_to_walk_on=lambda it, usual, kept, winner: usual(True, winner)),
    mutant("walks-past-wins", "A walk may go on after a step that has won.", ("crumble.win.at-once", "crumble.win."),
           refusal_to_walk_on=lambda it, usual, kept, winner: usual(kept, 0)),
    mutant("no-gaps", "A cut must go from piece to piece without a gap.", ("crumble.cut.along-edges",),
           may_follow=lambda it, usual, before, after, vertical:
           before[3] == after[1] if vertical else before[2] == after[0]),
    mutant("joins-two-only", "A join takes exactly two pieces.", ("crumble.join.several",),
           may_join=lambda it, usual, outline, count: count == 2 and usual(outline, count)),
    mutant("joins-to-squares-only", "A join must make a square.", ("crumble.join.outline", "crumble.join."),
           may_join=lambda it, usual, outline, count:
           outline[2] - outline[0] == outline[3] - outline[1] and usual(outline, count)),
    mutant("halves-lengthwise", "A half-square may also be halved along its length.", ("crumble.cut.halves",),
           halves=_halves_lengthwise),
    mutant("singles-captured-only", "Only a lone piece can be captured, not a group.",
           ("crumble.capture.enclosed", *_CAPTURES),
           is_enclosed=lambda it, usual, arrangement, group: not group & (group - 1) and usual(arrangement, group),
           refuses_unsettled=False),
    mutant("own-pieces-safe", "A mover's own pieces are never captured on the mover's turn.",
           ("crumble.capture.either", *_CAPTURES), capture=lambda it, usual, arrangement, own, stood=():
           own | it.enclosed(arrangement, arrangement.live ^ own, stood)),
    mutant("opposite-sides-win", "A chain wins by joining two opposite sides.",
           ("crumble.win.four-sides", "crumble.win."), spans=_opposite_sides_win),
)  # fmt: skip
