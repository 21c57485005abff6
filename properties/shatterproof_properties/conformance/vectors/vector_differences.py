"""The difference that an engine's answer to a vector shows, if it is not the frozen answer."""

from __future__ import annotations

from typing import Any

from shatterproof.game import perft
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.conformance.compare.lists import (
    TEXTS_READ_BACK,
    ComparedResults,
    RuleResults,
    compare_counts,
)
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.vectors.vector import Vector
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.answers import Answer, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules


def case_of(question: Question) -> Case:
    """The question as a case: its turns as far as they are legal, and a text to ask about or the list of all turns."""
    case = Case.as_far_as_legal(Question.at(question.rules, question.begun), question.played)
    if not case.probes and question.do == "apply":
        case = case.asking(probes=((question.turn, None),))
    return case.asking(lists=not case.probes)


def explained(question: Question, said: Answer, session: Session) -> Difference | None:
    """The difference between an engine's answer and the rules, if there is one."""
    case = case_of(question)
    comparison = Comparison(case.question, session.remembers, session.announced.tells_kinds)
    if question.do == "apply":
        (text, _), *_ = case.probes
        played, at = len(case.question.played), said.get("at", len(question.played))
        got = said if at == played else {"verdict": said["verdict"], "note": f"at turn {at + 1} of the game"}
        return comparison.verdicts(text, comparison.expected(text), got)
    rules = RuleResults(comparison, comparison.game.results(comparison.position))
    if question.do == "count":
        leaves = [perft(comparison.game, after, question.depth - 1) for _, after in rules.results]
        return compare_counts(rules, question.depth, leaves, said)
    # Of a turn that the engine does not list, nobody asks here what it says.
    found = ComparedResults(rules, said["turns"]).differences(lambda asked: comparison.expected(asked.turn))
    return next(filter(None, found), None)


def misleads(vector: Vector, question: Question, said: Answer) -> bool:
    """Whether, by the rules, a text that an engine lists for a result does not lead to it.

    Only some of the texts that the rules write differently are read. `question` is the vector's question under the
    readings of the engine.
    """
    own = {entry["turn"]: entry["position"] for entry in vector.answer["turns"]}
    odd = [
        entry for entry in said["turns"] if not same_position(own.get(entry["turn"]), entry["position"], memory=False)
    ]
    for entry in odd[:TEXTS_READ_BACK]:
        expected = answer_by_rules(question.asking("apply", entry["turn"]))
        if expected["verdict"] != "legal" or not same_position(expected["position"], entry["position"], memory=False):
            return True
    return False


def vector_of(difference: Difference) -> dict[str, Any]:
    """The vector that guards against a difference in future: its question with the answer of the rules.

    A game from the opening is asked from there, so that every engine can answer.
    """
    question = difference.question.abridged()
    if difference.kind == "count":
        question = question.asking("count", depth=question.depth)
    elif difference.kind in ("omits", "twice", "text", "start"):
        question = question.asking("turns")
    if question.played and (question.start is not None or question.do != "apply"):
        # Only the opening is asked about with a list of turns.
        question = Question.at(question.rules, question.position).asking(question.do, question.turn, question.depth)
    clauses = (difference.clause,) if difference.clause else ()
    return Vector(question, answer_by_rules(question), clauses, "difference").to_json()
