"""The pictures of a report: the game that leads to a difference, and both answers side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.wording import answer_in_words

LONGEST_SHOWN = 2000
"""Characters of a question or of a hostile position that the page shows."""
MOST_DRAWN = 12
"""Positions of a game that the page draws: the first one, and the last ones."""


class Frame(NamedTuple):
    """A position of the game that leads to the question: after how many turns, which was the last, and the picture."""

    after: int
    turn: str
    picture: Markup
    diagram: str


class Side(NamedTuple):
    """One of the two answers: whose it is, what it says, and its position as a picture, a diagram or raw text."""

    whose: str
    says: str
    picture: Markup
    diagram: str
    data: str


def film(difference: Difference) -> list[Frame]:
    """The positions from the start to the question, both included; of a long game those at both ends."""
    frames = list(_positions(difference))
    kept = frames if len(frames) <= MOST_DRAWN else [frames[0], *frames[1 - MOST_DRAWN :]]
    return [
        Frame(after, text, _drawn(difference.face, position, last=turn), diagram(difference.face, position))
        for after, text, position, turn in kept
    ]


def _positions(difference: Difference) -> Iterator[tuple[int, str, Any, Any]]:
    position = difference.start
    yield 0, "", position, None
    for after, text in enumerate(difference.played, start=1):
        turn = difference.face.parse_turn(position, text)
        position = difference.face.play(position, turn)
        yield after, text, position, turn


def sides(difference: Difference) -> list[Side]:
    """Both answers, that of the rules first, with the pieces marked in which their positions differ."""
    expected, got = difference.positions()
    return [
        _side(difference, "The rules", difference.expected, expected, got),
        _side(difference, "The engine", difference.got, got, expected),
    ]


def _side(difference: Difference, whose: str, answer: dict[str, Any], own: Any, other: Any) -> Side:
    drawn, text, data = Markup(), "", ""
    if own is not None:
        marked = () if other is None else features.differing(difference.face, own, other)
        drawn, text = _drawn(difference.face, own, marked, _turn(difference)), diagram(difference.face, own)
    elif answer.get("position") is not None:
        data = shortened(strict_json.encode(answer["position"]))
    return Side(whose, answer_in_words(answer), drawn, text, data)


def _drawn(face: AnyGame, position: Any, marked: Any = (), last: Any = None) -> Markup:
    # The renderer escapes what it is given.
    return Markup(face.to_svg(position, marked=marked, last=last).rstrip("\n"))


def diagram(face: AnyGame, position: Any) -> str:
    """A position as a diagram, for who cannot see the picture; "" where it is none that could be typed."""
    try:
        return face.to_diagram(position).rstrip("\n")
    except InputError:
        return ""


def _turn(difference: Difference) -> Any | None:
    try:
        return difference.face.parse_turn(difference.position, difference.turn) if difference.turn else None
    except (InputError, IllegalTurn, AmbiguousTurn):
        return None


def shortened(text: str) -> str:
    """A text as long as a page can bear."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... ({len(text):,} characters)"
