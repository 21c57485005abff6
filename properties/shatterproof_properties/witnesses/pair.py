"""A pair of values of a reading, and the smallest game in which they differ, as the spec ships it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.game import AnyGame, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.common.clauses import reading_named
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Command, Question

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
        """The readings under which each value is compared: all others as given, or else at their defaults."""
        kind = self.game.Readings
        return tuple(kind.from_mapping({**given, self.reading: value}) for value in (self.one, self.two))


@dataclass(frozen=True)
class Witness:
    """A game in which two values differ: a question, and the answers of `apply` to it, by value.

    The start of the question is always written out, under the readings that both values are compared under. If the
    values differ about the position itself, the question asks for it. The answer is then `accepted`, or `refused` with
    a clause.
    """

    question: Question
    answers: Mapping[str, Answer]

    def to_json(self) -> Json:
        """JSON values, as in spec/witnesses/."""
        question = self.question
        return {
            "start": strict_json.decode(question.start or ""),
            "played": list(question.played),
            "turn": question.turn,
            "answers": dict(self.answers),
        }

    @classmethod
    def from_json(cls, data: Json, given: Mapping[str, str] | None = None) -> Witness:
        """The witness that `to_json` has written. The values are compared with other readings as given."""
        start, readings = data["start"], tuple(sorted((given or {}).items()))
        do: Command = "apply" if data["turn"] else "position"
        written, played = strict_json.encode(start), tuple(data["played"])
        question = Question(start["game"], start["board"], readings, written, played, do, data["turn"])
        return cls(question, data["answers"])


@dataclass(frozen=True)
class Pair:
    """The findings about two values of a reading: the smallest witness found, None if there is none.

    `proved` says that there is no smaller one; `bound` says in words what was searched. `given` are the other readings
    that are not at their defaults.
    """

    reading: str
    values: tuple[str, str]
    witness: Witness | None
    proved: bool
    bound: str
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def compared(self) -> Values:
        """The values that the pair compares."""
        return Values(self.reading, *self.values)

    def questions(self) -> Iterator[Question]:
        """The question of the witness under each of the values; none if there is no witness."""
        for readings in self.compared.readings(self.given) if self.witness else ():
            assert self.witness is not None
            yield self.witness.question.under(readings.to_mapping())

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
        given = data.get("given", {})
        witness = data["witness"] and Witness.from_json(data["witness"], given)
        return cls(data["reading"], (one, two), witness, data["proved"], data["bound"], given)


def values_named(name: str, one: str, two: str) -> Values:
    """Two values of the reading `name`, which may leave out the game.

    Raises InputError for an unknown reading or value, listing the known ones, and if both values are the same.
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


@cache
def shipped(game: str) -> tuple[Pair, ...]:
    """The shipped pairs of a game: every two values of every reading, in the order of the readings."""
    file = data_file(game)
    return tuple(map(Pair.from_json, strict_json.decode_file(file)["pairs"])) if file.is_file() else ()


def shipped_pair(values: Values) -> Pair | None:
    """The shipped pair of two values; None if none is shipped."""
    return next((pair for pair in shipped(values.game.NAME) if pair.compared == values), None)


def data_file(game: str) -> Path:
    """The file that holds the witnesses of a game."""
    return spec_folder() / "witnesses" / f"{game}.json"
