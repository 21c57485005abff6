"""Self-check mutants of Splinter."""

from __future__ import annotations

from collections.abc import Sequence

from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Mutants
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.position import NOWHERE, SIDES, Position, grouped, opposite
from shatterproof_properties.second.splinter.rules import BLUE_OUT, WHITE_OUT

_SPLINTERS = ("splinter.group.", "splinter.win.", "splinter.slide.off", "splinter.step-off")
_SLIDES = ("splinter.slide.", "splinter.group.", "splinter.win.")
_ENDS = ("splinter.win.", "splinter.turn.finished")
MUTANTS = Mutants(Engine)


@MUTANTS.instead_of(Engine.linked, "splinter.group.touch", *_SPLINTERS)
def four_neighbours(self: Engine, mask: int) -> int:
    """Only a shared side makes pieces one group, a shared corner does not."""
    height = self.squares.rows + 2
    return mask | mask << 1 | mask >> 1 | mask << height | mask >> height


@MUTANTS.instead_of(Engine.groups, "splinter.group.touch", *_SPLINTERS)
def colours_apart(self: Engine, pieces: int, within: int) -> list[int]:
    """Each colour forms its own groups, and the largest of them all stays."""
    blue = pieces >> self.squares.size & within
    return sorted(
        [*grouped(blue, self.linked), *grouped(within & ~blue, self.linked)], key=lambda group: group & -group
    )


@MUTANTS.instead_of(Engine.options, "splinter.group.tie", *_SPLINTERS)
def own_group_stays(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """In a tie the group of the slid piece stays, and the mover has no choice."""
    return [(0, next((group for group in tied if group & landing), tied[0]))]


@MUTANTS.instead_of(Engine.options, "splinter.tie", *_SPLINTERS)
def named_group_goes(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """In a tie the group that the mover names is the one removed."""
    if len(tied) != 2:
        return Engine.options(self, groups, tied, landing)
    return [(tied[0], tied[1]), (tied[1], tied[0])]


@MUTANTS.instead_of(Engine.options, "splinter.group.tie", *_SPLINTERS, refuses_splinters=False)
def tied_groups_stay(self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int) -> list[tuple[int, int]]:
    """In a tie all the largest groups stay."""
    return [(0, sum(tied))]


@MUTANTS.instead_of(Engine.options, "splinter.group.largest", *_SPLINTERS, refuses_splinters=False)
def smallest_group_goes(
    self: Engine, groups: Sequence[int], tied: Sequence[int], landing: int
) -> list[tuple[int, int]]:
    """Only the smallest group is removed, however many there are."""
    if len(tied) > 1:
        return Engine.options(self, groups, tied, landing)
    return [(0, sum(groups) ^ min(groups, key=int.bit_count))]


@MUTANTS.instead_of(Engine.weight, "splinter.group.largest", *_SPLINTERS)
def slid_group_stays(self: Engine, group: int, own: int, landing: int) -> int:
    """The group of the slid piece stays, not the largest."""
    return 1 if group & landing else 0


@MUTANTS.instead_of(Engine.weight, "splinter.group.largest", *_SPLINTERS)
def counts_own_pieces(self: Engine, group: int, own: int, landing: int) -> int:
    """The largest group is the one with most pieces of the mover."""
    return (group & own).bit_count()


@MUTANTS.instead_of(Engine.cut_off, "splinter.group.own", *_SPLINTERS, refuses_splinters=False)
def own_pieces_stay(self: Engine, within: int, stays: int, own: int) -> int:
    """Of what is cut off only the opponent's pieces are removed."""
    return within & ~(stays | own)


@MUTANTS.instead_of(Engine.judged, "splinter.slide.off", *_SPLINTERS)
def judged_before_pushing_off(self: Engine, landed: int, pieces: int) -> int:
    """Groups are judged while the piece pushed off still counts and still links."""
    return landed & (1 << self.squares.size) - 1


@MUTANTS.instead_of(Engine.may_push, "splinter.slide.push", *_SLIDES)
def pushes_own_only(self: Engine, own: int, run: int, off: bool) -> bool:
    """Only pieces of the mover can be pushed."""
    return not run & ~own


@MUTANTS.instead_of(Engine.may_push, "splinter.slide.push", *_SLIDES)
def pushes_one_only(self: Engine, own: int, run: int, off: bool) -> bool:
    """A slide pushes one piece at most."""
    return run.bit_count() <= 2


@MUTANTS.instead_of(Engine.may_push, "splinter.slide.off", *_SLIDES)
def edge_holds(self: Engine, own: int, run: int, off: bool) -> bool:
    """No piece can be pushed off the board: the edge holds the whole run."""
    return not off or run.bit_count() == 1


@MUTANTS.instead_of(Engine.directions, "splinter.slide.one-step", *_SLIDES)
def sideways_only(self: Engine) -> Sequence[int]:
    """Pieces slide along columns and rows only, not diagonally."""
    return range(0, 8, 2)


@MUTANTS.instead_of(Engine.may_step_off, "splinter.step-off", "splinter.win.")
def step_off_refused(self: Engine) -> bool:
    """The slid piece itself may not leave the board."""
    return False


@MUTANTS.instead_of(Engine.returns, "splinter.slide.return", "splinter.slide.")
def pushed_may_return(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """Only the slid piece may not go back; pushing a piece back is allowed."""
    return Engine.returns(self, here, square, square, direction)


@MUTANTS.instead_of(Engine.returns, "splinter.slide.return", "splinter.slide.")
def vacated_for_all(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """No piece at all may come to a square that the last turn left empty."""
    if here.heading == NOWHERE:
        return False
    vacated = self.squares.moved(here.now, opposite(here.heading)) & ~here.pieces
    return bool(self.squares.moved(run, direction) & vacated)


@MUTANTS.instead_of(Engine.returns, "splinter.slide.return", "splinter.slide.")
def returns_freely(self: Engine, here: Position, square: int, run: int, direction: int) -> bool:
    """Nothing stops a piece from going straight back."""
    return False


@MUTANTS.instead_of(Engine.remembered, "splinter.slide.return", "splinter.slide.")
def slid_piece_remembered(self: Engine, pieces: int, now: int, heading: int, blue_moved: bool, removed: bool) -> int:
    """Of the last turn only the slid piece is remembered."""
    hindmost = now & ~self.squares.moved(now, heading)
    return hindmost & pieces


@MUTANTS.instead_of(Engine.is_out, "splinter.win.type-out", *_ENDS)
def last_piece_loses(self: Engine, square: int, cross: int, circle: int) -> bool:
    """A side is out only when it has no pieces left."""
    return not (square or cross or circle)


@MUTANTS.instead_of(Engine.players_tested, "splinter.win.own-turn", *_ENDS)
def opponent_tested(self: Engine, blue_moved: bool) -> int:
    """Only the mover's opponent can run out of a kind."""
    return WHITE_OUT if blue_moved else BLUE_OUT


@MUTANTS.instead_of(Engine.scored, "splinter.win.both-out", *_ENDS)
def both_out_lost(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both sides run out of a kind the mover has lost, whoever has more pieces."""
    return Outcome(SIDES[blue_moved], "splinter.win.type-out")


@MUTANTS.instead_of(Engine.scored, "splinter.win.both-out", *_ENDS)
def both_out_is_drawn(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both sides run out of a kind the game is drawn, whoever has more pieces."""
    return Outcome(None, "splinter.win.even")


@MUTANTS.instead_of(Engine.scored, "splinter.win.even", *_ENDS)
def even_is_won(self: Engine, blue: int, white: int, blue_moved: bool) -> Outcome:
    """When both sides run out with equally many pieces the mover wins."""
    if blue == white:
        return Outcome(SIDES[not blue_moved], "splinter.win.both-out")
    return Engine.scored(self, blue, white, blue_moved)
