"""What the reference holds against a text, for tests of texts that should be refused."""

from __future__ import annotations

from typing import Any

from shatterproof.game import AnyGame, IllegalTurn, MalformedTurn


def clause_broken(game: AnyGame, position: Any, text: str) -> str | None:
    """The clause that a text breaks; None if the grammar excludes it."""
    try:
        game.parse_turn(position, text)
    except IllegalTurn as refused:
        return refused.clause
    except MalformedTurn:
        return None
    return "none: it is legal"
