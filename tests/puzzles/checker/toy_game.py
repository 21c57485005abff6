"""A small random game with the adapter of Splinter, in which turns may lead in circles.

Its positions and turns are drawn, so that all that certificates can say comes up on boards that cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from shatterproof import splinter
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn, MalformedTurn, Outcome

CLAUSE = "splinter.win.type-out"
OPEN = (None,) * 6
ENDS = (0, 0, 1, 1, -1)
"""The winner at each end, by the sides at the start; -1 for a draw."""


@dataclass(frozen=True)
class ToyPosition:
    """A place, mirrored or not, with the colours exchanged or not, and a memory of 0 or 1."""

    place: int
    mirrored: bool
    exchanged: bool
    to_move: str
    memory: int
    readings: Any

    @property
    def mover(self) -> int:
        """The side to move, 0 or 1, without regard to exchanged colours."""
        return ("blue", "white").index(self.to_move) ^ self.exchanged


class Step(NamedTuple):
    """The place after a turn, whether it mirrors the board or exchanges the colours, and the memory after it."""

    place: int
    mirrors: bool
    exchanges: bool
    memory: int


class ToyGame:
    """A game drawn from a seed. Under another value of splinter.step-off some places have other turns and ends."""

    NAME = "splinter"
    SIDES = splinter.SIDES
    Readings = splinter.Readings

    def __init__(self, seed: int, places: int = 9) -> None:
        chance = Random(seed)
        self.places = places
        self._ends = [[chance.choice((*OPEN, *ENDS)) for _ in range(places)] for _ in range(2)]
        self._ends[0][0] = None
        if chance.random() < 0.8:
            self._ends[1][0] = None
        self._steps = {
            (place, mover, memory, value): [
                Step(chance.randrange(places), chance.random() < 0.3, chance.random() < 0.2, int(chance.random() < 0.3))
                for _ in range(chance.randint(1, 4))
            ]
            for place in range(places)
            for mover in (0, 1)
            for memory in (0, 1)
            for value in (0, 1)
        }
        for place, mover, memory, value in list(self._steps):
            # What is remembered, and the reading, make a difference at some places only.
            if chance.random() < 0.6:
                self._steps[place, mover, memory, value] = self._steps[place, mover, 0, 0]

    @classmethod
    def of(cls, ends: dict[int, int], steps: dict[tuple[int, int], list[tuple[int, int]]]) -> ToyGame:
        """A given game: the winner at each end, and the steps from each place and memory."""
        game = cls(0, 10)
        game._ends = [[ends.get(place) for place in range(10)]] * 2
        for (place, memory), found in steps.items():
            for mover, value in product((0, 1), (0, 1)):
                game._steps[place, mover, memory, value] = [Step(to, False, False, later) for to, later in found]
        return game

    def leads_elsewhere(self, place: int, to: int) -> None:
        """Makes the one turn from a place lead elsewhere under the other value."""
        for mover in (0, 1):
            self._steps[place, mover, 0, 1] = [Step(to, False, False, 0)]

    def over_at_once(self, winner: int) -> ToyGame:
        """The game, which is now over at its start under the other value."""
        self._ends = [self._ends[0], [winner, *self._ends[0][1:]]]
        return self

    def start(self) -> ToyPosition:
        return ToyPosition(0, False, False, "blue", 0, self.Readings())

    def every(self) -> Iterator[ToyPosition]:
        """Undecided positions of all places, with either side to move."""
        for place in range(self.places):
            for side in self.SIDES:
                here = ToyPosition(place, False, False, side, 0, self.Readings())
                if self.outcome(here) is None:
                    yield here

    def outcome(self, here: ToyPosition) -> Outcome | None:
        winner = self._ends[here.readings.step_off == "forbidden"][here.place]
        if winner is None:
            return None
        return Outcome(None if winner < 0 else self.SIDES[winner ^ here.exchanged], CLAUSE)

    @cache  # noqa: B019
    def actions(self, here: ToyPosition) -> list[tuple[str, ToyPosition]]:
        """The turns, named by their target, and by their number if several have the same."""
        if self.outcome(here) is not None:
            return []
        value = here.readings.step_off == "forbidden"
        found = []
        for number, step in enumerate(self._steps[here.place, here.mover, here.memory, value]):
            after = ToyPosition(
                step.place,
                here.mirrored ^ step.mirrors,
                here.exchanged ^ step.exchanges,
                next(side for side in self.SIDES if side != here.to_move),
                step.memory,
                here.readings,
            )
            found.append((f"{step.place}{'abcd'[number]}", after))
        return found

    def results(self, here: ToyPosition) -> list[tuple[str, ToyPosition]]:
        return list({after: (turn, after) for turn, after in reversed(self.actions(here))}.values())

    def parse_turn(self, here: ToyPosition, text: str) -> str:
        if not text[:1].isdigit():
            raise MalformedTurn(f"{text!r} is no turn")
        return text

    def format_turn(self, here: ToyPosition, turn: str) -> str:
        return turn

    def play(self, here: ToyPosition, turn: str) -> ToyPosition:
        after = dict(self.actions(here)).get(turn)
        if after is None:
            raise IllegalTurn("splinter.turn.order", f"{turn} is not possible")
        return after

    def to_json(self, here: ToyPosition) -> dict[str, Any]:
        board = [here.place, here.mirrored, here.exchanged]
        return {"board": board, "to_move": here.to_move, "memory": [1] * here.memory, "readings": {}}

    def to_diagram(self, here: ToyPosition) -> str:
        """A position as it looks, without its memory."""
        return str((here.place, here.mirrored, here.exchanged, here.to_move))

    def from_json(self, data: Any, readings: Any = None) -> ToyPosition:
        place, mirrored, exchanged = data["board"]
        memory = len(data.get("memory", []))
        here = ToyPosition(place, mirrored, exchanged, data["to_move"], memory, readings or self.Readings())
        if (place, here.mover) == (self.places - 1, 1):
            raise InputError("not with this side to move", "/to_move", "the other")
        return here


def images(here: ToyPosition) -> Iterator[tuple[int, ...]]:
    yield here.place, here.mover, here.memory
