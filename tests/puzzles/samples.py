"""Small positions with claims that hold or fail, and the plain definitions of the claims over the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import look_of, replies_seen, to_json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.compose.source import CandidateSource
from shatterproof_properties.puzzles.edit.editor import LIMITS, Editor
from shatterproof_properties.solving.forcing import SearchLimits

CRUMBLEMATE = """\
3x3, White to move
AABBCC
AABBDD
EEFFDD
aabbcc
ddGGHH
IJeeKK
"""
CRUMBLE_CORNER = """\
3x3, Black to move
aabccA
aabccA
ddBeCC
ddBeCC
DDfgEE
DDfFEE
"""
SCRUNCH_KEY = """\
Scrunch 3, Light to move
  x . .
 o . o o
. . x . .
 . x . .
  . x .
"""
SCRUNCH_OPEN = """\
Scrunch 2, Dark to move, creating Dark and Light
 . .
. . o
 x .
"""
SPLINTER_KEY = """\
Splinter 6x6, Blue to move
..oxo.
.sSO..
..Xx..
Sx.XX.
sX....
.Oo...
"""
SPLINTER_KEYED = """\
Splinter 5x5, Blue to move
...XX
..xO.
ss..X
..S.o
.oo..
"""
"""Wins in two by one key; one try fails to one reply only."""
SPLINTER_WIN = """\
Splinter 4x4, Blue to move
S.xo
XOsO
....
....
"""


SPLINTER_SERIES = """\
Splinter 5x4, White to move
OxOO.
sXXs.
..So.
.SXxO
"""
SCRUNCH_THREATS = """\
Scrunch 2, Dark to move, creating Light
 x .
. x o
 o .
"""


def puzzle(game: str, diagram: str, claim: str, unique: bool = False, solution: tuple[str, ...] = ()) -> Puzzle:
    rules = find_game(game)
    position = position_to_json(rules, rules.from_diagram(diagram))
    return Puzzle(game, position, Claim.parse(claim, unique), solution=solution)


def played(rules: Any, position: Any, *turns: str) -> Any:
    for text in turns:
        position = rules.play(position, rules.parse_turn(position, text))
    return position


def needless(puzzle: Puzzle, limits: SearchLimits = LIMITS) -> tuple[str, ...]:
    """The names of pieces by whose removal, or joining to another, the claim still holds with the same keys.

    A piece that cannot be decided within the limits of a change counts as needed.
    """
    editor = Editor(puzzle, limits)
    effects = map(editor.effect, editor.changes.fewer())
    return tuple(dict.fromkeys(name for effect in effects if effect.is_needless for name in effect.change.pieces))


def candidates(game: str, claim: Claim, board: str, seed: int, *more: Any, **other: Any) -> Iterator[Any]:
    """Positions for which a claim holds, as far as the search can tell; without end."""
    return CandidateSource(game, claim, board, seed, *more, **other).candidates()


def seen(rules: Any, after: Any) -> Any:
    replies = ((to_json(rules, each), _ended(rules, each)) for each in afters(rules, after))
    return look_of(to_json(rules, after)), replies_seen(replies)


def _ended(rules: Any, here: Any) -> Any:
    outcome = rules.outcome(here)
    return outcome and {"winner": outcome.winner, "clause": outcome.clause}


def is_true(puzzle: Puzzle) -> bool:
    return bool(holds(puzzle.rules, puzzle.reference_position(), puzzle.claim))


def holds(rules: Any, here: Any, claim: Claim) -> bool | None:
    """Whether a claim is true by its definition; None if it makes no sense."""
    turns, unique = claim.turns, claim.unique
    if claim.kind == "passes":
        here = passed(rules, here)
        return None if here is None else _wins(rules, here, turns, unique)
    if claim.kind == "differs":
        other = changed(rules, here, claim)
        if other == here or rules.outcome(other) is not None:
            return None
        where = [each for each in (here, other) if won(rules, each, turns)]
        return len(where) == 1 and _wins(rules, where[0], turns, unique)
    if claim.kind == "mated":
        return mated(rules, here, turns)
    if claim.kind == "defends":
        every = afters(rules, here)
        saving = [after for after in every if not loses_after(rules, after, here.to_move, turns)]
        number = len({seen(rules, after) for after in saving}) if unique else min(1, len(saving))
        return number == 1 and len(saving) < len(every)
    if claim.kind == "threats":
        covers = [list(covering(rules, here, size)) for size in range(turns + 1)]
        return not any(covers[:-1]) and (len(covers[-1]) == 1 if unique else bool(covers[-1]))
    if claim.kind == "series":
        found = {tuple(map(rules.to_diagram, each)) for each in series(rules, here, turns)}
        shorter = unique and any(any(series(rules, here, fewer)) for fewer in range(1, turns))
        return bool(found) and (not unique or (len(found) == 1 and not shorter))
    return _wins(rules, here, turns, unique)


def _wins(rules: Any, here: Any, turns: int, unique: bool) -> bool:
    keys = [after for after in afters(rules, here) if achieves(rules, here.to_move, after, turns)]
    if not unique:
        return bool(keys)
    return len({seen(rules, key) for key in keys}) == 1 and not won(rules, here, turns - 1)


def changed(rules: Any, here: Any, claim: Claim) -> Any:
    """The position under the other value of the reading that a claim names."""
    reading, _, value = claim.about.partition("=")
    return replace(here, readings=rules.Readings.from_mapping({**here.readings.to_mapping(), reading: value}))


def answers_to(rules: Any, after: Any) -> list[Any]:
    """The answers to a reply, in the order of certificates."""
    turns = rules.results(after) if rules.NAME == "crumble" else rules.actions(after)
    wins = ((turn, result) for turn, result in turns if achieves(rules, after.to_move, result, 1))
    return sorted({done(rules, after, turn, result) for turn, result in wins}) if rules.outcome(after) is None else []


def covering(rules: Any, here: Any, size: int) -> Iterator[tuple[Any, ...]]:
    """The sets of `size` answers that are enough against every turn that does not lose at once."""
    replies = [after for after in afters(rules, here) if loser(rules, after) != here.to_move]
    if any(rules.outcome(after) for after in replies):
        return
    met = [answers_to(rules, after) for after in replies]
    for chosen in combinations(sorted(set[Any]().union(*met)), size):
        if all(set(its) & set(chosen) for its in met):
            yield chosen


def done(rules: Any, position: Any, turn: Any, after: Any) -> Any:
    if rules.NAME == "crumble":
        was, now = set(position.arrangement.pieces), set(after.arrangement.pieces)
        return frozenset(was - now), frozenset(now - was)
    if rules.NAME == "scrunch":
        was, now = (set(where.stones(position.to_move)) for where in (position, after))
        return frozenset(was - now), frozenset(now - was)
    return rules.format_turn(position, turn)


def passed(rules: Any, position: Any) -> Any:
    """The position with the other side to move and no memory; None if the rules have none, or if it is over."""
    data = {name: value for name, value in rules.to_json(position).items() if name not in ("readings", "memory")}
    data["to_move"] = next(side for side in rules.SIDES if side != position.to_move)
    try:
        after = rules.from_json(data, position.readings)
    except InputError:
        return None
    return after if rules.outcome(after) is None else None


def series(rules: Any, position: Any, turns: int) -> Iterator[tuple[Any, ...]]:
    """The results of all series of `turns` turns that win by the last."""
    for after in afters(rules, position):
        if turns == 1:
            if achieves(rules, position.to_move, after, 1):
                yield (after,)
        elif rules.outcome(after) is None:
            following = passed(rules, after)
            for rest in series(rules, following, turns - 1) if following is not None else ():
                yield after, *rest


@cache
def afters(rules: Any, position: Any) -> tuple[Any, ...]:
    return tuple(after for _, after in rules.results(position))


def loser(rules: Any, position: Any) -> str | None:
    outcome = rules.outcome(position)
    if outcome is None or outcome.winner is None:
        return None
    return str(next(side for side in rules.SIDES if side != outcome.winner))


@cache
def won(rules: Any, position: Any, turns: int) -> bool:
    return turns > 0 and any(achieves(rules, position.to_move, after, turns) for after in afters(rules, position))


def achieves(rules: Any, mover: str, after: Any, turns: int) -> bool:
    if rules.outcome(after) is not None:
        return loser(rules, after) not in (None, mover)
    return mated(rules, after, turns - 1)


@cache
def mated(rules: Any, position: Any, turns: int) -> bool:
    return all(loses_after(rules, after, position.to_move, turns) for after in afters(rules, position))


def loses_after(rules: Any, after: Any, mover: str, turns: int) -> bool:
    if rules.outcome(after) is not None:
        return loser(rules, after) == mover
    return won(rules, after, turns)
