"""Held-out mutants of Crumble about draws by repetition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of, then
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.draws import ANYWHERE

_DRAWS = ("crumble.draw.repetition", "crumble.draw")


def remembering(change: Callable[[Any], Any]) -> Usual:
    """The targets by a memory in which four turns or more are changed."""
    return lambda it, usual, memory, worked: usual(
        memory._replace(recent=change(memory.recent)) if memory and len(memory.recent) > 3 else memory, worked
    )


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
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
