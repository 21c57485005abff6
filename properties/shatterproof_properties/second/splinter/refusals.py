"""A written turn is played, or refused with the clause that it breaks."""

from __future__ import annotations

from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter.notation import GOES, STAYS, ParsedTurn
from shatterproof_properties.second.splinter.position import Position
from shatterproof_properties.second.splinter.rules import Rules
from shatterproof_properties.second.splinter.slides import SlideResult, slide_results


def carried_out(rules: Rules, here: Position, written: ParsedTurn) -> list[SlideResult]:
    """The meanings of a turn, several if it leaves a tie open. Raises RefusedTurn if the turn breaks a clause."""
    if here.outcome is not None:
        raise RefusedTurn("splinter.turn.finished")
    square = rules.squares.bits.get(written.square)
    if square is None:
        raise RefusedTurn("splinter.notation.square")
    if not square & rules.own(here):
        raise RefusedTurn("splinter.turn.own")
    if written.direction not in rules.directions():
        raise RefusedTurn("splinter.slide.one-step")
    run = rules.run(here.pieces & rules.squares.all, square, written.direction)
    if clause := rules.refusal(here, square, written.direction, run):
        raise RefusedTurn(clause)
    found = slide_results(rules, here, square, written.direction, run)
    return [_chosen(rules, found, written)] if written.choice else found


def _chosen(rules: Rules, found: list[SlideResult], written: ParsedTurn) -> SlideResult:
    choice = rules.squares.bits.get(written.choice, 0)
    if len(found) > 1 and not choice:
        raise RefusedTurn("splinter.notation.square")
    for group, after in found:
        if group & choice:
            if written.sign != (STAYS if rules.keep_one else GOES):
                raise RefusedTurn("splinter.tie")
            return group, after
    raise RefusedTurn("splinter.group.tie")
