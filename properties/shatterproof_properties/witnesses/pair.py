"""A pair of values of a reading, and the smallest game in which they differ: as the spec ships it, and for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.game import AnyGame, find_game
from shatterproof.movetext import wrapped
from shatterproof.spec import find_clause, spec_folder
from shatterproof_properties.common.clauses import reading_named
from shatterproof_properties.common.prose import plain_lines
from shatterproof_properties.protocol.announced import has_opening
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Command, Question
from shatterproof_properties.protocol.wording import Drawn, answer_in_words

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


HIDDEN = ("readings", "memory")
"""Lines of diagrams that are hidden when a witness is shown."""


def pair_to_text(pair: Pair) -> str:
    """The pair as text: the reading, the game, both answers as diagrams, what is proved, and how to search further."""
    one, two = pair.values
    title = plain_lines(find_clause(pair.reading).title).strip()
    lines = [f"{pair.reading}: {title}", f"    {one} against {two}"]
    if pair.given:
        lines.append(f"    given {' '.join(f'{name}={value}' for name, value in pair.given.items())}")
    if pair.witness is not None:
        under = zip(pair.values, pair.compared.readings(pair.given), strict=True)
        answers = ((value, pair.witness.answers[value], readings) for value, readings in under)
        lines += question_shown(pair.witness.question, answers)
    lines += ["", pair.bound, of_play(pair.witness.question)] if pair.witness else ["", pair.bound]
    command = f"shatterproof witness {pair.reading} {one} {two}"
    return "\n".join(
        [*lines, "", f"look further: {command} --time 3600", f"the reading: shatterproof readings {pair.reading}", ""]
    )


def question_shown(question: Question, answers: Iterable[tuple[str, Answer, Any]]) -> Iterator[str]:
    """The lines that draw a question and its answers.

    Each answer has a name and the readings that it is given under.
    """
    start = Drawn.of(question.rules, question.begin(question.rules.Readings(), strict=False))
    yield from ("", "in:" if question.turn else "the position:", *start.indented(HIDDEN))
    if question.played:
        yield from ("", f"after {' '.join(map(wrapped, question.played))}")
    if question.turn:
        yield from ("", f"the turn {question.turn}")
    for name, answer, readings in answers:
        yield from ("", f"{name}: {answer_in_words(answer)}")
        if question.turn and "position" in answer:
            position = question.rules.from_json(answer["position"], readings, False)
            yield from Drawn.of(question.rules, position, start).indented(HIDDEN)


def of_play(question: Question) -> str:
    """A sentence about whether play can lead to the position."""
    if not has_opening(question.rules, question.board):
        return "Its board has no opening: it can only be set up."
    begins = question.under({}).from_opening
    return "It begins with the opening of its board." if begins else "Whether play leads there is not known."
