"""Differences: a question to which an engine and the rules give unlike answers, and everything needed to show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shatterproof.record import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import plain, printable
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn, answer_diagram, answer_in_words, answer_position

KINDS = {
    "allows": "the engine allows a turn that the rules forbid",
    "refuses": "the engine refuses a turn that the rules allow",
    "omits": "the engine does not list a result that the rules allow",
    "result": "by the engine the turn leads to another position",
    "outcome": "the engine gives the game another outcome",
    "verdict": "the engine refuses a turn in another way (illegal, malformed and ambiguous are not the same)",
    "text": "the text under which the engine lists a result does not lead there",
    "twice": "the engine lists one result twice",
    "count": "the engine counts another number of leaves",
    "start": "the engine opens with another position",
}


class Cause(NamedTuple):
    """What is really wrong: the clause misread, and in a sentence how, where a single changed rule explains it all.

    `refuted` are values of readings that would explain the difference, but not what the engine has answered rightly.
    """

    clause: str
    as_if: str = ""
    refuted: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Difference:
    """What was asked, and both answers, as the protocol has them.

    The question is about a turn, or about the position as a whole. `clause` is the rule at issue, "" where it is one of
    the protocol's own. `cause` is what is really wrong, once that has been worked out.
    """

    kind: str
    clause: str
    question: Question
    expected: Answer
    got: Answer
    cause: Cause | None = field(default=None, compare=False)

    @property
    def told(self) -> str:
        """The clause that it is told under: that of its cause, where it is known."""
        return (self.cause.clause if self.cause else "") or self.clause

    @property
    def signature(self) -> tuple[str, str, Any, Any]:
        """What shrinking keeps: the kind, the clause and the pair of verdicts."""
        return (self.kind, self.clause, self.expected.get("verdict"), self.got.get("verdict"))

    def is_like(self, other: Difference) -> bool:
        """Whether another difference has the same signature."""
        return self.signature == other.signature

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON values."""
        return {
            "kind": self.kind,
            "clause": self.clause,
            "cause": {"clause": self.cause.clause, "as_if": self.cause.as_if} if self.cause else None,
            "witness": self.question.witness(),
            "position": self.question.data,
            "expected": self.expected,
            "got": self.got,
        }

    def to_text(self, replay: str = "") -> str:
        """The difference for people: clause, game, both answers as diagrams, and the command that asks again."""
        lines = [f"{self.told or 'spec/protocol.md'}: {KINDS[self.kind]}"]
        if self.told:
            lines.append(f"    {plain(find_clause(self.told).title)}")
        if self.cause and self.cause.as_if:
            lines.append(f"it behaves as if this were the rule: {self.cause.as_if}")
        question = self.question
        asked = begun = Drawn.of(question.face, question.begun)
        if question.played:
            lines += ["", "from:", *begun.indented()]
            asked = Drawn.of(question.face, question.position, begun)
        played = printable(" ".join(map(wrapped, question.played)))
        lines += ["", f"after {played}:" if played else "in:", *asked.indented()]
        if self.kind != "start":
            lines += ["", f"the turn {printable(question.turn)}" if question.turn else "all its turns"]
        lines += ["", *_answered("the rules", self.expected, asked)]
        same = same_position(self.expected.get("position"), self.got.get("position"), memory=None)
        lines += ["", *_answered("the engine", self.got, asked, "the same position" if same else "")]
        differing = self.differing()
        lines += ["", f"they differ in: {differing}"] if differing else []
        return "\n".join([*lines, *([f"ask again: {replay}"] if replay else [])])

    def positions(self) -> tuple[Any | None, Any | None]:
        """The position in each answer, that of the rules first; None where there is none to draw."""
        asked = self.question.face, self.question.position
        return answer_position(*asked, self.expected), answer_position(*asked, self.got)

    def differing(self) -> str:
        """Where both answers lead to a position, the pieces in which they differ, in words; else ""."""
        expected, got = self.positions()
        if expected is None or got is None or expected == got:
            return ""
        game = self.question.face
        pieces = sorted(features.differing(game, expected, got))
        named = [features.describe_piece(game, piece) for piece in pieces]
        if named:
            return "; ".join(named)
        return "" if self.kind == "outcome" else "the side to move, or what the position remembers of the turns before"


def _answered(whose: str, answer: Answer, asked: Drawn, instead: str = "") -> list[str]:
    """An answer in words, with the diagram of its position or what is said `instead`."""
    picture = [f"    {instead}"] if instead else answer_diagram(asked, answer)
    return [f"{whose}: {answer_in_words(answer)}", *picture]
