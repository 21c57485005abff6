"""Finding out which readings an engine follows: what to ask next, and which values all answers fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from shatterproof_properties.conformance.profile.interview import Gap, Interview, Reply, Told
from shatterproof_properties.conformance.profile.questions import (
    Assignment,
    Question,
    View,
    clause_questions,
    course,
    is_allowed,
    separated,
)

CONFIRMATIONS = 2
"""Questions that shall tell a value from each other value."""
MOST_QUESTIONS = 6
"""Questions asked for the sake of one reading."""
MOST_ROUNDS = 5
MOST_TOGETHER = 3
"""Readings that are changed together to explain answers."""

Seek = Callable[[str, tuple[Assignment, ...]], Iterable[Question]]
"""Looks for further questions about a reading that tell some assignments apart."""


@dataclass
class Tally:
    """What the answers say about one reading, the others being as assumed.

    `left` are the values that fit all answers that fit any; `telling` the answers to questions that tell values apart.
    `unchecked` are those of them that fit what is left only because an engine need not look closely at the positions
    that it is given: under that value this one may not stand.
    """

    left: tuple[str, ...]
    telling: list[Reply] = field(default_factory=list)
    unchecked: list[Reply] = field(default_factory=list)


class Inquiry:
    """One context of an engine under examination: what it was told, what is assumed of it, and its answers so far."""

    def __init__(self, interview: Interview, pool: list[Question], told: Told, assumed: Assignment, seek: Seek) -> None:
        self.interview = interview
        self.pool = pool
        self.told = told
        self.assumed = dict(assumed)
        self.seek = seek
        self.choices: dict[str, tuple[str, ...]] = interview.game.Readings.choices()
        self.replies: list[Reply] = []
        self.asked_for: dict[str, list[Reply]] = {reading: [] for reading in self.choices}
        self._sought: set[tuple[str, tuple[View | str, ...]]] = set()

    def find_out(self) -> None:
        """Settles all readings, as far as questions can; `assumed` is then what fits the answers best."""
        for _ in range(MOST_ROUNDS):
            before = dict(self.assumed)
            for reading in self.choices:
                self.inquire(reading)
            if self.unexplained() and (together := self._together()):
                self.assumed = together
            if self.assumed == before:
                break

    def try_near_misses(self) -> None:
        """Asks for each reading that is told about a turn that is legal under all values, and one that is under none.

        They are examples of its clause. An engine to which a whole rule is unknown may look as if it followed one of
        the values.
        """
        for reading, questions in clause_questions(self.interview.game.NAME).items():
            told = len(self.tally(reading).left) == 1
            for word in ("illegal", "legal") if told else ():
                near = (each for each in questions if self._may_ask(each) and self._always(each, reading) == word)
                question = next(near, None)
                if question:
                    self._put(question, reading, [self.assumed])

    def _always(self, question: Question, reading: str) -> str:
        """The word of the answer to a question, "" where it is not the same under all values."""
        views = set(self.views(question, reading).values())
        return views.pop().word if len(views) == 1 else ""

    def inquire(self, reading: str) -> None:
        """Asks about one reading until its value is told from all others, given what is assumed of the rest."""
        tally = self.tally(reading)
        while len(self.asked_for[reading]) < MOST_QUESTIONS:
            self._assume(reading, tally)
            question = self._next(reading, tally)
            if question is None:
                return
            self._put(question, reading, self._alternatives(reading, self.choices[reading]))
            tally = self.tally(reading)
        self._assume(reading, tally)

    def _assume(self, reading: str, tally: Tally) -> None:
        """Takes the value that fits the most answers, where they tell."""
        if len(tally.left) == 1:
            self.assumed[reading] = tally.left[0]
        elif not tally.left:
            views = [(reply.view, self.views(reply.question, reading)) for reply in tally.telling]
            self.assumed[reading] = max(
                self.choices[reading], key=lambda value: sum(theirs[value] == view for view, theirs in views)
            )

    def tally(self, reading: str) -> Tally:
        """What the answers so far say about a reading."""
        fitting: list[tuple[Reply, set[str], set[str]]] = []
        for reply in self.replies:
            views = self.views(reply.question, reading)
            if len(set(views.values())) > 1:
                exact = {value for value, view in views.items() if view == reply.view}
                accepted = {value for value, view in views.items() if view.word == "refused"}
                fitting.append((reply, exact, exact | accepted))
        left = self._common(reading, [exact or loose for _, exact, loose in fitting])
        left = left or self._common(reading, [loose for _, _, loose in fitting])
        unchecked = [reply for reply, exact, loose in fitting if not exact.issuperset(left) and loose.issuperset(left)]
        return Tally(left, [reply for reply, _, _ in fitting], unchecked)

    def _common(self, reading: str, sets: list[set[str]]) -> tuple[str, ...]:
        """The values of a reading that are in all sets but the empty ones."""
        return tuple(value for value in self.choices[reading] if all(value in each for each in sets if each))

    def views(self, question: Question, reading: str) -> dict[str, View]:
        """The answer to a question under each value of a reading."""
        return {value: course(question, self.assumed | {reading: value}).view for value in self.choices[reading]}

    def unexplained(self, assumed: Assignment | None = None) -> list[Reply]:
        """The answers that do not fit what is assumed."""
        assumed = assumed or self.assumed
        return [reply for reply in self.replies if course(reply.question, assumed).view != reply.view]

    def rivals(self) -> list[Assignment]:
        """Assignments that fit all answers as well, and differ in two readings that are settled one by one."""
        settled = [reading for reading in self.choices if len(self.tally(reading).left) == 1]
        return [
            rival
            for chosen in combinations(settled, 2)
            for rival in self._changed(chosen)
            if all(course(reply.question, rival).view == reply.view for reply in self.replies)
        ]

    def tell_from(self, rival: Assignment) -> bool:
        """Asks a question that tells what is assumed from a rival; whether there was one that got an answer."""
        for question in self.pool:
            pair = (self.assumed, rival)
            if self._may_ask(question) and separated(question, pair) == 2:
                changed = next(reading for reading in self.choices if self.assumed[reading] != rival[reading])
                return self._put(question, changed, pair)
        return False

    def _put(self, question: Question, reading: str, candidates: Iterable[Assignment]) -> bool:
        reply = self.interview.ask(question, self.told, tuple(candidates))
        self.asked_for[reading].append(reply)
        if isinstance(reply.view, Gap):
            return False
        self.replies.append(reply)
        return True

    def _next(self, reading: str, tally: Tally) -> Question | None:
        """The question that tells most values apart that are still to be told apart, the smallest of those."""
        pairs = self._open_pairs(reading, tally)
        question = self._best(reading, pairs)
        if question is None and not self._in_vain(reading):
            self._seek(reading, [pair for pair in pairs if self._worth_a_search(reading, tally, pair)])
            question = self._best(reading, pairs)
        return question

    def _worth_a_search(self, reading: str, tally: Tally, pair: tuple[str, str]) -> bool:
        """A second question is welcome, but worth going to look for only where the first one gave a surprise."""
        expected = self.told.get(reading, self.choices[reading][0])
        return not self._told_apart(reading, tally, *pair) or tally.left != (expected,)

    def _in_vain(self, reading: str) -> bool:
        """Whether the engine has not answered about a reading, and would not if it were asked from an opening."""
        gaps = [reply.view for reply in self.asked_for[reading] if isinstance(reply.view, Gap)]
        return any(not gap.forgotten or "start" not in self.interview.starts for gap in gaps)

    def _open_pairs(self, reading: str, tally: Tally) -> list[tuple[str, str]]:
        """Pairs of values that too few answers tell apart."""
        values = self.choices[reading]
        if len(tally.left) > 1:
            return list(combinations(tally.left, 2))
        ours = tally.left or values
        pairs = {tuple(sorted((one, two), key=values.index)) for one in ours for two in values if one != two}
        return [
            (one, two)
            for one, two in sorted(pairs, key=lambda pair: [values.index(value) for value in pair])
            if self._told_apart(reading, tally, one, two) < CONFIRMATIONS
        ]

    def _told_apart(self, reading: str, tally: Tally, one: str, two: str) -> int:
        """How many answers tell two values apart."""
        return sum(
            views[one] != views[two] for views in (self.views(reply.question, reading) for reply in tally.telling)
        )

    def _best(self, reading: str, pairs: list[tuple[str, str]]) -> Question | None:
        """The question that tells most of some pairs apart: rather one whose start may stand in any case; the smallest.

        An engine need not look closely at the positions that it is given.
        """
        alternatives = self._alternatives(reading, {value: None for pair in pairs for value in pair})
        best, most = None, (False, 0)
        for question in self.pool:
            if not pairs or not self._may_ask(question):
                continue
            told = sum(separated(question, self._alternatives(reading, pair)) == 2 for pair in pairs)
            worth = (is_allowed(question, alternatives), told)
            if told and worth > most:
                best, most = question, worth
        return best

    def _may_ask(self, question: Question) -> bool:
        asked = (reply.question for replies in self.asked_for.values() for reply in replies)
        return self.interview.can_ask(question) and question not in asked

    def _alternatives(self, reading: str, values: Iterable[str]) -> tuple[Assignment, ...]:
        return tuple(self.assumed | {reading: value} for value in values)

    def _seek(self, reading: str, pairs: list[tuple[str, str]]) -> None:
        """Looks for questions that the pool does not have, once for each pair and whatever is assumed of the rest."""
        for pair in pairs:
            key = (reading, (*pair, *sorted(self.assumed.values())))
            if key not in self._sought:
                self._sought.add(key)
                fresh = [
                    each for each in self.seek(reading, self._alternatives(reading, pair)) if each not in self.pool
                ]
                self.pool += fresh

    def enables(self, reading: str) -> bool:
        """Whether the pool tells the values of a reading apart, the others being as assumed."""
        return any(
            self.interview.can_ask(question) and len(set(self.views(question, reading).values())) > 1
            for question in self.pool
        )

    def _together(self) -> Assignment | None:
        """The assignment that fits all answers and changes the fewest readings of what is assumed, if there is one."""
        hardest = self.unexplained()
        order = [*hardest, *(reply for reply in self.replies if reply not in hardest)]
        for count in range(1, MOST_TOGETHER + 1):
            for chosen in combinations(self.choices, count):
                for changed in self._changed(chosen):
                    if all(course(reply.question, changed).view == reply.view for reply in order):
                        return changed
        return None

    def _changed(self, chosen: tuple[str, ...]) -> Iterator[Assignment]:
        """Every way to change all of some readings."""
        others: list[list[Any]] = [
            [value for value in self.choices[reading] if value != self.assumed[reading]] for reading in chosen
        ]
        for values in product(*others):
            yield self.assumed | dict(zip(chosen, values, strict=True))
