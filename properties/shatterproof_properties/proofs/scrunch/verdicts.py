"""Turns and positions as text and JSON values, put to the statement of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shatterproof_properties.proofs.answers import Answer, Json, Result, check_readings, compare
from shatterproof_properties.proofs.scrunch.cells import beside
from shatterproof_properties.proofs.scrunch.statement import Cells, Grown, Here, Statement, statement

SIDES = ("dark", "light")
_TURN = re.compile(r"(?P<egg>\w+)|(?P<growth>\w+ \w+-\w+)|x(?P<removal>( \w+)+)")


def result(position: Json, turn: str) -> Result | None:
    """The position that a turn leads to, and the outcome there, by the statement; None if the turn is not legal.

    Raises InputError for a position under other readings than the defaults.
    """
    rules, here = _read(position)
    found = _TURN.fullmatch(turn)
    if outcome(position) or not found:
        return None
    if found["egg"]:
        after = here.own | {turn} if turn in rules.egg_cells(here) else None
    elif found["growth"]:
        after = rules.after_growth(here, _grown(turn))
    else:
        after = rules.after_removal(here, found["removal"].split())
    return None if after is None else _ended(position, turn, after)


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal, and leads where it is said to. Raises Disagreement; InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def is_mated_now(position: Json) -> bool:
    """Whether every turn is a last removal, by the statement: scrunch.end.last-snake. Raises InputError."""
    rules, here = _read(position)
    return outcome(position) is None and rules.is_mated_now(here)


def check_turns(position: Json, answers: Iterable[Answer]) -> None:
    """Holds all legal turns of a position, those that lead to the same result included, against the statement.

    Raises Disagreement on a turn that only one of them knows, or that leads elsewhere; InputError.
    """
    rules, here = _read(position)
    given = {turn: (after, ended) for turn, after, ended in answers}
    legal: dict[str, Cells] = {}
    if outcome(position) is None:
        growths = [turn for turn in given if _is_growth(turn) and set(_grown(turn)) <= set(rules.beside)]
        claimed = {turn: frozenset(given[turn][0][position["to_move"]]) for turn in growths}
        _check_growths(position, {turn: given[turn] for turn in claimed}, claimed)
        legal = claimed | _eggs(rules, here) | _removals(rules, here)
    for turn in sorted(legal.keys() | given.keys()):
        compare(position, turn, _ended(position, turn, legal[turn]) if turn in legal else None, given.get(turn))


def _check_growths(position: Json, given: dict[str, Result], claimed: dict[str, Cells]) -> None:
    """Raises Disagreement unless the growths that are given are those of the statement, with their stones."""
    rules, here = _read(position)
    odd = rules.misgrown(here, {_grown(turn): cells for turn, cells in claimed.items()})
    if odd:
        turn = f"{odd.placed} {odd.lifted}-{odd.landed}"
        compare(position, turn, result(position, turn), given.get(turn))


def _eggs(rules: Statement, here: Here) -> dict[str, Cells]:
    return {cell: here.own | {cell} for cell in rules.egg_cells(here)}


def _removals(rules: Statement, here: Here) -> dict[str, Cells]:
    return {" ".join(("x", *named)): left for named, left in rules.removals(here)}


def outcome(position: Json) -> Json | None:
    """scrunch.end.last-snake: who has won, if a side past creation has no stone."""
    for side, other in (SIDES, SIDES[::-1]):
        if not position[side] and side not in position["creating"]:
            return {"clause": "scrunch.end.last-snake", "winner": other}
    return None


def _read(position: Json) -> tuple[Statement, Here]:
    check_readings(position)
    own, opposing = (frozenset(position[side]) for side in _sides(position))
    return statement(int(position["board"])), Here(own, opposing, position["to_move"] in position["creating"])


def _sides(position: Json) -> tuple[str, str]:
    """The mover and the opponent."""
    return SIDES if position["to_move"] == SIDES[0] else SIDES[::-1]


def _is_growth(turn: str) -> bool:
    found = _TURN.fullmatch(turn)
    return bool(found and found["growth"])


def _grown(turn: str) -> Grown:
    return Grown(*re.split("[ -]", turn))


def _ended(position: Json, turn: str, own: Cells) -> Result:
    """The position once a turn is over that leaves the mover these stones, and the outcome; an egg has one cell."""
    mover, opponent = _sides(position)
    phases = [side for side in position["creating"] if side != mover or turn in own]
    cells = [cell for cell in beside(int(position["board"])) if cell in own]
    after = position | {mover: cells, "to_move": opponent, "creating": phases}
    return after, outcome(after)
