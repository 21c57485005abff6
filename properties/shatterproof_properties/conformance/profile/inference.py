"""The inference of readings: what to ask an engine next, and which values fit all answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from shatterproof_properties.conformance.profile.reading_questions import (
    Assignment,
    EngineAnswer,
    NoAnswer,
    ProfiledEngine,
    ReferenceAnswer,
    clause_questions,
    count_answers,
    reference_answer,
)
from shatterproof_properties.protocol.question import Question

MOST_QUESTIONS = 6
"""Questions asked about one reading."""

Search = Callable[[str, Sequence[Assignment]], Iterable[Question]]
"""Looks for further questions about a reading that tell some assignments apart."""


@dataclass
class Evidence:
    """What the answers say about one reading, with the others as assumed.

    `left` are the values that fit all answers that any value fits. `separating` are the answers to questions that tell
    values apart. `unchecked` answers fit a value only because an engine need not refuse positions that the value
    forbids.
    """

    left: tuple[str, ...]
    separating: list[EngineAnswer] = field(default_factory=list)
    unchecked: list[EngineAnswer] = field(default_factory=list)


class Inference:
    """The answers of an engine that was opened with the readings `requested`, and what is `assumed` of it."""

    def __init__(
        self,
        engine: ProfiledEngine,
        pool: list[Question],
        requested: Mapping[str, str],
        assumed: Assignment,
        search: Search,
        on_reading: Callable[[str], None],
    ) -> None:
        self.engine = engine
        self.pool = pool
        self.requested = requested
        self.assumed = dict(assumed)
        self.search = search
        self.on_reading = on_reading
        self.choices: dict[str, tuple[str, ...]] = engine.game.Readings.choices()
        self.answers: list[EngineAnswer] = []
        self.asked_for: dict[str, list[EngineAnswer | NoAnswer]] = {reading: [] for reading in self.choices}
        self._searched: set[tuple[str, ...]] = set()

    def find_out(self) -> None:
        """Settles all readings, as far as questions can. In the end `assumed` fits the answers best."""
        for _ in range(5):
            before = dict(self.assumed)
            for reading in self.choices:
                self.settle(reading)
            if hardest := self.unexplained():
                # What fits all answers and changes the fewest assumed readings is assumed, if there is such a change.
                order = [*hardest, *(each for each in self.answers if each not in hardest)]
                several = (chosen for number in range(1, 4) for chosen in combinations(self.choices, number))
                tried = (changed for chosen in several for changed in self._changed(chosen))
                fitting = (changed for changed in tried if all(_fits(each, changed) for each in order))
                self.assumed = next(fitting, self.assumed)
            if self.assumed == before:
                break

    def try_near_misses(self) -> None:
        """For each settled reading, asks about a turn that is legal under all values, and one that is under none.

        They are examples of its clause. An engine that lacks a whole rule may otherwise look as if it followed one of
        the values.
        """
        for reading, questions in clause_questions(self.engine.game.NAME).items():
            settled = len(self.evidence(reading).left) == 1
            for legal in (False, True) if settled else ():
                near = (each for each in questions if self._may_ask(each) and self._always(each, reading, legal))
                question = next(near, None)
                if question:
                    self._ask(question, reading, [self.assumed])

    def _always(self, question: Question, reading: str, legal: bool) -> bool:
        """Whether a turn has the same answer under all values. `legal` says whether this answer must be legal."""
        answers = [reference_answer(question, each) for each in self._alternatives(reading, self.choices[reading])]
        if answers[0].refused or len({each.key for each in answers}) > 1:
            return False
        return legal == bool(answers[0].answer["verdict"] == "legal")

    def settle(self, reading: str) -> None:
        """Asks about one reading until one value is left, with the others as assumed."""
        evidence = self.evidence(reading)
        asked = self.asked_for[reading]
        while sum(isinstance(each, EngineAnswer) or not each.no_memory for each in asked) < MOST_QUESTIONS:
            self.on_reading(reading)
            self._assume(reading, evidence)
            question = self._next(reading, evidence)
            if question is None:
                return
            self._ask(question, reading, self._alternatives(reading, self.choices[reading]))
            evidence = self.evidence(reading)
        self._assume(reading, evidence)

    def _assume(self, reading: str, evidence: Evidence) -> None:
        """Assumes the value that fits the most answers, if they decide."""
        if len(evidence.left) == 1:
            self.assumed[reading] = evidence.left[0]
        elif not evidence.left:
            fitting = [(each.key, self.keys_by_value(each.question, reading)) for each in evidence.separating]
            self.assumed[reading] = max(
                self.choices[reading], key=lambda value: sum(by_value[value] == key for key, by_value in fitting)
            )

    def evidence(self, reading: str) -> Evidence:
        """What the answers so far say about a reading."""
        fitting: list[tuple[EngineAnswer, set[str], set[str]]] = []
        for each in self.answers:
            rules = self.answers_by_value(each.question, reading)
            if len({said.key for said in rules.values()}) > 1:
                exact = {value for value, said in rules.items() if said.key == each.key}
                fitting.append((each, exact, exact | {value for value, said in rules.items() if said.refused}))
        left = self._common(reading, [exact or loose for _, exact, loose in fitting])
        left = left or self._common(reading, [loose for _, _, loose in fitting])
        unchecked = [each for each, exact, loose in fitting if not exact.issuperset(left) and loose.issuperset(left)]
        return Evidence(left, [each for each, _, _ in fitting], unchecked)

    def _common(self, reading: str, sets: list[set[str]]) -> tuple[str, ...]:
        """The values that all non-empty sets have in common."""
        return tuple(value for value in self.choices[reading] if all(value in each for each in sets if each))

    def answers_by_value(self, question: Question, reading: str) -> dict[str, ReferenceAnswer]:
        """The rules' answer to a question under each value of a reading, with the other readings as assumed."""
        return {value: reference_answer(question, self.assumed | {reading: value}) for value in self.choices[reading]}

    def keys_by_value(self, question: Question, reading: str) -> dict[str, Hashable]:
        """The compared part of the rules' answer to a question under each value of a reading."""
        return {value: said.key for value, said in self.answers_by_value(question, reading).items()}

    def unexplained(self) -> list[EngineAnswer]:
        """The answers that do not fit the assumption."""
        return [each for each in self.answers if not _fits(each, self.assumed)]

    def rivals(self) -> list[Assignment]:
        """Assignments that fit all answers as well, and differ in two readings that were settled one by one."""
        settled = [reading for reading in self.choices if len(self.evidence(reading).left) == 1]
        return [
            rival
            for chosen in combinations(settled, 2)
            for rival in self._changed(chosen)
            if all(_fits(each, rival) for each in self.answers)
        ]

    def separate_from(self, rival: Assignment) -> bool:
        """Asks a question that tells the assumption from a rival. Returns whether it got an answer."""
        pair = (self.assumed, rival)
        changed = next(reading for reading in self.choices if self.assumed[reading] != rival[reading])
        able = (each for each in self.pool if self._may_ask(each) and count_answers(each, pair) == 2)
        question = next(able, None)
        return question is not None and self._ask(question, changed, pair)

    def _ask(self, question: Question, reading: str, candidates: Sequence[Assignment]) -> bool:
        found = self.engine.ask(question, self.requested, candidates)
        self.asked_for[reading].append(found)
        if isinstance(found, EngineAnswer):
            self.answers.append(found)
        return isinstance(found, EngineAnswer)

    def _next(self, reading: str, evidence: Evidence) -> Question | None:
        """The smallest of the questions that tell most of the open pairs of values apart."""
        separations = {
            (one, two): sum(
                by_value[one] != by_value[two]
                for by_value in (self.keys_by_value(each.question, reading) for each in evidence.separating)
            )
            for one, two in combinations(self.choices[reading], 2)
        }
        pairs = list(combinations(evidence.left, 2))
        if not pairs:
            ours = set(evidence.left or self.choices[reading])
            pairs = [pair for pair, number in separations.items() if number < 2 and not ours.isdisjoint(pair)]
        question = self._best(reading, pairs)
        missing = [each for each in self.asked_for[reading] if isinstance(each, NoAnswer)]
        # Where the engine has not answered, it would not about games from an opening either.
        in_vain = any(not each.no_memory or "start" not in self.engine.announced.starts for each in missing)
        if question or in_vain:
            return question
        surprised = evidence.left != (self.requested.get(reading, self.choices[reading][0]),)
        for pair in pairs:
            key = (reading, *pair, *sorted(self.assumed.values()))
            # A second question is worth a search only after a surprise.
            if key not in self._searched and (surprised or not separations[pair]):
                self._searched.add(key)
                found = self.search(reading, self._alternatives(reading, pair))
                self.pool += [each for each in found if each not in self.pool]
        return self._best(reading, pairs)

    def _best(self, reading: str, pairs: list[tuple[str, str]]) -> Question | None:
        """The question that tells most of some pairs apart; of equal ones the smallest.

        A question whose start always stands comes before others, since an engine need not check positions closely.
        """
        alternatives = self._alternatives(reading, {value: None for pair in pairs for value in pair})

        def worth(question: Question) -> tuple[bool, int]:
            separated = sum(count_answers(question, self._alternatives(reading, pair)) == 2 for pair in pairs)
            is_safe = separated and not any(reference_answer(question, each).refused for each in alternatives)
            return bool(is_safe), separated

        worths = {question: worth(question) for question in self.pool if pairs and self._may_ask(question)}
        return max(filter(lambda each: worths[each][1], worths), key=worths.__getitem__, default=None)

    def _may_ask(self, question: Question) -> bool:
        asked = (each.question for answers in self.asked_for.values() for each in answers)
        return self.engine.can_ask(question) and question not in asked

    def _alternatives(self, reading: str, values: Iterable[str]) -> tuple[Assignment, ...]:
        return tuple(self.assumed | {reading: value} for value in values)

    def enables(self, reading: str) -> bool:
        """Whether the pool tells the values of a reading apart, with the others as assumed."""
        return any(self.engine.can_ask(question) and self.separates(question, reading) for question in self.pool)

    def separates(self, question: Question, reading: str) -> bool:
        """Whether the rules answer a question differently under some values of a reading."""
        return len(set(self.keys_by_value(question, reading).values())) > 1

    def _changed(self, chosen: tuple[str, ...]) -> Iterator[Assignment]:
        others = ([value for value in self.choices[reading] if value != self.assumed[reading]] for reading in chosen)
        for values in product(*others):
            yield self.assumed | dict(zip(chosen, values, strict=True))


def _fits(found: EngineAnswer, assignment: Assignment) -> bool:
    return reference_answer(found.question, assignment).key == found.key
