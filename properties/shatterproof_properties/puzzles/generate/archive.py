"""The finds that are kept: the best in each cell of theme and difficulty, and the better of those that are alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof_properties.puzzles.files.json_form import puzzle_from_json
from shatterproof_properties.puzzles.generate.run_state import NumberedFind
from shatterproof_properties.puzzles.rating.selection import EASY, Outline, is_alike, outline

PLAIN = "none"
"""The theme of a puzzle that has none."""


class ArchiveCell(NamedTuple):
    """A cell of finds that compete with each other: their first theme, and their difficulty."""

    theme: str
    difficulty: int


@dataclass(frozen=True)
class PlacedFind:
    """A find with its cell and its outline, which is compared."""

    find: NumberedFind
    cell: ArchiveCell
    outline: Outline

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key, larger is better: by quality, and of equal ones the earlier."""
        return self.find.quality, -self.find.number


class Archive:
    """Takes up finds in the order of their numbers until `most` are kept; what comes then is not looked at.

    No cell holds more than `per_cell`. Nothing is kept of less than `least` quality. Where that is more than 0, no find
    with a first turn to be found, and nothing easy, is kept without a comment. What is kept depends on the finds and
    their order alone.
    """

    def __init__(self, most: int, per_cell: int, least: int = 0) -> None:
        self._most, self._per_cell, self._least = most, per_cell, least
        self._kept: list[PlacedFind] = []
        self._found: Counter[ArchiveCell] = Counter()
        self.alike = self.crowded = self.weak = 0

    @property
    def kept(self) -> list[NumberedFind]:
        return sorted((each.find for each in self._kept), key=lambda find: find.number)

    @property
    def is_full(self) -> bool:
        return len(self._kept) >= self._most

    def add(self, find: NumberedFind) -> None:
        """Takes up a find, unless the archive is full."""
        if self.is_full:
            return
        puzzle = puzzle_from_json(strict_json.decode(find.puzzle))
        theme = puzzle.themes[0] if puzzle.themes else PLAIN
        new = PlacedFind(find, ArchiveCell(theme, puzzle.difficulty or 1), outline(puzzle))
        self._found[new.cell] += 1
        # Each key has to have an idea, and so has what is easy.
        needs_idea = puzzle.claim.meaning.solver_begins or (puzzle.difficulty or EASY) == EASY
        if self._least > 0 and (find.quality < self._least or (needs_idea and not puzzle.comment)):
            self.weak += 1
            return
        alike = [each for each in self._kept if is_alike(each.outline, new.outline)]
        if alike:
            self.alike += self._exchange(alike, new)
            return
        held = [each for each in self._kept if each.cell == new.cell]
        if len(held) < self._per_cell:
            self._kept.append(new)
        else:
            self.crowded += self._exchange([min(held, key=lambda each: each.rank)], new)

    def _exchange(self, others: list[PlacedFind], new: PlacedFind) -> int:
        """Puts a find in the place of others if it is better than all of them. Returns how many are dropped."""
        if any(other.rank > new.rank for other in others):
            return 1
        self._kept = [each for each in self._kept if each not in others]
        room = sum(each.cell == new.cell for each in self._kept) < self._per_cell
        self._kept += [new] if room else []
        return len(others) + (not room)

    def cells(self) -> list[dict[str, Any]]:
        """How many were found and are kept in each cell, as JSON values, by theme and difficulty."""
        kept = Counter(each.cell for each in self._kept)
        return [{**cell._asdict(), "found": count, "kept": kept[cell]} for cell, count in sorted(self._found.items())]

    def to_text(self) -> str:
        """How many were found and are kept in each cell, and what was left aside, in lines."""
        cells = [
            f"  {cell['theme'] if cell['theme'] != PLAIN else 'no theme'}, difficulty {cell['difficulty']}: "
            f"{cell['kept']} kept of {cell['found']}"
            for cell in self.cells()
        ]
        aside = {
            "too much like better ones": self.alike,
            "too many of one theme and difficulty": self.crowded,
            "of too little quality, or without an idea": self.weak,
        }
        said = ", ".join(f"{count} {why}" for why, count in aside.items() if count)
        return "\n".join([*cells, *([f"left aside: {said}"] if said else [])])
