"""Expected answers: a quick check whether a line gives the expected answer.

A line that fails the check is not wrong yet: it is read strictly, and compared in full.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from shatterproof import strict_json
from shatterproof_properties.protocol.answers import Answer, winner
from shatterproof_properties.second.engine import ResultTexts

AS_EXPECTED: Answer = {}
"""Stands for an answer that equals the expected one and was not read any further."""


class _Decoders(NamedTuple):
    """Decoders for a line with all results of a position, and for one with a verdict.

    Fields of positions stay undecoded.
    """

    results: msgspec.json.Decoder[Any]
    verdict: msgspec.json.Decoder[Any]


@lru_cache(maxsize=16)
def _decoders(names: tuple[str, ...]) -> _Decoders:
    """The decoders for positions with fields of these names, sorted, so that encoding them again keeps this order."""
    position = _object("Position", [(name, Raw) for name in names])
    entry = _object("Entry", [("turn", str), ("position", position), ("outcome", Raw)])
    verdict = _object("Verdict", [("verdict", str), ("position", position), ("outcome", Raw)])
    entries = _object("Entries", [("turns", list[entry])])  # type: ignore[valid-type]
    lines = (_object("Line", [("id", Raw), ("ok", ok)]) for ok in (entries, verdict))
    return _Decoders(*map(msgspec.json.Decoder, lines))


def _object(name: str, fields: list[tuple[str, Any]]) -> Any:
    return msgspec.defstruct(name, fields, forbid_unknown_fields=True)


_POSITION = msgspec.json.Decoder(dict[str, Raw])
_WRITTEN = msgspec.json.Encoder()
_CLAUSE = re.compile(r"[a-z]{1,30}(?:\.[a-z][a-z-]{0,60}){1,3}")
_CLAUSE_IN_BYTES = re.compile(_CLAUSE.pattern.encode("ascii"))
_REFUSAL = re.compile(
    rb'\{"id": ?(?P<id>0|[1-9][0-9]{0,17}), ?"ok": ?\{(?:"clause": ?"(?P<before>[a-z.-]*)", ?)?'
    rb'"verdict": ?"(?P<verdict>illegal|malformed)"(?:, ?"clause": ?"(?P<after>[a-z.-]*)")?\}\}'
)
"""A line that refuses a turn."""
_SORTED = msgspec.json.Encoder(order="sorted")
_QUOTES_OF_A_LINE = len('""' + '""')
"""The number of quotes in the names of the id and the `ok` part."""


class Expected:
    """An expected answer, known by the canonical JSON of its `ok` part. `results` is the number of its results."""

    results = 1

    def __init__(self, ok: str) -> None:
        self._ok = ok.encode("ascii")

    def ends(self) -> list[tuple[str, str]]:
        """The turns that end the game, each with the clause by which it does."""
        return []

    @cached_property
    def answer(self) -> Answer:
        value: Answer = msgspec.json.decode(self._ok)
        return value

    def is_said_by(self, line: bytes, identity: int) -> bool:
        """Whether a line clearly gives the expected answer to the question of this id."""
        return line == b'{"id":%d,"ok":%b}' % (identity, self._ok) or self._is_said_otherwise(line, identity)

    def _is_said_otherwise(self, line: bytes, identity: int) -> bool:
        return False


class ExpectedRefusal(Expected):
    """An expected verdict that a turn is not legal, whatever clause the engine names."""

    def _is_said_otherwise(self, line: bytes, identity: int) -> bool:
        said = _REFUSAL.fullmatch(line)
        if not said or int(said["id"]) != identity or said["verdict"].decode() != self.answer["verdict"]:
            return False
        # Other verdicts go with more, or with no clause.
        clauses = [clause for clause in (said["before"], said["after"]) if clause is not None]
        return len(clauses) <= (said["verdict"] == b"illegal") and all(map(_CLAUSE_IN_BYTES.fullmatch, clauses))


def expected_verdict(verdict: Answer) -> Expected:
    """The expected answer for a verdict of any kind."""
    kind = Expected if verdict["verdict"] in ("legal", "ambiguous") else ExpectedRefusal
    return kind(strict_json.encode(verdict))


class ExpectedResults(Expected):
    """All results of a position; or with `verdict`, the verdict that one turn is legal, with its result."""

    def __init__(self, results: ResultTexts, verdict: bool = False) -> None:
        """A `verdict` has one result."""
        self._results, self.results, self._is_verdict = results, len(results), verdict
        if verdict:
            (one,) = results
            super().__init__(f'{{"outcome":{one.outcome},"position":{one.position},"verdict":"legal"}}')
        else:
            super().__init__(f'{{"turns":[{results.entries}]}}')

    def ends(self) -> list[tuple[str, str]]:
        """The turns that end the game, each with the clause by which it does."""
        return [(result.turn, _clause_of(result.outcome)) for result in self._results.ended()]

    @cached_property
    def _known(self) -> dict[bytes, str]:
        return {result.position.encode("ascii"): _winner(result.outcome.encode("ascii")) for result in self._results}

    @cached_property
    def _decoders(self) -> _Decoders:
        """The decoders for positions with the field names that all these results share."""
        return _decoders(tuple(sorted(_POSITION.decode(self._results[0].position))) if self._results else ())

    @cached_property
    def _quotes(self) -> int:
        """The number of quotes in a line, except those of outcomes."""
        return _QUOTES_OF_A_LINE + self._ok.count(b'"') - sum(result.outcome.count('"') for result in self._results)

    def _is_said_otherwise(self, line: bytes, identity: int) -> bool:
        """Whether a line gives the answer with other spaces, in another order, or with other turns to the same results.

        A position that is one of those expected needs no look inside. The number of quotes shows whether a key comes
        twice.
        """
        try:
            if self._is_verdict:
                said = self._decoders.verdict.decode(line)
                results, is_well_formed = [said.ok], said.ok.verdict == "legal"
            else:
                said = self._decoders.results.decode(line)
                results = said.ok.turns
                texts = [result.turn for result in results]
                whole = "".join(texts)
                is_well_formed = all(texts) and whole.isascii() and '"' not in whole
            if not is_well_formed or bytes(said.id) != b"%d" % identity or len(results) != len(self._known):
                return False
            return self._are_known(results, line.count(b'"'))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False

    def _are_known(self, results: Sequence[Any], quotes: int) -> bool:
        """Whether these are the expected results, each once. `quotes` is the number of quotes in the whole line."""
        known, write, found = self._known, _WRITTEN.encode, set()
        for result in results:
            position, outcome = write(result.position), bytes(result.outcome)
            if position not in known:
                position = _plain(result.position)
            if known.get(position) != ("" if outcome == b"null" else _winner(outcome)):
                return False
            quotes -= outcome.count(b'"')
            found.add(position)
        return len(found) == len(results) and quotes == self._quotes


@lru_cache(maxsize=64)
def _clause_of(outcome: str) -> str:
    return str(msgspec.json.decode(outcome)["clause"])


def _plain(position: Any) -> bytes:
    """A position without spaces, with its inner fields in our order."""
    fields = {}
    for name in position.__struct_fields__:
        text = bytes(getattr(position, name))
        is_object = text.startswith(b"{")
        # No text in a position of ours holds a comma.
        fields[name] = Raw(_SORTED.encode(msgspec.json.decode(text)) if is_object else text.replace(b", ", b","))
    return _WRITTEN.encode(fields)


@lru_cache(maxsize=256)
def _winner(outcome: bytes) -> str:
    """The winner, as in `answers.winner`; "?" if the outcome is malformed or has a key twice."""
    if outcome == b"null":
        return ""
    value = msgspec.json.decode(outcome)
    if not isinstance(value, dict) or "winner" not in value or value.keys() - {"winner", "clause"}:
        return "?"
    side, clause = value["winner"], value.get("clause", "")
    if not isinstance(clause, str) or (clause and not _CLAUSE.fullmatch(clause)) or side == "":
        return "?"
    texts = 2 * (len(value) + ("clause" in value) + (side is not None))
    return winner(value) if outcome.count(b'"') == texts else "?"
