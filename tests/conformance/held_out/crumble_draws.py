"""Held-out mutants of Crumble about draws by repetition."""

from __future__ import annotations

from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import Rect
from shatterproof_properties.second.crumble.draws import ANYWHERE
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position, Targets, WalkEnd, Worked

_DRAWS = ("crumble.draw.repetition", "crumble.draw")


def _corner_descends(self: Engine, piece: Rect, worked: Worked) -> bool:
    west, south, _, _ = piece
    return any(x0 <= west < x1 and y0 <= south < y1 for x0, y0, x1, y1 in worked)


def _latest_turn_untested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    if memory and len(memory.recent) > 3:
        recent = memory.recent
        memory = memory._replace(recent=(recent[0], recent[3], *recent[2:]))
    return Engine.renewing_targets(self, memory, worked)


def _earlier_turn_untested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    if memory and len(memory.recent) > 3 and memory.recent[1] and memory.recent[3]:
        first, last, second, earlier = memory.recent[:4]
        assert last is not None
        assert earlier is not None
        earlier = earlier._replace(worked=last.worked)
        memory = memory._replace(recent=(first, last, second, earlier))
    return Engine.renewing_targets(self, memory, worked)


def _opponents_turns_tested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    if memory and len(memory.recent) > 3:
        one, two, three, four = memory.recent[:4]
        memory = memory._replace(recent=(two, one, four, three))
    return Engine.renewing_targets(self, memory, worked)


def _target_by_its_corner(self: Engine, renewing: Targets | None, targets: Targets) -> bool:
    if renewing is None or not targets:
        return False
    corners = {target[:2] for target in renewing}
    return renewing == ANYWHERE or any(target[:2] in corners for target in targets)


def _renewals_stay(self: Engine, memory: Memory | None, targets: Targets, renewed: bool) -> int:
    if not renewed and memory:
        return memory.renewals
    return Engine.renewals_after(self, memory, targets, renewed)


def _joins_renew_nothing(
    self: Engine, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
) -> Position:
    joined = arrangement.live.bit_count() < here.arrangement.live.bit_count()
    return Engine.after(self, here, arrangement, worked, None if joined else renewing, end)


def _captures_renew_nothing(
    self: Engine, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
) -> Position:
    grown = arrangement.live.bit_count() - here.arrangement.live.bit_count()
    captured = end.own.bit_count() != here.own.bit_count() + grown
    return Engine.after(self, here, arrangement, worked, None if captured else renewing, end)


def _plays_on_after_draws(
    self: Engine, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
) -> Position:
    found = Engine.after(self, here, arrangement, worked, renewing, end)
    drawn = found.outcome is not None and found.outcome.winner is None
    return found._replace(outcome=None) if drawn else found


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("descends-from-one",
           "A piece descends from a single piece that was worked before, not from several together.",
           _DRAWS,
           Engine.descends, lambda self, piece, worked: any(Engine.descends(self, piece, (one,)) for one in worked)),
    mutant("corner-descends", "A piece descends from what was worked before if its lower-left corner does.", _DRAWS,
           Engine.descends, _corner_descends),
    mutant("same-pieces-only", "Only the very pieces that were worked before count, not parts of them.", _DRAWS,
           Engine.descends, lambda self, piece, worked: piece in worked),
    mutant("first-piece-tested", "Of the pieces that a turn works only the first is tested.", _DRAWS,
           Engine.renewing_targets, lambda self, memory, worked: Engine.renewing_targets(self, memory, worked[:1])),
    mutant("latest-turn-untested", "Of the mover's two previous turns only the earlier is looked at.", _DRAWS,
           Engine.renewing_targets, _latest_turn_untested),
    mutant("earlier-turn-untested", "Of the mover's two previous turns only the latest is looked at.", _DRAWS,
           Engine.renewing_targets, _earlier_turn_untested),
    mutant("opponents-turns-tested", "The opponent's last two turns are looked at instead of the mover's.", _DRAWS,
           Engine.renewing_targets, _opponents_turns_tested),
    mutant("any-target", "Into which piece a turn swaps does not matter.", _DRAWS,
           Engine.has_renewed, lambda self, renewing, targets:
           Engine.has_renewed(self, renewing if renewing is None else ANYWHERE, targets)),
    mutant("target-by-its-corner", "Two pieces with the same lower-left corner are the same target.", _DRAWS,
           Engine.has_renewed, _target_by_its_corner),
    mutant("renewals-stay", "A turn that does not renew leaves the count as it was.", _DRAWS,
           Engine.renewals_after, _renewals_stay),
    mutant("joins-renew-nothing", "Only cuts can renew.", _DRAWS,
           Engine.after, _joins_renew_nothing),
    mutant("captures-renew-nothing", "A turn that captures renews nothing.", _DRAWS,
           Engine.after, _captures_renew_nothing),
    mutant("plays-on-after-draws", "A game that is drawn by repetition goes on.",
           ("crumble.draw.repetition", "crumble.turn.finished"), Engine.after, _plays_on_after_draws),
)  # fmt: skip
