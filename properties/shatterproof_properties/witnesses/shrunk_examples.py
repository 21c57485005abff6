"""Witnesses made from examples of the spec, shrunk step by step, for boards that are too large to search in full."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.play import simpler
from shatterproof_properties.protocol.answers import result_key
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.reference_table import listed
from shatterproof_properties.witnesses.distinctions import Clock, TimeLimitReached, differ
from shatterproof_properties.witnesses.pair import Values


def shrunk_example(values: Values, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question found near the examples of a reading's clause; None if no example shows a difference."""
    found = [question for question in _examples(values) if differ(question, *readings)]
    best = min(found, key=lambda question: question.size, default=None)
    if best is not None:
        with suppress(TimeLimitReached):
            for smaller in _smaller_and_smaller(best, readings, clock):
                best = smaller
    return best


def _examples(values: Values) -> Iterator[Question]:
    """The games of a clause's examples, up to each of their turns, from positions without a memory."""
    for _, example in example_questions(values.game.NAME, as_written=True, shown_by=(values.reading,)):
        if not getattr(example.begun, "memory", None):
            start = Question.at(values.game, example.begun).under({})
            for at, text in enumerate(example.texts):
                yield replace(start, played=example.texts[:at], turn=text)


def _smaller_and_smaller(question: Question, readings: tuple[Any, Any], clock: Clock) -> Iterator[Question]:
    """Questions about positions set up, each smaller than the one before, until no simpler position has one."""
    position = question.reach(readings[0])
    going, best = True, question
    while going:
        going = False
        for nearer in simpler(question.rules, position):
            clock.tick()
            asked = question_in(question.rules, nearer, readings)
            if asked is not None and asked.size < best.size:
                yield asked
                going, best, position = True, asked, nearer
                break


def question_in(game: AnyGame, position: Any, readings: tuple[Any, Any]) -> Question | None:
    """The shortest listed turn of a position that the readings answer differently."""
    question = Question.at(game, position).under({})
    try:
        one, two = (
            {entry["turn"]: result_key(entry, memory=False) for entry in listed(game, question.begin(each))}
            for each in readings
        )
    except InputError:
        return None
    for text in sorted(one.keys() | two.keys(), key=lambda text: (len(text), text)):
        asked = question.asking("apply", text)
        if one.get(text) != two.get(text) and differ(asked, *readings):
            return asked
    return None
