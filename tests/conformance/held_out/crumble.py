"""Held-out mutants of Crumble: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.crumble import Engine
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
from shatterproof_properties.second.crumble.notation import read_turn
from shatterproof_properties.second.crumble.position import Arrangement, Position, Turn
from shatterproof_properties.second.crumble.rules import OWN_WINS
from shatterproof_properties.second.engine import RefusedTurn

MUTANTS = Mutants(Engine)


@dataclass(frozen=True)
class Walk:
    """A turn that works `count` pieces, of which that numbered `piece` from 0 takes a walk."""

    kind: str
    count: int
    piece: int
    half: str
    path: str


class Selective(Engine):
    """Refuses turns that are too much for it, those of which `refused` names a clause."""

    def refused(self, walk: Walk) -> str | None:
        raise NotImplementedError

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        for each in read_turn(text):
            if clause := self.refused(Walk(each.kind, each.count, each.index, each.half, each.path)):
                raise RefusedTurn(clause)
        return super().meanings(here, text)

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for turn, after in super().results(here):
            count = 1 if turn.work.outline else len(turn.work.worked)
            if not self.refused(Walk(turn.work.kind, count, turn.piece, turn.half, turn.path)):
                yield turn, after

    def breadth(self, here: Position) -> int:
        return sum(1 for _ in self.results(here))


@MUTANTS.instead_of(Selective.refused, "crumble.cut.many", "crumble.notation.multi-cut", of=Selective)
def cuts_up_to_nine(self: Selective, walk: Walk) -> str | None:
    """A cut halves nine pieces at most: its count has one digit."""
    return "crumble.cut.many" if walk.count > 9 else None


@MUTANTS.instead_of(Selective.refused, "crumble.notation.multi-cut-swap", of=Selective)
def tenth_half_stays(self: Selective, walk: Walk) -> str | None:
    """Of a cut only the first nine pieces can walk."""
    return "crumble.notation.multi-cut-swap" if walk.piece >= 9 and walk.path else None


@MUTANTS.instead_of(Selective.refused, "crumble.walk.steps", of=Selective)
def walks_up_to_sixteen(self: Selective, walk: Walk) -> str | None:
    """A walk takes sixteen steps at most."""
    return "crumble.walk.steps" if len(walk.path) > 16 else None


@MUTANTS.instead_of(Engine.contact, "crumble.swap.complete-side", "crumble.neighbour.complete-side")
def nearly_aligned(self: Engine, one: Rect, other: Rect) -> int:
    """Corners less than 1/1000 apart count as the same, so that a swap passes where sides are not quite complete."""
    kind = Engine.contact(self, one, other)
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


@MUTANTS.instead_of(Engine.contact, "crumble.neighbour.side", "crumble.ring", "crumble.chain")
def slivers_link_nothing(self: Engine, one: Rect, other: Rect) -> int:
    """Pieces that share less than 1/64 of a side only meet at a corner."""
    shared = min(one[2], other[2]) - max(one[0], other[0]) + min(one[3], other[3]) - max(one[1], other[1])
    kind = Engine.contact(self, one, other)
    return SIDE - 1 if kind == SIDE and shared < GRAINS >> 6 else kind


@MUTANTS.instead_of(Engine.meanings, "crumble.notation.join")
def corners_of_one_digit(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """Of a number beyond nine in the corner of a join only the first digit is read."""
    place, join, corner = text.partition("J")
    read = re.sub(r"([0-9])[0-9]+", r"\1", corner)
    return [(text, after) for _, after in Engine.meanings(self, here, place + join + read)]


@MUTANTS.instead_of(Engine.meanings, "crumble.notation.location")
def shortest_locations_only(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """A piece has one location, the shortest."""
    found = Engine.meanings(self, here, text)
    shortest = (
        self.turn_text(here, turn._replace(piece=0, half="", path="")).partition(turn.work.kind)[0]
        for turn, _ in Engine.results(self, here)
    )
    place = re.match("[0-9,]*", text)
    if found and place and place[0] not in shortest:
        raise RefusedTurn("crumble.notation.location")
    return found


@MUTANTS.instead_of(Engine.within_limits, "crumble.cut.halves", "crumble.board.limits")
def sixteenth_column_uncut(self: Engine, piece: Rect, vertical: bool) -> bool:
    """Pieces beyond the fifteenth column of the largest board cannot be cut."""
    return piece[2] <= 15 * GRAINS and Engine.within_limits(self, piece, vertical)


@MUTANTS.instead_of(Engine.may_follow, "crumble.cut.along-edges")
def gaps_up_to_two(self: Engine, before: Rect, after: Rect, vertical: bool) -> bool:
    """A cut runs along edges for two units at most."""
    return (after[1] - before[3] if vertical else after[0] - before[2]) <= 2 * GRAINS


@MUTANTS.instead_of(Engine.is_enclosed, "crumble.capture.enclosed", "crumble.ring", refuses_unsettled=False)
def eight_captured(self: Engine, arrangement: Arrangement, group: int) -> bool:
    """A group of more than eight pieces is not captured."""
    return group.bit_count() <= 8 and Engine.is_enclosed(self, arrangement, group)


@MUTANTS.instead_of(Engine.enclosed, "crumble.capture.enclosed", "crumble.ring", refuses_unsettled=False)
def innermost_stays(self: Engine, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
    """Of a captured group the pieces that do not touch the ring keep their colour."""
    around = 0
    for slot in slots(arrangement.live & ~colour):
        around |= arrangement.touch[slot]
    return Engine.enclosed(self, arrangement, colour, stood) & around


@MUTANTS.instead_of(Engine.winner, "crumble.win.four-sides", "crumble.chain")
def long_chains_fail(self: Engine, arrangement: Arrangement, own: int, opposing: int) -> int:
    """A chain of more than 24 pieces is not seen to win."""
    links = self.chain_links(arrangement)
    for player in self.players_tested():
        for chain in groups(own if player == OWN_WINS else opposing, links):
            if chain.bit_count() <= 24 and self.spans(arrangement, chain):
                return player
    return 0


@MUTANTS.instead_of(Engine.enclosed, "crumble.capture.enclosed", refuses_unsettled=False)
def hundred_pieces(self: Engine, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
    """With more than a hundred pieces on the board nothing is captured."""
    return 0 if arrangement.live.bit_count() > 100 else Engine.enclosed(self, arrangement, colour, stood)


@MUTANTS.instead_of(Engine.may_join, "crumble.join.outline", "crumble.pieces.size")
def joins_from_eight_bits(self: Engine, outline: Rect, count: int) -> bool:
    """Pieces finer than 1/256 cannot be joined."""
    finest = min(outline[2] - outline[0], outline[3] - outline[1])
    return finest > GRAINS >> 8 and Engine.may_join(self, outline, count)


@MUTANTS.instead_of(Engine.contact, "crumble.swap.complete-side", "crumble.neighbour.complete-side")
def fine_pieces_stay(self: Engine, one: Rect, other: Rect) -> int:
    """Pieces finer than 1/4096 do not swap: their sides are too short to be seen complete."""
    kind = Engine.contact(self, one, other)
    return SIDE if kind > SIDE and min(one[2] - one[0], one[3] - one[1]) < GRAINS >> 12 else kind


@MUTANTS.instead_of(Engine.meanings, "crumble.notation.location")
def third_number_of_one_digit(self: Engine, here: Position, text: str) -> list[tuple[str, Position]]:
    """Of the third number of a location the first digit alone is read."""
    read = re.sub(r"^([0-9]+,[0-9]+,[0-9])[0-9]+", r"\1", text)
    return [(text, after) for _, after in Engine.meanings(self, here, read)]


@MUTANTS.instead_of(Engine.may_join, "crumble.join.several")
def joins_up_to_thirty(self: Engine, outline: Rect, count: int) -> bool:
    """A join takes thirty pieces at most."""
    return count <= 30 and Engine.may_join(self, outline, count)


@MUTANTS.instead_of(Engine.may_join, "crumble.join.outline", "crumble.pieces.size")
def joins_up_to_eight_units(self: Engine, outline: Rect, count: int) -> bool:
    """No join is longer than eight units."""
    sides = outline[2] - outline[0], outline[3] - outline[1]
    return max(sides) <= 8 * GRAINS and Engine.may_join(self, outline, count)


@MUTANTS.instead_of(Engine.is_enclosed, "crumble.capture.enclosed", "crumble.board.rectangle", refuses_unsettled=False)
def captures_transposed(self: Engine, arrangement: Arrangement, group: int) -> bool:
    """On a board of more than eight columns and fewer rows, nothing is captured beyond the column of the last row."""
    last = self.rows * GRAINS if self.columns > 8 else self.columns * GRAINS
    beyond = any(arrangement.rects[slot][0] >= last for slot in slots(group))
    return not beyond and Engine.is_enclosed(self, arrangement, group)


@MUTANTS.instead_of(Engine.is_enclosed, "crumble.ring", "crumble.capture.enclosed", refuses_unsettled=False)
def rings_of_24(self: Engine, arrangement: Arrangement, group: int) -> bool:
    """A ring of more than 24 pieces captures nothing."""
    ring = 0
    for slot in slots(group):
        ring |= arrangement.touch[slot]
    return (ring & ~group).bit_count() <= 24 and Engine.is_enclosed(self, arrangement, group)


@MUTANTS.engine("crumble.capture.either", "crumble.capture.enclosed")
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


@MUTANTS.instead_of(Engine.edges_of, "crumble.win.four-sides", "crumble.capture.edge", refuses_unsettled=False)
def long_pieces_inside(self: Engine, piece: Rect) -> Sequence[int]:
    """A piece longer than four units lies on no edge of the board."""
    is_long = max(piece[2] - piece[0], piece[3] - piece[1]) > 4 * GRAINS
    return () if is_long else Engine.edges_of(self, piece)
