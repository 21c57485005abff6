"""The vectors that a check asks first. Their answers are known, so thousands of them take seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice, takewhile

from shatterproof import strict_json
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.comparison import agrees
from shatterproof_properties.conformance.compare.coverage import MALFORMED
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.vectors.vector import Vector, Which, read
from shatterproof_properties.conformance.vectors.vector_differences import case_of, explained
from shatterproof_properties.conformance.vectors.vector_run import enlarged, obstacle, readings_for
from shatterproof_properties.engines.pipeline import Pipeline
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second import SECOND, second_engine

Unlike = tuple[Vector, Answer]
"""A vector, and an engine's answer that is not the frozen one."""


class VectorsFirst:
    """Asks an engine the vectors that it can answer under the readings of its session.

    The reference judges every answer that is not the frozen one. `on_step` is called before every question; an
    exception from it ends the work. Asking ends once `may_go_on` is false.
    """

    def __init__(
        self,
        differential: DifferentialRun,
        on_step: Callable[[], None],
        shard: Shard = ALONE,
        may_go_on: Callable[[], bool] = lambda: True,
    ) -> None:
        self._differential, self._session = differential, differential.session
        self._on_step = on_step
        self._may_go_on = may_go_on
        self._pipeline = Pipeline[Unlike](differential.session)
        self._shard = shard
        self._vectors = sorted(
            islice(filter(self._can_be_asked, self._read("full")), shard.index, None, shard.jobs),
            key=lambda vector: vector.question.board,
        )

    def differences(self) -> Iterator[Difference]:
        """The differences that the vectors show, in no order.

        No question is in flight while a difference is explained.
        """
        vectors = takewhile(lambda _: self._may_go_on(), chain(self._vectors, self._enlarged()))
        candidates = (candidate for vector in vectors for candidate in self._asked(vector))
        yield from self._pipeline.judged(candidates, self._judged)

    def questions(self) -> Iterator[Question]:
        """The questions of all vectors that the engine can answer."""
        readings = self._session.readings.to_mapping()
        return (vector.question.under(readings) for vector in chain(self._vectors, self._enlarged()))

    def _read(self, which: Which) -> Iterator[Vector]:
        differential = self._differential
        return (each for each in read(differential.game.NAME, which) if each.is_about(differential.coverage.only))

    def _can_be_asked(self, vector: Vector) -> bool:
        session, question = self._session, vector.question
        if session.announced.own_texts or obstacle(session.announced, vector):
            return False
        # An engine that is given positions is not asked about turns that nobody can play.
        stuck = question.start is None and vector.answer.get("at", len(question.played)) < len(question.played)
        if stuck and session.announced.from_position:
            return False
        return readings_for(session.announced, vector, session.readings.to_mapping()) is not None

    def _enlarged(self) -> Iterator[Vector]:
        """The core vectors whose board the engine does not play, set into a board that it does play."""
        session = self._session
        announced, readings = session.announced, session.readings.to_mapping()
        if announced.own_texts:
            return
        for vector in islice(self._read("core"), self._shard.index, None, self._shard.jobs):
            if obstacle(announced, vector) == "board" and (embedding := enlarged(announced, vector, readings)):
                yield embedding

    def _asked(self, vector: Vector) -> Iterator[Unlike]:
        self._on_step()
        session, board = self._session, vector.question.board
        if not session.is_open(board):
            yield from self._pipeline.arrived()
            if self._pipeline.alone(partial(session.open, board)) is None:
                return
        if vector.question.do == "count" and not session.remembers:
            return
        question = self._placed(vector.question.under(session.readings.to_mapping()))
        fair = session.fair(question, question.do)
        # What depends on a memory that the engine does not have is not asked.
        if fair is question or fair.data == question.data:
            yield from self._pipeline.ask(fair, partial(self._compare, vector))

    def _placed(self, question: Question) -> Question:
        """The question asked from the position after its turns, as the second engine plays them.

        The reference would take ten times as long. It plays the turns anew if an answer is not the frozen one.
        """
        if not question.played or not self._session.announced.from_position or SECOND.find(question.rules) is None:
            return question
        engine = second_engine(question.game).on_board(question.board, self._session.readings.to_mapping())
        data = engine.start() if question.start is None else strict_json.decode(question.start)
        for text in question.played:
            said = engine.apply(data, text)
            if said["verdict"] != "legal":
                return question
            data = said["position"]
        return question.placed(data)

    def _compare(self, vector: Vector, said: Answer) -> Iterator[Unlike]:
        coverage = self._differential.coverage
        coverage.vectors += 1
        if agrees(self._session, vector.question.do, vector.answer, said):
            self._session.count_as("agree")
            coverage.clauses_of_vectors.update(coverage.counted(vector.clauses or (MALFORMED,)))
            return
        # Until the reference has asked again, and says what it was.
        self._session.count_as("differ")
        yield vector, said

    def _judged(self, unlike: Unlike) -> Iterator[Difference]:
        differential, session, (vector, said) = self._differential, self._session, unlike
        question = vector.question.under(session.readings.to_mapping())
        differs = yield from differential.judged(case_of(question))
        if not differs and explained(question, said, session) is None:
            # A vector holds under any other value of a reading that is not among its clauses, not under any two.
            session.recount("differ", "agree")
        elif not differs:
            session.note_flaky(question)
