"""Rule mutants: readings, mistakes and alternatives that are known. Each is a table that changes exactly one rule."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from typing import Any

from shatterproof_properties.conformance.alternatives import Open, alternatives
from shatterproof_properties.conformance.causes.differences import ASKED_ALONE, DEEPEST_COUNT, Difference
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.protocol import table
from shatterproof_properties.protocol.answers import Answer, same, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import reference_table, second_engine, second_readings
from shatterproof_properties.protocol.table import Table
from shatterproof_properties.second import SECOND

MOST_LISTED = 3000
"""The most results of a position that a rule mutant is asked to list."""
MOST_PIECES = 40
"""The most pieces or stones in a position for which a rule mutant is asked for a list."""
MOST_TABLES = 2000
"""The most tables that are kept open."""


@dataclass(frozen=True, eq=False)
class RuleMutant:
    """One changed decision: its name, a sentence that states it, the clause that it breaks, and its tables.

    `readings` are the values that it plays under, if they are not those in force. `acts` is the number of things that
    must come together for it to show, 0 for readings and self-check mutants. Of rules that explain the same, the one
    with the fewest acts is the likeliest.
    """

    name: str
    says: str
    clause: str
    open: Open = field(repr=False)
    readings: tuple[tuple[str, str], ...] = ()
    acts: int = 0

    def explains(self, difference: Difference) -> bool:
        """Whether it answers the question exactly as the engine does."""
        return self.may_explain(difference) and bool(_asked(lambda: EXPLAINED[difference.kind](self, difference)))

    def may_explain(self, difference: Difference) -> bool:
        """Whether it can explain a difference of this kind."""
        counts = "total" in difference.got
        # There are too many alternatives to let each of them count.
        return difference.kind in EXPLAINED and not (counts and (self.acts or difference.kind == "text"))

    def agrees(self, question: Question, expected: Answer) -> bool:
        """Whether it answers a question as the rules do. True if it cannot be asked, which tells nothing."""
        got = self.answer(question)
        return got is None or same(question.do, expected, got, memory=None, refusals=False)

    def answer(self, question: Question) -> Answer | None:
        """Its answer; None if it cannot be asked."""
        return _asked(lambda: self._answer(question))

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
            _tables[key] = self.open(question.board, readings)
            if len(_tables) > MOST_TABLES:
                _tables.popitem(last=False)
        return _tables[key]

    def _same_verdict(self, difference: Difference) -> bool:
        question, got = difference.question, difference.got
        if not question.turn:
            listed = (entry["position"] for entry in self._listed(question))
            return any(same_position(position, got["position"], memory=None) for position in listed)
        got = {name: value for name, value in got.items() if name != "at"}
        says_the_same = partial(same, "apply", got, memory=None, refusals=difference.kind == "verdict")
        alone = question.asking("apply", question.turn)
        # Other readings may not have the position, which remembers turns by those in force.
        said = self.answer(alone) if self.readings else self._answer(alone)
        if said is not None and says_the_same(said):
            return True
        # What it remembers of the turns before may be its own.
        ways = question.played and (question.from_opening or self.readings)
        if not ways:
            return False
        said = table.answer(self.table(question), question.abridged())
        return says_the_same({name: value for name, value in said.items() if name != "at"})

    def _omits(self, difference: Difference) -> bool:
        missing, question = difference.expected["position"], difference.question
        said = self._answer(question.asking("apply", question.turn))
        if said["verdict"] == "legal" and same_position(said["position"], missing, memory=None):
            return False
        listed = self._listed(question)
        return not any(same_position(entry["position"], missing, memory=None) for entry in listed)

    def _same_count(self, difference: Difference) -> bool:
        depth, question = difference.got["depth"], difference.question
        if depth > DEEPEST_COUNT:
            return False
        counted = self._counted(question, depth)
        by = dict(counted["by"])
        return int(by.get(question.turn, -1) if question.turn else counted["total"]) == int(difference.got["total"])

    def _listed(self, question: Question) -> Iterator[Answer]:
        refuse_large(question)
        return islice(self.table(question).turns(question.data), MOST_LISTED)

    def _counted(self, question: Question, depth: int) -> Answer:
        refuse_large(question)
        return self.table(question).count(question.data, depth)


_tables: OrderedDict[tuple[RuleMutant, str, tuple[tuple[str, str], ...]], Table] = OrderedDict()
EXPLAINED: dict[str, Callable[[RuleMutant, Difference], bool]] = {
    **dict.fromkeys(("allows", "refuses", "result", "outcome", "verdict", "text"), RuleMutant._same_verdict),
    "omits": RuleMutant._omits,
    "count": RuleMutant._same_count,
    "start": lambda rule, differs: same_position(
        rule.table(differs.question).start(), differs.got["position"], memory=None
    ),
}
"""The test whether a rule mutant explains a difference, by kind. No rule can explain other kinds."""


def refuse_large(question: Question) -> None:
    """Raises ValueError if a rule mutant, which has no shortcuts, would need minutes to list the turns."""
    if sum(len(value) for value in question.data.values() if isinstance(value, list)) > MOST_PIECES:
        raise ValueError("too many pieces")


def _asked(ask: Callable[[], Any]) -> Any | None:
    """The answer of an engine with a mistake; None if it fails over the question, which may happen."""
    try:
        return ask()
    except Exception:
        return None


@cache
def rule_mutants(game: str, readings: Any) -> tuple[RuleMutant, ...]:
    """All rule mutants of a game under some readings: every other value of a reading, every mutant and alternative.

    None if the game has no second engine.
    """
    if not SECOND.find(game):
        return ()
    mutants = [RuleMutant(one.name, one.says, one.clause, one.engine.on_board) for one in self_check_mutants(game)]
    more = [RuleMutant(one.says, one.says, one.clause, one.open, acts=one.acts) for one in alternatives(game)]
    return (*_other_values(readings, second_readings(game), second_engine(game).on_board), *mutants, *more)


def _other_values(readings: Any, values: Mapping[str, Sequence[str]], opens: Open) -> Iterator[RuleMutant]:
    """A rule mutant for each value of a reading that is not in force."""
    chosen = readings.to_mapping()
    for name, each in values.items():
        for value in each:
            if value != chosen[name]:
                yield RuleMutant(f"{name}={value}", f"the reading {name}={value}", name, opens, ((name, value),))


def explaining_readings(
    difference: Difference, is_late: Callable[[], bool] = lambda: False
) -> tuple[tuple[str, str], ...]:
    """The `(reading, value)` changes under which, each alone, the reference answers as the engine did.

    They change the readings of the question. A change that other answers of the engine refute is left out. Once it
    `is_late`, no further ones are tried.
    """
    # An engine that refuses with another word than the rules would is not explained.
    asked = replace(difference, kind="verdict") if difference.kind in ASKED_ALONE else difference
    refuted = difference.cause.refuted if difference.cause else ()
    readings, game = difference.question.chosen, difference.question.game
    rules = _other_values(readings, readings.choices(), reference_table(game))
    left = (rule for rule in rules if rule.readings[0] not in refuted and not is_late())
    return tuple(rule.readings[0] for rule in left if rule.explains(asked))
