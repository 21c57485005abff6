"""Mutants of four kinds that engines really have, in each game, which the harness does not know.

- frames: a text is read, or written, in another frame than that of the notation;
- limits: something goes on only as far as some number;
- choices: what a player chooses, or a tie, is settled by something else;
- second acts: of two things that a turn does, the second is refused, left out or always allowed.

Each game has a module here with the mutants of each kind, and the clauses that may rightly be named for each.
`python:conformance.held_out.kinds:NAME` serves one in this process. Every third is set aside: no part of the harness
was ever tried with it before its share was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from shatterproof.game import OURS, find_game
from shatterproof.spec import find_clause
from shatterproof_properties.common.clauses import readings_on
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import boards_of, opened

KINDS = {"frame": "FRAMES", "limit": "LIMITS", "choice": "CHOICES", "second act": "SECOND_ACTS"}


class Misreading(NamedTuple):
    """A mutant of one kind: its engine, and the clauses of which any may be named."""

    game: str
    kind: str
    engine: type[Any]
    clauses: tuple[str, ...]
    set_aside: bool

    @property
    def name(self) -> str:
        """Its name, and that of its engine here: `splinter_RowsFromTheTop`."""
        return f"{self.game}_{self.engine.__name__}"

    @property
    def command(self) -> str:
        """The command of its engine in this process."""
        return f"python:{__name__}:{self.name}"


def is_named_rightly(reported: str, broken: Iterable[str]) -> bool:
    """Whether a clause is one of those that are broken, or a reading on one, or one that such a reading is on."""
    if not reported:
        return False
    bearing = readings_on(find_clause(reported))
    return any(each in (reported, *bearing) or reported in readings_on(find_clause(each)) for each in broken)


def misreadings(*games: str) -> Iterator[Misreading]:
    """All of them, of some games or of all."""
    for game in games or OURS:
        module = import_module(f"{__name__}.{game}")
        for kind, listed in KINDS.items():
            for place, (engine, clauses) in enumerate(getattr(module, listed)):
                yield Misreading(game, kind, engine, clauses, place % 3 == 2)


def __getattr__(name: str) -> ServedGame:
    game = re.match("[a-z]+", name)
    for one in misreadings(game[0]) if game and game[0] in OURS else ():
        if one.name == name:
            return ServedGame(one.game, boards_of(one.game), find_game(one.game).Readings.choices(),
                              partial(opened, one.engine))  # fmt: skip
    raise AttributeError(name)
