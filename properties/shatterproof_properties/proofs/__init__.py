"""The rules a second time, declaratively, in z3, and z3's part in puzzles; `tests/proofs` proves laws from them.

Turns and positions enter as text and JSON values; whether a turn wins leaves, or a Disagreement with whoever says
otherwise. Formulas are text (`terms`), and z3 is touched in one place (`solver`). Each game has the same files:
`board`, where things may stand; `statement`, what the rules say of one position and one turn; and `verdicts`, turns as
text held against the statement. Parts of a statement that are long stand beside it: `scrunch/removal`, `splinter/turn`.
"""

from __future__ import annotations

from typing import Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.proofs.agreement import Disagreement as Disagreement
from shatterproof_properties.proofs.agreement import Json


class Statement(Protocol):
    """The functions that a game's module offers to verdicts on puzzles; a game without one has no second proof."""

    def confirm_win(self, position: Json, turn: str, after: Json, ended: Json | None) -> bool:
        """Whether the statement speaks of a win in one, which is then proved a second time.

        The turn is said to lead to the position `after` with the outcome `ended`, None where every reply to it loses at
        once. Raises Disagreement where z3 proves otherwise.
        """


STATEMENTS = PerGame[Statement](__name__)
