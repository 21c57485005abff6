"""Small positions with claims that hold or fail, and certificates of claims of every kind for tests to change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED, seal_of
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.compose.source import CandidateSource
from shatterproof_properties.puzzles.edit.editor import LIMITS, Editor
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.solving.forcing import SearchLimits

Json = dict[str, Any]
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


BARE = "scrunch.first-wriggle=bare-placement"
PUZZLES = {
    "crumblemate": (PROVED, puzzle("crumble", CRUMBLEMATE, "mated-1")),
    "crumble-no-win": (REFUTED, puzzle("crumble", CRUMBLEMATE, "wins-1")),
    "scrunch-key": (PROVED, puzzle("scrunch", SCRUNCH_KEY, "wins-2", unique=True)),
    "scrunch-win": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "wins-2")),
    "scrunch-short": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-3", unique=True)),
    "scrunch-cook": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-2", unique=True)),
    "scrunch-no-win": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-1")),
    "scrunch-not-mated": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "mated-2")),
    "scrunch-defence": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "defends-1")),
    "scrunch-two-defences": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "defends-1", unique=True)),
    "scrunch-threats": (PROVED, puzzle("scrunch", SCRUNCH_THREATS, "threats-2")),
    "scrunch-fewer-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-3")),
    "scrunch-more-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-1")),
    "scrunch-other-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-2", unique=True)),
    "scrunch-pass": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "passes-2")),
    "scrunch-cooked-pass": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "passes-2", unique=True)),
    "scrunch-no-pass": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "passes-1")),
    "scrunch-no-series": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "series-2")),
    "scrunch-reading": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")),
    "scrunch-cooked-reading": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}", unique=True)),
    "scrunch-no-reading": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-1 {BARE}")),
    "splinter-series": (PROVED, puzzle("splinter", SPLINTER_WIN, "series-2")),
    "splinter-short-series": (REFUTED, puzzle("splinter", SPLINTER_WIN, "series-2", unique=True)),
    "splinter-only-series": (PROVED, puzzle("splinter", SPLINTER_SERIES, "series-2", unique=True)),
    "crumble-threats": (PROVED, puzzle("crumble", CRUMBLEMATE, "threats-2")),
    "splinter-win": (PROVED, puzzle("splinter", SPLINTER_WIN, "wins-1")),
    "splinter-key": (PROVED, puzzle("splinter", SPLINTER_KEY, "wins-2")),
    "splinter-not-mated": (REFUTED, puzzle("splinter", SPLINTER_WIN, "mated-1")),
}
SMALL = [name for name, (_, its) in PUZZLES.items() if its.game == "scrunch" and its.board == "2"]


@cache
def certified(name: str) -> str:
    verdict = verify(PUZZLES[name][1])
    assert verdict.certificate is not None
    return json.dumps(verdict.certificate)


def certificate(name: str) -> Json:
    """A certificate that the test may change."""
    return dict(json.loads(certified(name)))


def proved(game: str, diagram: str, claim: str, unique: bool = False) -> tuple[Puzzle, Json]:
    """A puzzle whose claim holds, and a certificate that the test may change."""
    its, certificate = _proved(game, diagram, claim, unique)
    return its, dict(json.loads(certificate))


@cache
def _proved(game: str, diagram: str, claim: str, unique: bool) -> tuple[Puzzle, str]:
    its = puzzle(game, diagram, claim, unique)
    found = verify(its)
    assert found.verdict == PROVED
    return its, json.dumps(found.certificate)


def sealed(data: Json) -> Json:
    return data | {"seal": seal_of(data)}
