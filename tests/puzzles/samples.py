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
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.compose.source import source_of
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
    """The puzzle of a diagram."""
    rules = find_game(game)
    position = position_to_json(rules, rules.from_diagram(diagram))
    return Puzzle(game, position, Claim.parse(claim, unique), solution=solution)


def needless(puzzle: Puzzle, limits: SearchLimits = LIMITS) -> tuple[str, ...]:
    """The names of pieces by whose removal, or joining to another, the claim still holds with the same keys.

    A piece that cannot be decided within the limits of a change counts as needed.
    """
    editor = Editor(puzzle, limits)
    effects = editor.effects(editor.changes.fewer())
    return tuple(dict.fromkeys(name for effect in effects if effect.is_needless for name in effect.change.pieces))


def holds(puzzle: Puzzle) -> bool:
    """Whether a claim holds, by its definition alone."""
    rules: Any = puzzle.rules
    position, claim = puzzle.reference_position(), puzzle.claim
    if claim.kind == "mated":
        return mated(rules, position, claim.turns)
    if claim.kind == "defends":
        saved = [not loses_after(rules, after, position.to_move, claim.turns) for after in afters(rules, position)]
        return not all(saved) and (sum(saved) == 1 if claim.unique else any(saved))
    if claim.kind == "threats":
        return threatened(rules, position, claim.turns, claim.unique)
    if claim.kind == "series":
        found = [tuple(map(rules.to_diagram, shown)) for shown in series(rules, position, claim.turns)]
        shorter = any(any(series(rules, position, fewer)) for fewer in range(1, claim.turns))
        return len(set(found)) == 1 and not shorter if claim.unique else bool(found)
    if claim.kind == "passes":
        after = passed(rules, position)
        assert after is not None
        return wins(rules, after, claim.turns, claim.unique)
    if claim.kind == "differs":
        reading, _, value = claim.about.partition("=")
        changed = rules.Readings.from_mapping({**position.readings.to_mapping(), reading: value})
        places = [position, replace(position, readings=changed)]
        won_in = [each for each in places if won(rules, each, claim.turns)]
        return len(won_in) == 1 and wins(rules, won_in[0], claim.turns, claim.unique)
    return wins(rules, position, claim.turns, claim.unique)


def wins(rules: Any, position: Any, turns: int, unique: bool) -> bool:
    keys = [after for after in afters(rules, position) if achieves(rules, position.to_move, after, turns)]
    if unique:
        return len(keys) == 1 and not won(rules, position, turns - 1)
    return bool(keys)


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


def threatened(rules: Any, position: Any, number: int, unique: bool) -> bool:
    """Whether `number` answers, no fewer, are enough against all that does not lose at once.

    If `unique`, only one set of them may be.
    """
    replies = [after for after in afters(rules, position) if loser(rules, after) != position.to_move]
    if any(rules.outcome(after) for after in replies):
        return False
    answers = [answers_to(rules, after) for after in replies]
    every = sorted(set[Any]().union(*answers), key=repr)

    def covers(size: int) -> int:
        return sum(all(met & set(chosen) for met in answers) for chosen in combinations(every, size))

    return not any(map(covers, range(number))) and (covers(number) == 1 if unique else covers(number) > 0)


def answers_to(rules: Any, position: Any) -> set[Any]:
    """The answers of the turns that win in one: what they cut or join, which cells they change, or the turn."""
    turns = rules.results(position) if rules.NAME == "crumble" else rules.actions(position)
    return {done(rules, position, turn, after) for turn, after in turns if achieves(rules, position.to_move, after, 1)}


def done(rules: Any, position: Any, turn: Any, after: Any) -> Any:
    if rules.NAME == "crumble":
        was, now = set(position.arrangement.pieces), set(after.arrangement.pieces)
        return frozenset(was - now), frozenset(now - was)
    if rules.NAME == "scrunch":
        was, now = (set(where.stones(position.to_move)) for where in (position, after))
        return frozenset(was - now), frozenset(now - was)
    return rules.format_turn(position, turn)


def candidates(game: str, claim: Claim, board: str, seed: int, *more: Any, **other: Any) -> Iterator[Any]:
    """Positions for which a claim holds, as far as the search can tell; without end."""
    return source_of(game, claim, board, seed, *more, **other).candidates()
