"""A difference in a report: its clause, its game in pictures, both answers side by side, and the next commands."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import Block, blocks, plain
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.wording import Drawn, answer_in_words

LONGEST_SHOWN = 2000
"""The most characters of a question or of a hostile position on the page."""
MOST_DRAWN = 12
"""The most positions of a game that the page draws: the first one, and the last ones."""


class Frame(NamedTuple):
    """A picture of a position on the way to the question, with the number of turns so far and the last of them.

    `diagram` is for people who cannot see the picture; "" if the position has none.
    """

    after: int
    turn: str
    picture: Markup
    drawn: Drawn
    diagram: str


class Side(NamedTuple):
    """One of the two answers: whose it is, what it says, and its position as a picture, a diagram or raw text."""

    whose: str
    says: str
    picture: Markup
    diagram: str
    data: str


class ShownDifference(NamedTuple):
    """A difference as the page shows it; `file` has its counterexample, and `again` is the command that asks it again.

    `readings` are pairs of a reading and its value, each of which alone would make the engine's answer right.
    """

    number: int
    difference: Difference
    file: Path
    again: str
    readings: tuple[tuple[str, str], ...] = ()


def clause(difference: Difference) -> tuple[str, list[Block]]:
    """The sentence of the clause at issue, on one line, and the clause in full; nothing for a rule of the protocol."""
    found = find_clause(difference.reported) if difference.reported else None
    return (plain(found.title), list(blocks(found.text))) if found else ("", [])


def film(difference: Difference) -> list[Frame]:
    """The positions from the start to the question, both included; of a long game those at both ends."""
    question = difference.question
    position, frames = question.begun, [(0, "", question.begun, None)]
    for after, text in enumerate(question.played, start=1):
        turn = question.rules.parse_turn(position, text)
        position = question.rules.play(position, turn)
        frames.append((after, text, position, turn))
    kept = frames if len(frames) <= MOST_DRAWN else [frames[0], *frames[1 - MOST_DRAWN :]]
    shown, before = [], None
    for after, text, position, turn in kept:
        before = Drawn.of(question.rules, position, before)
        shown.append(Frame(after, text, picture(question.rules, position, turn), before, before.text.rstrip("\n")))
    return shown


def sides(difference: Difference) -> list[Side]:
    """Both answers, that of the rules first, with the pieces marked in which their positions differ."""
    question, asked = difference.question, film(difference)[-1].drawn
    expected, got = difference.positions()
    turn = None
    with suppress(InputError, IllegalTurn, AmbiguousTurn):
        turn = question.rules.parse_turn(question.position, question.turn) if question.turn else None
    marked = () if expected is None or got is None else features.of(question.rules).differing(expected, got)
    found = []
    for whose, answer, own in (("The rules", difference.expected, expected), ("The engine", difference.got, got)):
        drawn, text, data = Markup(), "", ""
        if own is not None:
            drawn = picture(question.rules, own, turn, marked)
            text = Drawn.of(question.rules, own, asked).text.rstrip("\n")
        elif answer.get("position") is not None:
            data = as_json(answer["position"])
        found.append(Side(whose, answer_in_words(answer), drawn, text, data))
    return found


def picture(rules: AnyGame, position: Any, last: Any, marked: Any = ()) -> Markup:
    """A position in SVG. The renderer escapes what it is given."""
    return Markup(rules.to_svg(position, marked=marked, last=last).rstrip("\n"))


def as_json(value: Any) -> str:
    """A value in JSON, as long as a page can bear."""
    text = strict_json.encode(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... ({len(text):,} characters)"
