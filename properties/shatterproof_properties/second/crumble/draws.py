"""What the draw rules remember, and when a turn renews."""

from __future__ import annotations

from collections.abc import Mapping

from shatterproof_properties.second.crumble.board import Rect
from shatterproof_properties.second.crumble.position import Memory, Remembered, Worked

ANYWHERE: Rect = (-1, -1, -1, -1)
Recent = tuple[Remembered | None, ...]


class DrawRules:
    """crumble.draw.repetition, under crumble.draw, crumble.draw-target and crumble.draw-descent."""

    readings: Mapping[str, str]

    def follow_draw_readings(self) -> None:
        """Settles what depends on the readings alone."""
        self.draw = self.readings["crumble.draw"]
        self.shared_target = self.readings["crumble.draw-target"] == "shared"
        self.wholly = self.readings["crumble.draw-descent"] == "wholly"

    def descends(self, piece: Rect, worked: Worked) -> bool:
        """Whether a piece descends from the pieces that a turn worked on."""
        west, south, east, north = piece
        covered = 0
        for x0, y0, x1, y1 in worked:
            width = min(east, x1) - max(west, x0)
            height = min(north, y1) - max(south, y0)
            if width > 0 and height > 0:
                covered += width * height
        return covered == (east - west) * (north - south) if self.wholly else covered > 0

    def renewing_target(self, memory: Memory | None, worked: Worked) -> Rect | None:
        """Where a walk must end for the turn to renew: one piece, ANYWHERE, or None if it cannot renew."""
        if memory is None or len(memory.recent) < 4:
            return None
        earlier = (memory.recent[1], memory.recent[3])
        for turn in earlier:
            if turn is None or not all(self.descends(piece, turn.worked) for piece in worked):
                return None
        if self.draw == "draw-turns":
            return ANYWHERE
        return earlier[0].target if earlier[0] else None

    def renewals_for_draw(self) -> int:
        """How many turns in a row must renew for a draw."""
        return 4 if self.draw == "draw-turns" else 2

    def remember(self, memory: Memory | None, worked: Worked, target: Rect | None, renewed: bool) -> Memory | None:
        """The memory after a turn that did not win."""
        if self.draw == "agreement-only":
            return None
        older = memory.recent if memory else ()
        renewals = memory.renewals + 1 if memory and renewed else int(renewed)
        if self.draw == "draw-turns":
            return Memory((Remembered(None, worked), *older[:3]), renewals)
        if self.shared_target:
            if target is None:
                return None
            goes_on = memory is not None and _target(memory.recent[0]) == target
            return Memory((Remembered(target, worked), *(older[:3] if goes_on else ())), renewals)
        newest = Remembered(target, worked) if target else None
        recent = self.forget_targets((newest, *older[:3]))
        return Memory(recent, renewals) if recent else None

    def forget_targets(self, recent: Recent) -> Recent:
        """Drops the turns that no later turn can renew together with the newest ones (same target)."""
        if self.shared_target:
            newest = recent[0] if recent else None
            kept = 0
            while newest and kept < len(recent) and _target(recent[kept]) == newest.target:
                kept += 1
            return recent[:kept] if newest and newest.target else ()
        turns = [turn if _target(turn) else None for turn in recent]
        for late, early in ((0, 2), (1, 3)):
            if early < len(turns) and _target(turns[early]) != _target(turns[late]):
                turns[early] = None
        while turns and turns[-1] is None:
            turns.pop()
        return tuple(turns)


def _target(turn: Remembered | None) -> Rect | None:
    return turn.target if turn else None
