"""Turns and positions as text and JSON values, put to the statement of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from shatterproof_properties.proofs.answers import Answer, Json, Result, check_readings, compare
from shatterproof_properties.proofs.disagreement import Disagreement
from shatterproof_properties.proofs.splinter.pieces import Ending, Sort
from shatterproof_properties.proofs.splinter.squares import DIRECTIONS, board_of
from shatterproof_properties.proofs.splinter.statement import Here, Slid, Statement, There, statement

_TURN = re.compile(r"([a-z]\d+)([NESW]+)(?:=([a-z]\d+))?")


def result(position: Json, turn: str) -> Result | None:
    """The position that a turn leads to, and the outcome there, by the statement; None if the turn is not legal.

    Raises InputError for a position under other readings than the defaults.
    """
    rules, here = _read(position)
    found = _TURN.fullmatch(turn)
    after = rules.after(here, found[1], found[2]) if found else {}
    if not found or (found[3] is None) != (len(after) == 1):
        return None
    there = next((there for there in after.values() if found[3] is None or found[3] in there.here.pieces), None)
    return there and _written(position, there)


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal, and leads where it is said to. Raises Disagreement; InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def check_turns(position: Json, answers: Iterable[Answer]) -> None:
    """Holds all legal turns of a position, those that lead to the same result included, against the statement.

    Groups are named by their first square. Raises Disagreement on a turn that only one of them knows, or that leads
    elsewhere; InputError.
    """
    rules, here = _read(position)
    given = {turn: (after, ended) for turn, after, ended in answers}
    named = {slid: turn for turn, (after, _) in given.items() if (slid := _slid(turn, after))}
    slides = Counter(slid[:2] for slid in named)
    suspects = [turn for slid, turn in named.items() if ("=" in turn) != (slides[slid[:2]] > 1)]
    suspects += given.keys() - set(named.values())
    odd = rules.misplayed(here, {slid: _there(*given[turn]) for slid, turn in named.items()})
    if odd:
        plain = odd.square + odd.direction
        suspects += [named.get(odd, plain), plain, f"{plain}={odd.kept}"]
    for turn in suspects:
        compare(position, turn, result(position, turn), given.get(turn))
    if odd:
        raise Disagreement(f"turns of {position}", f"z3 has a word on {odd}", f"{sorted(given)} were claimed")


def _slid(turn: str, after: Json) -> Slid | None:
    """A turn by the first square of what it leaves; None for what is no turn on the board or leaves nothing."""
    found = _TURN.fullmatch(turn)
    squares = board_of(*map(int, after["board"].split("x"))).squares
    standing = {square for square, _, _ in after["pieces"]}
    kept = next((square for square in squares if square in standing), None)
    if not found or found[1] not in squares or found[2] not in DIRECTIONS or kept is None:
        return None
    return Slid(found[1], found[2], kept)


def _read(position: Json) -> tuple[Statement, Here]:
    check_readings(position)
    columns, rows = map(int, position["board"].split("x"))
    return statement(columns, rows), _here(position)


def _here(position: Json) -> Here:
    pieces = {square: Sort(colour, kind) for square, colour, kind in position["pieces"]}
    return Here(pieces, position["to_move"], frozenset((now, before) for now, before in position["memory"]))


def _there(after: Json, ended: Json | None) -> There:
    return There(_here(after), Ending(ended["winner"], ended["clause"]) if ended else None)


def _written(position: Json, there: There) -> Result:
    """The result in JSON values, with lists in the order of the squares."""
    here, squares = there.here, board_of(*map(int, position["board"].split("x"))).squares
    after = position | {
        "pieces": [[square, *here.pieces[square]] for square in squares if square in here.pieces],
        "memory": [list(pair) for pair in sorted(here.memory, key=lambda pair: squares.index(pair[0]))],
        "to_move": here.to_move,
    }
    return after, there.ending and there.ending._asdict()
