"""Whether an engine follows a changed rule elsewhere too: it is asked where that rule and the rules part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from random import Random

from shatterproof_properties.conformance.causes.changed_rules import MOST_PIECES, ChangedRule
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import opened, second_engine

MOST_ASKED = 20
"""Questions that an engine is asked about a changed rule."""
OF_A_POSITION = 2
MOST_POSITIONS = 100
"""Positions that are gone through for such questions."""
MOST_LISTED = 300
PLIES = 30

Ask = Callable[[Question, Answer], Answer | None]
"""The answer of an engine to a question, beside that of the rules; None where there is no proper one."""


def follows(rule: ChangedRule, questions: Iterable[tuple[Question, Answer]], ask: Ask) -> bool:
    """Whether an engine answers all questions in which a changed rule and the rules part as that rule does."""
    for question, expected in islice(questions, MOST_ASKED):
        got = ask(question, expected)
        if got is not None and not rule.explains(Difference("result", "", question, expected, got)):
            return False
    return True


def parting(
    rule: ChangedRule, met: Sequence[Question], openings: Sequence[Question]
) -> Iterator[tuple[Question, Answer]]:
    """Questions in which a changed rule and the rules part, with the answers of the rules: in positions that were met,
    and in random games."""
    random = Random(len(met))
    played = (position for _ in range(MOST_POSITIONS) for position in _game(random.choice(openings), random))
    both = zip_longest(random.sample(met, len(met)), played if openings else ())
    for question in islice(filter(None, chain.from_iterable(both)), MOST_POSITIONS):
        found = list(_parting_at(rule, question))
        yield from random.sample(found, min(OF_A_POSITION, len(found)))


def _parting_at(rule: ChangedRule, question: Question) -> Iterator[tuple[Question, Answer]]:
    if sum(len(value) for value in question.data.values() if isinstance(value, list)) > MOST_PIECES:
        return
    ours = opened(second_engine(question.game), question.board, question.chosen.to_mapping())
    try:
        listed, changed = (
            {entry["turn"]: entry for entry in islice(table.turns(question.data), MOST_LISTED)}
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
    for _ in range(PLIES):
        yield question
        results = list(islice(question.rules.results(question.position), MOST_LISTED))
        if not results:
            return
        turn, after = random.choice(results)
        question = question.after(question.rules.format_turn(question.position, turn), after)
