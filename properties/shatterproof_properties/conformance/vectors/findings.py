"""What an engine's answer to a vector amounts to, where it is not the one that is frozen."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game, perft
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.comparison import (
    TEXTS_READ_BACK,
    Asked,
    compare_counts,
    compare_results,
    compare_verdicts,
)
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.vectors.answers import answer, is_opening, position_essence
from shatterproof_properties.conformance.vectors.vector import Answer, Question, Vector
from shatterproof_properties.protocol.reference_table import ReferenceTable, position_to_json


def case_of(question: Question, readings: Any) -> Case:
    """The question as a case of lockstep: turns as far as they are legal, and a text to ask about; or all turns."""
    game = find_game(question.game)
    start = position = beginning(game, question, readings)
    texts = _texts(question)
    turns: list[Any] = []
    for text in texts[:-1]:
        try:
            turn = game.parse_turn(position, text)
            position = game.play(position, turn)
        except (InputError, IllegalTurn, AmbiguousTurn):
            return Case(start, tuple(turns), ((text, None),), lists=False)
        turns.append(turn)
    return Case(start, tuple(turns), ((texts[-1], None),) if texts else (), lists=not texts)


def beginning(game: AnyGame, question: Question, readings: Any) -> Any:
    """The position that a question begins with."""
    if question.from_start:
        return game.start(question.board, readings)
    return game.from_json(question.asked["position"], readings)


def _texts(question: Question) -> list[str]:
    return question.asked.get("turns") or ([question.asked["turn"]] if "turn" in question.asked else [])


def explained(question: Question, readings: Any, said: Answer, remembers: bool) -> Difference | None:
    """The difference between what an engine has said and what the rules say, if there is one."""
    case = case_of(question, readings)
    game, position, played = find_game(question.game), case.start, list[str]()
    for turn in case.turns:
        played.append(game.format_turn(position, turn))
        position = game.play(position, turn)
    asked = Asked(game, case.start, tuple(played), position, remembers)
    if question.do == "apply":
        (text, _), *_ = case.probes
        at = said.get("at", len(_texts(question)) - 1)
        got = said if at == len(played) else {"verdict": said["verdict"], "note": f"at turn {at + 1} of the game"}
        return compare_verdicts(asked, text, asked.rightful(text), got)
    results = list(game.results(position))
    if question.do == "count":
        depth = question.asked["depth"]
        leaves = {key: perft(game, after, depth - 1) for key, (_, after) in asked.keyed(results).items()}
        return compare_counts(asked, depth, leaves, said)
    found = compare_results(asked, asked.keyed(results), said["turns"])
    missing = [asked.omitted(turn, {"verdict": "legal", **asked.result(after)}) for turn, after in found.missing]
    return next(iter((*found.wrong, *found.explained_extras(), *missing)), None)


def misleads(vector: Vector, readings: Any, said: Answer) -> bool:
    """Whether a text under which an engine lists a result leads elsewhere; some of those unlike our own are read."""
    own = {entry["turn"]: position_essence(entry["position"], False) for entry in vector.answer["turns"]}
    odd = [entry for entry in said["turns"] if own.get(entry["turn"]) != position_essence(entry["position"], False)]
    game = find_game(vector.question.game)
    position = beginning(game, vector.question, readings) if odd else None
    for entry in odd[:TEXTS_READ_BACK]:
        rightful = Asked(game, position, (), position).rightful(entry["turn"])
        wrong = rightful["verdict"] != "legal"
        if wrong or position_essence(rightful["position"], False) != position_essence(entry["position"], False):
            return True
    return False


OF_LISTS = ("omits", "twice", "text", "start")
"""Kinds of differences that only a list of all turns shows."""


def vector_of(difference: Difference) -> dict[str, Any]:
    """The vector that would keep a difference from coming back: its question with the answer of the rules.

    A game from the opening is asked from there, so that every engine can answer.
    """
    game, position = difference.face, difference.position
    about = game.NAME, position.board, position.readings.departures()
    from_start = is_opening(game, difference.start)
    shown = {} if from_start and not difference.played else {"position": position_to_json(game, position)}
    if difference.kind == "count":
        question = Question(*about, "count", {**shown, "depth": difference.expected["depth"]})
    elif not difference.turn or difference.kind in OF_LISTS:
        question = Question(*about, "turns", shown)
    elif from_start:
        question = Question(*about, "apply", {"turns": [*difference.played, difference.turn]})
    else:
        question = Question(*about, "apply", {"position": position_to_json(game, position), "turn": difference.turn})
    said = answer(ReferenceTable(game, position.board, position.readings), question)
    clauses = (difference.clause,) if difference.clause else ()
    return Vector(question, said, clauses, "difference").to_json()
