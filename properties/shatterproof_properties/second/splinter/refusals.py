"""Carrying out one written turn, or naming the clause that it breaks."""

from __future__ import annotations

from shatterproof_properties.second.splinter.endings import Ending, endings
from shatterproof_properties.second.splinter.notation import GOES, STAYS, Wish
from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.rules import Rules


class Refused(Exception):
    """A turn breaks the rules; `clause` says which."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def carried_out(rules: Rules, here: Position, wish: Wish) -> list[Ending]:
    """What a turn can mean, several when it leaves a tie open; Refused if it breaks a clause."""
    if here.outcome is not None:
        raise Refused("splinter.turn.finished")
    square = rules.squares.bits.get(wish.square)
    if square is None:
        raise Refused("splinter.notation.square")
    if not square & rules.own(here):
        raise Refused("splinter.turn.own")
    if wish.direction not in rules.directions():
        raise Refused("splinter.slide.one-step")
    run = rules.run(here.pieces & rules.squares.all, square, wish.direction)
    if clause := rules.refusal(here, square, wish.direction, run):
        raise Refused(clause)
    found = endings(rules, here, square, wish.direction, run, whole=False)
    return [_chosen(rules, found, wish)] if wish.choice else found


def _chosen(rules: Rules, found: list[Ending], wish: Wish) -> Ending:
    choice = rules.squares.bits.get(wish.choice, 0)
    if len(found) > 1 and not choice:
        raise Refused("splinter.notation.square")
    for group, after in found:
        if group & choice:
            if wish.sign != (STAYS if rules.keep_one else GOES):
                raise Refused("splinter.tie")
            return group, after
    raise Refused("splinter.group.tie")
