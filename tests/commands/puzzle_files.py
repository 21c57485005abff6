"""Puzzles in files, and what is printed when they are verified."""

from __future__ import annotations

from pathlib import Path

from puzzles.samples import CRUMBLEMATE, SCRUNCH_OPEN, SPLINTER_WIN
from running import run

MATE = f'[Puzzle "Eleven"]\n[Game "crumble"]\n[Claim "White is in crumblemate"]\n\n{CRUMBLEMATE}'
WIN = f'[Puzzle "Corner"]\n[Game "splinter"]\n[Claim "Blue to play wins in one"]\n[Solution "d3N"]\n\n{SPLINTER_WIN}'
EGGS = f'[Puzzle "Eggs"]\n[Game "scrunch"]\n[Claim "wins-2"]\n\n{SCRUNCH_OPEN}'


def verified(file: Path, text: str, *options: str, code: int = 0) -> str:
    file.write_text(text)
    return run("puzzle", "verify", file, *options, code=code)
