"""Vectors: frozen questions with the answers of the rules, shipped in spec/vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import INSTALLED
from shatterproof.spec import spec_folder
from shatterproof_properties.protocol.answers import Answer, same
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules

Which = Literal["core", "full"]
SETS: dict[Which, tuple[Which, ...]] = {"core": ("core",), "full": ("core", "full")}
"""The files that make up each set. No vector is stored twice."""


@dataclass(frozen=True)
class Vector:
    """A question, the answer of the rules, the clauses that it exercises, and what made it.

    The clause that it is most about comes first. A reading is among the clauses if another value of it would change the
    answer.
    """

    question: Question
    answer: Answer
    clauses: tuple[str, ...]
    made: str

    @cached_property
    def id(self) -> str:
        """The clause that the vector is most about, and a hash of the question.

        It stays the same when the vectors are made anew.
        """
        key = strict_json.encode(question_to_json(self.question))
        digest = hashlib.sha256(key.encode("ascii")).hexdigest()[:10]
        return f"{self.clauses[0] if self.clauses else f'{self.question.game}.malformed'}-{digest}"

    def is_about(self, only: frozenset[str]) -> bool:
        """Whether the vector exercises one of some clauses; true if no clauses are named."""
        return not only or not only.isdisjoint(self.clauses)

    @cached_property
    def line(self) -> str:
        return strict_json.encode(self.to_json())

    def to_json(self) -> dict[str, Any]:
        about = {"id": self.id, "clauses": list(self.clauses), "made": self.made, "answer": self.answer}
        return question_to_json(self.question) | about

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(question_from_json(data), data["answer"], tuple(data["clauses"]), data["made"])


def question_to_json(question: Question) -> dict[str, Any]:
    """A question as the fields of a vector: a question of the protocol without a context.

    It has one of three forms: a `position` and a `turn`; all `turns` from the opening; or a `position`, perhaps with a
    `depth`. A question without a position is about the opening.
    """
    fields = {"game": question.game, "board": question.board, "readings": dict(question.readings), "do": question.do}
    from_opening = question.start is None and (question.do == "apply" or not question.played)
    asked = question.message(from_position=not from_opening or question.do != "apply")
    if from_opening:
        asked.pop("position", None)
    return fields | asked


def question_from_json(data: dict[str, Any]) -> Question:
    """The question that the fields of a vector ask."""
    readings = tuple(sorted(data["readings"].items()))
    start = strict_json.encode(data["position"]) if "position" in data else None
    *played, turn = data.get("turns") or [data.get("turn", "")]
    return Question(data["game"], data["board"], readings, start, tuple(played), data["do"], turn, data.get("depth", 0))


def folder() -> Path:
    return spec_folder() / "vectors"


def file_name(game: str, which: Which) -> str:
    return f"{game}-{which}.jsonl"


def read_index() -> dict[str, Any]:
    """The index of the files: version, files with their hashes, and the number of vectors of each clause."""
    index: dict[str, Any] = strict_json.decode_file(folder() / "index.json")
    return index


def has_vectors(game: str) -> bool:
    """Whether vectors of a game are shipped. A game from elsewhere has none."""
    return game not in INSTALLED


@cache
def read(game: str, which: Which = "core") -> tuple[Vector, ...]:
    """The vectors of a set of a game, none of a game from elsewhere. Raises InputError for a missing or broken file."""
    parts = SETS[which] if has_vectors(game) else ()
    return tuple(vector for part in parts for vector in read_file(folder() / file_name(game, part)))


def read_file(file: Path) -> list[Vector]:
    """The vectors of a file. Raises InputError if the file is missing or broken."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", str(file), "vectors, one a line") from None
    numbered = enumerate(lines, start=1)
    return [Vector.from_json(strict_json.decode(line, source=f"{file.name}:{n}")) for n, line in numbered]


def vector_about(question: Question) -> str:
    """The id of a vector about the same position, if possible about the same turn; "" if there is none."""
    asked = [(question_to_json(vector.question), vector.id) for vector in read(question.game, "full")]
    about = [(fields.get("turn", ""), name) for fields, name in asked if fields.get("position") == question.data]
    return next((name for _, name in sorted(about, key=lambda each: each[0] != question.turn)), "")


def wrong_answers(vectors: Iterable[Vector]) -> Iterator[Vector]:
    """Vectors whose frozen answer is not the answer of the reference."""
    return (each for each in vectors if not same(each.question.do, each.answer, answer_by_rules(each.question)))
