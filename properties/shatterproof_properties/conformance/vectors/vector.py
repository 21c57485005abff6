"""Vectors: frozen questions with the answers that the rules give."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shatterproof import strict_json

Answer = dict[str, Any]
HASHED = 10
"""Hexadecimal digits of an id that tell questions about one clause apart."""


@dataclass(frozen=True)
class Question:
    """A question of the protocol without its context.

    `readings` are those that depart from the defaults. `asked` is the rest as the protocol has it: `position` and
    `turn`, or `turns` from the opening, or perhaps a `position` and perhaps a `depth`; without one it is the opening.
    """

    game: str
    board: str
    readings: dict[str, str]
    do: str
    asked: dict[str, Any]

    @cached_property
    def key(self) -> str:
        """The question as canonical JSON: equal questions have equal keys."""
        return strict_json.encode(self.to_json())

    @property
    def from_start(self) -> bool:
        """Whether it begins with the opening."""
        return "position" not in self.asked

    def to_json(self) -> dict[str, Any]:
        """The question as the fields of a vector."""
        return {"game": self.game, "board": self.board, "readings": self.readings, "do": self.do, **self.asked}


@dataclass(frozen=True)
class Vector:
    """A question, the answer of the rules, the clauses that this leans on, the most telling first, and what made it.

    A reading is among the clauses where another value of it would change the answer.
    """

    question: Question
    answer: Answer
    clauses: tuple[str, ...]
    made: str

    @cached_property
    def id(self) -> str:
        """The most telling clause and a hash of the question: the same whenever the vectors are made anew."""
        digest = hashlib.sha256(self.question.key.encode("ascii")).hexdigest()[:HASHED]
        return f"{self.clauses[0] if self.clauses else f'{self.question.game}.malformed'}-{digest}"

    @cached_property
    def line(self) -> str:
        """The line of a file that holds it, without the newline."""
        return strict_json.encode(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """The vector as JSON values."""
        about = {"id": self.id, "clauses": list(self.clauses), "made": self.made, "answer": self.answer}
        return self.question.to_json() | about


ASKED = ("position", "turn", "turns", "depth")


def from_json(data: dict[str, Any]) -> Vector:
    """The vector that a line of a shipped file holds."""
    asked = {name: data[name] for name in ASKED if name in data}
    question = Question(data["game"], data["board"], data["readings"], data["do"], asked)
    return Vector(question, data["answer"], tuple(data["clauses"]), data["made"])
