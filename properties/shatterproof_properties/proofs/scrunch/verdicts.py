"""Turns as text and positions as JSON values, checked against the statement of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shatterproof.errors import InputError
from shatterproof_properties.proofs.agreement import Disagreement, Json, Result, compare, readings_of
from shatterproof_properties.proofs.scrunch.stated_rules import GivenGrowth, MoverStanding, StatedRules
from shatterproof_properties.proofs.scrunch.statement import DEFAULTS, STATED

SIDES = ("dark", "light")
TURN_TEXT = re.compile(r"(?:x(?P<removal>( \w+)+)(?:; (?P<then>\w+( \w+-\w+)?))?)|(?P<placing>\w+( \w+-\w+)?)")
PASS = "pass"


def result(position: Json, turn: str) -> Result | None:
    """The result of a turn by the statement: the position and the outcome there; None if the turn is illegal.

    Raises InputError for a position under readings that are not stated.
    """
    rules, here = read(position)
    found = TURN_TEXT.fullmatch(turn)
    if outcome_of(rules, position) or not found:
        return None
    if turn == PASS:
        after = here if rules.must_pass(here) else None
    elif found["removal"]:
        after = _after_removal(rules, here, found["removal"].split(), found["then"])
    else:
        after = _after_placing(rules, here, grown_by(turn))
    return None if after is None else ended_with(rules, position, after)


def _after_placing(rules: StatedRules, here: MoverStanding, given: GivenGrowth) -> MoverStanding | None:
    if given.lifted is None and given.placed in rules.egg_cells(here):
        return rules.after_egg(here, given.placed)
    return rules.after_growth(here, given)


def _after_removal(
    rules: StatedRules, here: MoverStanding, named: Sequence[str], then: str | None
) -> MoverStanding | None:
    after = rules.after_removal(here, named)
    if after is None or rules.wriggles_too(after) != (then is not None):
        return None
    return after if then is None else rules.after_growth(after, grown_by(then))


def confirm_win(position: Json, turn: str, after: Json, ended: Json | None) -> bool:
    """See `proofs.Statement`. That all replies lose is stated under the default readings only."""
    if ended is None and readings_of(position, STATED) != DEFAULTS:
        return False
    reprove_turn(position, turn, after, ended)
    if ended is None and not is_mated_now(after):
        raise Disagreement(f"is every reply to {turn} a last removal?", "the search says so", "z3 says no")
    return True


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal and has the result given. Raises Disagreement and InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def is_mated_now(position: Json) -> bool:
    """Whether, by the statement, every turn is a last removal (scrunch.end.last-snake).

    Raises InputError for a position under readings that are not the defaults, since removals may end differently there.
    """
    rules, here = read(position)
    if rules.readings != DEFAULTS:
        raise InputError("the position has readings of its own", "/readings", "the default readings")
    return outcome_of(rules, position) is None and rules.is_mated_now(here)


def outcome_of(rules: StatedRules, position: Json) -> Json | None:
    """scrunch.end.last-snake, scrunch.shut-out: the winner, if a side past creation has no stone, or is shut out."""
    for side, other in (SIDES, SIDES[::-1]):
        if not position[side] and side not in position["creating"]:
            return {"clause": "scrunch.end.last-snake", "winner": other}
    _, other = _sides(position)
    here = _standing(position)
    if rules.readings["shut-out"] == "loses" and here.creating and not here.own and not rules.isolated(here):
        return {"clause": "scrunch.shut-out", "winner": other}
    return None


def read(position: Json) -> tuple[StatedRules, MoverStanding]:
    """The rules that hold in a position, and the mover's view of it."""
    return StatedRules(int(position["board"]), readings_of(position, STATED)), _standing(position)


def _standing(position: Json) -> MoverStanding:
    own, opposing = (frozenset(position[side]) for side in _sides(position))
    return MoverStanding(own, opposing, position["to_move"] in position["creating"])


def _sides(position: Json) -> tuple[str, str]:
    return SIDES if position["to_move"] == SIDES[0] else SIDES[::-1]


def grown_by(turn: str) -> GivenGrowth:
    """The growth that a text stands for."""
    return GivenGrowth(*re.split("[ -]", turn))


def ended_with(rules: StatedRules, position: Json, here: MoverStanding) -> Result:
    """The position after a turn with the mover's stones and phase then, and the outcome."""
    mover, opponent = _sides(position)
    phases = [side for side in position["creating"] if side != mover or here.creating]
    cells = [cell for cell in rules.beside if cell in here.own]
    after = position | {mover: cells, "to_move": opponent, "creating": phases}
    return after, outcome_of(rules, after)
