"""Expected answers: a quick check whether a line gives the expected answer.

A line that fails the check is not wrong yet: it is read strictly, and compared in full.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from shatterproof_properties.protocol.answers import Answer, winner
from shatterproof_properties.second.engine import ResultTexts

AS_EXPECTED: Answer = {}
"""Stands for an answer that equals the expected one and was not read any further."""


@lru_cache(maxsize=16)
def _decoder(names: tuple[str, ...], is_verdict: bool) -> msgspec.json.Decoder[Any]:
    """The decoder for a line with a verdict, or with all results of a position; fields of positions stay undecoded.

    Positions have fields of these names, sorted, so that encoding them again keeps this order.
    """
    result = [("position", _object("Position", [(name, Raw) for name in names])), ("outcome", Raw)]
    entry = _object("Entry", [("turn", str), *result])
    listed = list[entry]  # type: ignore[valid-type]
    ok = _object("Ok", [("verdict", str), *result] if is_verdict else [("turns", listed)])
    return msgspec.json.Decoder(_object("Line", [("id", Raw), ("ok", ok)]))


def _object(name: str, fields: list[tuple[str, Any]]) -> Any:
    return msgspec.defstruct(name, fields, forbid_unknown_fields=True)


_POSITION = msgspec.json.Decoder(dict[str, Raw])
_WRITTEN = msgspec.json.Encoder()
_CLAUSE = re.compile(r"[a-z]{1,30}(?:\.[a-z][a-z-]{0,60}){1,3}")
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
        return line == b'{"id":%d,"ok":%b}' % (identity, self._ok)


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
        return [(each.turn, msgspec.json.decode(each.outcome)["clause"]) for each in self._results.ended()]

    @cached_property
    def _known(self) -> dict[bytes, str]:
        return {result.position.encode("ascii"): _winner(result.outcome.encode("ascii")) for result in self._results}

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        """The decoder for positions with the field names that all these results share."""
        names = sorted(_POSITION.decode(self._results[0].position)) if self._results else ()
        return _decoder(tuple(names), self._is_verdict)

    @cached_property
    def _quotes(self) -> int:
        """The number of quotes in a line, except those of outcomes."""
        return _QUOTES_OF_A_LINE + self._ok.count(b'"') - sum(result.outcome.count('"') for result in self._results)

    def is_said_by(self, line: bytes, identity: int) -> bool:
        """Whether a line gives the answer, also with other spaces, in another order, or with other turns to the same
        results.

        A position that is one of those expected needs no look inside. The number of quotes shows whether a key comes
        twice.
        """
        if super().is_said_by(line, identity):
            return True
        try:
            said = self._decoder.decode(line)
            if self._is_verdict:
                results, is_well_formed = [said.ok], said.ok.verdict == "legal"
            else:
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
