"""Held-out mutants of Crumble: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from shatterproof_properties.second.crumble.board import (
    COMPLETE_SIDE,
    EAST,
    GRAINS,
    NORTH,
    SIDE,
    SOUTH,
    WEST,
    Rect,
    groups,
    slots,
)
from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.notation import read_turn
from shatterproof_properties.second.crumble.position import Arrangement, Position, Turn
from shatterproof_properties.second.crumble.rules import OWN_WINS
from shatterproof_properties.second.engine import RefusedTurn


class Selective(Engine):
    """Refuses turns that are too much for it, those of which `refused` names a clause."""

    def refused(self, count: int, piece: int, path: str) -> str | None:
        """The clause against a turn that works so many pieces, of which that numbered `piece` from 0 takes a walk."""
        raise NotImplementedError

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        for written in read_turn(text):
            if clause := self.refused(written.count, written.index, written.path):
                raise RefusedTurn(clause)
        return super().meanings(here, text)

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for turn, after in super().results(here):
            count = 1 if turn.work.outline else len(turn.work.worked)
            if not self.refused(count, turn.piece, turn.path):
                yield turn, after

    def breadth(self, here: Position) -> int:
        return sum(1 for _ in self.results(here))


class CutsUpToNine(Selective):
    """A cut halves nine pieces at most: its count has one digit."""

    def refused(self, count: int, piece: int, path: str) -> str | None:
        return "crumble.cut.many" if count > 9 else None


class TenthHalfStays(Selective):
    """Of a cut only the first nine pieces can walk."""

    def refused(self, count: int, piece: int, path: str) -> str | None:
        return "crumble.notation.multi-cut-swap" if piece >= 9 and path else None


class WalksUpToSixteen(Selective):
    """A walk takes sixteen steps at most."""

    def refused(self, count: int, piece: int, path: str) -> str | None:
        return "crumble.walk.steps" if len(path) > 16 else None


class NearlyAligned(Engine):
    """Corners less than 1/1000 apart count as the same, so that a swap passes where sides are not quite complete."""

    def contact(self, one: Rect, other: Rect) -> int:
        kind = super().contact(one, other)
        if kind != SIDE:
            return kind
        west, south, east, north = one
        x0, y0, x1, y1 = other
        near = GRAINS // 1000
        if abs(south - y0) < near and abs(north - y1) < near and (east == x0 or x1 == west):
            return COMPLETE_SIDE + (EAST if east == x0 else WEST)
        if abs(west - x0) < near and abs(east - x1) < near and (north == y0 or y1 == south):
            return COMPLETE_SIDE + (NORTH if north == y0 else SOUTH)
        return SIDE


class SliversLinkNothing(Engine):
    """Pieces that share less than 1/64 of a side only meet at a corner."""

    def contact(self, one: Rect, other: Rect) -> int:
        shared = min(one[2], other[2]) - max(one[0], other[0]) + min(one[3], other[3]) - max(one[1], other[1])
        kind = super().contact(one, other)
        return SIDE - 1 if kind == SIDE and shared < GRAINS >> 6 else kind


class CornersOfOneDigit(Engine):
    """Of a number beyond nine in the corner of a join only the first digit is read."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        place, join, corner = text.partition("J")
        read = re.sub(r"([0-9])[0-9]+", r"\1", corner)
        return [(text, after) for _, after in super().meanings(here, place + join + read)]


class ShortestLocationsOnly(Engine):
    """A piece has one location, the shortest."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        found = super().meanings(here, text)
        place = re.match(r"[0-9,]*", text)
        if found and place and not any(turn == place[0] for turn in self._shortest(here)):
            raise RefusedTurn("crumble.notation.location")
        return found

    def _shortest(self, here: Position) -> Iterator[str]:
        for turn, _ in super().results(here):
            yield self.turn_text(here, turn._replace(piece=0, half="", path="")).partition(turn.work.kind)[0]


class SixteenthColumnUncut(Engine):
    """Pieces beyond the fifteenth column of the largest board cannot be cut."""

    def within_limits(self, piece: Rect, vertical: bool) -> bool:
        return piece[2] <= 15 * GRAINS and super().within_limits(piece, vertical)


class GapsUpToTwo(Engine):
    """A cut runs along edges for two units at most."""

    def may_follow(self, before: Rect, after: Rect, vertical: bool) -> bool:
        return (after[1] - before[3] if vertical else after[0] - before[2]) <= 2 * GRAINS


class EightCaptured(Engine):
    """A group of more than eight pieces is not captured."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        return group.bit_count() <= 8 and super().is_enclosed(arrangement, group)

    def refuses_unsettled(self) -> bool:
        return False


class InnermostStays(Engine):
    """Of a captured group the pieces that do not touch the ring keep their colour."""

    def enclosed(self, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
        around = 0
        for slot in slots(arrangement.live & ~colour):
            around |= arrangement.touch[slot]
        return super().enclosed(arrangement, colour, stood) & around

    def refuses_unsettled(self) -> bool:
        return False


class LongChainsFail(Engine):
    """A chain of more than 24 pieces is not seen to win."""

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        links = self.chain_links(arrangement)
        for player in self.players_tested():
            for chain in groups(own if player == OWN_WINS else opposing, links):
                if chain.bit_count() <= 24 and self.spans(arrangement, chain):
                    return player
        return 0


class HundredPieces(Engine):
    """With more than a hundred pieces on the board nothing is captured."""

    def enclosed(self, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
        return 0 if arrangement.live.bit_count() > 100 else super().enclosed(arrangement, colour, stood)

    def refuses_unsettled(self) -> bool:
        return False


class JoinsFromEightBits(Engine):
    """Pieces finer than 1/256 cannot be joined."""

    def may_join(self, outline: Rect, count: int) -> bool:
        finest = min(outline[2] - outline[0], outline[3] - outline[1])
        return finest > GRAINS >> 8 and super().may_join(outline, count)


class FinePiecesStay(Engine):
    """Pieces finer than 1/4096 do not swap: their sides are too short to be seen complete."""

    def contact(self, one: Rect, other: Rect) -> int:
        kind = super().contact(one, other)
        return SIDE if kind > SIDE and min(one[2] - one[0], one[3] - one[1]) < GRAINS >> 12 else kind


class ThirdNumberOfOneDigit(Engine):
    """Of the third number of a location the first digit alone is read."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        read = re.sub(r"^([0-9]+,[0-9]+,[0-9])[0-9]+", r"\1", text)
        return [(text, after) for _, after in super().meanings(here, read)]


class JoinsUpToThirty(Engine):
    """A join takes thirty pieces at most."""

    def may_join(self, outline: Rect, count: int) -> bool:
        return count <= 30 and super().may_join(outline, count)


class JoinsUpToEightUnits(Engine):
    """No join is longer than eight units."""

    def may_join(self, outline: Rect, count: int) -> bool:
        sides = outline[2] - outline[0], outline[3] - outline[1]
        return max(sides) <= 8 * GRAINS and super().may_join(outline, count)


class CapturesTransposed(Engine):
    """On a board of more than eight columns and fewer rows, nothing is captured beyond the column of the last row."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        last = self.rows * GRAINS if self.columns > 8 else self.columns * GRAINS
        beyond = any(arrangement.rects[slot][0] >= last for slot in slots(group))
        return not beyond and super().is_enclosed(arrangement, group)

    def refuses_unsettled(self) -> bool:
        return False


class RingsOfTwentyFour(Engine):
    """A ring of more than 24 pieces captures nothing."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        ring = 0
        for slot in slots(group):
            ring |= arrangement.touch[slot]
        return (ring & ~group).bit_count() <= 24 and super().is_enclosed(arrangement, group)

    def refuses_unsettled(self) -> bool:
        return False


class LooksWhereItEntered(Engine):
    """Of the mover's own pieces, three or more are captured only beside the piece just entered."""

    _before = 0

    def standing(self, arrangement: Arrangement, own: int) -> Collection[int]:
        self._before = own
        return super().standing(arrangement, own)

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        entered = own & ~self._before
        around = arrangement.touch[entered.bit_length() - 1] | entered
        after = super().capture(arrangement, own, stood)
        lost = groups(own & ~after, self.group_links(arrangement))
        return after | sum(group for group in lost if group.bit_count() > 2 and not group & around)

    def refuses_unsettled(self) -> bool:
        return False


class LongPiecesInside(Engine):
    """A piece longer than four units lies on no edge of the board."""

    def edges_of(self, piece: Rect) -> Sequence[int]:
        is_long = max(piece[2] - piece[0], piece[3] - piece[1]) > 4 * GRAINS
        return () if is_long else super().edges_of(piece)

    def refuses_unsettled(self) -> bool:
        return False


MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("cuts-up-to-nine", CutsUpToNine, ("crumble.cut.many", "crumble.notation.multi-cut")),
    ("tenth-half-stays", TenthHalfStays, ("crumble.notation.multi-cut-swap",)),
    ("walks-up-to-sixteen", WalksUpToSixteen, ("crumble.walk.steps",)),
    ("joins-from-eight-bits", JoinsFromEightBits, ("crumble.join.outline", "crumble.pieces.size")),
    ("fine-pieces-stay", FinePiecesStay, ("crumble.swap.complete-side", "crumble.neighbour.complete-side")),
    ("third-number-of-one-digit", ThirdNumberOfOneDigit, ("crumble.notation.location",)),
    ("joins-up-to-thirty", JoinsUpToThirty, ("crumble.join.several",)),
    ("joins-up-to-eight-units", JoinsUpToEightUnits, ("crumble.join.outline", "crumble.pieces.size")),
    ("captures-transposed", CapturesTransposed, ("crumble.capture.enclosed", "crumble.board.rectangle")),
    ("rings-of-24", RingsOfTwentyFour, ("crumble.ring", "crumble.capture.enclosed")),
    ("long-pieces-inside", LongPiecesInside, ("crumble.win.four-sides", "crumble.capture.edge")),
    ("nearly-aligned", NearlyAligned, ("crumble.swap.complete-side", "crumble.neighbour.complete-side")),
    ("slivers-link-nothing", SliversLinkNothing, ("crumble.neighbour.side", "crumble.ring", "crumble.chain")),
    ("corners-of-one-digit", CornersOfOneDigit, ("crumble.notation.join",)),
    ("shortest-locations-only", ShortestLocationsOnly, ("crumble.notation.location",)),
    ("sixteenth-column-uncut", SixteenthColumnUncut, ("crumble.cut.halves", "crumble.board.limits")),
    ("gaps-up-to-two", GapsUpToTwo, ("crumble.cut.along-edges",)),
    ("eight-captured", EightCaptured, ("crumble.capture.enclosed", "crumble.ring")),
    ("innermost-stays", InnermostStays, ("crumble.capture.enclosed", "crumble.ring")),
    ("looks-where-it-entered", LooksWhereItEntered, ("crumble.capture.either", "crumble.capture.enclosed")),
    ("long-chains-fail", LongChainsFail, ("crumble.win.four-sides", "crumble.chain")),
    ("hundred-pieces", HundredPieces, ("crumble.capture.enclosed",)),
)
