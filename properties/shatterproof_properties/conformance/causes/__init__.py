"""Causes: the mistake of an engine whose answers differ from those of the rules.

In: differences (`differences.py`), and what the engine has answered correctly. Out: the clause at fault, or the rule
that the engine plays by instead (`diagnosis.py`, `rule_mutants.py`), which may be another reading. `known_causes.py`
has the causes that a run need not find again. Texts whose meaning only the spec settles are read by convention.
"""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof.spec import find_clause
from shatterproof_properties.protocol import features

LONGEST_TEXT = 4096
"""The most characters in the text of a turn, by the protocol, for all games."""


def is_read_by_convention(game: AnyGame, position: Any, text: str, verdict: str) -> bool:
    """Whether only the spec settles the meaning of a text.

    Either its grammar excludes the text, or only the spec allows this spelling of the turn.
    """
    if verdict == "malformed":
        return True
    try:
        written = game.format_turn(position, game.parse_turn(position, text))
    except (InputError, IllegalTurn, AmbiguousTurn):
        return False
    return text != written and is_convention(features.of(game).spelling(text, written), text)


def is_convention(clause: str, text: str = "") -> bool:
    """Whether a text is too long, or a clause of its notation belongs to the spec and not to the rules."""
    return len(text) > LONGEST_TEXT or (".notation." in clause and find_clause(clause).is_ours)
