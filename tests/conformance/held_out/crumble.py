"""Held-out mutants of Crumble: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from conformance.held_out import misread
from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of, then
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
from shatterproof_properties.second.crumble.draws import ANYWHERE
from shatterproof_properties.second.crumble.notation import read_turn
from shatterproof_properties.second.crumble.position import Arrangement, Position, Turn
from shatterproof_properties.second.crumble.rules import OWN_WINS
from shatterproof_properties.second.engine import RefusedTurn


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


def touched(arrangement: Arrangement, pieces: int) -> int:
    """The pieces that touch some of the given ones."""
    return reduce(or_, (arrangement.touch[slot] for slot in slots(pieces)), 0)


def _nearly_aligned(it: Engine, usual: Callable[..., int], one: Rect, other: Rect) -> int:
    kind = usual(one, other)
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


def _slivers_link_nothing(it: Engine, usual: Callable[..., int], one: Rect, other: Rect) -> int:
    shared = min(one[2], other[2]) - max(one[0], other[0]) + min(one[3], other[3]) - max(one[1], other[1])
    kind = usual(one, other)
    return SIDE - 1 if kind == SIDE and shared < GRAINS >> 6 else kind


def _shortest_locations_only(it: Engine, usual: Usual, here: Position, text: str) -> Any:
    found = usual(here, text)
    shortest = (
        it.turn_text(here, turn._replace(piece=0, half="", path="")).partition(turn.work.kind)[0]
        for turn, _ in Engine.results(it, here)
    )
    place = re.match("[0-9,]*", text)
    if found and place and place[0] not in shortest:
        raise RefusedTurn("crumble.notation.location")
    return found


def _long_chains_fail(it: Engine, usual: Callable[..., int], arrangement: Arrangement, own: int, opposing: int) -> int:
    links = it.chain_links(arrangement)
    for player in it.players_tested():
        for chain in groups(own if player == OWN_WINS else opposing, links):
            if chain.bit_count() <= 24 and it.spans(arrangement, chain):
                return player
    return 0


def _captures_transposed(it: Engine, usual: Callable[..., bool], arrangement: Arrangement, group: int) -> bool:
    last = it.rows * GRAINS if it.columns > 8 else it.columns * GRAINS
    beyond = any(arrangement.rects[slot][0] >= last for slot in slots(group))
    return not beyond and usual(arrangement, group)


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


def remembering(change: Callable[[Any], Any]) -> Usual:
    """The targets by a memory in which four turns or more are changed."""
    return lambda it, usual, memory, worked: usual(
        memory._replace(recent=change(memory.recent)) if memory and len(memory.recent) > 3 else memory, worked
    )


mutant, selective = mutants_of(Engine), mutants_of(Selective)
_DRAWS = ("crumble.draw.repetition", "crumble.draw")
DRAWS: tuple[Listed, ...] = (
    mutant("descends-from-one",
           "A piece descends from a single piece that was worked before, not from several together.", _DRAWS,
           descends=lambda it, usual, piece, worked: any(usual(piece, (one,)) for one in worked)),
    mutant("corner-descends", "A piece descends from what was worked before if its lower-left corner does.", _DRAWS,
           descends=lambda it, usual, piece, worked:
           any(x0 <= piece[0] < x1 and y0 <= piece[1] < y1 for x0, y0, x1, y1 in worked)),
    mutant("same-pieces-only", "Only the very pieces that were worked before count, not parts of them.", _DRAWS,
           descends=lambda it, usual, piece, worked: piece in worked),
    mutant("first-piece-tested", "Of the pieces that a turn works only the first is tested.", _DRAWS,
           renewing_targets=lambda it, usual, memory, worked: usual(memory, worked[:1])),
    mutant("latest-turn-untested", "Of the mover's two previous turns only the earlier is looked at.", _DRAWS,
           renewing_targets=remembering(lambda recent: (recent[0], recent[3], *recent[2:]))),
    mutant("earlier-turn-untested", "Of the mover's two previous turns only the latest is looked at.", _DRAWS,
           renewing_targets=remembering(lambda recent:
           (*recent[:3], recent[3]._replace(worked=recent[1].worked)) if recent[1] and recent[3] else recent)),
    mutant("opponents-turns-tested", "The opponent's last two turns are looked at instead of the mover's.", _DRAWS,
           renewing_targets=remembering(lambda recent: (recent[1], recent[0], recent[3], recent[2]))),
    mutant("any-target", "Into which piece a turn swaps does not matter.", _DRAWS,
           has_renewed=lambda it, usual, renewing, targets:
           usual(renewing if renewing is None else ANYWHERE, targets)),
    mutant("target-by-its-corner", "Two pieces with the same lower-left corner are the same target.", _DRAWS,
           has_renewed=lambda it, usual, renewing, targets:
           renewing is not None and bool(targets) and (renewing == ANYWHERE or any(target[:2] in {each[:2]
           for each in renewing} for target in targets))),
    mutant("renewals-stay", "A turn that does not renew leaves the count as it was.", _DRAWS,
           renewals_after=lambda it, usual, memory, targets, renewed:
           memory.renewals if not renewed and memory else usual(memory, targets, renewed)),
    mutant("joins-renew-nothing", "Only cuts can renew.", _DRAWS,
           after=lambda it, usual, here, arrangement, worked, renewing, end:
           usual(here, arrangement, worked, None
           if arrangement.live.bit_count() < here.arrangement.live.bit_count() else renewing, end)),
    mutant("captures-renew-nothing", "A turn that captures renews nothing.", _DRAWS,
           after=lambda it, usual, here, arrangement, worked, renewing, end:
           usual(here, arrangement, worked, renewing
           if end.own.bit_count() - here.own.bit_count() == arrangement.live.bit_count() -
           here.arrangement.live.bit_count() else None, end)),
    mutant("plays-on-after-draws", "A game that is drawn by repetition goes on.",
           ("crumble.draw.repetition", "crumble.turn.finished"), after=then(lambda it, found, *_:
           found._replace(outcome=None) if found.outcome is not None and found.outcome.winner is None else found)),
)  # fmt: skip
"""Mutants about draws by repetition, some of which examples of the spec show."""
MUTANTS: tuple[Listed, ...] = (
    selective("cuts-up-to-nine", "A cut halves nine pieces at most: its count has one digit.",
              ("crumble.cut.many", "crumble.notation.multi-cut"),
              refused=lambda it, usual, walk: "crumble.cut.many" if walk.count > 9 else None),
    selective("tenth-half-stays", "Of a cut only the first nine pieces can walk.",
              ("crumble.notation.multi-cut-swap",), refused=lambda it, usual, walk:
              "crumble.notation.multi-cut-swap" if walk.piece >= 9 and walk.path else None),
    selective("walks-up-to-sixteen", "A walk takes sixteen steps at most.", ("crumble.walk.steps",),
              refused=lambda it, usual, walk: "crumble.walk.steps" if len(walk.path) > 16 else None),
    mutant("nearly-aligned",
           "Corners less than 1/1000 apart count as the same, so that a swap passes where sides are not quite "
           "complete.", ("crumble.swap.complete-side", "crumble.neighbour.complete-side"), contact=_nearly_aligned),
    mutant("slivers-link-nothing", "Pieces that share less than 1/64 of a side only meet at a corner.",
           ("crumble.neighbour.side", "crumble.ring", "crumble.chain"), contact=_slivers_link_nothing),
    mutant("corners-of-one-digit", "Of a number beyond nine in the corner of a join only the first digit is read.",
           ("crumble.notation.join",),
           meanings=misread(lambda text:
           re.sub("(?s)J.*", lambda corner: re.sub("([0-9])[0-9]+", r"\1", corner[0]), text))),
    mutant("shortest-locations-only", "A piece has one location, the shortest.", ("crumble.notation.location",),
           meanings=_shortest_locations_only),
    mutant("sixteenth-column-uncut", "Pieces beyond the fifteenth column of the largest board cannot be cut.",
           ("crumble.cut.halves", "crumble.board.limits"),
           within_limits=lambda it, usual, piece, vertical: piece[2] <= 15 * GRAINS and usual(piece, vertical)),
    mutant("gaps-up-to-two", "A cut runs along edges for two units at most.", ("crumble.cut.along-edges",),
           may_follow=lambda it, usual, before, after, vertical:
           (after[1] - before[3] if vertical else after[0] - before[2]) <= 2 * GRAINS),
    mutant("eight-captured", "A group of more than eight pieces is not captured.",
           ("crumble.capture.enclosed", "crumble.ring"),
           is_enclosed=lambda it, usual, arrangement, group: group.bit_count() <= 8 and usual(arrangement, group),
           refuses_unsettled=False),
    mutant("innermost-stays", "Of a captured group the pieces that do not touch the ring keep their colour.",
           ("crumble.capture.enclosed", "crumble.ring"), enclosed=lambda it, usual, arrangement, colour, stood=():
           usual(arrangement, colour, stood) & touched(arrangement, arrangement.live & ~colour),
           refuses_unsettled=False),
    mutant("long-chains-fail", "A chain of more than 24 pieces is not seen to win.",
           ("crumble.win.four-sides", "crumble.chain"), winner=_long_chains_fail),
    mutant("hundred-pieces", "With more than a hundred pieces on the board nothing is captured.",
           ("crumble.capture.enclosed",), enclosed=lambda it, usual, arrangement, colour, stood=():
           0 if arrangement.live.bit_count() > 100 else usual(arrangement, colour, stood), refuses_unsettled=False),
    mutant("joins-from-eight-bits", "Pieces finer than 1/256 cannot be joined.",
           ("crumble.join.outline", "crumble.pieces.size"), may_join=lambda it, usual, outline, count:
           min(outline[2] - outline[0], outline[3] - outline[1]) > GRAINS >> 8 and usual(outline, count)),
    mutant("fine-pieces-stay", "Pieces finer than 1/4096 do not swap: their sides are too short to be seen complete.",
           ("crumble.swap.complete-side", "crumble.neighbour.complete-side"), contact=then(lambda it, kind, one, *_:
           SIDE if kind > SIDE and min(one[2] - one[0], one[3] - one[1]) < GRAINS >> 12 else kind)),
    mutant("third-number-of-one-digit", "Of the third number of a location the first digit alone is read.",
           ("crumble.notation.location",),
           meanings=misread(lambda text: re.sub("^([0-9]+,[0-9]+,[0-9])[0-9]+", r"\1", text))),
    mutant("joins-up-to-thirty", "A join takes thirty pieces at most.", ("crumble.join.several",),
           may_join=lambda it, usual, outline, count: count <= 30 and usual(outline, count)),
    mutant("joins-up-to-eight-units", "No join is longer than eight units.",
           ("crumble.join.outline", "crumble.pieces.size"), may_join=lambda it, usual, outline, count:
           max((outline[2] - outline[0], outline[3] - outline[1])) <= 8 * GRAINS and usual(outline, count)),
    mutant("captures-transposed",
           "On a board of more than eight columns and fewer rows, nothing is captured beyond the column of the last "
           "row.", ("crumble.capture.enclosed", "crumble.board.rectangle"), is_enclosed=_captures_transposed,
           refuses_unsettled=False),
    mutant("rings-of-24", "A ring of more than 24 pieces captures nothing.",
           ("crumble.ring", "crumble.capture.enclosed"), is_enclosed=lambda it, usual, arrangement, group:
           (touched(arrangement, group) & ~group).bit_count() <= 24 and usual(arrangement, group),
           refuses_unsettled=False),
    ("looks-where-it-entered", LooksWhereItEntered, ("crumble.capture.either", "crumble.capture.enclosed")),
    mutant("long-pieces-inside", "A piece longer than four units lies on no edge of the board.",
           ("crumble.win.four-sides", "crumble.capture.edge"), edges_of=lambda it, usual, piece:
           () if max(piece[2] - piece[0], piece[3] - piece[1]) > 4 * GRAINS else usual(piece),
           refuses_unsettled=False),
    *DRAWS,
)  # fmt: skip
