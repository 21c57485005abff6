"""A witness for people: on the screen, and as examples of the spec."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shatterproof.movetext import wrapped
from shatterproof.spec import find_clause, page, spec_folder
from shatterproof_properties.common.prose import plain_lines
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.boards import has_opening
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn, answer_in_words
from shatterproof_properties.witnesses.pair import Json, Pair, Witness, pairs_of, shipped

SENTENCE = "The smallest example "
"""How the paragraph begins that leads the examples of a clause which `examples` writes."""
HIDDEN = ("readings", "memory")
"""Lines of diagrams that a witness is shown without."""


def pair_to_text(pair: Pair) -> str:
    """The reading, the game, both answers as diagrams, what is proved, and how to look further."""
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
    """The lines that draw a question and several answers, each with a name and the readings that it is given under."""
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
    """What is known of whether play leads to the position."""
    if not has_opening(question.rules, question.board):
        return "Its board has no opening: it can only be set up."
    begins = question.under({}).from_opening
    return "It begins with the opening of its board." if begins else "Whether play leads there is not known."


def examples(reading: str, pairs: Iterable[Pair]) -> str:
    """The examples of a clause that the witnesses of a reading make, as Markdown: a block for each value."""
    parts = []
    for pair in pairs:
        if pair.reading == reading and pair.witness is not None:
            found = "" if pair.proved else "found so far "
            one, two = pair.values
            parts.append(f"{SENTENCE}{found}in which `{one}` and `{two}` differ:\n")
            parts += _blocks(pair, pair.witness)
    return "\n".join(parts)


def _blocks(pair: Pair, witness: Witness) -> Iterator[str]:
    game = pair.compared.game
    turns = " ".join(map(wrapped, witness.question.texts))
    for value, readings in zip(pair.values, pair.compared.readings(pair.given), strict=True):
        start = Drawn.of(game, witness.question.begin(readings, strict=False))
        lines = [f"```{game.NAME}", start.diagram.rstrip("\n"), *([f"turn {turns}"] if turns else [])]
        yield "\n".join([*lines, *_results(start, witness.answers[value], readings), "```", ""])


def _results(start: Drawn, answer: Json, readings: Any) -> Iterator[str]:
    """What an example that begins at `start` says of an answer."""
    verdict, outcome = answer["verdict"], answer.get("outcome")
    if verdict in ("illegal", "refused"):
        yield f"-> {verdict} {answer['clause']}"
    elif verdict == "ambiguous":
        yield f"-> ambiguous {' | '.join(answer['means'])}"
    elif verdict == "malformed":
        yield "-> malformed"
    else:
        if verdict == "accepted":
            yield "-> accepted"
        else:
            position = start.game.from_json(answer["position"], readings, False)
            yield from Drawn.of(start.game, position, start).results()
        winner = outcome and outcome["winner"]
        yield "-> goes on" if outcome is None else f"-> wins {winner.capitalize()}" if winner else "-> drawn"


_WRITTEN = re.compile(
    rf"^{SENTENCE}(?:found so far )?in which .*\n\n(?:```\w+\n(?:[^`].*\n|\n)*```\n\n?)+", re.MULTILINE
)


def renewed(game: str) -> str:
    """The page of a game with the examples that its shipped witnesses make, each at the end of its clause."""
    text = page(game)
    for reading in dict.fromkeys(values.reading for values in pairs_of(game)):
        start = text.index(f"### {reading}\n")
        end = next((found.start() for found in re.finditer(r"^#{2,3} ", text[start + 4 :], re.MULTILINE)), len(text))
        end += start + 4 if end < len(text) else 0
        clause = _WRITTEN.sub("", text[start:end]).rstrip("\n")
        text = f"{text[:start]}{clause}\n\n{examples(reading, shipped(game))}\n{text[end:]}"
    return text


def renew(game: str) -> None:
    """Writes the page anew."""
    (spec_folder() / f"{game}.md").write_text(renewed(game), encoding="utf-8")
    page.cache_clear()
