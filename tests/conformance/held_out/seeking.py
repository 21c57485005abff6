"""How soon the questions of `check` show mutants that need pairs: all mutants of a game in one run.

One right engine answers, and notes which mutants would have answered otherwise. So a run for forty mutants costs little
more than for one. Time is processor time of this process, the engine's included.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from conformance.held_out import pair_mutants
from conformance.held_out.pairs import MistakenWhere, Reopens
from conformance.made import keeping_time
from shatterproof.game import find_game
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.mutants import served
from shatterproof_properties.conformance.reduce.difference_search import Budget, DifferenceSearch
from shatterproof_properties.conformance.runs.shard import search_through
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.serve import ServedGame

TRIED = 6
"""The number of turns that are looked at in a position of a random game."""


class Watch:
    """The mutants of a game: when each would first have been seen, and how often what it needs has met.

    Those found are looked at no longer, unless `counts`.
    """

    def __init__(self, game: str, counts: bool = False) -> None:
        self.mutants = {mutant.name: mutant.engine for mutant in pair_mutants(game)}
        self.waiting = dict(self.mutants)
        self.found: dict[str, float] = {}
        self.met: Counter[str] = Counter()
        self.turns = 0
        self.counts = counts

    def look(self, moment: Any) -> None:
        """Look at a legal turn."""
        self.turns += 1
        for name, mutant in tuple(self.waiting.items()):
            if issubclass(mutant, MistakenWhere) and mutant.meets(moment):
                made = mutant.made_of(moment)
                if made is None or _shown_after(moment, made) != _shown_after(moment, moment.after):
                    self.note(name)

    def note(self, name: str) -> None:
        """A mutant answers otherwise."""
        self.met[name] += 1
        self.found.setdefault(name, time.process_time())
        if not self.counts:
            self.waiting.pop(name, None)


def _shown_after(moment: Any, after: Any) -> tuple[Any, Any]:
    return moment.engine.text(after), moment.engine.outcome(after)


class Watched(MistakenWhere):
    """A right engine whose legal turns, and answers about games that are over, are watched."""

    watch: ClassVar[Watch]

    def seen(self, here: Any, asked: str, meant: str, after: Any) -> Any:
        self.watch.look(self.moment(self, here, asked, meant, after))
        return after

    def apply(self, position: Any, text: str) -> Any:
        return self._beside("apply", position, text)

    def turns(self, position: Any) -> Any:
        return self._beside("turns", position)

    def count(self, position: Any, depth: int) -> Any:
        return self._beside("count", position, depth)

    def _beside(self, command: str, position: Any, *more: Any) -> Any:
        mine = getattr(super(), command)(position, *more)
        for name, mutant in tuple(self.watch.waiting.items()):
            if issubclass(mutant, Reopens) and command == mutant.command:
                mine = list(mine) if command == "turns" else mine
                other = getattr(mutant.on_board(position["board"], self.readings), command)(position, *more)  # type: ignore[attr-defined]
                if (list(other) if command == "turns" else other) != mine:
                    self.watch.note(name)
        return mine


_watched: dict[str, ServedGame] = {}


def __getattr__(name: str) -> ServedGame:
    """The engine watched, as `python:conformance.held_out.seeking:GAME` takes it."""
    try:
        return _watched[name]
    except KeyError as error:
        raise AttributeError(name) from error


def engine_of(game: str, watch: Watch) -> type[Any]:
    """The second engine of a game, watched."""
    mistaken = next(mutant for mutant in watch.mutants.values() if issubclass(mutant, MistakenWhere))
    return type("Engine", (Watched, *mistaken.__bases__[1:]), {"moment": mistaken.moment, "watch": watch})


def in_random_games(game: str, turns: int, seed: int = 3) -> Watch:
    """How often what each mutant needs meets in so many legal turns of games played at random from the opening."""
    watch, random = Watch(game, counts=True), Random(seed)
    engine = engine_of(game, watch).on_board(find_game(game).start().board)
    while watch.turns < turns:
        here = engine.opening()
        while watch.turns < turns and (found := list(super(MistakenWhere, engine).results(here))):
            for turn, after in random.sample(found, min(TRIED, len(found))):
                text = engine.turn_text(here, turn)
                engine.seen(here, text, text, after)
            here = random.choice(found)[1]
    return watch


def seek(
    game: str, seconds: float = 60.0, seed: int = 7, clock: Callable[[], float] = time.process_time
) -> tuple[Watch, Coverage]:
    """When the questions of a run show each mutant of a game, in seconds of processor time.

    The examples and vectors of the spec are not asked. Another `clock` says when the search ends.
    """
    watch = Watch(game)
    _watched[game] = served(game, engine_of(game, watch))
    with EngineSettings(f"python:{__name__}:{game}").engine(game) as engine, keeping_time(clock):
        session = Session.begin(engine, game)
        # A run asks them as well, which takes its time.
        probes = MutantProbes(game, session.readings.to_mapping())
        search = DifferenceSearch(DifferentialRun(session, probes=probes), budget=Budget(seconds))
        begun = time.process_time()
        for difference in search_through(search, seed, with_examples=False):
            raise AssertionError(difference)
    watch.found = {name: at - begun for name, at in watch.found.items()}
    return watch, search.differential.coverage
