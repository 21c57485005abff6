"""Conventions: how texts are read where the rules of a game say nothing, and only the spec does."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof.spec import find_clause
from shatterproof_properties.conformance.causes import FAULTY_TURNS

LONGEST_TEXT = 4096
"""Characters of a turn as text, at most: so the protocol says of all games."""


def is_read_by_convention(game: AnyGame, position: Any, text: str, verdict: str) -> bool:
    """Whether nothing but the spec settles what a text means: its grammar excludes it, or the turn is spelled as only
    the spec allows it to be spelled."""
    if verdict == "malformed":
        return True
    try:
        written = game.format_turn(position, game.parse_turn(position, text))
    except (InputError, IllegalTurn, AmbiguousTurn):
        return False
    return text != written and is_convention(FAULTY_TURNS.of(game).spelling(text, written), text)


def is_convention(clause: str, text: str = "") -> bool:
    """Whether a clause of a notation, or the length of a text, is an affair of the spec and not of the rules."""
    return len(text) > LONGEST_TEXT or (".notation." in clause and find_clause(clause).is_ours)
