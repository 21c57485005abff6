"""Expected answers: whether a line says what is expected, without reading it as one reads what strangers say.

A line that is not seen to say it is no wrong answer yet: it is read strictly, and compared in full.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

import msgspec
from msgspec import Raw

from shatterproof import strict_json
from shatterproof_properties.protocol.answers import Answer, winner
from shatterproof_properties.second.engine import ResultText

AS_EXPECTED: Answer = {}
"""Stands for an answer that says what was expected, and was not read any further."""


class _Result(msgspec.Struct, forbid_unknown_fields=True):
    """A result as an engine writes it, its parts unread: in a list it has a turn, alone a verdict."""

    position: dict[str, Raw]
    outcome: Raw
    turn: str = ""
    verdict: str = ""


class _List(msgspec.Struct, forbid_unknown_fields=True):
    turns: list[_Result]


class _ListLine(msgspec.Struct, forbid_unknown_fields=True):
    id: Raw
    ok: _List


class _VerdictLine(msgspec.Struct, forbid_unknown_fields=True):
    id: Raw
    ok: _Result


_LIST, _VERDICT = msgspec.json.Decoder(_ListLine), msgspec.json.Decoder(_VerdictLine)
_POSITION = msgspec.json.Decoder(dict[str, Raw])
_CLAUSE = re.compile(r"[a-z]{1,30}(?:\.[a-z][a-z-]{0,60}){1,3}")
_CLAUSE_IN_BYTES = re.compile(_CLAUSE.pattern.encode("ascii"))
_REFUSAL = re.compile(
    rb'\{"id": ?(?P<id>0|[1-9][0-9]{0,17}), ?"ok": ?\{(?:"clause": ?"(?P<before>[a-z.-]*)", ?)?'
    rb'"verdict": ?"(?P<verdict>illegal|malformed)"(?:, ?"clause": ?"(?P<after>[a-z.-]*)")?\}\}'
)
"""A line that refuses a turn."""
_SORTED = msgspec.json.Encoder(order="sorted")
_QUOTES_OF_A_RESULT = len('""""' + '""' + '""')
"""Of its turn or verdict with the name of that, and of the names of position and outcome."""


class Expected:
    """An answer of which only the `ok` part in canonical JSON is known. `results` is how many results it tells."""

    results = 1

    def __init__(self, ok: str) -> None:
        self._ok = ok.encode("ascii")

    def ends(self) -> list[tuple[str, str]]:
        """The turns that end the game, each with the clause by which it does."""
        return []

    @cached_property
    def answer(self) -> Answer:
        """The answer itself."""
        value: Answer = msgspec.json.decode(self._ok)
        return value

    def is_said_by(self, line: bytes, identity: int) -> bool:
        """Whether a line, the answer to the question of this id, is seen to say what is expected."""
        return line == b'{"id":%d,"ok":%b}' % (identity, self._ok) or self._is_said_otherwise(line, identity)

    def _is_said_otherwise(self, line: bytes, identity: int) -> bool:
        return False


class ExpectedRefusal(Expected):
    """A verdict is expected that a turn is not legal, whatever clause the engine names."""

    def _is_said_otherwise(self, line: bytes, identity: int) -> bool:
        told = _REFUSAL.fullmatch(line)
        if not told or int(told["id"]) != identity or told["verdict"].decode() != self.answer["verdict"]:
            return False
        # Other verdicts go with more, or with no clause.
        clauses = [clause for clause in (told["before"], told["after"]) if clause is not None]
        return len(clauses) <= (told["verdict"] == b"illegal") and all(map(_CLAUSE_IN_BYTES.fullmatch, clauses))


def expected_verdict(verdict: Answer) -> Expected:
    """The expected answer that is the verdict on a turn, of any kind."""
    kind = Expected if verdict["verdict"] in ("legal", "ambiguous") else ExpectedRefusal
    return kind(strict_json.encode(verdict))


class ExpectedResults(Expected):
    """All results of a position are expected, or of one of its turns the verdict that it is legal, with its result."""

    def __init__(self, results: Sequence[ResultText], verdict: bool = False) -> None:
        """Of a `verdict` there is one result."""
        self._told, self.results, self._is_verdict = results, len(results), verdict
        if verdict:
            (one,) = results
            super().__init__(f'{{"outcome":{one.outcome},"position":{one.position},"verdict":"legal"}}')
        else:
            super().__init__(f'{{"turns":[{",".join([result.entry() for result in results])}]}}')

    def ends(self) -> list[tuple[str, str]]:
        """The turns that end the game, each with the clause by which it does."""
        return [(told.turn, _clause_of(told.outcome)) for told in self._told if told.outcome != "null"]

    @cached_property
    def _known(self) -> dict[bytes, str]:
        return {result.position.encode("ascii"): _winner(result.outcome.encode("ascii")) for result in self._told}

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names in a position, which are the same in all of them."""
        return frozenset(_POSITION.decode(self._told[0].position) if self._told else ())

    @cached_property
    def _quotes(self) -> int:
        """The quotes in the positions."""
        return sum(result.position.count('"') for result in self._told)

    def _is_said_otherwise(self, line: bytes, identity: int) -> bool:
        """Whether a line says it with other spaces, in another order, or with other turns that lead to the same.

        Where a position is one that we expect, so is all that it holds. A name that comes twice is not seen, but has
        quotes that nothing else accounts for.
        """
        try:
            if self._is_verdict:
                told = _VERDICT.decode(line)
                said, results, names = told.id, [told.ok], 2
            else:
                listed = _LIST.decode(line)
                said, results, names = listed.id, listed.ok.turns, 3
            if bytes(said) != b"%d" % identity or len(results) != len(self._known):
                return False
            found, quotes = set(), 2 * names + len(results) * _QUOTES_OF_A_RESULT + self._quotes
            for result in results:
                if result.position.keys() != self._names:
                    return False
                position, outcome = _canonical(result.position), bytes(result.outcome)
                if self._known.get(position) != _winner(outcome) or not self._is_well_formed(result):
                    return False
                quotes += outcome.count(b'"')
                found.add(position)
            return len(found) == len(results) and quotes == line.count(b'"')
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False

    def _is_well_formed(self, result: _Result) -> bool:
        if self._is_verdict:
            return result.verdict == "legal" and not result.turn
        turn = result.turn
        return turn.isascii() and not result.verdict and turn != "" and '"' not in turn


@lru_cache(maxsize=64)
def _clause_of(outcome: str) -> str:
    """The clause of an outcome in JSON."""
    return str(msgspec.json.decode(outcome)["clause"])


def _canonical(position: dict[str, Raw]) -> bytes:
    """A position of names that we expect in canonical JSON, as far as spaces and the order of names go."""
    names, pattern = _pattern(tuple(position))
    text = pattern % tuple([bytes(position[name]) for name in names])
    if b" " not in text and b'"memory":{' not in text:
        return text
    return pattern % tuple([_plain(bytes(position[name])) for name in names])


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> tuple[list[str], bytes]:
    """The names in order, and an object with values left open for them."""
    order = sorted(names)
    return order, b"{%b}" % b",".join([b"%b:%%b" % _SORTED.encode(name).replace(b"%", b"%%") for name in order])


def _plain(text: bytes) -> bytes:
    if text.startswith(b"{"):
        return _SORTED.encode(msgspec.json.decode(text))
    # No text in a position of ours holds a comma.
    return text.replace(b", ", b",")


def _winner(outcome: bytes) -> str:
    """Who won, as `answers.winner` has it; "?" where the outcome has not the form of one or names something twice."""
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
