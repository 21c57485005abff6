"""Small positions with claims that hold or fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
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
    """The puzzle of a diagram."""
    rules = find_game(game)
    position = position_to_json(rules, rules.from_diagram(diagram))
    return Puzzle(game, position, Claim.parse(claim, unique), solution=solution)


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
