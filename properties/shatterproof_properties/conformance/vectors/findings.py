"""What an engine's answer to a vector amounts to, where it is not the one that is frozen."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, Game, IllegalTurn, find_game, perft
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.comparison import Comparison
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.lists import TEXTS_READ_BACK, RuleResults, compare_counts, compare_results
from shatterproof_properties.conformance.vectors.answers import answer, is_opening, position_essence
from shatterproof_properties.conformance.vectors.vector import Answer, Question, Vector
from shatterproof_properties.protocol.question import Question as ProtocolQuestion
from shatterproof_properties.protocol.reference_table import ReferenceTable, position_to_json


def case_of(question: Question, readings: Any) -> Case:
    """The question as a case of lockstep: turns as far as they are legal, and a text to ask about; or all turns."""
    game = find_game(question.game)
    start = position = beginning(game, question, readings)
    texts = _texts(question)
    turns: list[Any] = []
    way = ProtocolQuestion.at(game, start)
    for text in texts[:-1]:
        try:
            turn = game.parse_turn(position, text)
            position = game.play(position, turn)
        except (InputError, IllegalTurn, AmbiguousTurn):
            return Case.walked(way, turns, ((text, None),), lists=False)
        turns.append(turn)
    return Case.walked(way, turns, ((texts[-1], None),) if texts else (), lists=not texts)


def beginning(game: Game, question: Question, readings: Any) -> Any:
    """The position that a question begins with."""
    if question.from_start:
        return game.start(question.board, readings)
    return game.from_json(question.asked["position"], readings)


def _texts(question: Question) -> list[str]:
    return question.asked.get("turns") or ([question.asked["turn"]] if "turn" in question.asked else [])


def explained(question: Question, readings: Any, said: Answer, remembers: bool) -> Difference | None:
    """The difference between what an engine has said and what the rules say, if there is one."""
    case = case_of(question, readings)
    comparison = Comparison(case.question, remembers)
    if question.do == "apply":
        (text, _), *_ = case.probes
        played = len(case.question.played)
        at = said.get("at", len(_texts(question)) - 1)
        got = said if at == played else {"verdict": said["verdict"], "note": f"at turn {at + 1} of the game"}
        return comparison.verdicts(text, comparison.rightful(text), got)
    rules = RuleResults(comparison, comparison.game.results(comparison.position))
    if question.do == "count":
        depth = question.asked["depth"]
        leaves = [perft(comparison.game, after, depth - 1) for _, after in rules.results]
        return compare_counts(rules, depth, leaves, said)
    found = compare_results(rules, said["turns"])
    missing = [comparison.omitted(rules.results[place][0], rules.verdict(place)) for place in found.missing]
    return next(iter((*found.wrong, *found.explained_extras(), *missing)), None)


def misleads(vector: Vector, readings: Any, said: Answer) -> bool:
    """Whether a text under which an engine lists a result leads elsewhere; some of those unlike our own are read."""
    own = {entry["turn"]: position_essence(entry["position"], False) for entry in vector.answer["turns"]}
    odd = [entry for entry in said["turns"] if own.get(entry["turn"]) != position_essence(entry["position"], False)]
    game = find_game(vector.question.game)
    position = beginning(game, vector.question, readings) if odd else None
    for entry in odd[:TEXTS_READ_BACK]:
        rightful = Comparison(ProtocolQuestion.at(game, position)).rightful(entry["turn"])
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
    game, position = difference.question.face, difference.question.position
    about = game.NAME, position.board, position.readings.departures()
    from_start = is_opening(game, difference.question.begun)
    shown = {} if from_start and not difference.question.played else {"position": position_to_json(game, position)}
    if difference.kind == "count":
        question = Question(*about, "count", {**shown, "depth": difference.expected["depth"]})
    elif not difference.question.turn or difference.kind in OF_LISTS:
        question = Question(*about, "turns", shown)
    elif from_start:
        question = Question(*about, "apply", {"turns": [*difference.question.played, difference.question.turn]})
    else:
        question = Question(
            *about, "apply", {"position": position_to_json(game, position), "turn": difference.question.turn}
        )
    said = answer(ReferenceTable(game, position.board, position.readings), question)
    clauses = (difference.clause,) if difference.clause else ()
    return Vector(question, said, clauses, "difference").to_json()
