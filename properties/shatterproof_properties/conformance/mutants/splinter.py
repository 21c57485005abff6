"""Self-check mutants of Splinter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, grouped, opposite
from shatterproof_properties.second.splinter.rules import BLUE_OUT, WHITE_OUT

_SPLINTERS = ("splinter.group.", "splinter.win.", "splinter.slide.off", "splinter.step-off")
_SLIDES = ("splinter.slide.", "splinter.group.", "splinter.win.")
_ENDS = ("splinter.win.", "splinter.turn.finished")


def _four_neighbours(it: Engine, usual: Callable[..., int], mask: int) -> int:
    height = it.squares.rows + 2
    return mask | mask << 1 | mask >> 1 | mask << height | mask >> height


def _colours_apart(it: Engine, usual: Callable[..., list[int]], pieces: int, within: int) -> list[int]:
    blue = pieces >> it.squares.size & within
    return sorted([*grouped(blue, it.linked), *grouped(within & ~blue, it.linked)], key=lambda group: group & -group)


def _vacated_for_all(it: Engine, usual: Usual, here: Position, square: int, run: int, direction: int) -> Any:
    if here.heading == NOWHERE:
        return False
    vacated = it.squares.moved(here.now, opposite(here.heading)) & ~here.pieces
    return bool(it.squares.moved(run, direction) & vacated)


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("four-neighbours", "Only a shared side makes pieces one group, a shared corner does not.",
           ("splinter.group.touch", *_SPLINTERS), linked=_four_neighbours),
    mutant("colours-apart", "Each colour forms its own groups, and the largest of them all stays.",
           ("splinter.group.touch", *_SPLINTERS), groups=_colours_apart),
    mutant("own-group-stays", "In a tie the group of the slid piece stays, and the mover has no choice.",
           ("splinter.group.tie", *_SPLINTERS), options=lambda it, usual, groups, tied, landing:
           [(0, next((group for group in tied if group & landing), tied[0]))]),
    mutant("named-group-goes", "In a tie the group that the mover names is the one removed.",
           ("splinter.tie", *_SPLINTERS), options=lambda it, usual, groups, tied, landing:
           usual(groups, tied, landing) if len(tied) != 2 else [(tied[0], tied[1]), (tied[1], tied[0])]),
    mutant("tied-groups-stay", "In a tie all the largest groups stay.", ("splinter.group.tie", *_SPLINTERS),
           options=lambda it, usual, groups, tied, landing: [(0, sum(tied))], refuses_splinters=False),
    mutant("smallest-group-goes", "Only the smallest group is removed, however many there are.",
           ("splinter.group.largest", *_SPLINTERS), options=lambda it, usual, groups, tied, landing:
           usual(groups, tied, landing) if len(tied) > 1 else [(0, sum(groups) ^ min(groups, key=int.bit_count))],
           refuses_splinters=False),
    mutant("slid-group-stays", "The group of the slid piece stays, not the largest.",
           ("splinter.group.largest", *_SPLINTERS),
           weight=lambda it, usual, group, own, landing: 1 if group & landing else 0),
    mutant("counts-own-pieces", "The largest group is the one with most pieces of the mover.",
           ("splinter.group.largest", *_SPLINTERS),
           weight=lambda it, usual, group, own, landing: (group & own).bit_count()),
    mutant("own-pieces-stay", "Of what is cut off only the opponent's pieces are removed.",
           ("splinter.group.own", *_SPLINTERS), cut_off=lambda it, usual, within, stays, own: within & ~(stays | own),
           refuses_splinters=False),
    mutant("judged-before-pushing-off", "Groups are judged while the piece pushed off still counts and still links.",
           ("splinter.slide.off", *_SPLINTERS),
           judged=lambda it, usual, landed, pieces: landed & (1 << it.squares.size) - 1),
    mutant("pushes-own-only", "Only pieces of the mover can be pushed.", ("splinter.slide.push", *_SLIDES),
           may_push=lambda it, usual, own, run, off: not run & ~own),
    mutant("pushes-one-only", "A slide pushes one piece at most.", ("splinter.slide.push", *_SLIDES),
           may_push=lambda it, usual, own, run, off: run.bit_count() <= 2),
    mutant("edge-holds", "No piece can be pushed off the board: the edge holds the whole run.",
           ("splinter.slide.off", *_SLIDES),
           may_push=lambda it, usual, own, run, off: not off or run.bit_count() == 1),
    mutant("sideways-only", "Pieces slide along columns and rows only, not diagonally.",
           ("splinter.slide.one-step", *_SLIDES), directions=lambda it, usual: range(0, 8, 2)),
    mutant("step-off-refused", "The slid piece itself may not leave the board.",
           ("splinter.step-off", "splinter.win."), may_step_off=lambda it, usual: False),
    mutant("pushed-may-return", "Only the slid piece may not go back; pushing a piece back is allowed.",
           ("splinter.slide.return", "splinter.slide."),
           returns=lambda it, usual, here, square, run, direction: usual(here, square, square, direction)),
    mutant("vacated-for-all", "No piece at all may come to a square that the last turn left empty.",
           ("splinter.slide.return", "splinter.slide."), returns=_vacated_for_all),
    mutant("returns-freely", "Nothing stops a piece from going straight back.",
           ("splinter.slide.return", "splinter.slide."), returns=lambda it, usual, *_: False),
    mutant("slid-piece-remembered", "Of the last turn only the slid piece is remembered.",
           ("splinter.slide.return", "splinter.slide."),
           remembered=lambda it, usual, pieces, now, heading, blue_moved, removed:
           now & ~it.squares.moved(now, heading) & pieces),
    mutant("last-piece-loses", "A side is out only when it has no pieces left.", ("splinter.win.type-out", *_ENDS),
           is_out=lambda it, usual, square, cross, circle: not (square or cross or circle)),
    mutant("opponent-tested", "Only the mover's opponent can run out of a kind.", ("splinter.win.own-turn", *_ENDS),
           players_tested=lambda it, usual, blue_moved: WHITE_OUT if blue_moved else BLUE_OUT),
    mutant("both-out-lost", "When both sides run out of a kind the mover has lost, whoever has more pieces.",
           ("splinter.win.both-out", *_ENDS),
           scored=lambda it, usual, blue, white, blue_moved: Outcome(SIDES[blue_moved], "splinter.win.type-out")),
    mutant("both-out-is-drawn", "When both sides run out of a kind the game is drawn, whoever has more pieces.",
           ("splinter.win.both-out", *_ENDS), scored=lambda it, usual, *_: Outcome(None, "splinter.win.even")),
    mutant("even-is-won", "When both sides run out with equally many pieces the mover wins.",
           ("splinter.win.even", *_ENDS), scored=lambda it, usual, blue, white, blue_moved:
           Outcome(SIDES[not blue_moved], "splinter.win.both-out") if blue == white
           else usual(blue, white, blue_moved)),
)  # fmt: skip
