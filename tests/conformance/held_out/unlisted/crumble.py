"""Mutants of Crumble as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect
from shatterproof_properties.second.crumble.position import Arrangement, Memory, Position, Targets, Turn, Worked

MUTANTS = Mutants(Engine)
Json = dict[str, Any]


def sides(piece: Rect) -> tuple[int, int]:
    """The height and width of a piece, in grains."""
    return piece[2] - piece[0], piece[3] - piece[1]


@MUTANTS.instead_of(Engine.renewals_for_draw, "crumble.draw.repetition")
def draws_at_three(self: Engine) -> int:
    """Three renewals are a draw."""
    return 3


@MUTANTS.instead_of(Engine.targets_of, "crumble.draw.repetition")
def home_is_a_target(self: Engine, start: int, at: int, entered: int) -> int:
    """Of a walk only the place where it ends is a target."""
    return 1 << at


@MUTANTS.instead_of(Engine.outcome, "crumble.draw.repetition")
def draws_are_won(self: Engine, here: Position) -> Outcome | None:
    """Who repeats wins."""
    found = Engine.outcome(self, here)
    return Outcome(self.to_move(here), found.clause) if found and found.winner is None else found


@MUTANTS.instead_of(Engine.verdict, "crumble.notation.threat")
def no_threats(self: Engine, here: Position, text: str) -> Json:
    """Announcements are not read."""
    return {"verdict": "malformed"} if text.endswith("+") else Engine.verdict(self, here, text)


@MUTANTS.instead_of(Engine.within_limits, "crumble.board.limits")
def one_halving_less(self: Engine, piece: Rect, vertical: bool) -> bool:
    """Pieces of two grains are not halved."""
    side = sides(piece)[not vertical]
    return side % 4 == 0 or (side % 2 == 0 and side > 2)


@MUTANTS.instead_of(Engine.is_enclosed, "crumble.capture.enclosed")
def specks_survive(self: Engine, arrangement: Arrangement, group: int) -> bool:
    """Pieces smaller than a quarter are not captured."""
    pieces = [rect for slot, rect in enumerate(arrangement.rects) if group >> slot & 1]
    is_small = all(4 * sides(rect)[0] * sides(rect)[1] < GRAINS * GRAINS for rect in pieces)
    return Engine.is_enclosed(self, arrangement, group) and not is_small


@MUTANTS.instead_of(Engine.edges_of, "crumble.win.four-sides")
def corners_count_once(self: Engine, piece: Rect) -> Sequence[int]:
    """A piece in a corner touches one edge."""
    return Engine.edges_of(self, piece)[:1]


@MUTANTS.instead_of(Engine.may_follow, "crumble.cut.many")
def cuts_of_one_size(self: Engine, before: Rect, after: Rect, vertical: bool) -> bool:
    """A further cut is only of a piece as large as the one before."""
    return sides(before) == sides(after)


@MUTANTS.instead_of(Engine.may_join, "crumble.join.several")
def three_never_join(self: Engine, outline: Rect, count: int) -> bool:
    """Three pieces are not joined."""
    return count != 3 and Engine.may_join(self, outline, count)


@MUTANTS.instead_of(Engine.capture, "crumble.capture.either")
def own_fall_with_others_only(self: Engine, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
    """A capture that takes the mover's pieces and no others does not take place."""
    after = Engine.capture(self, arrangement, own, stood)
    return own if own & ~after and not after & ~own else after


@MUTANTS.instead_of(Engine.most_remembered, "crumble.draw.repetition")
def three_remembered(self: Engine, renewals: int) -> int:
    """Three turns are remembered."""
    return 3


@MUTANTS.instead_of(Engine.is_legal_shape, "crumble.pieces.shape")
def swaps_of_one_size(self: Engine, width: int, height: int) -> bool:
    """Square pieces of a quarter of a stone's side do not stand."""
    return Engine.is_legal_shape(self, width, height) and (width != height or width != GRAINS // 4)


@MUTANTS.instead_of(Engine.verdict, "crumble.turn.finished")
def finished_is_malformed(self: Engine, here: Position, text: str) -> Json:
    """After the end of the game no text is a turn."""
    return {"verdict": "malformed"} if self.outcome(here) else Engine.verdict(self, here, text)


@MUTANTS.instead_of(Engine.verdict, "crumble.notation.location")
def leading_zeros(self: Engine, here: Position, text: str) -> Json:
    """Numbers may begin with zeros."""
    return Engine.verdict(self, here, re.sub(r"(?<![0-9])0+(?=[0-9])", "", text))


@MUTANTS.engine("crumble.chain")
class LongChainsByCorners(Engine):
    """A chain goes by corners and has five pieces at least."""

    def chain_links(self, arrangement: Arrangement) -> list[int]:
        return list(arrangement.near)

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        return all(chain & edge for edge in arrangement.edges) and chain.bit_count() > 4


@MUTANTS.instead_of(Engine.remember, "crumble.draw.repetition")
def captures_forget_memory(
    self: Engine, memory: Memory | None, worked: Worked, targets: Targets, renewed: bool
) -> Memory | None:
    """A turn that works on more than two pieces forgets what was remembered."""
    return Engine.remember(self, None if len(worked) > 2 else memory, worked, targets, renewed)


@MUTANTS.instead_of(Engine.results, "crumble.cut.own")
def lists_without_mover(self: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    """The turns of a position are remembered by its pieces and what it remembers."""
    key = self.text(here._replace(black_moves=True))
    return iter(remembered(self, key, lambda: list(Engine.results(self, here))))
