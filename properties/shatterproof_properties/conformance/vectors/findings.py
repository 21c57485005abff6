"""What an engine's answer to a vector amounts to, where it is not the one that is frozen."""

from __future__ import annotations

from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn, perft
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.comparison import (
    TEXTS_READ_BACK,
    Asked,
    compare_counts,
    compare_results,
    compare_verdicts,
)
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.vectors.vector import Vector
from shatterproof_properties.protocol.answers import Answer, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules


def case_of(question: Question) -> Case:
    """The question as a case of lockstep: turns as far as they are legal, and a text to ask about; or all turns."""
    game, position = question.face, question.begun
    turns: list[Any] = []
    for text in question.played:
        try:
            turn = game.parse_turn(position, text)
            position = game.play(position, turn)
        except (InputError, IllegalTurn, AmbiguousTurn):
            return Case(question.begun, tuple(turns), ((text, None),), lists=False)
        turns.append(turn)
    probes = ((question.turn, None),) if question.do == "apply" else ()
    return Case(question.begun, tuple(turns), probes, lists=not probes)


def explained(question: Question, said: Answer, remembers: bool) -> Difference | None:
    """The difference between what an engine has said and what the rules say, if there is one."""
    case = case_of(question)
    game, position, played = question.face, case.start, list[str]()
    for turn in case.turns:
        played.append(game.format_turn(position, turn))
        position = game.play(position, turn)
    asked = Asked(game, case.start, tuple(played), position, remembers)
    if question.do == "apply":
        (text, _), *_ = case.probes
        at = said.get("at", len(question.played))
        got = said if at == len(played) else {"verdict": said["verdict"], "note": f"at turn {at + 1} of the game"}
        return compare_verdicts(asked, text, asked.rightful(text), got)
    results = list(game.results(position))
    if question.do == "count":
        leaves = {key: perft(game, after, question.depth - 1) for key, (_, after) in asked.keyed(results).items()}
        return compare_counts(asked, question.depth, leaves, said)
    found = compare_results(asked, asked.keyed(results), said["turns"])
    missing = [asked.omitted(turn, {"verdict": "legal", **asked.result(after)}) for turn, after in found.missing]
    return next(iter((*found.wrong, *found.explained_extras(), *missing)), None)


def misleads(vector: Vector, question: Question, said: Answer) -> bool:
    """Whether a text under which an engine lists a result leads elsewhere; some of those unlike our own are read.

    `question` is that of the vector under the readings of the engine.
    """
    own = {entry["turn"]: entry["position"] for entry in vector.answer["turns"]}
    odd = [
        entry for entry in said["turns"] if not same_position(own.get(entry["turn"]), entry["position"], memory=False)
    ]
    for entry in odd[:TEXTS_READ_BACK]:
        rightful = answer_by_rules(question.asking("apply", entry["turn"]))
        if rightful["verdict"] != "legal" or not same_position(rightful["position"], entry["position"], memory=False):
            return True
    return False


OF_LISTS = ("omits", "twice", "text", "start")
"""Kinds of differences that only a list of all turns shows."""


def vector_of(difference: Difference) -> dict[str, Any]:
    """The vector that would keep a difference from coming back: its question with the answer of the rules.

    A game from the opening is asked from there, so that every engine can answer.
    """
    question = Question.at(difference.face, difference.start, played=difference.played).abridged()
    if difference.kind == "count":
        question = question.asking("count", depth=difference.expected["depth"])
    elif not difference.turn or difference.kind in OF_LISTS:
        question = question.asking("turns")
    else:
        question = question.asking("apply", difference.turn)
    if question.played and (question.start is not None or question.do != "apply"):
        # Only the opening is asked about with a list of turns.
        question = Question.at(difference.face, question.position).asking(question.do, question.turn, question.depth)
    clauses = (difference.clause,) if difference.clause else ()
    return Vector(question, answer_by_rules(question), clauses, "difference").to_json()
