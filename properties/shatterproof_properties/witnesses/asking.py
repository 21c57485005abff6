"""Asking the reference one question under two readings, and how large a question is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from shatterproof import strict_json
from shatterproof.game import Game, IllegalPosition
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.reference_table import ReferenceTable, outcome_to_json, position_to_json

Json = dict[str, Any]
Size = tuple[int, str, int, int, int, str, str]
TIE = re.compile(r"(?<=[NESW])[=x][a-z][0-9]+$")
"""The end of a slide of Splinter that names a group."""


@dataclass(frozen=True)
class Question:
    """What becomes of a turn in a game from some position; of the position itself where `turn` is ""."""

    start: Json
    played: tuple[str, ...] = ()
    turn: str = ""


def answer(game: Game, question: Question, readings: Any) -> Json | None:
    """What the reference answers under some readings; None where a turn played before is not legal.

    The answer is that of the protocol's `apply`. A position itself is `accepted`, or `refused` with a clause.
    """
    table = ReferenceTable(game, question.start["board"], readings)
    try:
        here = position_to_json(game, game.from_json(question.start, readings))
    except IllegalPosition as error:
        return {"verdict": "refused", "clause": error.clause}
    for text in question.played:
        found = table.apply(here, text)
        if found["verdict"] != "legal":
            return None
        here = found["position"]
    if question.turn:
        return table.apply(here, question.turn)
    ended = outcome_to_json(game.outcome(game.from_json(here, readings)))
    return {"verdict": "accepted", "position": here, "outcome": ended}


def visible(found: Json) -> Json:
    """What players see of an answer: verdict, winner, and the position without what it remembers; no clauses."""
    outcome = found.get("outcome")
    position = found.get("position")
    return {
        "verdict": found["verdict"],
        "winner": outcome and [outcome["winner"]],
        "position": position and {name: value for name, value in position.items() if name != "memory"},
    }


def differ(game: Game, question: Question, one: Any, two: Any) -> bool:
    """Whether the reference gives players unlike answers under two readings.

    They are alike where only the clause, or what a position remembers, is another; and where a slide that ties groups
    leads to the same under both, but the group is named in another way.
    """
    first, second = (answer(game, question, readings) for readings in (one, two))
    if first is None or second is None or visible(first) == visible(second):
        return False
    if "refused" in (first["verdict"], second["verdict"]):
        return not question.turn
    return not any(
        told["verdict"] == "legal" and visible(told) in map(visible, _said_otherwise(game, question, readings))
        for told, readings in ((first, two), (second, one))
    )


def _said_otherwise(game: Game, question: Question, readings: Any) -> Iterator[Json]:
    """The answers to the same slide, whichever group is named, where it leaves a tie."""
    slide = TIE.sub("", question.turn)
    if slide == question.turn:
        return
    tied = answer(game, replace(question, turn=slide), readings)
    for text in tied.get("means", ()) if tied else ():
        told = answer(game, replace(question, turn=text), readings)
        if told:
            yield told


def size(game: Game, question: Question, readings: Any) -> Size:
    """The order of witnesses: area of the board, its name, pieces (the most that stand up to the turn asked about),
    turns, length of their texts, these in the alphabet, the position as canonical JSON.
    """
    position = game.from_json(question.start, readings, False)
    area, most = features.extent(game, position)
    for text in question.played:
        position = game.play(position, game.parse_turn(position, text))
        most = max(most, features.extent(game, position)[1])
    asked = [*question.played, *([question.turn] if question.turn else [])]
    said = " ".join(asked)
    return area, question.start["board"], most, len(asked), len(said), said, strict_json.encode(question.start)
