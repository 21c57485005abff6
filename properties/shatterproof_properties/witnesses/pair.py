"""Pairs of values of a reading, and the smallest game in which they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.common.rules import reading_named

Json = dict[str, Any]


class Values(NamedTuple):
    """Two values of a reading, in the order in which the reading lists them; `reading` is its id."""

    reading: str
    one: str
    two: str

    @property
    def game(self) -> AnyGame:
        """The game that the reading is about."""
        return find_game(self.reading.partition(".")[0])

    def readings(self, given: Mapping[str, str]) -> tuple[Any, Any]:
        """The readings under which the values are compared, all others as given or else at their defaults."""
        kind = self.game.Readings
        return tuple(kind.from_mapping({**given, self.reading: value}) for value in (self.one, self.two))


@dataclass(frozen=True)
class Witness:
    """A game in which two values differ: a position, turns played from it, and the turn asked about.

    `start` is as the protocol has it. `turn` is "" where the position itself is what differs. `answers` are those of
    `apply`, by value; the position itself is answered `accepted`, or `refused` with a clause.
    """

    start: Json
    played: tuple[str, ...]
    turn: str
    answers: Mapping[str, Json]

    def to_json(self) -> Json:
        """JSON values, as in spec/witnesses/."""
        return {
            "start": self.start,
            "played": list(self.played),
            "turn": self.turn,
            "answers": dict(self.answers),
        }

    @classmethod
    def from_json(cls, data: Json) -> Witness:
        """The witness that `to_json` has written."""
        return cls(data["start"], tuple(data["played"]), data["turn"], data["answers"])


@dataclass(frozen=True)
class Pair:
    """What is known of two values of a reading: the smallest witness found, None if there is none.

    `proved` says that there is no smaller one, `bound` in words what was searched. `given` are the other readings that
    are not at their defaults.
    """

    reading: str
    values: tuple[str, str]
    witness: Witness | None
    proved: bool
    bound: str
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def compared(self) -> Values:
        """The values that are compared."""
        return Values(self.reading, *self.values)

    def to_json(self) -> Json:
        """JSON values, as in spec/witnesses/."""
        data: Json = {
            "reading": self.reading,
            "values": list(self.values),
            "witness": self.witness and self.witness.to_json(),
            "proved": self.proved,
            "bound": self.bound,
        }
        return data | ({"given": dict(self.given)} if self.given else {})

    @classmethod
    def from_json(cls, data: Json) -> Pair:
        """The pair that `to_json` has written."""
        one, two = data["values"]
        witness = data["witness"] and Witness.from_json(data["witness"])
        return cls(data["reading"], (one, two), witness, data["proved"], data["bound"], data.get("given", {}))


def pairs_of(game: str) -> list[Values]:
    """Every two values of every reading of a game."""
    choices = find_game(game).Readings.choices()
    return [Values(reading, *two) for reading, values in choices.items() for two in combinations(values, 2)]


def all_pairs() -> list[Values]:
    """Every two values of every reading of every game."""
    return [values for game in GAMES for values in pairs_of(game)]


def values_named(name: str, one: str, two: str) -> Values:
    """Two values of the reading `name`, whose game may be left out.

    Raises InputError for an unknown reading or value, listing what there is, and for a value that is named twice.
    """
    reading = reading_named(name)
    known = find_game(reading.partition(".")[0]).Readings.choices()[reading]
    for value in (one, two):
        if value not in known:
            raise InputError(f"{reading} has no value {shorten(value, 40)!r}", expected=f"two of {', '.join(known)}")
    if one == two:
        raise InputError(f"{one} is named twice", expected=f"two values of {reading}: {', '.join(known)}")
    first, second = sorted((one, two), key=known.index)
    return Values(reading, first, second)
