"""Answers and positions for people: in a few words, and as diagrams for a terminal."""

from __future__ import annotations

from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.common.prose import printable
from shatterproof_properties.protocol.answers import Answer, canonical

MOST_ROWS = 40
"""Rows of a diagram that a terminal is given."""


def answer_in_words(answer: Answer) -> str:
    """An answer in a few words."""
    words = [str(answer.get("verdict", "")), *([answer["clause"]] if answer.get("clause") else [])]
    if "total" in answer:
        words.append(f"{answer['total']:,} leaves at depth {answer['depth']}")
    if answer.get("means"):
        words.append(f"it can mean {' or '.join(answer['means'])}")
    if answer.get("note"):
        words.append(answer["note"])
    if answer.get("outcome"):
        winner = answer["outcome"]["winner"]
        words.append(f"{winner.capitalize()} wins" if winner else "drawn")
    elif answer.get("verdict") == "legal" and "position" in answer:
        words.append("the game goes on")
    return printable(", ".join(word for word in words if word))


def answer_position(game: AnyGame, asked: Any, answer: Answer) -> Any | None:
    """The position in an answer, be it one that must not stand, or None if it is not even one.

    `asked` is the position of the reference that the question was about: its readings are those of the answer.
    """
    if answer.get("position") is None:
        return None
    position = canonical(answer["position"])
    for strict in (True, False):
        try:
            return game.from_json(position, asked.readings, strict)
        except InputError:
            continue
    return None


def indented_diagram(game: AnyGame, position: Any, without: tuple[str, ...] = ()) -> list[str]:
    """The lines of the diagram of a position of the reference, indented; of its JSON where a diagram is too large.

    Lines that begin with a word of `without`, such as "memory", are left out.
    """
    try:
        picture = game.to_diagram(position)
    except InputError:
        picture = ""
    if not picture or picture.count("\n") > MOST_ROWS:
        # Pieces so fine are told by their numbers; a page can draw them.
        picture = strict_json.encode(game.to_json(position))
    hidden = tuple(f"{word} " for word in without)
    return [f"    {line}" for line in picture.rstrip("\n").splitlines() if not line.startswith(hidden)]


def answer_diagram(game: AnyGame, asked: Any, answer: Answer) -> list[str]:
    """The lines that draw the position in an answer, none where it has none; `asked` as in `answer_position`."""
    if answer.get("position") is None:
        return []
    position = answer_position(game, asked, answer)
    if position is None:
        return [f"    no position of the game: {strict_json.encode(answer['position'])[:200]}"]
    return indented_diagram(game, position)
