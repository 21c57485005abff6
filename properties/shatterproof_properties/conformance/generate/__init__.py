"""Questions for an engine: drawn at random, enumerated exhaustively, or taken from the spec.

In: a game, the boards that an engine plays, its readings, and what has been covered so far (`coverage_guidance.py`).
Out: cases (`cases.py`: a way to a position, and what to ask there), positions of small boards (`exhaustive.py`), and
positions that differ from another in one field, or texts like those of legal turns (`variants.py`). Nothing here asks
an engine, or knows what it has answered.

What is known of one game stands in a module of its name. A game needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple, Protocol

from shatterproof.game import find_game
from shatterproof_properties.common.per_game import PerGame

Data = dict[str, Any]
"""A position as the protocol has it."""
Change = Callable[[Random, Data], Data]
Fitting = Mapping[str, Mapping[str, str]]


class Sizes(NamedTuple):
    """The boards of a game that are played on: the standard one, all up to a largest side, now and then larger ones.

    The larger ones are for counts of two digits and for many pieces. The first `small` boards, smallest first, count as
    small. Most whole games from the opening of the standard board end within `plies`. `tiny` is the area and the number
    of pieces at which a counterexample is small enough. Nobody is asked for all turns of a position with more than
    `listed` pieces, since the reference takes seconds for them.
    """

    standard: str
    largest_side: int
    larger: tuple[str, ...] = ()
    small: int = 8
    plies: int = 60
    tiny: tuple[int, int] = (4, 4)
    listed: int = 100


class Generation(Protocol):
    """What a game's module may offer.

    `FITTING` says for a kind of position, such as one rich in rings, which style of play or boards suit it. Half of the
    cases of this kind use these; `aims` names the clause at which half of their near misses aim. `CHANGES` make a
    variant of a position, besides those of all games.
    """

    SIZES: Sizes
    FITTING: Fitting
    CHANGES: tuple[Change, ...]


GENERATION = PerGame[Generation](__name__)


@cache
def sizes_of(name: str) -> Sizes:
    """The boards of a game; without a module, its standard board and all smaller ones."""
    known = GENERATION.find(name)
    if known:
        return known.SIZES
    game = find_game(name)
    standard = game.start().board
    return Sizes(standard, max(game.board_size(standard)))
