"""How a game has ended, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shatterproof.game import AnyGame, Outcome
from shatterproof.splinter.squares import missing_kinds

KINDS = {"square": "square piece", "cross": "cross", "circle": "circle"}
REASONS: Mapping[str, str] = {
    "crumble.win.four-sides": "{winner}'s chain touches all four sides of the board",
    "crumble.draw.repetition": "both players have gone over the same pieces again and again",
    "scrunch.end.last-snake": "{loser} has no snake left",
    "scrunch.shut-out": "{loser} has no cell for an egg",
    "splinter.win.type-out": "{loser} has no {kinds} left",
    "splinter.win.both-out": "both sides lack a kind, and {winner} has more pieces left",
    "splinter.win.even": "both sides lack a kind, and have equally many pieces left",
}
"""Why a game has ended, by the clause that says so."""


def ending_in_words(game: AnyGame, position: Any, ended: Outcome) -> str:
    """Who has won, and why, in a sentence."""
    winner = ended.winner or ""
    loser = next(side for side in game.SIDES if side != winner)
    kinds = ""
    if game.NAME == "splinter" and winner:
        kinds = " and no ".join(KINDS[kind] for kind in missing_kinds(position.pieces, loser))
    said = REASONS.get(ended.clause, "").format(winner=winner.capitalize(), loser=loser.capitalize(), kinds=kinds)
    verdict = f"{winner.capitalize()} wins" if winner else "The game is drawn"
    return f"{verdict}: {said}." if said else f"{verdict}."
