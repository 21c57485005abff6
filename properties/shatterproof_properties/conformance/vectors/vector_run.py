"""A run that asks an engine the vectors.

It is fast: answers are known, and the rules are consulted only about differences.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof_properties.conformance.causes import is_read_by_convention
from shatterproof_properties.conformance.causes.differences import Difference, one_of_each_cause
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.playable_boards import by_area, embeddings
from shatterproof_properties.conformance.history.known import ExpectedDifferences
from shatterproof_properties.conformance.reduce.reproduction import reproduced
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.vectors.vector import Vector, Which, question_to_json, read
from shatterproof_properties.conformance.vectors.vector_differences import case_of, explained, misleads
from shatterproof_properties.conformance.verdicts.covered import VectorsAsked
from shatterproof_properties.conformance.verdicts.result import EngineAccount, Questions, RunResult
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import EngineError, GaveUp
from shatterproof_properties.engines.session import MOST_KEPT, EngineErrorRecord, Session
from shatterproof_properties.protocol.announced import ANY_VALUE, Announced
from shatterproof_properties.protocol.answers import Answer, same, winner
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules

MOST_LISTED = 150
"""The most results that the run asks for in a position set into a larger board."""


def run_vectors(settings: RunSettings, which: Which = "core") -> Verdict:
    """Asks an engine all vectors of a set that it can answer. Raises InputError for a command that cannot be run."""
    begun, asked = time.monotonic(), VectorsAsked(which)
    with settings.engine.engine(settings.game) as engine:
        session = Session.begin(engine, settings.game, settings.readings)
        result = RunResult(EngineAccount.of(session), coverage=Coverage(only=settings.only))
        run = VectorRun(engine, result.coverage, asked)
        try:
            for readings, vectors in askable(settings, session.announced, asked).items():
                # Each choice of readings has contexts of its own.
                result.questions.add(Questions(session.counts, 0, session.engine_errors, session.gaps))
                session = Session.begin(engine, settings.game, dict(readings))
                run.ask(session, vectors)
        except GaveUp as error:
            result.ending.gave_up = str(error)
        except KeyboardInterrupt:
            engine.kill()
            result.ending.interrupted = True
        session.leave()
        result.engine.spared = session.spared
        result.questions.add(Questions(session.counts, 0, session.engine_errors, session.gaps))
        result.questions.sent = result.questions.counts.total()
        expected = ExpectedDifferences(settings.known.of_game(settings.game))
        # What shows first may have the cause of an entry that shows later.
        for _ in range(2):
            result.findings.differences = one_of_each_cause(expected.others(run.differences()))
        result.findings.expected = expected.seen
        if expected.seen and not result.findings.differences:
            # All that differs is expected.
            result.questions.counts["expected"] += result.questions.counts.pop("differ", 0)
        result.ending.seconds = time.monotonic() - begun
    return Verdict(settings, result, vectors=asked)


def askable(
    settings: RunSettings, announced: Announced, asked: VectorsAsked
) -> dict[tuple[tuple[str, str], ...], list[Vector]]:
    """The vectors that the engine can answer, by the readings to ask them under. The others are counted."""
    found: dict[tuple[tuple[str, str], ...], list[Vector]] = defaultdict(list)
    only = settings.only
    for vector in (each for each in read(settings.game, asked.which) if each.is_about(only)):
        readings = readings_for(announced, vector, settings.readings)
        why_not = obstacle(announced, vector) or ("" if readings else "reading")
        # Those of the core, and some: the rules have to answer each anew.
        if why_not == "board" and readings and asked.enlarged < 400:
            embedding = enlarged(announced, vector, readings)
            vector, why_not = (embedding, "") if embedding else (vector, why_not)
            asked.enlarged += embedding is not None
        if readings is None or why_not:
            asked.not_asked[why_not] += 1
        else:
            found[tuple(readings.items())].append(vector)
    return found


def obstacle(announced: Announced, vector: Vector) -> str:
    """The reason why an engine cannot answer a vector under any readings, one of NOT_ASKED; "" if it can."""
    question = vector.question
    found = {
        "board": not announced.game(question.game).has_board(question.board),
        "command": question.do not in announced.can,
        "begin": begin_of(announced, question) not in announced.starts,
        "text": question.do == "apply" and announced.own_texts,
        "refusal": not announced.refuses and vector.answer.get("verdict", "legal") != "legal",
    }
    if question.do == "apply" and announced.lenient and not found["text"]:
        # The spec alone settles how some texts are read, so that no rule is involved.
        verdict = vector.answer.get("verdict", "")
        found["text"] = is_read_by_convention(question.rules, question.position, question.turn, verdict)
    return next((reason for reason, holds in found.items() if holds), "")


def begin_of(announced: Announced, question: Question) -> str:
    """How a question begins: "start" is the opening, with the turns of a game or alone; "position" is any position.

    "" if the engine lists the turns of no such position.
    """
    listed = question.do == "turns" and "position" not in announced.lists_from
    if listed:
        return "start" if "start" in announced.lists_from and question.from_opening else ""
    return "start" if question.do == "apply" and question.start is None else "position"


def enlarged(announced: Announced, vector: Vector, readings: Mapping[str, str]) -> Vector | None:
    """A vector set into a larger board that the engine plays, with the answer of the rules there.

    None if no larger board has a question to the same point: there is no room, or the verdict, the clause or the winner
    is another.
    """
    question = vector.question.under(readings)
    game, boards = question.rules, announced.game(question.game).boards
    with suppress(InputError, IllegalTurn, AmbiguousTurn):
        alone = Question.at(game, question.position).asking(question.do, question.turn, question.depth)
        for embedding in embeddings(alone, by_area(game, boards)):
            found = Vector(embedding, {}, vector.clauses, vector.made)
            if obstacle(announced, found) or embedding.do not in ("apply", "turns"):
                continue
            if embedding.do == "turns" and any(islice(game.results(embedding.begun), MOST_LISTED, None)):
                continue
            found = replace(found, answer=answer_by_rules(embedding))
            if _point(found.answer) == _point(vector.answer):
                return found
    return None


def _point(said: Answer) -> tuple[Any, ...]:
    return said.get("verdict"), said.get("clause"), winner(said.get("outcome"))


def readings_for(announced: Announced, vector: Vector, wanted: Mapping[str, str]) -> dict[str, str] | None:
    """The readings to ask a vector under: its own, or others where those do not matter; None if no readings fit.

    Readings that are `wanted` must have the value wanted.
    """
    chosen, departures = {}, dict(vector.question.readings)
    for reading, own in vector.question.chosen.to_mapping().items():
        values = (wanted[reading],) if reading in wanted else announced.game(vector.question.game).plays(reading)
        if own not in values and (reading in vector.clauses or reading in departures):
            return None
        chosen[reading] = own if own in values or ANY_VALUE in values else values[0]
    return chosen


class VectorRun:
    """Asks an engine vectors and collects the differences, one of each kind."""

    def __init__(self, engine: EngineClient, coverage: Coverage, asked: VectorsAsked) -> None:
        self.engine = engine
        self.coverage = coverage
        self.vectors = asked
        self._found: dict[tuple[Any, ...], Difference] = {}
        self._explained: set[tuple[str, ...]] = set()
        self._asked = deque[Question](maxlen=MOST_KEPT)

    def differences(self) -> list[Difference]:
        """The differences found, smallest first. Those that name a clause come before the others."""
        return sorted(self._found.values(), key=lambda difference: (not difference.clause, difference.question.size))

    def ask(self, session: Session, vectors: Iterable[Vector]) -> None:
        """Asks vectors under the readings of a session, board by board. Raises GaveUp."""
        self._asked.clear()
        wrong = []
        coverage, kinds = self.coverage, session.announced.tells_kinds
        for vector, said in self._answers(session, sorted(vectors, key=lambda vector: vector.question.board)):
            do = vector.question.do
            self.vectors.asked += 1
            coverage.results += 1
            coverage.refusals += vector.answer.get("verdict", "legal") != "legal"
            coverage.positions += do == "turns"
            coverage.boards[vector.question.board] += 1
            coverage.clauses.update(coverage.counted(vector.clauses or ["malformed"]))
            is_right = same(do, vector.answer, said, memory=session.remembers, refusals=kinds)
            if is_right and do == "turns" and not session.announced.own_texts:
                is_right = not misleads(vector, asked_of(session, vector), said)
            if is_right:
                session.count_as("agree")
            else:
                wrong.append((vector, said))
        order = ("apply", "turns", "count")
        for vector, said in sorted(wrong, key=lambda each: (order.index(each[0].question.do), len(each[0].line))):
            self._explain(session, vector, said)

    def _answers(self, session: Session, vectors: Iterable[Vector]) -> Iterator[tuple[Vector, Answer]]:
        """The engine's valid answers. Several questions are in flight at any time."""
        rest, waiting = deque(vectors), deque[Vector]()
        while rest or waiting:
            try:
                ready = not waiting or session.is_open(rest[0].question.board) if rest else False
                if ready and len(waiting) < self.engine.limits.pipeline:
                    vector = rest.popleft()
                    if self._post(session, vector):
                        waiting.append(vector)
                else:
                    yield waiting.popleft(), self.engine.collect()
            except EngineError as error:
                session.record_engine_error(error)
            if not self.engine.in_flight:
                # What was on its way when the engine had to be ended is asked again.
                rest.extendleft(reversed(waiting))
                waiting.clear()

    def _post(self, session: Session, vector: Vector) -> bool:
        """Sends a question. Returns False, and sends none, if it needs a memory that the engine does not keep."""
        context = session.open(vector.question.board)
        question = asked_of(session, vector)
        if not session.remembers and (question.do == "count" or question.remembered):
            self.vectors.not_asked["memory"] += 1
            return False
        asked = question.message(begin_of(session.announced, question) == "position")
        self.engine.post(asked.pop("do"), context=context.context, **asked)
        self._asked.append(question)
        return True

    def _explain(self, session: Session, vector: Vector, said: Answer) -> None:
        if self._found and (vector.clauses[:1] in self._explained or len(self._explained) >= 12):
            session.count_as("differ")
            return
        question = asked_of(session, vector)
        direct = explained(question, said, session)
        if direct is None:
            # Under these readings the answer is right after all.
            session.count_as("agree")
            return
        found = DifferentialRun(session).first_difference(case_of(question)) or direct
        stands = found is not direct or any(
            same(question.do, again, said) for _, again in self._answers(session, [vector])
        )
        if not stands:
            session.count_as("flaky")
            asked = question_to_json(vector.question)
            session.keep(EngineErrorRecord("flaky", f"another answer the second time: {vector.id}", asked))
            return
        session.count_as("differ")
        self._explained.add(vector.clauses[:1])
        # Where no fresh process could be asked, it stays among the answers that differ.
        if shown := reproduced(session, found, time.monotonic(), list(self._asked)):
            alike = (shown, self._found.get(shown.signature, shown))
            self._found[shown.signature] = min(alike, key=lambda each: each.question.size)


def asked_of(session: Session, vector: Vector) -> Question:
    """The question of a vector under the readings that an engine plays."""
    return vector.question.under(session.readings.to_mapping())
