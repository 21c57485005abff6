"""Alternatives: rules by which somebody might play instead. A run looks for one that explains an engine's answers.

In: the name of a game. Out: its alternatives. Each opens a table, which is an engine on one board, that does one thing
otherwise. It reads texts in another frame (`text_frame.py`), goes no further than some number, settles a choice by
another order, or refuses or skips one of two things that a turn does (`numbered.py`). Each game lists its alternatives
in a module of its name, as subclasses of its second engine or as tables around it. For a game without one, only its
readings and self-check mutants can explain an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.table import Table

Open = Callable[[str, Mapping[str, str]], Table]
"""Opens a table of a board under readings."""


class Alternative(NamedTuple):
    """A rule that somebody might play by instead.

    It has a sentence that states it, the clause that it breaks, and its tables. `acts` is the number of things that
    must come together for it to show.
    """

    says: str
    clause: str
    open: Open
    acts: int = 1


class GameAlternatives(Protocol):
    """What a game's module offers: its alternatives, most common first."""

    @property
    def ALTERNATIVES(self) -> tuple[Alternative, ...]: ...


ALTERNATIVES = PerGame[GameAlternatives](__name__)


def alternatives(game: str) -> tuple[Alternative, ...]:
    """The alternatives of a game; none if it has no module with them."""
    offered = ALTERNATIVES.find(game)
    return offered.ALTERNATIVES if offered else ()
