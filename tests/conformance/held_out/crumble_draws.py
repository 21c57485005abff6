"""Held-out mutants of Crumble about draws by repetition."""

from __future__ import annotations

from shatterproof_properties.second.crumble.board import Rect
from shatterproof_properties.second.crumble.draws import ANYWHERE
from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position, Targets, WalkEnd, Worked


class DescendsFromOne(Engine):
    """A piece descends from a single piece that was worked before, not from several together."""

    def descends(self, piece: Rect, worked: Worked) -> bool:
        return any(super(DescendsFromOne, self).descends(piece, (one,)) for one in worked)


class CornerDescends(Engine):
    """A piece descends from what was worked before if its lower-left corner does."""

    def descends(self, piece: Rect, worked: Worked) -> bool:
        west, south, _, _ = piece
        return any(x0 <= west < x1 and y0 <= south < y1 for x0, y0, x1, y1 in worked)


class SamePiecesOnly(Engine):
    """Only the very pieces that were worked before count, not parts of them."""

    def descends(self, piece: Rect, worked: Worked) -> bool:
        return piece in worked


class FirstPieceTested(Engine):
    """Of the pieces that a turn works only the first is tested."""

    def renewing_targets(self, memory: Memory | None, worked: Worked) -> Targets | None:
        return super().renewing_targets(memory, worked[:1])


class LatestTurnUntested(Engine):
    """Of the mover's two previous turns only the earlier is looked at."""

    def renewing_targets(self, memory: Memory | None, worked: Worked) -> Targets | None:
        if memory and len(memory.recent) > 3:
            recent = memory.recent
            memory = memory._replace(recent=(recent[0], recent[3], *recent[2:]))
        return super().renewing_targets(memory, worked)


class EarlierTurnUntested(Engine):
    """Of the mover's two previous turns only the latest is looked at."""

    def renewing_targets(self, memory: Memory | None, worked: Worked) -> Targets | None:
        if memory and len(memory.recent) > 3 and memory.recent[1] and memory.recent[3]:
            first, last, second, earlier = memory.recent[:4]
            assert last is not None
            assert earlier is not None
            earlier = earlier._replace(worked=last.worked)
            memory = memory._replace(recent=(first, last, second, earlier))
        return super().renewing_targets(memory, worked)


class OpponentsTurnsTested(Engine):
    """The opponent's last two turns are looked at instead of the mover's."""

    def renewing_targets(self, memory: Memory | None, worked: Worked) -> Targets | None:
        if memory and len(memory.recent) > 3:
            one, two, three, four = memory.recent[:4]
            memory = memory._replace(recent=(two, one, four, three))
        return super().renewing_targets(memory, worked)


class AnyTarget(Engine):
    """Into which piece a turn swaps does not matter."""

    def has_renewed(self, renewing: Targets | None, targets: Targets) -> bool:
        return super().has_renewed(renewing if renewing is None else ANYWHERE, targets)


class TargetByItsCorner(Engine):
    """Two pieces with the same lower-left corner are the same target."""

    def has_renewed(self, renewing: Targets | None, targets: Targets) -> bool:
        if renewing is None or not targets:
            return False
        corners = {target[:2] for target in renewing}
        return renewing == ANYWHERE or any(target[:2] in corners for target in targets)


class RenewalsStay(Engine):
    """A turn that does not renew leaves the count as it was."""

    def renewals_after(self, memory: Memory | None, targets: Targets, renewed: bool) -> int:
        if not renewed and memory:
            return memory.renewals
        return super().renewals_after(memory, targets, renewed)


class JoinsRenewNothing(Engine):
    """Only cuts can renew."""

    def after(
        self, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
    ) -> Position:
        joined = arrangement.live.bit_count() < here.arrangement.live.bit_count()
        return super().after(here, arrangement, worked, None if joined else renewing, end)


class CapturesRenewNothing(Engine):
    """A turn that captures renews nothing."""

    def after(
        self, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
    ) -> Position:
        grown = arrangement.live.bit_count() - here.arrangement.live.bit_count()
        captured = end.own.bit_count() != here.own.bit_count() + grown
        return super().after(here, arrangement, worked, None if captured else renewing, end)


class PlaysOnAfterDraws(Engine):
    """A game that is drawn by repetition goes on."""

    def after(
        self, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
    ) -> Position:
        found = super().after(here, arrangement, worked, renewing, end)
        drawn = found.outcome is not None and found.outcome.winner is None
        return found._replace(outcome=None) if drawn else found


_DRAWS = ("crumble.draw.repetition", "crumble.draw")
MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("descends-from-one", DescendsFromOne, _DRAWS),
    ("corner-descends", CornerDescends, _DRAWS),
    ("same-pieces-only", SamePiecesOnly, _DRAWS),
    ("first-piece-tested", FirstPieceTested, _DRAWS),
    ("latest-turn-untested", LatestTurnUntested, _DRAWS),
    ("earlier-turn-untested", EarlierTurnUntested, _DRAWS),
    ("opponents-turns-tested", OpponentsTurnsTested, _DRAWS),
    ("any-target", AnyTarget, _DRAWS),
    ("target-by-its-corner", TargetByItsCorner, _DRAWS),
    ("renewals-stay", RenewalsStay, _DRAWS),
    ("joins-renew-nothing", JoinsRenewNothing, _DRAWS),
    ("captures-renew-nothing", CapturesRenewNothing, _DRAWS),
    ("plays-on-after-draws", PlaysOnAfterDraws, ("crumble.draw.repetition", "crumble.turn.finished")),
)
