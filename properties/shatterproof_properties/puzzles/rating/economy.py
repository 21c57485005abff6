"""Economy: which pieces of a puzzle could be taken away, or made one with another, and nothing else would change."""

from __future__ import annotations

from typing import NamedTuple

from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.editor import Editor


class Economy(NamedTuple):
    """How many pieces there are, and those that the puzzle does not need.

    They are given by name, perhaps with the piece that each could be one with.
    """

    pieces: int
    needless: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of the pieces that is needed, 0 to 1."""
        return 1 - len(self.needless) / max(1, self.pieces)


def economy(puzzle: Puzzle) -> Economy:
    """The economy of a puzzle whose claim holds, with all its solutions given."""
    editor = Editor(puzzle)
    effects = editor.effects(editor.changes.fewer())
    needless = dict.fromkeys(effect.change.piece for effect in effects if effect.is_needless)
    return Economy(editor.changes.count, tuple(needless))
