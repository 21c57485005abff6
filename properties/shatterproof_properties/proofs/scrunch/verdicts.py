"""Turns and positions as text and JSON values, held against the statement of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from shatterproof.errors import InputError
from shatterproof_properties.proofs.agreement import Json, ListedTurn, Result, compare, readings_of
from shatterproof_properties.proofs.scrunch.rules import GivenGrowth, Rules, Standing
from shatterproof_properties.proofs.scrunch.statement import DEFAULTS, STATED

SIDES = ("dark", "light")
_TURN = re.compile(r"(?:x(?P<removal>( \w+)+)(?:; (?P<then>\w+( \w+-\w+)?))?)|(?P<placing>\w+( \w+-\w+)?)")
PASS = "pass"


def result(position: Json, turn: str) -> Result | None:
    """The position that a turn leads to, and the outcome there, by the statement; None if the turn is not legal.

    Raises InputError for a position under readings that are not stated.
    """
    rules, here = _read(position)
    found = _TURN.fullmatch(turn)
    if _outcome(rules, position) or not found:
        return None
    if turn == PASS:
        after = here if rules.must_pass(here) else None
    elif found["removal"]:
        after = _after_removal(rules, here, found["removal"].split(), found["then"])
    else:
        after = _after_placing(rules, here, _grown(turn))
    return None if after is None else _ended(rules, position, after)


def _after_placing(rules: Rules, here: Standing, given: GivenGrowth) -> Standing | None:
    if given.lifted is None and given.placed in rules.egg_cells(here):
        return rules.after_egg(here, given.placed)
    return rules.after_growth(here, given)


def _after_removal(rules: Rules, here: Standing, named: Sequence[str], then: str | None) -> Standing | None:
    after = rules.after_removal(here, named)
    if after is None or rules.wriggles_too(after) != (then is not None):
        return None
    return after if then is None else rules.after_growth(after, _grown(then))


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal, and leads where it is said to. Raises Disagreement; InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def is_mated_now(position: Json) -> bool:
    """Whether every turn is a last removal, by the statement: scrunch.end.last-snake.

    Raises InputError for a position under other readings than the defaults, where removals may end otherwise.
    """
    rules, here = _read(position)
    if rules.readings != DEFAULTS:
        raise InputError("the position has readings of its own", "/readings", "the default readings")
    return _outcome(rules, position) is None and rules.is_mated_now(here)


def check_turns(position: Json, listed: Iterable[ListedTurn]) -> None:
    """Holds all legal turns of a position, those that lead to the same result included, against the statement.

    Raises Disagreement on a turn that only one of them knows, or that leads elsewhere; InputError.
    """
    rules, here = _read(position)
    given = {turn: (after, ended) for turn, after, ended in listed}
    legal: dict[str, Standing] = {}
    if _outcome(rules, position) is None:
        legal = {cell: rules.after_egg(here, cell) for cell in rules.egg_cells(here)}
        legal |= _growths(rules, here, position, given, "")
        for named, left in rules.removals(here):
            removal = " ".join(("x", *named))
            if rules.wriggles_too(left):
                legal |= _growths(rules, left, position, given, f"{removal}; ")
            else:
                legal[removal] = left
        if rules.must_pass(here):
            legal[PASS] = here
    for turn in sorted(legal.keys() | given.keys()):
        compare(position, turn, _ended(rules, position, legal[turn]) if turn in legal else None, given.get(turn))


def _growths(
    rules: Rules, here: Standing, position: Json, given: Mapping[str, Result], before: str
) -> dict[str, Standing]:
    """The growths that are given, with what stands before them in a turn, if they are those of the statement.

    Raises Disagreement if they are not.
    """
    eggs = frozenset() if before else rules.egg_cells(here)
    texts = {turn: turn.removeprefix(before) for turn in given if turn.startswith(before) and turn != PASS}
    read = {turn: _grown(text) for turn, text in texts.items() if _is_placing(text) and text not in eggs}
    claimed = {turn: grown for turn, grown in read.items() if set(grown) <= {*rules.beside, None}}
    stones = {turn: frozenset(given[turn][0][position["to_move"]]) for turn in claimed}
    odd = rules.misgrown(here, {claimed[turn]: own for turn, own in stones.items()})
    if odd:
        compare(position, before + str(odd), result(position, before + str(odd)), given.get(before + str(odd)))
    return {turn: Standing(own, here.opposing, False) for turn, own in stones.items()}


def _outcome(rules: Rules, position: Json) -> Json | None:
    """scrunch.end.last-snake, scrunch.shut-out: who has won, if a side past creation has no stone, or is shut out."""
    for side, other in (SIDES, SIDES[::-1]):
        if not position[side] and side not in position["creating"]:
            return {"clause": "scrunch.end.last-snake", "winner": other}
    _, other = _sides(position)
    here = _standing(position)
    if rules.readings["shut-out"] == "loses" and here.creating and not here.own and not rules.isolated(here):
        return {"clause": "scrunch.shut-out", "winner": other}
    return None


def _read(position: Json) -> tuple[Rules, Standing]:
    return Rules(int(position["board"]), readings_of(position, STATED)), _standing(position)


def _standing(position: Json) -> Standing:
    own, opposing = (frozenset(position[side]) for side in _sides(position))
    return Standing(own, opposing, position["to_move"] in position["creating"])


def _sides(position: Json) -> tuple[str, str]:
    """The mover and the opponent."""
    return SIDES if position["to_move"] == SIDES[0] else SIDES[::-1]


def _is_placing(turn: str) -> bool:
    found = _TURN.fullmatch(turn)
    return bool(found and found["placing"])


def _grown(turn: str) -> GivenGrowth:
    return GivenGrowth(*re.split("[ -]", turn))


def _ended(rules: Rules, position: Json, here: Standing) -> Result:
    """The position once a turn is over that leaves the mover so, and the outcome."""
    mover, opponent = _sides(position)
    phases = [side for side in position["creating"] if side != mover or here.creating]
    cells = [cell for cell in rules.beside if cell in here.own]
    after = position | {mover: cells, "to_move": opponent, "creating": phases}
    return after, _outcome(rules, after)
