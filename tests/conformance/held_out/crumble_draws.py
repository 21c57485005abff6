"""Held-out mutants of Crumble about draws by repetition."""

from __future__ import annotations

from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import Rect
from shatterproof_properties.second.crumble.draws import ANYWHERE
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position, Targets, WalkEnd, Worked

_DRAWS = ("crumble.draw.repetition", "crumble.draw")
MUTANTS = Mutants(Engine)


@MUTANTS.instead_of(Engine.descends, *_DRAWS)
def descends_from_one(self: Engine, piece: Rect, worked: Worked) -> bool:
    """A piece descends from a single piece that was worked before, not from several together."""
    return any(Engine.descends(self, piece, (one,)) for one in worked)


@MUTANTS.instead_of(Engine.descends, *_DRAWS)
def corner_descends(self: Engine, piece: Rect, worked: Worked) -> bool:
    """A piece descends from what was worked before if its lower-left corner does."""
    west, south, _, _ = piece
    return any(x0 <= west < x1 and y0 <= south < y1 for x0, y0, x1, y1 in worked)


@MUTANTS.instead_of(Engine.descends, *_DRAWS)
def same_pieces_only(self: Engine, piece: Rect, worked: Worked) -> bool:
    """Only the very pieces that were worked before count, not parts of them."""
    return piece in worked


@MUTANTS.instead_of(Engine.renewing_targets, *_DRAWS)
def first_piece_tested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    """Of the pieces that a turn works only the first is tested."""
    return Engine.renewing_targets(self, memory, worked[:1])


@MUTANTS.instead_of(Engine.renewing_targets, *_DRAWS)
def latest_turn_untested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    """Of the mover's two previous turns only the earlier is looked at."""
    if memory and len(memory.recent) > 3:
        recent = memory.recent
        memory = memory._replace(recent=(recent[0], recent[3], *recent[2:]))
    return Engine.renewing_targets(self, memory, worked)


@MUTANTS.instead_of(Engine.renewing_targets, *_DRAWS)
def earlier_turn_untested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    """Of the mover's two previous turns only the latest is looked at."""
    if memory and len(memory.recent) > 3 and memory.recent[1] and memory.recent[3]:
        first, last, second, earlier = memory.recent[:4]
        assert last is not None
        assert earlier is not None
        earlier = earlier._replace(worked=last.worked)
        memory = memory._replace(recent=(first, last, second, earlier))
    return Engine.renewing_targets(self, memory, worked)


@MUTANTS.instead_of(Engine.renewing_targets, *_DRAWS)
def opponents_turns_tested(self: Engine, memory: Memory | None, worked: Worked) -> Targets | None:
    """The opponent's last two turns are looked at instead of the mover's."""
    if memory and len(memory.recent) > 3:
        one, two, three, four = memory.recent[:4]
        memory = memory._replace(recent=(two, one, four, three))
    return Engine.renewing_targets(self, memory, worked)


@MUTANTS.instead_of(Engine.has_renewed, *_DRAWS)
def any_target(self: Engine, renewing: Targets | None, targets: Targets) -> bool:
    """Into which piece a turn swaps does not matter."""
    return Engine.has_renewed(self, renewing if renewing is None else ANYWHERE, targets)


@MUTANTS.instead_of(Engine.has_renewed, *_DRAWS)
def target_by_its_corner(self: Engine, renewing: Targets | None, targets: Targets) -> bool:
    """Two pieces with the same lower-left corner are the same target."""
    if renewing is None or not targets:
        return False
    corners = {target[:2] for target in renewing}
    return renewing == ANYWHERE or any(target[:2] in corners for target in targets)


@MUTANTS.instead_of(Engine.renewals_after, *_DRAWS)
def renewals_stay(self: Engine, memory: Memory | None, targets: Targets, renewed: bool) -> int:
    """A turn that does not renew leaves the count as it was."""
    if not renewed and memory:
        return memory.renewals
    return Engine.renewals_after(self, memory, targets, renewed)


@MUTANTS.instead_of(Engine.after, *_DRAWS)
def joins_renew_nothing(
    self: Engine, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
) -> Position:
    """Only cuts can renew."""
    joined = arrangement.live.bit_count() < here.arrangement.live.bit_count()
    return Engine.after(self, here, arrangement, worked, None if joined else renewing, end)


@MUTANTS.instead_of(Engine.after, *_DRAWS)
def captures_renew_nothing(
    self: Engine, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
) -> Position:
    """A turn that captures renews nothing."""
    grown = arrangement.live.bit_count() - here.arrangement.live.bit_count()
    captured = end.own.bit_count() != here.own.bit_count() + grown
    return Engine.after(self, here, arrangement, worked, None if captured else renewing, end)


@MUTANTS.instead_of(Engine.after, "crumble.draw.repetition", "crumble.turn.finished")
def plays_on_after_draws(
    self: Engine, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
) -> Position:
    """A game that is drawn by repetition goes on."""
    found = Engine.after(self, here, arrangement, worked, renewing, end)
    drawn = found.outcome is not None and found.outcome.winner is None
    return found._replace(outcome=None) if drawn else found
