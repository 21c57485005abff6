"""Chooses a collection from many puzzles: good ones, no two alike, spread over difficulties, claims, boards, themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.rating.likeness import Outline, is_alike, outline
from shatterproof_properties.puzzles.rating.rated import Rated

MOST_EASY = 1 / 4
"""Of a collection, puzzles of difficulty 1."""
LEAST_HARD = 1 / 5
"""Of a collection, puzzles of difficulty 4 or more; with fewer it falls short."""
EASY, HARD = 1, 4
CROWDED = 0.6
"""Of its quality, what a puzzle counts less for that shares everything with all that have been chosen."""


@dataclass(frozen=True)
class Choosable:
    """A puzzle that may be chosen, by the name of its file."""

    name: str
    rated: Rated
    certificate: str

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, as it was rated."""
        return self.rated.puzzle

    @property
    def difficulty(self) -> int:
        """1 to 5."""
        return self.puzzle.difficulty or EASY

    @cached_property
    def outline(self) -> Outline:
        """What of the puzzle is compared."""
        return outline(self.puzzle)

    @cached_property
    def traits(self) -> tuple[str, ...]:
        """What a collection is to be spread over besides difficulties."""
        puzzle = self.puzzle
        themes = [f"theme {theme}" for theme in puzzle.themes or ("none",)]
        return (f"claim {puzzle.claim}", f"board {puzzle.board}", *themes)


def choose(found: Sequence[Choosable], count: int, least: int = 0) -> list[Choosable]:
    """So many of the puzzles at most, of so much quality at least, the easiest first.

    One difficulty after another has its turn, the one with the fewest chosen, and at most MOST_EASY of `count` are of
    difficulty 1. Of a difficulty the best is chosen, less for what it has in common with the chosen.
    """
    left = sorted(found, key=lambda each: (-each.rated.quality.number, each.name))
    left = [each for each in left if each.rated.quality.number >= least]
    chosen: list[Choosable] = []
    while left and len(chosen) < count:
        best = _best(left, chosen)
        chosen.append(best)
        left = [each for each in left if each is not best and not is_alike(each.outline, best.outline)]
        if sum(each.difficulty == EASY for each in chosen) >= int(MOST_EASY * count):
            left = [each for each in left if each.difficulty > EASY]
    return sorted(chosen, key=lambda each: (each.difficulty, each.rated.solving.work, each.name))


def _best(left: Sequence[Choosable], chosen: Sequence[Choosable]) -> Choosable:
    """The best to be chosen next, of the difficulty that has the fewest; of two the harder."""
    had = Counter(each.difficulty for each in chosen)
    difficulty = min({each.difficulty for each in left}, key=lambda one: (had[one], -one))
    shared = Counter(trait for each in chosen for trait in each.traits)
    return max(
        (each for each in left if each.difficulty == difficulty),
        key=lambda each: _value(each, shared, len(chosen)),
    )


def _value(each: Choosable, shared: Counter[str], chosen: int) -> float:
    """The quality of a puzzle, less for what it has in common with the chosen."""
    crowd = sum(shared[trait] for trait in each.traits) / (len(each.traits) * max(1, chosen))
    return each.rated.quality.number * (1 - CROWDED * crowd)


def shortfalls(chosen: Sequence[Choosable], count: int) -> list[str]:
    """What a collection lacks that was wanted, in words."""
    hard, wanted = sum(each.difficulty >= HARD for each in chosen), ceil(LEAST_HARD * count)
    fewer = [f"{len(chosen)} puzzles, {count} wanted"] if len(chosen) < count else []
    return fewer + ([f"{hard} of difficulty {HARD} or more, {wanted} wanted"] if hard < wanted else [])
