"""A difference in a report: its clause, its game in pictures, both answers side by side, and the next commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import Block, blocks, plain
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.vectors.vector_differences import vector_of
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn, answer_in_words

LONGEST_SHOWN = 2000
"""The most characters of a question or of a hostile position on the page."""
MOST_DRAWN = 12
"""The most positions of a game that the page draws: the first one, and the last ones."""


class Frame(NamedTuple):
    """A picture of a position on the way to the question, with the number of turns so far and the last of them."""

    after: int
    turn: str
    picture: Markup
    drawn: Drawn

    @property
    def diagram(self) -> str:
        """The position as text, for people who cannot see the picture; "" if it has no diagram."""
        return self.drawn.text.rstrip("\n")


class Side(NamedTuple):
    """One of the two answers: whose it is, what it says, and its position as a picture, a diagram or raw text."""

    whose: str
    says: str
    picture: Markup
    diagram: str
    data: str


@dataclass(frozen=True)
class ShownDifference:
    """A difference as the page shows it; `file` has its counterexample, and `again` is the command that asks it again.

    `readings` are pairs of a reading and its value, each of which alone would make the engine's answer right.
    """

    number: int
    difference: Difference
    file: Path
    again: str
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The clause, or the page of the protocol in its place."""
        return self.difference.title

    @property
    def kind(self) -> str:
        """The kind of the difference, in words."""
        return self.difference.what

    @property
    def rule(self) -> str:
        """The sentence of the clause, on one line."""
        return plain(find_clause(self.difference.reported).title) if self.difference.reported else ""

    @property
    def explained(self) -> list[str]:
        """The rule by which the engine seems to play, if it is known."""
        return self.difference.explained()

    @property
    def clause(self) -> list[Block]:
        """The clause in full."""
        return list(blocks(find_clause(self.difference.reported).text)) if self.difference.reported else []

    @property
    def film(self) -> list[Frame]:
        """The game that leads to the question."""
        return film(self.difference)

    @property
    def sides(self) -> list[Side]:
        """Both answers, that of the rules first."""
        return sides(self.difference)

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Both answers in the form of the protocol."""
        answers = (("The rules", self.difference.expected), ("The engine", self.difference.got))
        return [(whose, shortened(strict_json.encode(answer))) for whose, answer in answers]

    @property
    def on_a_board(self) -> str:
        """The command that opens it on a board in the browser."""
        return shlex.join(["shatterproof", "explore", str(self.file)])

    @property
    def vector(self) -> str:
        """A line for a file of vectors that guards against the difference."""
        return strict_json.encode(vector_of(self.difference))

    @property
    def entry(self) -> str:
        """An entry for a file of known differences."""
        return KnownDifference.of(self.difference).to_toml()


def film(difference: Difference) -> list[Frame]:
    """The positions from the start to the question, both included. Of a long game only its ends are shown."""
    question = difference.question
    frames = list(_positions(question))
    kept = frames if len(frames) <= MOST_DRAWN else [frames[0], *frames[1 - MOST_DRAWN :]]
    shown, before = [], None
    for after, text, position, turn in kept:
        before = Drawn.of(question.rules, position, before)
        shown.append(Frame(after, text, _drawn(question.rules, position, last=turn), before))
    return shown


def _positions(question: Question) -> Iterator[tuple[int, str, Any, Any]]:
    position = question.begun
    yield 0, "", position, None
    for after, text in enumerate(question.played, start=1):
        turn = question.rules.parse_turn(position, text)
        position = question.rules.play(position, turn)
        yield after, text, position, turn


def sides(difference: Difference) -> list[Side]:
    """Both answers, that of the rules first, with the pieces marked in which their positions differ."""
    expected, got = difference.positions()
    asked = film(difference)[-1].drawn
    return [
        _side(difference, "The rules", difference.expected, asked, expected, got),
        _side(difference, "The engine", difference.got, asked, got, expected),
    ]


def _side(difference: Difference, whose: str, answer: Answer, asked: Drawn, own: Any, other: Any) -> Side:
    question, drawn, text, data = difference.question, Markup(), "", ""
    if own is not None:
        marked = () if other is None else features.differing(question.rules, own, other)
        drawn = _drawn(question.rules, own, marked, _turn(question))
        text = Drawn.of(question.rules, own, asked).text.rstrip("\n")
    elif answer.get("position") is not None:
        data = shortened(strict_json.encode(answer["position"]))
    return Side(whose, answer_in_words(answer), drawn, text, data)


def _drawn(rules: AnyGame, position: Any, marked: Any = (), last: Any = None) -> Markup:
    # The renderer escapes what it is given.
    return Markup(rules.to_svg(position, marked=marked, last=last).rstrip("\n"))


def _turn(question: Question) -> Any | None:
    try:
        return question.rules.parse_turn(question.position, question.turn) if question.turn else None
    except (InputError, IllegalTurn, AmbiguousTurn):
        return None


def shortened(text: str) -> str:
    """A text as long as a page can bear."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... ({len(text):,} characters)"
