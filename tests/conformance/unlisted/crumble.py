"""Mutants of Crumble as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from conformance.unlisted.cache import remembered
from shatterproof.game import Outcome
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position, Targets, Turn, Worked

Json = dict[str, Any]


def sides(piece: Rect) -> tuple[int, int]:
    """The height and width of a piece, in grains."""
    return piece[2] - piece[0], piece[3] - piece[1]


class DrawsAtThree(Engine):
    """Three renewals are a draw."""

    def renewals_for_draw(self) -> int:
        return 3


class HomeIsATarget(Engine):
    """Of a walk only the place where it ends is a target."""

    def targets_of(self, start: int, at: int, entered: int) -> int:
        return 1 << at


class DrawsAreWon(Engine):
    """Who repeats wins."""

    def outcome(self, here: Position) -> Outcome | None:
        found = super().outcome(here)
        return Outcome(self.to_move(here), found.clause) if found and found.winner is None else found


class NoThreats(Engine):
    """Announcements are not read."""

    def verdict(self, here: Position, text: str) -> Json:
        return {"verdict": "malformed"} if text.endswith("+") else super().verdict(here, text)


class OneHalvingLess(Engine):
    """Pieces of two grains are not halved."""

    def within_limits(self, piece: Rect, vertical: bool) -> bool:
        side = sides(piece)[not vertical]
        return side % 4 == 0 or (side % 2 == 0 and side > 2)


class SpecksSurvive(Engine):
    """Pieces smaller than a quarter are not captured."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        pieces = [rect for slot, rect in enumerate(arrangement.rects) if group >> slot & 1]
        is_small = all(4 * sides(rect)[0] * sides(rect)[1] < GRAINS * GRAINS for rect in pieces)
        return super().is_enclosed(arrangement, group) and not is_small


class CornersCountOnce(Engine):
    """A piece in a corner touches one edge."""

    def edges_of(self, piece: Rect) -> Sequence[int]:
        return super().edges_of(piece)[:1]


class CutsOfOneSize(Engine):
    """A further cut is only of a piece as large as the one before."""

    def may_follow(self, before: Rect, after: Rect, vertical: bool) -> bool:
        return sides(before) == sides(after)


class ThreeNeverJoin(Engine):
    """Three pieces are not joined."""

    def may_join(self, outline: Rect, count: int) -> bool:
        return count != 3 and super().may_join(outline, count)


class OwnFallWithOthersOnly(Engine):
    """A capture that takes the mover's pieces and no others does not take place."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        after = super().capture(arrangement, own, stood)
        return own if own & ~after and not after & ~own else after


class ThreeRemembered(Engine):
    """Three turns are remembered."""

    def most_remembered(self, renewals: int) -> int:
        return 3


class SwapsOfOneSize(Engine):
    """Square pieces of a quarter of a stone's side do not stand."""

    def is_legal_shape(self, width: int, height: int) -> bool:
        return super().is_legal_shape(width, height) and (width != height or width != GRAINS // 4)


class FinishedIsMalformed(Engine):
    """After the end of the game no text is a turn."""

    def verdict(self, here: Position, text: str) -> Json:
        return {"verdict": "malformed"} if self.outcome(here) else super().verdict(here, text)


class LeadingZeros(Engine):
    """Numbers may begin with zeros."""

    def verdict(self, here: Position, text: str) -> Json:
        return super().verdict(here, re.sub(r"(?<![0-9])0+(?=[0-9])", "", text))


class LongChainsByCorners(Engine):
    """A chain goes by corners and has five pieces at least."""

    def chain_links(self, arrangement: Arrangement) -> list[int]:
        return list(arrangement.near)

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        return all(chain & edge for edge in arrangement.edges) and chain.bit_count() > 4


class CapturesForgetMemory(Engine):
    """A turn that works on more than two pieces forgets what was remembered."""

    def remember(self, memory: Memory | None, worked: Worked, targets: Targets, renewed: bool) -> Memory | None:
        return super().remember(None if len(worked) > 2 else memory, worked, targets, renewed)


class ListsWithoutMover(Engine):
    """The turns of a position are remembered by its pieces and what it remembers."""

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        usual, key = super().results, self.text(here._replace(black_moves=True))
        return iter(remembered(self, key, lambda: list(usual(here))))


UNLISTED: dict[type[Engine], str] = {
    DrawsAtThree: "crumble.draw.repetition",
    HomeIsATarget: "crumble.draw.repetition",
    DrawsAreWon: "crumble.draw.repetition",
    NoThreats: "crumble.notation.threat",
    OneHalvingLess: "crumble.board.limits",
    SpecksSurvive: "crumble.capture.enclosed",
    CornersCountOnce: "crumble.win.four-sides",
    CutsOfOneSize: "crumble.cut.many",
    ThreeNeverJoin: "crumble.join.several",
    OwnFallWithOthersOnly: "crumble.capture.either",
    ThreeRemembered: "crumble.draw.repetition",
    SwapsOfOneSize: "crumble.pieces.shape",
    FinishedIsMalformed: "crumble.turn.finished",
    LeadingZeros: "crumble.notation.location",
    LongChainsByCorners: "crumble.chain",
    CapturesForgetMemory: "crumble.draw.repetition",
    ListsWithoutMover: "crumble.cut.own",
}
"""Each mistake, and the clause that it breaks."""
