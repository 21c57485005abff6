"""What an engine can be asked: which vectors fit what it has announced, and under which readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shatterproof.game import AnyGame
from shatterproof_properties.conformance.vectors.vector import Vector
from shatterproof_properties.protocol.boards import expand

REASONS = {
    "board": "on boards that it does not play",
    "command": "for commands that it does not have",
    "begin": "that begin where it cannot",
    "text": "about texts of turns, where it has its own",
    "reading": "under readings that it does not follow, or that it does not know of",
    "memory": "about numbers of leaves, where it keeps no memory",
}
"""Why a vector is not asked, in words to follow "vectors"."""
UNKNOWN = "*"


@dataclass(frozen=True)
class Terms:
    """What an engine has announced for a game; `readings` has the values of each that it may be asked under."""

    boards: frozenset[str]
    can: frozenset[str]
    begins: frozenset[str]
    own_texts: bool
    readings: Mapping[str, tuple[str, ...]]
    defaults: Mapping[str, str]

    def obstacle(self, vector: Vector) -> str:
        """Why the engine cannot be asked a vector, one of REASONS; "" if it can."""
        question = vector.question
        # A list of turns begins with the opening; all other questions carry a position.
        begin = "start" if "turns" in question.asked else "position"
        found = {
            "board": question.board not in self.boards,
            "command": question.do not in self.can,
            "begin": begin not in self.begins,
            "text": self.own_texts and question.do == "apply",
            "reading": self.readings_for(vector) is None,
        }
        return next((reason for reason, holds in found.items() if holds), "")

    def readings_for(self, vector: Vector) -> dict[str, str] | None:
        """The readings to ask a vector under: its own, or others where those do not matter; None if none will do."""
        chosen = {}
        for reading, values in self.readings.items():
            own = vector.question.readings.get(reading, self.defaults[reading])
            if own not in values and (reading in vector.clauses or reading in vector.question.readings):
                return None
            chosen[reading] = own if own in values or UNKNOWN in values else values[0]
        return chosen


def terms(game: AnyGame, introduction: Mapping[str, Any], wanted: Mapping[str, str]) -> Terms:
    """What an engine has said in `hello`, narrowed to the readings wanted."""
    announced = introduction["games"][game.NAME]
    known = announced.get("readings", {})
    choices = game.Readings.choices()
    readings = {name: tuple(known.get(name, values[:1])) for name, values in choices.items()}
    return Terms(
        frozenset(expand(announced["boards"])),
        frozenset(introduction["can"]),
        frozenset(introduction["from"]),
        introduction.get("texts") == "own",
        readings | {name: (value,) for name, value in wanted.items()},
        {name: values[0] for name, values in choices.items()},
    )
