"""Differences that an engine's author has declared: known, for a reason, since a day, and only in one direction."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.spec import find_clause
from shatterproof_properties.common.files import read_text
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.causes.differences import KINDS, Difference
from shatterproof_properties.conformance.causes.known import KnownCauses
from shatterproof_properties.conformance.generate.cases import replayed_case
from shatterproof_properties.protocol.question import Question

FIELDS = {
    "game": str,
    "kind": str,
    "clause": str,
    "declared": datetime.date,
    "expires": datetime.date,
    "why": str,
    "witness": str,
}
MOST = 1000
"""Entries of a file."""


@dataclass(frozen=True)
class Declared:
    """One entry: in `game` the engine differs in the way `kind` about `clause`, as `witness` shows, and `why`.

    It covers all differences of that kind about that clause, none in the other direction, and what its witness shows of
    that kind: it may be told under the clause of its cause. After `expires` it is stale.
    """

    game: str
    kind: str
    clause: str
    declared: datetime.date
    why: str
    witness: Question
    expires: datetime.date | None = None

    def is_over(self, today: datetime.date | None = None) -> bool:
        """Whether the day on which it expires has passed."""
        return self.expires is not None and (today or datetime.date.today()) > self.expires

    def covers(self, difference: Difference) -> bool:
        """Whether the difference is what was declared."""
        if (self.game, self.kind) != (difference.question.game, difference.kind):
            return False
        return self.clause == difference.clause or self.witness.witness() == difference.question.witness()

    def __str__(self) -> str:
        return printable(f"{self.clause or 'spec/protocol.md'}, {self.kind}, declared {self.declared}: {self.why}")


def read_declared(file: Path, today: datetime.date | None = None) -> tuple[Declared, ...]:
    """The entries of a TOML file. Raises InputError, naming the entry, for anything it should not hold."""
    text = read_text(file)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Python reads no number of very many digits, and says that in its own words.
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number or a nesting that nobody needs"
        raise InputError(f"not TOML: {why}", str(file), "entries [[difference]]") from None
    entries = data.pop("difference", [])
    if data or not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        what = f"unknown table {min(data)!r}" if data else "no list of entries"
        raise InputError(printable(what), str(file), "entries [[difference]] only")
    if len(entries) > MOST:
        raise InputError(f"{len(entries)} entries", str(file), f"at most {MOST}")
    today = today or datetime.date.today()
    return tuple(_entry(entry, f"{file}, difference {index}", today) for index, entry in enumerate(entries, start=1))


def _entry(data: dict[str, Any], where: str, today: datetime.date) -> Declared:
    for name, value in data.items():
        if name not in FIELDS:
            raise InputError(f"unknown field {printable(name)[:60]!r}", where, ", ".join(FIELDS))
        # A time of day is a date to Python, but not here.
        if not isinstance(value, FIELDS[name]) or isinstance(value, datetime.datetime):
            raise InputError(f"{name} is no {_KINDS_OF_VALUES[FIELDS[name]]}", where, _EXAMPLES.get(name, "a text"))
    for name in FIELDS.keys() - {"expires"}:
        if name not in data:
            raise InputError(f"lacks {name}", where, _EXAMPLES.get(name, "a text"))
    for name, allowed in (("game", GAMES), ("kind", tuple(KINDS))):
        if data[name] not in allowed:
            raise InputError(f"{name} is {printable(data[name])[:60]!r}", where, " or ".join(allowed))
    if data["clause"]:
        with locating(f"{where}, clause"):
            find_clause(data["clause"])
    if data["declared"] > today:
        raise InputError(f"declared on {data['declared']}, a day to come", where, f"at most {today}")
    with locating(f"{where}, witness"):
        witness = Question.of_witness(strict_json.decode(data["witness"]), "witness", data["game"])
        replayed_case(witness, "witness")
    return Declared(**{**data, "witness": witness})


@contextmanager
def locating(where: str) -> Iterator[None]:
    """Names the place in the errors that arise inside."""
    try:
        yield
    except InputError as error:
        raise InputError(error.what, where, error.expected) from None


_KINDS_OF_VALUES = {str: "text", datetime.date: "date"}
_EXAMPLES = {"declared": "a date like 2026-11-21", "expires": "a date like 2027-01-31",
             "witness": "the JSON that check printed after --replay"}  # fmt: skip


def entry_of(difference: Difference, today: datetime.date | None = None) -> str:
    """The entry that declares a difference, as TOML, for its author to complete with a reason."""
    texts = {"game": difference.question.game, "kind": difference.kind, "clause": difference.reported}
    lines = [f"{name} = {strict_json.encode(value)}" for name, value in texts.items()]
    lines += [f"declared = {today or datetime.date.today()}", 'why = ""']
    witness = strict_json.encode(difference.question.witness())
    # A literal text of TOML takes JSON as it stands, but ends at the first single quote.
    return "\n".join(["[[difference]]", *lines, f"witness = {_literal(witness)}"]) + "\n"


def _literal(text: str) -> str:
    return strict_json.encode(text) if "'" in text else f"'{text}'"


class Declarations:
    """Declared differences that are in force; `seen` are those that have turned up.

    An entry covers what it says, and all that has the same cause as the first difference that it has covered.
    """

    def __init__(self, entries: Sequence[Declared] = ()) -> None:
        self.seen: list[Declared] = []
        self._entries = entries
        self._causes: dict[Question, KnownCauses] = {}

    def outcome(self, found: Iterable[Difference | None]) -> str:
        """How a question counts whose answer shows these differences."""
        differences = [difference for difference in found if difference]
        if not differences:
            return "agree"
        return "declared" if all(map(self._covering, differences)) else "differ"

    def others(self, found: Iterable[Difference | None]) -> Iterator[Difference]:
        """The differences that nobody has declared; those declared have been seen now."""
        for difference in found:
            entry = self._covering(difference) if difference else None
            if entry:
                self.seen += [entry] if entry not in self.seen else []
            elif difference:
                yield difference

    def _covering(self, difference: Difference) -> Declared | None:
        for entry in self._entries:
            if entry.covers(difference):
                self._learn(entry, difference)
                return entry
        return next((entry for entry in self._entries if self._has_cause(entry, difference)), None)

    def _learn(self, entry: Declared, difference: Difference) -> None:
        if entry.witness not in self._causes:
            question = difference.question
            self._causes[entry.witness] = KnownCauses(question.game, question.chosen)
            self._causes[entry.witness].add(difference)

    def _has_cause(self, entry: Declared, difference: Difference) -> bool:
        return entry.witness in self._causes and self._causes[entry.witness].cover(difference)
