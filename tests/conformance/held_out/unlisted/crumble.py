"""Mutants of Crumble as a stranger might make them, in no list of the harness."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from conformance.held_out.unlisted import remembered
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, mutants_of, then
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect, slots

Json = dict[str, Any]


def sides(piece: Rect) -> tuple[int, int]:
    """The height and width of a piece, in grains."""
    return piece[2] - piece[0], piece[3] - piece[1]


def _one_halving_less(it: Engine, usual: Callable[..., bool], piece: Rect, vertical: bool) -> bool:
    side = sides(piece)[not vertical]
    return side % 4 == 0 or (side % 2 == 0 and side > 2)


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("draws-at-three", "Three renewals are a draw.", ("crumble.draw.repetition",),
           renewals_for_draw=lambda it, usual: 3),
    mutant("home-is-a-target", "Of a walk only the place where it ends is a target.", ("crumble.draw.repetition",),
           targets_of=lambda it, usual, start, at, entered: 1 << at),
    mutant("draws-are-won", "Who repeats wins.", ("crumble.draw.repetition",), outcome=then(lambda it, found, here:
           Outcome(it.to_move(here), found.clause) if found and found.winner is None else found)),
    mutant("no-threats", "Announcements are not read.", ("crumble.notation.threat",),
           verdict=lambda it, usual, here, text:
           {"verdict": "malformed"} if text.endswith("+") else usual(here, text)),
    mutant("one-halving-less", "Pieces of two grains are not halved.", ("crumble.board.limits",),
           within_limits=_one_halving_less),
    mutant("specks-survive", "Pieces smaller than a quarter are not captured.", ("crumble.capture.enclosed",),
           is_enclosed=then(lambda it, found, arrangement, group:
           found and not all(4 * width * height < GRAINS * GRAINS
           for width, height in (sides(arrangement.rects[slot]) for slot in slots(group))))),
    mutant("corners-count-once", "A piece in a corner touches one edge.", ("crumble.win.four-sides",),
           edges_of=lambda it, usual, *given: usual(*given)[:1]),
    mutant("cuts-of-one-size", "A further cut is only of a piece as large as the one before.", ("crumble.cut.many",),
           may_follow=lambda it, usual, before, after, vertical: sides(before) == sides(after)),
    mutant("three-never-join", "Three pieces are not joined.", ("crumble.join.several",),
           may_join=lambda it, usual, outline, count: count != 3 and usual(outline, count)),
    mutant("own-fall-with-others-only", "A capture that takes the mover's pieces and no others does not take place.",
           ("crumble.capture.either",), capture=then(lambda it, after, arrangement, own, *_:
           own if own & ~after and (not after & ~own) else after)),
    mutant("three-remembered", "Three turns are remembered.", ("crumble.draw.repetition",),
           most_remembered=lambda it, usual, *_: 3),
    mutant("swaps-of-one-size", "Square pieces of a quarter of a stone's side do not stand.",
           ("crumble.pieces.shape",), is_legal_shape=lambda it, usual, width, height:
           usual(width, height) and (width != height or width != GRAINS // 4)),
    mutant("finished-is-malformed", "After the end of the game no text is a turn.", ("crumble.turn.finished",),
           verdict=lambda it, usual, here, text: {"verdict": "malformed"} if it.outcome(here) else usual(here, text)),
    mutant("leading-zeros", "Numbers may begin with zeros.", ("crumble.notation.location",),
           verdict=lambda it, usual, here, text: usual(here, re.sub(r"(?<![0-9])0+(?=[0-9])", "", text))),
    mutant("long-chains-by-corners", "A chain goes by corners and has five pieces at least.", ("crumble.chain",),
           chain_links=lambda it, usual, arrangement: list(arrangement.near),
           spans=lambda it, usual, arrangement, chain:
           all(chain & edge for edge in arrangement.edges) and chain.bit_count() > 4),
    mutant("captures-forget-memory", "A turn that works on more than two pieces forgets what was remembered.",
           ("crumble.draw.repetition",), remember=lambda it, usual, memory, worked, targets, renewed:
           usual(None if len(worked) > 2 else memory, worked, targets, renewed)),
    mutant("lists-without-mover", "The turns of a position are remembered by its pieces and what it remembers.",
           ("crumble.cut.own",), results=lambda it, usual, here:
           iter(remembered(it, it.text(here._replace(black_moves=True)), lambda: list(usual(here))))),
)  # fmt: skip
