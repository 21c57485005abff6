"""Differences: a question to which an engine and the rules give unlike answers, and everything needed to show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
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
    "result": "by the engine the turn leads to another position",
    "outcome": "the engine gives the game another outcome",
    "verdict": "the engine refuses a turn in another way (illegal, malformed and ambiguous are not the same)",
    "text": "the text under which the engine lists a result does not lead there",
    "twice": "the engine lists one result twice",
    "count": "the engine counts another number of leaves",
    "start": "the engine opens with another position",
}


IN_LISTS = {
    "allows": "the engine lists a turn that the rules forbid, and refuses it when asked about it",
    "result": "the engine lists another position for a turn than the rules give, and gives the right one when asked",
    "outcome": "the engine lists another outcome for a turn than the rules give, and gives the right one when asked",
}
"""What is reported of a kind of difference that shows in lists of turns alone."""
ASKED_ALONE = {"allows", "refuses", "result", "outcome", "verdict"}
"""Kinds of differences that one turn shows; for others all turns have to be listed."""


DEEPEST_COUNT = 2
"""Plies of a count up to which an explanation of it is looked for."""
RESULTS = {"result", "outcome"}
"""Kinds of differences in what a legal turn leads to, which tell more than that a turn is refused or allowed."""


class Cause(NamedTuple):
    """What is really wrong: the clause misread, and in a sentence how, where a single rule mutant explains it all.

    `refuted` are values of readings that would explain the difference, but not what the engine has answered rightly.
    `fitting` of `asked` further questions were answered as the rule mutant says. Where none explains it, `others` are
    the clauses that are likeliest next.
    """

    clause: str
    as_if: str = ""
    refuted: tuple[tuple[str, str], ...] = ()
    fitting: int = 0
    asked: int = 0
    others: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """By which rule the engine seems to play, and how far that was tested, or which clauses it may be besides; ""
        where there is nothing to say."""
        if not self.as_if:
            return f"It may be {' or '.join(self.others)} as well." if self.others else ""
        tested = f" {self.fitting} of {self.asked} further questions fit." if self.asked else ""
        return f"It behaves as if this were the rule: {self.as_if.rstrip('.')}.{tested}"

    def to_json(self) -> dict[str, Any]:
        """All but the readings refuted, as JSON values."""
        tested = {"fitting": self.fitting, "asked": self.asked, "others": list(self.others)}
        return {"clause": self.clause, "as_if": self.as_if, **tested}


@dataclass(frozen=True)
class Difference:
    """What was asked, and both answers, as the protocol has them.

    The question is about a turn, or about the position as a whole. `clause` is the rule at issue, "" where it is one of
    the protocol's own. `cause` is what is really wrong, once that has been worked out. `earlier` are questions
    that a fresh process has to be asked before, empty where nobody knows which, None where it shows at once.
    Where nobody knows, `asked` are the latest questions before it.
    `in_lists_alone`: it shows where the engine lists all turns, which answers rightly when asked about this one.
    `also` are further ways in which the same cause has shown itself, each as `way` has it.
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
        """In which way it differs, and about which clause: what a person calls the same where no cause is known."""
        return f"{self.kind} {self.clause}".rstrip()

    @property
    def ways(self) -> tuple[str, ...]:
        """All ways in which its cause has shown itself, in order."""
        return tuple(sorted({self.way, *self.also}))

    @property
    def is_reproduced(self) -> bool:
        """Whether it is known what shows it in a fresh process."""
        return self.earlier != ()

    @property
    def reported(self) -> str:
        """The clause that it is reported under: that of its cause, where it is known."""
        return (self.cause.clause if self.cause else "") or self.clause

    @property
    def title(self) -> str:
        """The clause that it is reported under, or the part of the protocol that stands for it."""
        command = {"twice": " (turns)", "text": " (turns)", "count": " (count)"}.get(self.kind, "")
        return self.reported or f"spec/protocol.md{command}"

    @property
    def what(self) -> str:
        """What is unlike, in words."""
        return IN_LISTS.get(self.kind, KINDS[self.kind]) if self.in_lists_alone else KINDS[self.kind]

    @property
    def signature(self) -> tuple[str, str, Any, Any]:
        """What shrinking keeps: the kind, the clause and the pair of verdicts."""
        return (self.kind, self.clause, self.expected.get("verdict"), self.got.get("verdict"))

    def is_like(self, other: Difference) -> bool:
        """Whether another difference has the same signature."""
        return self.signature == other.signature

    def has_cause_of(self, other: Difference) -> bool:
        """Whether a person would call both one difference: they depend on earlier questions, or are reported under one
        clause, by no two rules that are both known. A wrong count may come from whatever else is wrong."""
        if self.earlier is not None or other.earlier is not None:
            return self.earlier is not None and other.earlier is not None
        if not self.reported or not other.reported:
            return self.way == other.way or "count" in (self.way, other.way)
        rules = {each.cause.as_if for each in (self, other) if each.cause and each.cause.as_if}
        return self.reported == other.reported and len(rules) < 2

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON values."""
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
        """What `check --replay` reads: the question, and those that have to be asked before it."""
        earlier = [question.to_json() for question in self.earlier or self.asked]
        return self.replayed.to_json() | ({"earlier": earlier} if earlier else {})

    @property
    def replayed(self) -> Question:
        """The question that shows it: about all turns of the position where one turn alone does not."""
        is_alone = self.kind in ASKED_ALONE and not self.in_lists_alone
        return self.question if is_alone else self.question.asking("turns")

    def to_text(self, replay: str = "") -> str:
        """The difference for people: clause, game, both answers as diagrams, and the command that asks again."""
        lines = [f"{self.title}: {self.what}"]
        if self.reported:
            lines.append(f"    {plain(find_clause(self.reported).title)}")
        lines += self.explained()
        lines += self._asked_before()
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
        """How the engine behaves instead of keeping to the rule, as far as that is known."""
        return [self.cause.in_words] if self.cause and self.cause.in_words else []

    def _asked_before(self) -> list[str]:
        """What a fresh process has to be asked before, in words."""
        if self.earlier is None:
            return []
        if not self.earlier:
            return ["asked again, a process that has just been started does not show it: perhaps after other questions"]
        lines = ["it depends on earlier questions: a process that has just been started answers as the rules do"]
        if len(self.earlier) > 1:
            return [*lines, f"after {len(self.earlier):,} others it does not"]
        (question,) = self.earlier
        what = f"the turn {printable(question.turn)}" if question.turn else "all its turns"
        asked = Drawn.of(question.rules, question.position).indented()
        return [*lines, "after one other it does not:", *asked, f"    {what}"]

    def positions(self) -> tuple[Any | None, Any | None]:
        """The position in each answer, that of the rules first; None where there is none to draw."""
        asked = self.question.rules, self.question.position
        return answer_position(*asked, self.expected), answer_position(*asked, self.got)

    def differing(self) -> str:
        """Where both answers lead to a position, the pieces in which they differ, in words; else ""."""
        expected, got = self.positions()
        if expected is None or got is None or expected == got:
            return ""
        game = self.question.rules
        pieces = sorted(features.differing(game, expected, got))
        named = [features.describe_piece(game, piece) for piece in pieces]
        if named:
            return "; ".join(named)
        return "" if self.kind == "outcome" else self._unlike_fields()

    def _unlike_fields(self) -> str:
        """The fields in which both positions differ whose pieces are the same, with both values."""
        one, two = (canonical(answer["position"]) for answer in (self.expected, self.got))
        found = list(unlike(one, two))
        if not found:
            return "the order of pieces"
        what = "another memory" if all(each.startswith("memory") for each in found) else "more that is unlike"
        return f"the same pieces with {what} (by the rules, then as the engine has it): {'; '.join(found)}"


def one_of_each_cause(found: Iterable[Difference]) -> list[Difference]:
    """One difference of each cause, smallest first, with the ways of all that it stands for.

    What a rule explains stands for what none explains: the other way round, the rule would be wrong of it.
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
    """An answer in words, with the diagram of its position or what is said `instead`."""
    picture = [f"    {instead}"] if instead else answer_diagram(asked, answer)
    return [f"{whose}: {answer_in_words(answer)}", *picture]
