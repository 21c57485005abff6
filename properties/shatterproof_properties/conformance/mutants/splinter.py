"""Self-check mutants of Splinter."""

from __future__ import annotations

from collections.abc import Sequence

from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, MutantsOf
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, grouped, opposite
from shatterproof_properties.second.splinter.rules import BLUE_OUT, WHITE_OUT

_SPLINTERS = ("splinter.group.", "splinter.win.", "splinter.slide.off", "splinter.step-off")
_SLIDES = ("splinter.slide.", "splinter.group.", "splinter.win.")
_ENDS = ("splinter.win.", "splinter.turn.finished")


def _four_neighbours(self: Engine, mask: int) -> int:
    height = self.squares.rows + 2
    return mask | mask << 1 | mask >> 1 | mask << height | mask >> height


def _colours_apart(self: Engine, pieces: int, within: int) -> list[int]:
    blue = pieces >> self.squares.size & within
    return sorted(
        [*grouped(blue, self.linked), *grouped(within & ~blue, self.linked)], key=lambda group: group & -group
    )


def _named_group_goes(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    if len(tied) != 2:
        return Engine.options(self, groups, tied, landing)
    return [(tied[0], tied[1]), (tied[1], tied[0])]


def _smallest_group_goes(
    self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    if len(tied) > 1:
        return Engine.options(self, groups, tied, landing)
    return [(0, sum(groups) ^ min(groups, key=int.bit_count))]


def _vacated_for_all(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    if here.heading == NOWHERE:
        return False
    vacated = self.squares.moved(here.now, opposite(here.heading)) & ~here.pieces
    return bool(self.squares.moved(run, direction) & vacated)


def _slid_piece_remembered(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    hindmost = now & ~self.squares.moved(now, heading)
    return hindmost & pieces


def _even_is_won(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    if blue == white:
        return Outcome(SIDES[not blue_moved], "splinter.win.both-out")
    return Engine.scored(self, blue, white, blue_moved)


mutant = MutantsOf(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("four-neighbours", "Only a shared side makes pieces one group, a shared corner does not.",
           ("splinter.group.touch", *_SPLINTERS), Engine.linked, _four_neighbours),
    mutant("colours-apart", "Each colour forms its own groups, and the largest of them all stays.",
           ("splinter.group.touch", *_SPLINTERS), Engine.groups, _colours_apart),
    mutant("own-group-stays", "In a tie the group of the slid piece stays, and the mover has no choice.",
           ("splinter.group.tie", *_SPLINTERS), Engine.options,
           lambda self, groups, tied, landing: [(0, next((group for group in tied if group & landing), tied[0]))]),
    mutant("named-group-goes", "In a tie the group that the mover names is the one removed.",
           ("splinter.tie", *_SPLINTERS), Engine.options, _named_group_goes),
    mutant("tied-groups-stay", "In a tie all the largest groups stay.", ("splinter.group.tie", *_SPLINTERS),
           Engine.options, lambda self, groups, tied, landing: [(0, sum(tied))], refuses_splinters=False),
    mutant("smallest-group-goes", "Only the smallest group is removed, however many there are.",
           ("splinter.group.largest", *_SPLINTERS), Engine.options, _smallest_group_goes, refuses_splinters=False),
    mutant("slid-group-stays", "The group of the slid piece stays, not the largest.",
           ("splinter.group.largest", *_SPLINTERS),
           Engine.weight, lambda self, group, own, landing: 1 if group & landing else 0),
    mutant("counts-own-pieces", "The largest group is the one with most pieces of the mover.",
           ("splinter.group.largest", *_SPLINTERS),
           Engine.weight, lambda self, group, own, landing: (group & own).bit_count()),
    mutant("own-pieces-stay", "Of what is cut off only the opponent's pieces are removed.",
           ("splinter.group.own", *_SPLINTERS),
           Engine.cut_off, lambda self, within, stays, own: within & ~(stays | own), refuses_splinters=False),
    mutant("judged-before-pushing-off", "Groups are judged while the piece pushed off still counts and still links.",
           ("splinter.slide.off", *_SPLINTERS),
           Engine.judged, lambda self, landed, pieces: landed & (1 << self.squares.size) - 1),
    mutant("pushes-own-only", "Only pieces of the mover can be pushed.", ("splinter.slide.push", *_SLIDES),
           Engine.may_push, lambda self, own, run, off: not run & ~own),
    mutant("pushes-one-only", "A slide pushes one piece at most.", ("splinter.slide.push", *_SLIDES),
           Engine.may_push, lambda self, own, run, off: run.bit_count() <= 2),
    mutant("edge-holds", "No piece can be pushed off the board: the edge holds the whole run.",
           ("splinter.slide.off", *_SLIDES),
           Engine.may_push, lambda self, own, run, off: not off or run.bit_count() == 1),
    mutant("sideways-only", "Pieces slide along columns and rows only, not diagonally.",
           ("splinter.slide.one-step", *_SLIDES), Engine.directions, lambda self: range(0, 8, 2)),
    mutant("step-off-refused", "The slid piece itself may not leave the board.", ("splinter.step-off", "splinter.win."),
           Engine.may_step_off, lambda self: False),
    mutant("pushed-may-return", "Only the slid piece may not go back; pushing a piece back is allowed.",
           ("splinter.slide.return", "splinter.slide."), Engine.returns,
           lambda self, here, square, run, direction: Engine.returns(self, here, square, square, direction)),
    mutant("vacated-for-all", "No piece at all may come to a square that the last turn left empty.",
           ("splinter.slide.return", "splinter.slide."), Engine.returns, _vacated_for_all),
    mutant("returns-freely", "Nothing stops a piece from going straight back.",
           ("splinter.slide.return", "splinter.slide."),
           Engine.returns, lambda self, here, square, run, direction: False),
    mutant("slid-piece-remembered", "Of the last turn only the slid piece is remembered.",
           ("splinter.slide.return", "splinter.slide."), Engine.remembered, _slid_piece_remembered),
    mutant("last-piece-loses", "A side is out only when it has no pieces left.", ("splinter.win.type-out", *_ENDS),
           Engine.is_out, lambda self, square, cross, circle: not (square or cross or circle)),
    mutant("opponent-tested", "Only the mover's opponent can run out of a kind.", ("splinter.win.own-turn", *_ENDS),
           Engine.players_tested, lambda self, blue_moved: WHITE_OUT if blue_moved else BLUE_OUT),
    mutant("both-out-lost", "When both sides run out of a kind the mover has lost, whoever has more pieces.",
           ("splinter.win.both-out", *_ENDS),
           Engine.scored, lambda self, blue, white, blue_moved: Outcome(SIDES[blue_moved], "splinter.win.type-out")),
    mutant("both-out-is-drawn", "When both sides run out of a kind the game is drawn, whoever has more pieces.",
           ("splinter.win.both-out", *_ENDS),
           Engine.scored, lambda self, blue, white, blue_moved: Outcome(None, "splinter.win.even")),
    mutant("even-is-won", "When both sides run out with equally many pieces the mover wins.",
           ("splinter.win.even", *_ENDS), Engine.scored, _even_is_won),
)  # fmt: skip
