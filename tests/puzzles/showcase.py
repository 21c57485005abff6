"""Small puzzles that hold, each with the themes that it shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from sampling import only_in_ci
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.text import parse_puzzle
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.rating.rated import Rated, rate


class Sample(NamedTuple):
    """A puzzle by its claim and its diagram, with its themes."""

    claim: str
    diagram: str
    themes: tuple[str, ...]


SAMPLES = {
    "a capture wins": Sample(
        "wins-1",
        "Crumble 3x3, Black to move\naabccA\naabccA\nddBeCC\nddBeCC\nDDfgEE\nDDfFEE\n",
        ("sacrifice", "capture"),
    ),
    "a quiet join": Sample("wins-2", "Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n", ("quiet key", "join")),
    "two ways to answer": Sample(
        "wins-2",
        "Crumble 3x2, Black to move\nAAaaBB\nCbaacc\ndDEEFe\ndDEEFe\n",
        ("long cut",),
    ),
    "one stone left to save": Sample(
        "defends-1",
        "Crumble 3x2, White to move\nAAAABB\nAAAACC\naabbcd\nDDeecd\n",
        ("quiet key", "only defence", "near miss", "join"),
    ),
    "all around": Sample(
        "wins-1",
        "Crumble 3x3, Black to move\nABaaCC\nABbbCC\nDcddCC\nDcddCC\nEeFFff\nEghhGG\n",
        ("long march",),
    ),
    "back through the start": Sample(
        "wins-2",
        "Crumble 4x4, Black to move\nAABCaDbb\nAABCaDbb\nEEcFdeGG\nEEcFfeGG\nHHgghIii\nHHgghIJJ\nHHKKjkLL\nHHKKjkMM\n",
        ("closing the ring", "near miss", "many threats", "capture", "long march", "join"),
    ),
    "no more eggs": Sample(
        "wins-1", "Scrunch 2, Dark to move, creating Dark\n . x\no . .\n o x\n", ("end of creation", "merger")
    ),
    "the last space": Sample(
        "wins-2",
        "Scrunch 3, Dark to move\n  . x .\n o o x .\no x x o x\n . o o x\n  o x .\n",
        ("own snakes removed", "forced reply"),
    ),
    "an egg first": Sample(
        "wins-3",
        "Scrunch 3, Light to move, creating Light\n  . o .\n . . . .\nx x o x .\n . x x o\n  o . .\n",
        ("quiet key", "double threat", "long play"),
    ),
    "a corner to keep": Sample(
        "defends-1",
        "Scrunch 2, Light to move, creating Light\n . .\n. x .\n o x\n",
        ("only defence",),
    ),
    "a long squeeze": Sample(
        "wins-3",
        "Scrunch 4, Light to move\n   . . o o\n  . . o x o\n o o o x . o\n. x x x o o .\n x . . . . .\n  . . x x .\n"
        "   x x . x\n",
        ("quiet key", "many threats", "long play"),
    ),
    "no room to grow": Sample(
        "mated-2",
        "Scrunch 3, Light to move\n  x x .\n x . o o\nx . x . o\n x . x x\n  x . .\n",
        ("strangling", "merger", "cure", "one threat"),
    ),
    "a tie to win": Sample(
        "wins-1",
        "Splinter 3x4, Blue to move\no..\nXO.\nS..\nxxs\n",
        ("tie as a weapon", "push-off", "big splinter"),
    ),
    "nothing goes yet": Sample(
        "wins-3",
        "Splinter 5x3, White to move\nX.X.o\nsxs.O\n.SSx.\n",
        ("quiet key", "near miss", "many threats", "long play"),
    ),
    "no way back": Sample(
        "wins-2",
        "Splinter 7x6, White to move\nX......\nO.sx...\nO.o....\n.So....\n.Oo....\n.......\n",
        ("quiet key", "pushing back denied", "near miss", "many threats"),
    ),
    "four in a row": Sample(
        "wins-1", "Splinter 4x4, Blue to move\no.xO\nS..x\ns.sX\nXX.x\n", ("push-off", "long line")
    ),
    "one of many slides": Sample(
        "defends-1",
        "Splinter 5x3, Blue to move\nXx.x.\nx..xO\n.Sso.\n",
        ("only defence", "push-off"),
    ),
}

LONGEST = "back through the start"
each_sample = pytest.mark.parametrize("name", [only_in_ci(name) if name == LONGEST else name for name in SAMPLES])
"""All samples as parameters. Every run tries all but the one whose rating takes seconds."""


@cache
def proved(name: str) -> tuple[Puzzle, Json]:
    sample = SAMPLES[name]
    game = sample.diagram.split()[0].lower()
    puzzle = parse_puzzle(
        f'[Puzzle "{name.capitalize()}"]\n[Game "{game}"]\n[Claim "{sample.claim}"]\n{sample.diagram}'
    )
    found = verify(puzzle)
    assert found.verdict == "proved"
    assert found.certificate is not None
    return replace(puzzle, themes=sample.themes), found.certificate


@cache
def rated(name: str) -> Rated:
    return rate(*proved(name))


def halved_board() -> Puzzle:
    """A puzzle about pieces that are too fine for letters."""
    pieces = sorted(halved(10), key=lambda piece: (Fraction(piece[1]), Fraction(piece[0])))
    position = {"game": "crumble", "board": "2x2", "to_move": "black", "memory": None, "pieces": pieces}
    return Puzzle("crumble", position, Claim("wins", 1))


def halved(times: int) -> list[list[str]]:
    """A 2x2 board whose south-western piece is halved this many times. What is cut off to the east is Black's."""
    pieces: list[list[Fraction | int | str]] = []
    size = Fraction(2)
    for _ in range(times):
        size /= 2
        pieces += [[size, 0, size, 2 * size, "black"], [0, size, size, size, "white"]]
    pieces.append([0, 0, size, size, "white"])
    return [[str(part) for part in piece] for piece in pieces]
