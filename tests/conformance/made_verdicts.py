"""Verdicts made for a test, without a run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import Any

import jsonschema_rs

from conformance.made import run_settings
from shatterproof.game import AnyGame, find_game
from shatterproof.spec import clauses, spec_folder
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.verdicts.result import (
    EngineAccount,
    Findings,
    MutantResult,
    Questions,
    RunEnding,
    RunResult,
)
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.session import EngineErrorRecord
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question

BOARDS = {"crumble": "3x2", "scrunch": "3", "splinter": "6x5"}
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\x1b[2J\u202e'&"

REFUSES_ALL = """
class Made(Engine):
    def apply(self, position, text):
        return {"verdict": "illegal"}
"""
"""Changes by which an engine of `made` shows the difference of `refused()`."""


def compared(game: AnyGame, start: Any, *played: str) -> Comparison:
    """The comparison about the position after some turns."""
    return Comparison(Question.at(game, start, played=played, do="turns"))


def asked(game: str, plies: int = 0) -> Comparison:
    """A position of a small board, some turns after the start. Each turn is the second result in order."""
    rules = find_game(game)
    question = Question.at(rules, rules.start(BOARDS[game]), do="turns")
    for _ in range(plies):
        turn, after = list(islice(rules.results(question.position), 2))[-1]
        question = question.after(rules.format_turn(question.position, turn), after)
    return Comparison(question)


def led_elsewhere(game: str = "crumble", plies: int = 0) -> Difference:
    """The difference that a legal turn has another result."""
    question = asked(game, plies)
    (one, _), (other, _) = islice(question.game.results(question.position), 2)
    text = question.text(one)
    expected, got = question.expected(text), question.expected(question.text(other))
    return question.differ(
        "result", features.clause_at_issue(question.game, question.position, one), text, expected, got
    )


def refused(game: str = "crumble", plies: int = 1) -> Difference:
    """The difference that the engine refuses a legal turn."""
    question = asked(game, plies)
    turn, _ = next(iter(question.game.results(question.position)))
    clause, text = features.clause_at_issue(question.game, question.position, turn), question.text(turn)
    return question.differ("refuses", clause, text, question.expected(text), {"verdict": "illegal", "clause": clause})


def allowed(game: str = "crumble") -> Difference:
    """The difference that the engine allows an illegal turn, with something that is no position."""
    question = asked(game)
    got = {"verdict": "legal", "position": {"game": game, "what": HOSTILE}, "outcome": None, "note": HOSTILE}
    clause = clauses(game)[-1].id
    return question.differ("allows", clause, HOSTILE, {"verdict": "illegal", "clause": clause}, got)


def counted(game: str = "crumble") -> Difference:
    """The difference that the engine counts other leaves. No clause is at issue."""
    return asked(game).differ("count", "", "", {"total": 12, "depth": 1}, {"total": 13, "depth": 1})


def verdict(
    game: str = "crumble", differences: Iterable[Difference] = (), engine: str = "tiny 1", met: int = 30
) -> Verdict:
    """The verdict of a run that met the first clauses of a game, each more often than the one before."""
    found = list(differences)
    exercised = Counter({clause.id: 3 * 2 ** min(index, 12) for index, clause in enumerate(clauses(game)[:met])})
    boards = Counter({"10": 1, "2": 4} if game == "scrunch" else {"10x2": 1, "2x2": 4})
    coverage = Coverage(1234, 0, 56, 78, 0, boards, exercised)
    counts = Counter(agree=1290, differ=len(found), skip=3)
    names = [mutant.name for mutant in self_check_mutants(game)]
    account = EngineAccount(game, engine, find_game(game).Readings().to_mapping())
    caught = {name: index > 0 for index, name in enumerate(names)}
    questions = Questions(counts, counts.total())
    result = RunResult(account, questions, coverage, Findings(found), RunEnding(12.3), caught)
    return Verdict(run_settings(game, "tiny --flag"), result, 77, [MutantResult(names[0], True, 1.5)])


def with_errors(game: str = "crumble", engine: str = "tiny 1") -> Verdict:
    """The verdict of a run in which the engine failed to answer, and which gave up."""
    made = verdict(game, engine=engine)
    made.counts.update(error=2, timeout=1)
    made.result.questions.sent += 3
    made.result.questions.errors = [
        EngineErrorRecord("error", f"it died {HOSTILE}", {"do": "turns", "context": "c1"}),
        EngineErrorRecord("timeout", "no line within 2 s", {"do": "apply", "turn": HOSTILE}),
    ]
    made.result.ending.gave_up = "the engine had to be ended 10 times"
    return made


def withheld(game: str = "crumble") -> Verdict:
    """The verdict of a run that missed a mutant."""
    made = verdict(game)
    made.self_check = [*made.self_check, MutantResult(made.self_check[0].name, False, 60.0)]
    return made


def with_known(game: str = "crumble") -> Verdict:
    """The verdict of a run with two known differences: one was met, one is fixed."""
    made = verdict(game)
    entry = replace(KnownDifference.of(led_elsewhere(game)), why="we know")
    made.result.findings.expected = [entry]
    made.result.findings.fixed = [replace(entry, kind="refuses", why="we knew")]
    made.counts.update(expected=2)
    made.result.questions.sent += 2
    return made


def check_schema(data: Any) -> None:
    """Fails unless a value fits the schema of verdicts: a verdict in JSON, or those of several games."""
    schema = json.loads((spec_folder() / "report" / "verdict.schema.json").read_bytes())
    jsonschema_rs.Draft202012Validator(schema).validate(data)
