"""Self-check mutants of Crumble."""

from __future__ import annotations

from collections.abc import Collection

from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import COMPLETE_SIDE, EAST, NORTH, SIDE, SOUTH, WEST, Rect
from shatterproof_properties.second.crumble.position import Arrangement
from shatterproof_properties.second.crumble.rules import OWN_WINS

_CAPTURES = ("crumble.capture.", "crumble.ring", "crumble.walk.", "crumble.win.")
MUTANTS = Mutants(Engine)


@MUTANTS.instead_of(Engine.is_enclosed, "crumble.capture.edge", *_CAPTURES, refuses_unsettled=False)
def captures_at_the_edge(self: Engine, arrangement: Arrangement, group: int) -> bool:
    """A group is safe only where it reaches two sides of the board."""
    return sum(bool(group & edge) for edge in arrangement.edges) < 2


@MUTANTS.instead_of(Engine.chain_links, "crumble.chain", "crumble.win.")
def chains_through_corners(self: Engine, arrangement: Arrangement) -> list[int]:
    """Pieces that meet at a corner count as linked in a winning chain."""
    return arrangement.touch


@MUTANTS.instead_of(Engine.group_links, "crumble.ring", *_CAPTURES, refuses_unsettled=False)
def rings_through_corners(self: Engine, arrangement: Arrangement) -> list[int]:
    """Pieces that meet at a corner count as linked in a ring."""
    return arrangement.near


@MUTANTS.instead_of(Engine.captures_due, "crumble.capture.every-step", *_CAPTURES)
def captures_at_the_end(self: Engine, moment: str) -> bool:
    """Captures happen once, when the walk is over."""
    return moment == "end"


@MUTANTS.instead_of(Engine.players_tested, "crumble.win.either", "crumble.win.")
def mover_wins_only(self: Engine) -> tuple[int, ...]:
    """Only the mover's chains are looked at for a win."""
    return (OWN_WINS,)


@MUTANTS.instead_of(Engine.contact, "crumble.swap.complete-side")
def one_complete_side(self: Engine, one: Rect, other: Rect) -> int:
    """A swap needs a complete side of one of the two pieces only."""
    kind = Engine.contact(self, one, other)
    west, south, east, north = one
    x0, y0, x1, y1 = other
    if kind != SIDE:
        return kind
    if north == y0 or south == y1:
        whole = (west <= x0 and x1 <= east) or (x0 <= west and east <= x1)
        return COMPLETE_SIDE + (NORTH if north == y0 else SOUTH) if whole else SIDE
    whole = (south <= y0 and y1 <= north) or (y0 <= south and north <= y1)
    return COMPLETE_SIDE + (EAST if east == x0 else WEST) if whole else SIDE


@MUTANTS.instead_of(Engine.may_enter, "crumble.walk.backtrack", *_CAPTURES)
def no_way_back_home(self: Engine, slot: int, start: int) -> bool:
    """A walk may not come back to the piece it started from."""
    return slot != start


@MUTANTS.instead_of(Engine.refusal_to_walk_on, "crumble.walk.captured")
def captured_walks_on(self: Engine, kept: bool, winner: int) -> str | None:
    """A swapping piece that has been captured goes on all the same."""
    return Engine.refusal_to_walk_on(self, True, winner)


@MUTANTS.instead_of(Engine.refusal_to_walk_on, "crumble.win.at-once", "crumble.win.")
def walks_past_wins(self: Engine, kept: bool, winner: int) -> str | None:
    """A walk may go on after a step that has won."""
    return Engine.refusal_to_walk_on(self, kept, 0)


@MUTANTS.instead_of(Engine.may_follow, "crumble.cut.along-edges")
def no_gaps(self: Engine, before: Rect, after: Rect, vertical: bool) -> bool:
    """A cut must go from piece to piece without a gap."""
    return before[3] == after[1] if vertical else before[2] == after[0]


@MUTANTS.instead_of(Engine.may_join, "crumble.join.several")
def joins_two_only(self: Engine, outline: Rect, count: int) -> bool:
    """A join takes exactly two pieces."""
    return count == 2 and Engine.may_join(self, outline, count)


@MUTANTS.instead_of(Engine.may_join, "crumble.join.outline", "crumble.join.")
def joins_to_squares_only(self: Engine, outline: Rect, count: int) -> bool:
    """A join must make a square."""
    return outline[2] - outline[0] == outline[3] - outline[1] and Engine.may_join(self, outline, count)


@MUTANTS.instead_of(Engine.halves, "crumble.cut.halves")
def halves_lengthwise(self: Engine, piece: Rect, vertical: bool) -> tuple[Rect, Rect] | None:
    """A half-square may also be halved along its length."""
    west, south, east, north = piece
    if vertical:
        return (west, south, (west + east) // 2, north), ((west + east) // 2, south, east, north)
    return (west, south, east, (south + north) // 2), (west, (south + north) // 2, east, north)


@MUTANTS.instead_of(Engine.is_enclosed, "crumble.capture.enclosed", *_CAPTURES, refuses_unsettled=False)
def singles_captured_only(self: Engine, arrangement: Arrangement, group: int) -> bool:
    """Only a lone piece can be captured, not a group."""
    return not group & (group - 1) and Engine.is_enclosed(self, arrangement, group)


@MUTANTS.instead_of(Engine.capture, "crumble.capture.either", *_CAPTURES)
def own_pieces_safe(self: Engine, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
    """A mover's own pieces are never captured on the mover's turn."""
    return own | self.enclosed(arrangement, arrangement.live ^ own, stood)


@MUTANTS.instead_of(Engine.spans, "crumble.win.four-sides", "crumble.win.")
def opposite_sides_win(self: Engine, arrangement: Arrangement, chain: int) -> bool:
    """A chain wins by joining two opposite sides."""
    north, east, south, west = arrangement.edges
    return bool((chain & north and chain & south) or (chain & east and chain & west))
