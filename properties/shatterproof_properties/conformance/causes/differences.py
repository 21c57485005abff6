"""Differences: a question that an engine and the rules answer differently, and everything needed to show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import shorten
from shatterproof.movetext import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import plain, printable
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer, canonical, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn, answer_diagram, answer_in_words, answer_position

KINDS = {
    "allows": "the engine allows a turn that the rules forbid",
    "refuses": "the engine refuses a turn that the rules allow",
    "omits": "the engine does not list a result that the rules allow",
    "result": "the engine gives another position after the turn",
    "outcome": "the engine gives the game another outcome",
    "verdict": "the engine refuses a turn in another way (illegal, malformed and ambiguous are not the same)",
    "text": "the text under which the engine lists a result does not lead there",
    "twice": "the engine lists one result twice",
    "count": "the engine counts another number of leaves",
    "start": "the engine opens with another position",
}
ASKED_ALONE = {"allows", "refuses", "result", "outcome", "verdict"}
"""Kinds of differences that a question about one turn shows. Others need the list of all turns."""
DEEPEST_COUNT = 2
"""The deepest count, in plies, for which an explanation is looked for."""
RESULTS = {"result", "outcome"}
"""Kinds of differences in the result of a legal turn. They tell more than a turn refused or allowed."""


class Cause(NamedTuple):
    """The mistake of an engine: the clause that it breaks and, if one rule mutant explains everything, how.

    `refuted` are values of readings that would explain the difference, but contradict correct answers of the engine. Of
    `asked` further questions `fitting` were answered as the rule mutant says. If no rule mutant explains everything,
    `others` are the next likeliest clauses.
    """

    clause: str
    as_if: str = ""
    refuted: tuple[tuple[str, str], ...] = ()
    fitting: int = 0
    asked: int = 0
    others: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """The rule that the engine seems to play by and how far it was tested, or other clauses; "" if neither is
        known.
        """
        if not self.as_if:
            return f"It may be {' or '.join(self.others)} as well." if self.others else ""
        tested = f" {self.fitting} of {self.asked} further questions fit." if self.asked else ""
        return f"It behaves as if this were the rule: {self.as_if.rstrip('.')}.{tested}"

    def to_json(self) -> dict[str, Any]:
        """The cause as JSON values, without the refuted readings."""
        tested = {"fitting": self.fitting, "asked": self.asked, "others": list(self.others)}
        return {"clause": self.clause, "as_if": self.as_if, **tested}


@dataclass(frozen=True)
class Difference:
    """A question and both answers, in the form of the protocol.

    The question is about a turn, or about the position as a whole. `clause` is the rule at issue, "" for a rule of the
    protocol. `cause` is the mistake, once that has been worked out. `earlier` are questions that must come first in a
    fresh process. It is empty if nobody knows which, and None if none are needed. If nobody knows, `asked` are the
    latest questions before it. `in_lists_alone` says that the engine answers correctly about this turn alone, but not
    when it lists all turns. `also` has the other ways in which the same cause has shown itself, each as in `way`.
    """

    kind: str
    clause: str
    question: Question
    expected: Answer
    got: Answer
    cause: Cause | None = field(default=None, compare=False)
    earlier: tuple[Question, ...] | None = field(default=None, compare=False)
    asked: tuple[Question, ...] = field(default=(), compare=False)
    in_lists_alone: bool = field(default=False, compare=False)
    also: tuple[str, ...] = field(default=(), compare=False)

    @property
    def way(self) -> str:
        """The kind of difference and its clause. Without known causes, people call equal pairs the same difference."""
        return f"{self.kind} {self.clause}".rstrip()

    @property
    def ways(self) -> tuple[str, ...]:
        """All ways in which the cause has shown itself, in order."""
        return tuple(sorted({self.way, *self.also}))

    @property
    def is_reproduced(self) -> bool:
        """Whether the questions that show it in a fresh process are known."""
        return self.earlier != ()

    @property
    def reported(self) -> str:
        """The clause that the difference is reported under: that of its cause, if known."""
        return (self.cause.clause if self.cause else "") or self.clause

    @property
    def title(self) -> str:
        """The clause that the difference is reported under, or a name for the part of the protocol."""
        command = {"twice": " (turns)", "text": " (turns)", "count": " (count)"}.get(self.kind, "")
        return self.reported or f"spec/protocol.md{command}"

    @property
    def what(self) -> str:
        """The kind of difference in words."""
        return KINDS[self.kind] + (", but only where it lists all turns" if self.in_lists_alone else "")

    @property
    def signature(self) -> tuple[str, str, Any, Any]:
        """The part that shrinking keeps: the kind, the clause and the pair of verdicts."""
        return (self.kind, self.clause, self.expected.get("verdict"), self.got.get("verdict"))

    def is_like(self, other: Difference) -> bool:
        """Whether another difference has the same signature."""
        return self.signature == other.signature

    def has_cause_of(self, other: Difference) -> bool:
        """Whether a person would call both the same difference.

        Both depend on earlier questions, or both are reported under one clause and not explained by two different
        rules. A wrong count may have the cause of any other difference.
        """
        if self.earlier is not None or other.earlier is not None:
            return self.earlier is not None and other.earlier is not None
        if not self.reported or not other.reported:
            return self.way == other.way or "count" in (self.way, other.way)
        rules = {each.cause.as_if for each in (self, other) if each.cause and each.cause.as_if}
        return self.reported == other.reported and len(rules) < 2

    def to_json(self) -> dict[str, Any]:
        """The whole difference as JSON values."""
        return {
            "kind": self.kind,
            "clause": self.clause,
            "cause": self.cause.to_json() if self.cause else None,
            "ways": list(self.ways),
            "counterexample": self.replayed.to_json(),
            "earlier": None if self.earlier is None else [question.to_json() for question in self.earlier],
            "asked": [question.to_json() for question in self.asked],
            "position": self.question.data,
            "expected": self.expected,
            "got": self.got,
        }

    def counterexample(self) -> dict[str, Any]:
        """The input of `check --replay`: the question, and those that must be asked before it."""
        earlier = [question.to_json() for question in self.earlier or self.asked]
        return self.replayed.to_json() | ({"earlier": earlier} if earlier else {})

    @property
    def replayed(self) -> Question:
        """The question that shows the difference.

        It asks for all turns if a question about one turn does not show it.
        """
        is_alone = self.kind in ASKED_ALONE and not self.in_lists_alone
        return self.question if is_alone else self.question.asking("turns")

    def to_text(self, replay: str = "") -> str:
        """The difference as text: clause, game, both answers as diagrams, and the command that asks again."""
        lines = [f"{self.title}: {self.what}"]
        if self.reported:
            lines.append(f"    {plain(find_clause(self.reported).title)}")
        lines += self.explained()
        if self.earlier and len(self.earlier) == 1:
            (before,) = self.earlier
            what = f"the turn {printable(before.turn)}" if before.turn else "all its turns"
            lines += ["", "the other question:", *Drawn.of(before.rules, before.position).indented(), f"    {what}"]
        question = self.question
        asked = begun = Drawn.of(question.rules, question.begun)
        if question.played:
            lines += ["", "from:", *begun.indented()]
            asked = Drawn.of(question.rules, question.position, begun)
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

    def explained(self) -> list[str]:
        """The mistake in sentences: the earlier questions that it depends on, or the rule that the engine follows."""
        if self.earlier is None:
            return [self.cause.in_words] if self.cause and self.cause.in_words else []
        right = "a process that has just been started answers as the rules do"
        if not self.earlier:
            before = f"the {len(self.asked):,} questions before it" if self.asked else "earlier questions"
            return [f"Asked again, {right}: perhaps it depends on {before}."]
        those = "one other question" if len(self.earlier) == 1 else f"{len(self.earlier):,} other questions"
        said = f"It depends on earlier questions: {right}, and after {those} it does not."
        if len(self.earlier) > 1:
            return [said]
        fields = list(islice(unlike(self.earlier[0].data, self.question.data), 2))
        cache = f"That question differs in {fields[0]}. Does a cache leave this out?" if len(fields) == 1 else ""
        return [said, *filter(None, [cache])]

    def positions(self) -> tuple[Any | None, Any | None]:
        """The position in each answer, that of the rules first; None if an answer has none."""
        asked = self.question.rules, self.question.position
        return answer_position(*asked, self.expected), answer_position(*asked, self.got)

    def differing(self) -> str:
        """The pieces or else the fields in which two positions differ; "" unless both answers lead to a position."""
        expected, got = self.positions()
        if expected is None or got is None or expected == got:
            return ""
        game = self.question.rules
        pieces = sorted(features.of(game).differing(expected, got))
        named = [features.of(game).describe(piece) for piece in pieces]
        if named or self.kind == "outcome":
            return "; ".join(named)
        found = list(unlike(canonical(self.expected["position"]), canonical(self.got["position"])))
        if not found:
            return "the order of pieces"
        what = "a different memory" if all(each.startswith("memory") for each in found) else "different fields"
        return f"the same pieces with {what} (by the rules, then by the engine): {'; '.join(found)}"


def one_of_each_cause(found: Iterable[Difference]) -> list[Difference]:
    """One difference of each cause, smallest first, with the ways of all that it stands for.

    A difference that a rule explains may stand for an unexplained one, but not the other way round: the rule would be
    wrong about it.
    """
    kept: list[Difference] = []

    def rank(difference: Difference) -> tuple[Any, ...]:
        is_explained = difference.cause is not None and bool(difference.cause.as_if)
        return not difference.is_reproduced, not is_explained, not difference.reported, difference.question.size

    for difference in sorted(found, key=rank):
        for place, other in enumerate(kept):
            if other.has_cause_of(difference):
                kept[place] = replace(other, also=tuple({*other.ways, *difference.ways}))
                break
        else:
            kept.append(difference)
    return sorted(kept, key=lambda difference: difference.question.size)


def unlike(one: Any, two: Any, name: str = "") -> Iterator[str]:
    """The innermost fields in which two positions in JSON differ, each with both values, shortened."""
    if isinstance(one, dict) and isinstance(two, dict):
        for field_name in sorted(one.keys() | two.keys()):
            inner = f"{name}.{field_name}" if name else field_name
            yield from unlike(one.get(field_name), two.get(field_name), inner)
    elif one != two:
        values = (shorten(strict_json.encode(value), 60) for value in (one, two))
        yield f"{name}: {', '.join(values)}"


def _answered(whose: str, answer: Answer, asked: Drawn, instead: str = "") -> list[str]:
    """An answer in words, with the diagram of its position, or with the text `instead`."""
    picture = [f"    {instead}"] if instead else answer_diagram(asked, answer)
    return [f"{whose}: {answer_in_words(answer)}", *picture]
