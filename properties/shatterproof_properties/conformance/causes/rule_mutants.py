"""Rule mutants: the mistakes and the readings that are known, each an engine of ours that does just this otherwise."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice, zip_longest
from random import Random
from typing import Any

from shatterproof_properties.conformance.causes.differences import DEEPEST_COUNT, Difference
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.protocol import table
from shatterproof_properties.protocol.answers import Answer, same, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import opened, second_engine, second_readings
from shatterproof_properties.protocol.table import Table
from shatterproof_properties.second import SECOND

MOST_LISTED = 3000
"""Results of a position that a rule mutant is asked to list."""
MOST_PIECES = 40
"""Pieces or stones of a position of which it is asked for a list."""
MOST_POSITIONS = 100
"""Positions that are gone through for such questions."""
MOST_LISTED_TO_PART = 300

Ask = Callable[[Question, Answer], Answer | None]
"""The answer of an engine to a question, beside that of the rules; None where there is no proper one."""


@dataclass(frozen=True, eq=False)
class RuleMutant:
    """One decision made otherwise: what it is called and says in a sentence, the clause that it breaks, and the engine.

    `readings` are the values that the engine plays under, as far as they are not those in force.
    """

    name: str
    says: str
    clause: str
    engine: type[Any] = field(repr=False)
    readings: tuple[tuple[str, str], ...] = ()

    def explains(self, difference: Difference) -> bool:
        """Whether it answers the question exactly as the engine has."""
        explained = EXPLAINED.get(difference.kind)
        return explained is not None and bool(_asked(lambda: explained(self, difference)))

    def agrees(self, question: Question, expected: Answer) -> bool:
        """Whether it answers a question as the rules do; so where it cannot be asked, which says nothing."""
        got = _asked(lambda: self._answer(question))
        return got is None or same(question.do, expected, got, memory=None)

    def _answer(self, question: Question) -> Answer:
        if question.do == "apply":
            return self.table(question).apply(question.data, question.turn)
        if question.do == "count":
            return self._counted(question, question.depth)
        return {"turns": list(self._listed(question))}

    def table(self, question: Question) -> Table:
        """The engine with the change, on the board and under the readings of a question."""
        key = (self, question.board, question.readings)
        if key not in _tables:
            readings = {**question.chosen.to_mapping(), **dict(self.readings)}
            _tables[key] = opened(self.engine, question.board, readings)
            if len(_tables) > 400:
                _tables.popitem(last=False)
        return _tables[key]

    def _same_verdict(self, difference: Difference) -> bool:
        question, got = difference.question, difference.got
        if not question.turn:
            return any(
                same_position(entry["position"], got["position"], memory=None) for entry in self._listed(question)
            )
        got = {name: value for name, value in got.items() if name != "at"}
        if same("apply", self._answer(question.asking("apply", question.turn)), got, memory=None):
            return True
        # What it remembers of the turns before may be its own.
        ways = question.played and question.from_opening
        return bool(ways) and same("apply", self._from_start(question), got, memory=None)

    def _from_start(self, question: Question) -> Answer:
        answered = table.answer(self.table(question), question.abridged())
        return {name: value for name, value in answered.items() if name != "at"}

    def _omits(self, difference: Difference) -> bool:
        missing = difference.expected["position"]
        listed = self._listed(difference.question)
        return not any(same_position(entry["position"], missing, memory=None) for entry in listed)

    def _same_count(self, difference: Difference) -> bool:
        depth, question = difference.got["depth"], difference.question
        if depth > DEEPEST_COUNT:
            return False
        counted = self._counted(question, depth)
        by = dict(counted["by"])
        return int(by.get(question.turn, -1) if question.turn else counted["total"]) == int(difference.got["total"])

    def _same_start(self, difference: Difference) -> bool:
        return same_position(self.table(difference.question).start(), difference.got["position"], memory=None)

    def _listed(self, question: Question) -> Iterator[Answer]:
        _refuse_large(question)
        return islice(self.table(question).turns(question.data), MOST_LISTED)

    def _counted(self, question: Question, depth: int) -> Answer:
        _refuse_large(question)
        return self.table(question).count(question.data, depth)


_tables: OrderedDict[tuple[RuleMutant, str, tuple[tuple[str, str], ...]], Table] = OrderedDict()
EXPLAINED: dict[str, Callable[[RuleMutant, Difference], bool]] = {
    **dict.fromkeys(("allows", "refuses", "result", "outcome", "verdict"), RuleMutant._same_verdict),
    "omits": RuleMutant._omits,
    "count": RuleMutant._same_count,
    "start": RuleMutant._same_start,
}
"""How to see whether a rule mutant explains a difference, by its kind; others no rule can explain."""


def _refuse_large(question: Question) -> None:
    """Raises TooManyPieces where a rule mutant, which takes no shortcuts, would list turns for minutes."""
    pieces = sum(len(value) for value in question.data.values() if isinstance(value, list))
    if pieces > MOST_PIECES:
        raise TooManyPieces


class TooManyPieces(Exception):
    """A position has too many pieces for a rule mutant to list its turns."""


def _asked(ask: Callable[[], Any]) -> Any | None:
    """What an engine with a mistake answers; None where it fails over the question, as it may."""
    try:
        return ask()
    except Exception:
        return None


@cache
def rule_mutants(game: str, readings: Any) -> tuple[RuleMutant, ...]:
    """All rule mutants of a game under some readings: every other value of a reading, then every mutant.

    None without a second engine.
    """
    if not SECOND.find(game):
        return ()
    chosen, engine = readings.to_mapping(), second_engine(game)
    others = [
        RuleMutant(f"{name}={value}", f"the reading {name}={value}", name, engine, ((name, value),))
        for name, values in second_readings(game).items()
        for value in values
        if value != chosen[name]
    ]
    mutants = self_check_mutants(game)
    return (*others, *(RuleMutant(one.name, one.says, one.clause, one.engine) for one in mutants))


# Whether an engine plays by a rule mutant elsewhere too: it is asked where that rule and the rules part


def follows(rule: RuleMutant, questions: Iterable[tuple[Question, Answer]], ask: Ask) -> bool:
    """Whether an engine answers all questions in which a rule mutant and the rules part as that rule does."""
    for question, expected in islice(questions, 20):
        got = ask(question, expected)
        if got is not None and not rule.explains(Difference("result", "", question, expected, got)):
            return False
    return True


def parting(
    rule: RuleMutant, met: Sequence[Question], openings: Sequence[Question]
) -> Iterator[tuple[Question, Answer]]:
    """Questions in which a rule mutant and the rules part, with the answers of the rules: in positions that were met,
    and in random games."""
    random = Random(len(met))
    played = (position for _ in range(MOST_POSITIONS) for position in _game(random.choice(openings), random))
    both = zip_longest(random.sample(met, len(met)), played if openings else ())
    for question in islice(filter(None, chain.from_iterable(both)), MOST_POSITIONS):
        found = list(_parting_at(rule, question))
        yield from random.sample(found, min(2, len(found)))


def _parting_at(rule: RuleMutant, question: Question) -> Iterator[tuple[Question, Answer]]:
    if sum(len(value) for value in question.data.values() if isinstance(value, list)) > MOST_PIECES:
        return
    ours = opened(second_engine(question.game), question.board, question.chosen.to_mapping())
    try:
        listed, changed = (
            {entry["turn"]: entry for entry in islice(table.turns(question.data), MOST_LISTED_TO_PART)}
            for table in (ours, rule.table(question))
        )
    except Exception:
        # An engine with a mistake may fail over a position.
        return
    for text in sorted(listed.keys() | changed.keys()):
        if listed.get(text) != changed.get(text):
            expected, asked = ours.apply(question.data, text), question.asking("apply", text)
            if not rule.agrees(asked, expected):
                yield asked, expected


def _game(opening: Question, random: Random) -> Iterator[Question]:
    """The positions of a random game, in order."""
    question = opening
    for _ in range(30):
        yield question
        results = list(islice(question.rules.results(question.position), MOST_LISTED_TO_PART))
        if not results:
            return
        turn, after = random.choice(results)
        question = question.after(question.rules.format_turn(question.position, turn), after)
