"""Mutants of Crumble as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect
from shatterproof_properties.second.crumble.position import Arrangement, Position, Turn

Json = dict[str, Any]


def sides(piece: Rect) -> tuple[int, int]:
    """The height and width of a piece, in grains."""
    return piece[2] - piece[0], piece[3] - piece[1]


def _draws_are_won(self: Engine, here: Position) -> Outcome | None:
    found = Engine.outcome(self, here)
    return Outcome(self.to_move(here), found.clause) if found and found.winner is None else found


def _one_halving_less(self: Engine, piece: Rect, vertical: bool) -> bool:
    side = sides(piece)[not vertical]
    return side % 4 == 0 or (side % 2 == 0 and side > 2)


def _specks_survive(self: Engine, arrangement: Arrangement, group: int) -> bool:
    pieces = [rect for slot, rect in enumerate(arrangement.rects) if group >> slot & 1]
    is_small = all(4 * sides(rect)[0] * sides(rect)[1] < GRAINS * GRAINS for rect in pieces)
    return Engine.is_enclosed(self, arrangement, group) and not is_small


def _own_fall_with_others_only(self: Engine, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
    after = Engine.capture(self, arrangement, own, stood)
    return own if own & ~after and not after & ~own else after


class LongChainsByCorners(Engine):
    """A chain goes by corners and has five pieces at least."""

    def chain_links(self, arrangement: Arrangement) -> list[int]:
        return list(arrangement.near)

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        return all(chain & edge for edge in arrangement.edges) and chain.bit_count() > 4


def _lists_without_mover(self: Engine, here: Position) -> Iterator[tuple[Turn, Position]]:
    key = self.text(here._replace(black_moves=True))
    return iter(remembered(self, key, lambda: list(Engine.results(self, here))))


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("draws-at-three", "Three renewals are a draw.", ("crumble.draw.repetition",),
           Engine.renewals_for_draw, lambda self: 3),
    mutant("home-is-a-target", "Of a walk only the place where it ends is a target.", ("crumble.draw.repetition",),
           Engine.targets_of, lambda self, start, at, entered: 1 << at),
    mutant("draws-are-won", "Who repeats wins.", ("crumble.draw.repetition",),
           Engine.outcome, _draws_are_won),
    mutant("no-threats", "Announcements are not read.", ("crumble.notation.threat",),
           Engine.verdict, lambda self, here, text:
           {"verdict": "malformed"} if text.endswith("+") else Engine.verdict(self, here, text)),
    mutant("one-halving-less", "Pieces of two grains are not halved.", ("crumble.board.limits",),
           Engine.within_limits, _one_halving_less),
    mutant("specks-survive", "Pieces smaller than a quarter are not captured.", ("crumble.capture.enclosed",),
           Engine.is_enclosed, _specks_survive),
    mutant("corners-count-once", "A piece in a corner touches one edge.", ("crumble.win.four-sides",),
           Engine.edges_of, lambda self, piece: Engine.edges_of(self, piece)[:1]),
    mutant("cuts-of-one-size", "A further cut is only of a piece as large as the one before.", ("crumble.cut.many",),
           Engine.may_follow, lambda self, before, after, vertical: sides(before) == sides(after)),
    mutant("three-never-join", "Three pieces are not joined.", ("crumble.join.several",),
           Engine.may_join, lambda self, outline, count: count != 3 and Engine.may_join(self, outline, count)),
    mutant("own-fall-with-others-only", "A capture that takes the mover's pieces and no others does not take place.",
           ("crumble.capture.either",), Engine.capture, _own_fall_with_others_only),
    mutant("three-remembered", "Three turns are remembered.", ("crumble.draw.repetition",),
           Engine.most_remembered, lambda self, renewals: 3),
    mutant("swaps-of-one-size", "Square pieces of a quarter of a stone's side do not stand.", ("crumble.pieces.shape",),
           Engine.is_legal_shape, lambda self, width, height:
           Engine.is_legal_shape(self, width, height) and (width != height or width != GRAINS // 4)),
    mutant("finished-is-malformed", "After the end of the game no text is a turn.", ("crumble.turn.finished",),
           Engine.verdict, lambda self, here, text:
           {"verdict": "malformed"} if self.outcome(here) else Engine.verdict(self, here, text)),
    mutant("leading-zeros", "Numbers may begin with zeros.", ("crumble.notation.location",),
           Engine.verdict,
           lambda self, here, text: Engine.verdict(self, here, re.sub(r"(?<![0-9])0+(?=[0-9])", "", text))),
    ("long-chains-by-corners", LongChainsByCorners, ("crumble.chain",)),
    mutant("captures-forget-memory", "A turn that works on more than two pieces forgets what was remembered.",
           ("crumble.draw.repetition",), Engine.remember, lambda self, memory, worked, targets, renewed:
           Engine.remember(self, None if len(worked) > 2 else memory, worked, targets, renewed)),
    mutant("lists-without-mover", "The turns of a position are remembered by its pieces and what it remembers.",
           ("crumble.cut.own",), Engine.results, _lists_without_mover),
)  # fmt: skip
