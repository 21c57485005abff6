"""Engines in this process: `python:conformance.in_process:NAME`. Runs can be cut short at any question, by our clock.

Also the mutants of every game are here by their names, and the second engine of each game by the name of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, ClassVar

from conformance.held_out import held_out_mutants, pair_mutants, unlisted_mutants
from conformance.held_out.kinds import mutants_of_kinds
from conformance.made import run_settings
from shatterproof.game import OURS, find_game
from shatterproof_properties.conformance.mutants import find_mutant, self_check_mutants, served
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import Stopped
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.crumble import Engine as Crumble
from shatterproof_properties.second.crumble.board import GRAINS
from shatterproof_properties.second.scrunch import Engine as Scrunch
from shatterproof_properties.second.splinter import Engine as Splinter


class RefusesJoins(Crumble):
    def may_join(self, outline: Any, count: int) -> bool:
        return False


class Forgetful(Crumble):
    """Answers every fifth question differently the first time."""

    asked: ClassVar[set[Any]] = set()

    def apply(self, position: Any, text: str) -> Any:
        question = (str(position), text)
        first = question not in self.asked and len(self.asked) % 5 == 4
        self.asked.add(question)
        return {"verdict": "malformed"} if first else super().apply(position, text)


class Interrupting(Scrunch):
    """Raises an interrupt while it answers a question."""

    left = 0

    def turns(self, position: Any) -> Any:
        Interrupting.left -= 1
        if Interrupting.left < 0:
            raise KeyboardInterrupt
        return super().turns(position)


def game(name: str, made: type[Any], boards: tuple[str, ...]) -> ServedGame:
    """A game in the form of `python:module:attribute`."""
    choices = find_game(name).Readings.choices()
    return ServedGame(name, boards, choices, made.on_board)


class OpenToTheWest(Crumble):
    """Nothing is captured beside the west edge."""

    def is_enclosed(self, arrangement: Any, group: int) -> bool:
        west = min(rect[0] for slot, rect in enumerate(arrangement.rects) if group >> slot & 1)
        return super().is_enclosed(arrangement, group) and west > GRAINS


class Particular(Splinter):
    """Accepts a turn only in the spelling of its list."""

    def apply(self, position: Any, text: str) -> Any:
        listed = {entry["turn"] for entry in self.turns(position)}
        return super().apply(position, text) if text in listed else {"verdict": "illegal"}


SMALLEST, SMALL = ("2x2",), ("2x2", "2x3")


class ListsOneMore(Crumble):
    """It lists a turn of the other side as well, and refuses it when asked."""

    def turns(self, position: Any) -> Any:
        yield from super().turns(position)
        other = {"black": "white", "white": "black"}[position["to_move"]]
        yield from islice(super().turns({**position, "to_move": other, "memory": None}), 1)


class ListsTwice(Crumble):
    """It lists the first result once more, under a text of its own."""

    def turns(self, position: Any) -> Any:
        listed = list(super().turns(position))
        yield from (*listed, *({**entry, "turn": "again"} for entry in listed[:1]))


class ListsForbidden(Crumble):
    """It lists the first result once more, under the text of a turn that the rules forbid, and takes that as well."""

    def turns(self, position: Any) -> Any:
        first, *others = super().turns(position)
        yield from (first, *others, {**first, "turn": "0J9,9"})

    def apply(self, position: Any, text: str) -> Any:
        return super().apply(position, next(self.turns(position))["turn"] if text == "0J9,9" else text)


class WritesAnotherText(Crumble):
    """It lists the second result under the text of the first, and takes the right texts when asked."""

    def turns(self, position: Any) -> Any:
        first, *others = super().turns(position)
        yield from (first, *({**entry, "turn": first["turn"]} for entry in others[:1]), *others[1:])


refusing_widely = game("crumble", RefusesJoins, SMALL)
honest, refusing, forgetful = (game("crumble", made, SMALLEST) for made in (Crumble, RefusesJoins, Forgetful))
interrupted = [game("crumble", Crumble, SMALL), game("scrunch", Interrupting, ("2..3",))]
differing = [refusing, interrupted[1]]


open_to_the_west = game("crumble", OpenToTheWest, ("2x2..6x6",))
particular = game("splinter", Particular, ("2x4..10x9",))
listing_one_more, listing_twice, listing_forbidden = (
    game("crumble", made, SMALLEST) for made in (ListsOneMore, ListsTwice, ListsForbidden)
)
writing_another_text = game("crumble", WritesAnotherText, SMALLEST)
step_off_refused, both_out_is_drawn = (
    find_mutant("splinter", name).engine for name in ("step-off-refused", "both-out-is-drawn")
)
mistaken, mistaken_twice = (
    game("splinter", made, ("2x4..6x6",))
    for made in (step_off_refused, type("TwoMistakes", (step_off_refused, both_out_is_drawn), {}))
)


globals().update({mutant.name: served(game, mutant.engine) for game in OURS for mutant in self_check_mutants(game)})
# Held-out mutants of several games may have one name.
globals().update(
    {f"{game}-{one.name}": served(game, one.engine) for game in OURS
     for one in (*held_out_mutants(game), *pair_mutants(game), *unlisted_mutants(game), *mutants_of_kinds(game))}
)  # fmt: skip
globals().update({game: served(game, second_engine(game)) for game in OURS})


def in_process(name: str) -> str:
    """The command for an engine of this module, without a process."""
    return f"python:{__name__}:{name}"


def settings_of(attribute: str, **asked: Any) -> RunSettings:
    """The settings of a run of that engine, without mutants."""
    return run_settings("crumble", in_process(attribute), seed=5, **asked)


class CutEngine(EngineClient):
    """An engine that calls `before` for each answer. If that says so, it is cut short instead of answering."""

    def __init__(self, argv: list[str], before: Callable[[], bool]) -> None:
        super().__init__(argv)
        self._before = before

    def _line(self, question: Any, sent: float) -> bytes:
        if self._before():
            self.kill()
            raise Stopped("the run was over before the answer came")
        return super()._line(question, sent)


class Clock:
    """A clock that moves only with answers: 0.4 seconds each."""

    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now

    def answer(self) -> bool:
        """Counts an answer."""
        self.now += 0.4
        return False
