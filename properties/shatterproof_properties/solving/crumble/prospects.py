"""Which walks could win at once, without taking them.

All this holds where no piece stands enclosed and nobody has won before the turn. A cut or a join changes no colour
anywhere, and leaves the opposing pieces and the complete sides between them as they were.

- Before its first capture a walk shows the colours of the position, but its start is the opponent's and the piece it
  stands on is the mover's. So it gets about in a few fixed regions of opposing pieces, and wins only on a piece that
  lies on, or beside a chain on, each of the four edges (`ColourAnalysis.winning`).
- Standing on a piece, a walk captures only opposing pieces that have no way to the edge but by that piece, as the
  position stands: what it captured before lay behind one piece itself, so it was no way to the edge for others, and
  whatever turned to the opponent adds ways. So all that the mover ever owns are the pieces of before the turn, the
  pieces that lie behind one piece (`captured`), and the piece the walk stands on. If these cannot win, nothing can.
- The first capture of a walk is of pieces behind one that it stands on (`cutting`); or of the mover's own pieces, which
  stand enclosed without the start; or of the start itself, enclosed alone, which is the mover's again.
- As long as none of the mover's own pieces are captured the walk stays in those regions, so that it wins only on a
  piece there that completes a chain with what may be captured, unless what may be captured completes one by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shatterproof_properties.second.crumble.board import Rect, flood, groups, slots
from shatterproof_properties.second.crumble.position import Arrangement
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.shortcuts import ColourAnalysis, edge_chains
from shatterproof_properties.second.crumble.work import HALVES, join_outlines
from shatterproof_properties.solving.crumble.reach import cut_off_by_one


class WalkStart(NamedTuple):
    """A piece that a cut or join makes and that may walk: the slots (a mask) it was, its half ("" for a join)."""

    kind: str
    was: int
    half: str
    rect: Rect
    variant: Rect | None


class Prospects:
    """The walks that one settled position offers the side to move, whose pieces are `own`."""

    def __init__(self, rules: Rules, arrangement: Arrangement, own: int, analysis: ColourAnalysis) -> None:
        """`analysis` belongs to the settled position."""
        self.rules, self.arrangement, self.own, self.analysis = rules, arrangement, own, analysis
        self.opposing = arrangement.live ^ own

    def starts(self) -> list[WalkStart]:
        """All starts, by a join or by a cut of one piece, whose walks could win. Those without captures come first."""
        cutting, captured = cut_off_by_one(self.arrangement, self.opposing)
        helped = edge_chains(self.arrangement, self.own | captured)[1] if captured else self.analysis.winning
        if not helped:
            return []
        captures_win = helped & (self.own | captured)
        quiet, others = [], []
        sides = self._sides()
        for start in self._starts():
            within = _within(sides, start.rect)
            if within & self.analysis.winning:
                quiet.append(start)
            elif (within & cutting and (captures_win or within & helped)) or (within and self._may_lose(start)):
                others.append(start)
        return quiet + others

    def starts_toward(self, targets: int) -> set[tuple[str, int]]:
        """The starts whose walks could end on one of these pieces, or capture: kinds of work, and pieces worked on."""
        cutting, _ = cut_off_by_one(self.arrangement, self.opposing)
        sides = self._sides()
        found = set()
        for start in self._starts():
            within = _within(sides, start.rect)
            if within and (within & (targets | cutting) or self._may_lose(start)):
                found.add((start.kind, start.was))
        return found

    def _sides(self) -> dict[tuple[int, int, int, int], int]:
        """The region that a walk reaches across each side of an opposing piece (direction, from, to, where)."""
        arrangement, sides = self.arrangement, {}
        for region in groups(self.opposing, arrangement.faces):
            for slot in slots(region):
                west, south, east, north = arrangement.rects[slot]
                sides[2, west, east, north] = sides[0, west, east, south] = region
                sides[3, south, north, east] = sides[1, south, north, west] = region
        return sides

    def _starts(self) -> Iterator[WalkStart]:
        """All starts after a cut of one piece, or after a join."""
        rules, rects = self.rules, self.arrangement.rects
        for slot in slots(self.own):
            for kind in "VH":
                vertical = kind == "V"
                halves = rules.halves(rects[slot], vertical)
                if halves is not None and rules.within_limits(rects[slot], vertical):
                    for place, rect in enumerate(halves):
                        yield WalkStart(kind, 1 << slot, HALVES[kind][place], rect, halves[1 - place])
        for gone, outline in join_outlines(rules, self.arrangement, self.own):
            yield WalkStart("J", gone, "", outline, None)

    def _may_lose(self, start: WalkStart) -> bool:
        """Whether some of the mover's pieces may be enclosed once the start has left."""
        touch, rim, rects = self.arrangement.touch, self.arrangement.rim, self.arrangement.rects
        rest = self.own & ~start.was
        if start.variant is None:
            return flood(rim, rest, touch) != rest
        on_edge = bool(self.rules.edges_of(start.variant))
        held = not start.was & self.analysis.props
        if held and on_edge:
            return False
        around, contact = touch[start.was.bit_length() - 1] & rest, self.rules.contact
        beside = sum(1 << slot for slot in slots(around) if contact(start.variant, rects[slot]))
        if held:
            return not beside
        reached = flood(rim, rest, touch)
        if on_edge or reached & beside:
            reached = flood(rim | beside, rest, touch)
        return reached != rest or not (on_edge or reached & beside)


def _within(sides: dict[tuple[int, int, int, int], int], rect: Rect) -> int:
    """The region that a walk from a piece reaches without captures."""
    west, south, east, north = rect
    return (
        sides.get((0, west, east, north), 0)
        | sides.get((1, south, north, east), 0)
        | sides.get((2, west, east, south), 0)
        | sides.get((3, south, north, west), 0)
    )
