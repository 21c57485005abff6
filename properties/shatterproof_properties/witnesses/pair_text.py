"""A witness for people: on the screen, and as examples of the spec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from shatterproof.movetext import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import plain_lines
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.boards import has_opening
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn, answer_in_words
from shatterproof_properties.witnesses.pair import Pair, Witness

HIDDEN = ("readings", "memory")
"""Lines of diagrams that are hidden when a witness is shown."""


def pair_to_text(pair: Pair) -> str:
    """The pair as text: the reading, the game, both answers as diagrams, what is proved, and how to search further."""
    one, two = pair.values
    title = plain_lines(find_clause(pair.reading).title).strip()
    lines = [f"{pair.reading}: {title}", f"    {one} against {two}"]
    if pair.given:
        lines.append(f"    given {' '.join(f'{name}={value}' for name, value in pair.given.items())}")
    if pair.witness is not None:
        lines += _shown(pair, pair.witness)
    lines += ["", pair.bound, of_play(pair.witness.question)] if pair.witness else ["", pair.bound]
    command = f"shatterproof witness {pair.reading} {one} {two}"
    return "\n".join(
        [*lines, "", f"look further: {command} --time 3600", f"the reading: shatterproof readings {pair.reading}", ""]
    )


def _shown(pair: Pair, witness: Witness) -> Iterator[str]:
    under = pair.compared.readings(pair.given)
    given = [(value, witness.answers[value], each) for value, each in zip(pair.values, under, strict=True)]
    return question_shown(witness.question, given)


def question_shown(question: Question, answers: Iterable[tuple[str, Answer, Any]]) -> Iterator[str]:
    """The lines that draw a question and its answers.

    Each answer has a name and the readings that it is given under.
    """
    start = Drawn.of(question.rules, question.begin(question.rules.Readings(), strict=False))
    yield from ("", "in:" if question.turn else "the position:", *start.indented(HIDDEN))
    if question.played:
        yield from ("", f"after {' '.join(map(wrapped, question.played))}")
    if question.turn:
        yield from ("", f"the turn {question.turn}")
    for name, answer, readings in answers:
        yield from ("", f"{name}: {answer_in_words(answer)}")
        if question.turn and "position" in answer:
            position = question.rules.from_json(answer["position"], readings, False)
            yield from Drawn.of(question.rules, position, start).indented(HIDDEN)


def of_play(question: Question) -> str:
    """A sentence about whether play can lead to the position."""
    if not has_opening(question.rules, question.board):
        return "Its board has no opening: it can only be set up."
    begins = question.under({}).from_opening
    return "It begins with the opening of its board." if begins else "Whether play leads there is not known."
