"""Second engines, one a game: whole numbers and bit masks, built to be fast; no rules are shared with the reference.

Each game has the same files, each of which imports only those before it:

- `board.py`: the bits of the board.
- `position.py`: Position and Turn.
- `shortcuts.py`: what the bits show at once, as long as no subclass overrides what it rests on.
- `rules.py`: Rules, one decision a method, so that a subclass can get exactly one of them wrong.
- What a player does: `removals.py` (Scrunch), `slides.py` (Splinter), `work.py` and `walks.py` (Crumble).
- `notation.py`: ParsedTurn, and turns as text.
- `refusals.py`: a written turn carried out, or RefusedTurn with the clause that it breaks.
- `values.py`: positions as JSON values, in and out.
- `engine.py`: Engine, the rules with the methods of SecondEngine.
- `compiled/`: lists of results, and numbers of leaves, in C under the default readings, exactly as Engine lists them;
  `compiled.h` and `sets.h` have what the games share.

`compiled.py` finds the library that `properties/build_compiled.py` makes of the sources in C when the package is
installed. Where there is none, or where it declines a position, Engine answers. A class derived from Engine, such as a
mutant, never asks it.

Crumble has two more, after `board.py` and before `rules.py`: `arrangement.py`, since its pieces are cut and joined so
that who lies beside whom changes from turn to turn, and `draws.py`, for the memory of its draw rule has readings enough
of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.second.reference_engine import reference_engine


class SecondGame(Protocol):
    """What the package of a game offers: its engine, and the values of each reading that this plays, default first."""

    @property
    def Engine(self) -> type[Any]: ...
    @property
    def READINGS(self) -> Mapping[str, tuple[str, ...]]: ...


SECOND = PerGame[SecondGame](__name__)
"""The second engines by game; a game may have none."""


def second_engine(game: str) -> type[Any]:
    """The second engine of a game, or its reference as one: `Engine.on_board(board, readings)` is a table."""
    found = SECOND.find(game)
    return found.Engine if found else reference_engine(game)
