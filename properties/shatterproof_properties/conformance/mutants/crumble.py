"""Self-check mutants of Crumble."""

from __future__ import annotations

from collections.abc import Collection

from shatterproof_properties.second.crumble.board import COMPLETE_SIDE, EAST, NORTH, SIDE, SOUTH, WEST, Rect
from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.position import Arrangement
from shatterproof_properties.second.crumble.rules import OWN_WINS


class CapturesAtTheEdge(Engine):
    """A group is safe only where it reaches two sides of the board."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        return sum(bool(group & edge) for edge in arrangement.edges) < 2

    def refuses_unsettled(self) -> bool:
        return False


class ChainsThroughCorners(Engine):
    """Pieces that meet at a corner count as linked in a winning chain."""

    def chain_links(self, arrangement: Arrangement) -> list[int]:
        return arrangement.touch


class RingsThroughCorners(Engine):
    """Pieces that meet at a corner count as linked in a ring."""

    def group_links(self, arrangement: Arrangement) -> list[int]:
        return arrangement.near

    def refuses_unsettled(self) -> bool:
        return False


class CapturesAtTheEnd(Engine):
    """Captures happen once, when the walk is over."""

    def captures_due(self, moment: str) -> bool:
        return moment == "end"


class MoverWinsOnly(Engine):
    """Only the mover's chains are looked at for a win."""

    def players_tested(self) -> tuple[int, ...]:
        return (OWN_WINS,)


class OneCompleteSide(Engine):
    """A swap needs a complete side of one of the two pieces only."""

    def contact(self, one: Rect, other: Rect) -> int:
        kind = super().contact(one, other)
        west, south, east, north = one
        x0, y0, x1, y1 = other
        if kind != SIDE:
            return kind
        if north == y0 or south == y1:
            whole = (west <= x0 and x1 <= east) or (x0 <= west and east <= x1)
            return COMPLETE_SIDE + (NORTH if north == y0 else SOUTH) if whole else SIDE
        whole = (south <= y0 and y1 <= north) or (y0 <= south and north <= y1)
        return COMPLETE_SIDE + (EAST if east == x0 else WEST) if whole else SIDE


class NoWayBackHome(Engine):
    """A walk may not come back to the piece it started from."""

    def may_enter(self, slot: int, start: int) -> bool:
        return slot != start


class CapturedWalksOn(Engine):
    """A swapping piece that has been captured goes on all the same."""

    def refusal_to_walk_on(self, kept: bool, winner: int) -> str | None:
        return super().refusal_to_walk_on(True, winner)


class WalksPastWins(Engine):
    """A walk may go on after a step that has won."""

    def refusal_to_walk_on(self, kept: bool, winner: int) -> str | None:
        return super().refusal_to_walk_on(kept, 0)


class NoGaps(Engine):
    """A cut must go from piece to piece without a gap."""

    def may_follow(self, before: Rect, after: Rect, vertical: bool) -> bool:
        return before[3] == after[1] if vertical else before[2] == after[0]


class JoinsTwoOnly(Engine):
    """A join takes exactly two pieces."""

    def may_join(self, outline: Rect, count: int) -> bool:
        return count == 2 and super().may_join(outline, count)


class JoinsToSquaresOnly(Engine):
    """A join must make a square."""

    def may_join(self, outline: Rect, count: int) -> bool:
        return outline[2] - outline[0] == outline[3] - outline[1] and super().may_join(outline, count)


class HalvesLengthwise(Engine):
    """A half-square may also be halved along its length."""

    def halves(self, piece: Rect, vertical: bool) -> tuple[Rect, Rect] | None:
        west, south, east, north = piece
        if vertical:
            return (west, south, (west + east) // 2, north), ((west + east) // 2, south, east, north)
        return (west, south, east, (south + north) // 2), (west, (south + north) // 2, east, north)


class SinglesCapturedOnly(Engine):
    """Only a lone piece can be captured, not a group."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        return not group & (group - 1) and super().is_enclosed(arrangement, group)

    def refuses_unsettled(self) -> bool:
        return False


class OwnPiecesSafe(Engine):
    """A mover's own pieces are never captured on the mover's turn."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        return own | self.enclosed(arrangement, arrangement.live ^ own, stood)


class OppositeSidesWin(Engine):
    """A chain wins by joining two opposite sides."""

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        north, east, south, west = arrangement.edges
        return bool((chain & north and chain & south) or (chain & east and chain & west))


_CAPTURES = ("crumble.capture.", "crumble.ring", "crumble.walk.", "crumble.win.")
MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("captures-at-the-edge", CapturesAtTheEdge, ("crumble.capture.edge", *_CAPTURES)),
    ("chains-through-corners", ChainsThroughCorners, ("crumble.chain", "crumble.win.")),
    ("rings-through-corners", RingsThroughCorners, ("crumble.ring", *_CAPTURES)),
    ("captures-at-the-end", CapturesAtTheEnd, ("crumble.capture.every-step", *_CAPTURES)),
    ("mover-wins-only", MoverWinsOnly, ("crumble.win.either", "crumble.win.")),
    ("one-complete-side", OneCompleteSide, ("crumble.swap.complete-side",)),
    ("no-way-back-home", NoWayBackHome, ("crumble.walk.backtrack", *_CAPTURES)),
    ("captured-walks-on", CapturedWalksOn, ("crumble.walk.captured",)),
    ("walks-past-wins", WalksPastWins, ("crumble.win.at-once", "crumble.win.")),
    ("no-gaps", NoGaps, ("crumble.cut.along-edges",)),
    ("joins-two-only", JoinsTwoOnly, ("crumble.join.several",)),
    ("joins-to-squares-only", JoinsToSquaresOnly, ("crumble.join.outline", "crumble.join.")),
    ("halves-lengthwise", HalvesLengthwise, ("crumble.cut.halves",)),
    ("singles-captured-only", SinglesCapturedOnly, ("crumble.capture.enclosed", *_CAPTURES)),
    ("own-pieces-safe", OwnPiecesSafe, ("crumble.capture.either", *_CAPTURES)),
    ("opposite-sides-win", OppositeSidesWin, ("crumble.win.four-sides", "crumble.win.")),
)
