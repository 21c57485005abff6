"""The rules a second time, as declarations in z3, and z3's part in puzzles. `tests/proofs` proves laws from them.

Turns and positions enter as text and JSON values. Out comes whether a turn wins, or a Disagreement if z3 and another
engine differ. Formulas are text (`terms`), and only `solver` calls z3. In each game `statement` says where things may
stand and what the rules say of one position and one turn. `verdicts` compares turns as text with the statement. Long
parts of a statement have files of their own: `crumble/board`, `scrunch/board`, `scrunch/removal`, `splinter/turn`.
"""

from __future__ import annotations

from typing import Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.proofs.agreement import Disagreement as Disagreement
from shatterproof_properties.proofs.agreement import Json


class Statement(Protocol):
    """The functions that a game's module offers for verdicts on puzzles. A game without one has no second proof."""

    def confirm_win(self, position: Json, turn: str, after: Json, ended: Json | None) -> bool:
        """Whether the statement covers a win in one; if so, it is proved a second time.

        According to the caller the turn leads to the position `after` with the outcome `ended`. The outcome is None if
        every reply loses at once. Raises Disagreement if z3 proves otherwise.
        """


STATEMENTS = PerGame[Statement](__name__)
