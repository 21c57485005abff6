"""Self-check mutants of Splinter."""

from __future__ import annotations

from collections.abc import Sequence

from shatterproof.game import Outcome
from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, grouped, opposite
from shatterproof_properties.second.splinter.rules import BLUE_OUT, WHITE_OUT


class FourNeighbours(Engine):
    """Only a shared side makes pieces one group, a shared corner does not."""

    def linked(self, mask: int) -> int:
        height = self.squares.rows + 2
        return mask | mask << 1 | mask >> 1 | mask << height | mask >> height


class ColoursApart(Engine):
    """Each colour forms its own groups, and the largest of them all stays."""

    def groups(self, pieces: int, within: int) -> list[int]:
        blue = pieces >> self.squares.size & within
        return sorted(
            [*grouped(blue, self.linked), *grouped(within & ~blue, self.linked)], key=lambda group: group & -group
        )


class OwnGroupStays(Engine):
    """In a tie the group of the slid piece stays, and the mover has no choice."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, next((group for group in tied if group & landing), tied[0]))]


class NamedGroupGoes(Engine):
    """In a tie the group that the mover names is the one removed."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        if len(tied) != 2:
            return super().options(groups, tied, landing)
        return [(tied[0], tied[1]), (tied[1], tied[0])]


class TiedGroupsStay(Engine):
    """In a tie all the largest groups stay."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        return [(0, sum(tied))]

    def refuses_splinters(self) -> bool:
        return False


class SmallestGroupGoes(Engine):
    """Only the smallest group is removed, however many there are."""

    def options(self, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
        if len(tied) > 1:
            return super().options(groups, tied, landing)
        return [(0, sum(groups) ^ min(groups, key=int.bit_count))]

    def refuses_splinters(self) -> bool:
        return False


class SlidGroupStays(Engine):
    """The group of the slid piece stays, not the largest."""

    def weight(self, group: int, own: int, landing: int) -> int:
        return 1 if group & landing else 0


class CountsOwnPieces(Engine):
    """The largest group is the one with most pieces of the mover."""

    def weight(self, group: int, own: int, landing: int) -> int:
        return (group & own).bit_count()


class OwnPiecesStay(Engine):
    """Of what is cut off only the opponent's pieces are removed."""

    def cut_off(self, within: int, stays: int, own: int) -> int:
        return within & ~(stays | own)

    def refuses_splinters(self) -> bool:
        return False


class JudgedBeforePushingOff(Engine):
    """Groups are judged while the piece pushed off still counts and still links."""

    def judged(self, landed: int, pieces: int) -> int:
        return landed & (1 << self.squares.size) - 1


class PushesOwnOnly(Engine):
    """Only pieces of the mover can be pushed."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return not run & ~own


class PushesOneOnly(Engine):
    """A slide pushes one piece at most."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return run.bit_count() <= 2


class EdgeHolds(Engine):
    """No piece can be pushed off the board: the edge holds the whole run."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return not off or run.bit_count() == 1


class StepOffRefused(Engine):
    """The slid piece itself may not leave the board."""

    def may_step_off(self) -> bool:
        return False


class SidewaysOnly(Engine):
    """Pieces slide along columns and rows only, not diagonally."""

    def directions(self) -> Sequence[int]:
        return range(0, 8, 2)


class PushedMayReturn(Engine):
    """Only the slid piece may not go back; pushing a piece back is allowed."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        return super().returns(here, square, square, direction)


class VacatedForAll(Engine):
    """No piece at all may come to a square that the last turn left empty."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        if here.heading == NOWHERE:
            return False
        vacated = self.squares.moved(here.now, opposite(here.heading)) & ~here.pieces
        return bool(self.squares.moved(run, direction) & vacated)


class ReturnsFreely(Engine):
    """Nothing stops a piece from going straight back."""

    def returns(self, here: Position, square: int, run: int, direction: int) -> bool:
        return False


class SlidPieceRemembered(Engine):
    """Of the last turn only the slid piece is remembered."""

    def remembered(self, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
        hindmost = now & ~self.squares.moved(now, heading)
        return hindmost & pieces


class LastPieceLoses(Engine):
    """A side is out only when it has no pieces left."""

    def is_out(self, square: int, cross: int, circle: int) -> bool:
        return not (square or cross or circle)


class OpponentTested(Engine):
    """Only the mover's opponent can run out of a kind."""

    def players_tested(self, blue_moved: bool) -> int:
        return WHITE_OUT if blue_moved else BLUE_OUT


class BothOutLost(Engine):
    """When both sides run out of a kind the mover has lost, whoever has more pieces."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        return Outcome(SIDES[blue_moved], "splinter.win.type-out")


class EvenIsWon(Engine):
    """When both sides run out with equally many pieces the mover wins."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        if blue == white:
            return Outcome(SIDES[not blue_moved], "splinter.win.both-out")
        return super().scored(blue, white, blue_moved)


class BothOutIsDrawn(Engine):
    """When both sides run out of a kind the game is drawn, whoever has more pieces."""

    def scored(self, blue: int, white: int, blue_moved: bool) -> Outcome:
        return Outcome(None, "splinter.win.even")


_SPLINTERS = ("splinter.group.", "splinter.win.", "splinter.slide.off", "splinter.step-off")
_SLIDES = ("splinter.slide.", "splinter.group.", "splinter.win.")
_ENDS = ("splinter.win.", "splinter.turn.finished")
MUTANTS: tuple[tuple[str, type[Engine], tuple[str, ...]], ...] = (
    ("four-neighbours", FourNeighbours, ("splinter.group.touch", *_SPLINTERS)),
    ("colours-apart", ColoursApart, ("splinter.group.touch", *_SPLINTERS)),
    ("own-group-stays", OwnGroupStays, ("splinter.group.tie", *_SPLINTERS)),
    ("named-group-goes", NamedGroupGoes, ("splinter.tie", *_SPLINTERS)),
    ("tied-groups-stay", TiedGroupsStay, ("splinter.group.tie", *_SPLINTERS)),
    ("smallest-group-goes", SmallestGroupGoes, ("splinter.group.largest", *_SPLINTERS)),
    ("slid-group-stays", SlidGroupStays, ("splinter.group.largest", *_SPLINTERS)),
    ("counts-own-pieces", CountsOwnPieces, ("splinter.group.largest", *_SPLINTERS)),
    ("own-pieces-stay", OwnPiecesStay, ("splinter.group.own", *_SPLINTERS)),
    ("judged-before-pushing-off", JudgedBeforePushingOff, ("splinter.slide.off", *_SPLINTERS)),
    ("pushes-own-only", PushesOwnOnly, ("splinter.slide.push", *_SLIDES)),
    ("pushes-one-only", PushesOneOnly, ("splinter.slide.push", *_SLIDES)),
    ("edge-holds", EdgeHolds, ("splinter.slide.off", *_SLIDES)),
    ("sideways-only", SidewaysOnly, ("splinter.slide.one-step", *_SLIDES)),
    ("step-off-refused", StepOffRefused, ("splinter.step-off", "splinter.win.")),
    ("pushed-may-return", PushedMayReturn, ("splinter.slide.return", "splinter.slide.")),
    ("vacated-for-all", VacatedForAll, ("splinter.slide.return", "splinter.slide.")),
    ("returns-freely", ReturnsFreely, ("splinter.slide.return", "splinter.slide.")),
    ("slid-piece-remembered", SlidPieceRemembered, ("splinter.slide.return", "splinter.slide.")),
    ("last-piece-loses", LastPieceLoses, ("splinter.win.type-out", *_ENDS)),
    ("opponent-tested", OpponentTested, ("splinter.win.own-turn", *_ENDS)),
    ("both-out-lost", BothOutLost, ("splinter.win.both-out", *_ENDS)),
    ("both-out-is-drawn", BothOutIsDrawn, ("splinter.win.both-out", *_ENDS)),
    ("even-is-won", EvenIsWon, ("splinter.win.even", *_ENDS)),
)
