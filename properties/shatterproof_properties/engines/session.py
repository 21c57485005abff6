"""A session with an engine: a game under some readings, its contexts, and a count of how its questions ended."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from shatterproof.errors import InputError
from shatterproof_properties.common.prose import printable
from shatterproof_properties.engines.client import EngineClient, Opened
from shatterproof_properties.engines.errors import EngineError, GaveUp, Skipped
from shatterproof_properties.protocol.announced import Announced
from shatterproof_properties.protocol.answers import MEMORY, Answer, position_to_json
from shatterproof_properties.protocol.expected import Expected
from shatterproof_properties.protocol.question import Question

OUTCOMES = ("agree", "differ", "expected", "skip", "error", "timeout", "flaky", "breach")
MOST_ENGINE_ERRORS_KEPT = 5
ONE_WORD = "illegal, malformed and ambiguous turns count as one: the engine has one word for them"
LEGAL_ONLY = "asked legal turns only: the engine checks none"
MOST_REASONS = 20
"""Different reasons for not answering that are counted."""
LONGEST_STDERR = 2000
"""Characters of stderr that a verdict keeps."""
MOST_KEPT = 1000
"""Questions to the process that are kept, the latest."""
MOST_UNOPENED = 10
"""Failed openings in a row after which the session gives up."""

Introduced = TypeVar("Introduced")


@dataclass(frozen=True)
class EngineErrorRecord:
    """A question that got no proper answer: how it is counted, what happened in words, and the question itself.

    `last_lines` are the last lines in both directions, and `stderr` is the end of what the engine wrote there.
    """

    outcome: str
    what: str
    question: dict[str, Any]
    last_lines: tuple[str, ...] = ()
    stderr: str = ""

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "last_lines": list(self.last_lines)}

    def __str__(self) -> str:
        asked = self.question.get("do", "")
        turn = self.question.get("turn") or " ".join(self.question.get("turns", ()))
        about = f" at {asked}{f' {turn}' if turn else ''}" if asked else ""
        return printable(f"{self.outcome}{about}: {self.what}")


class Session:
    """An engine that plays one game under one set of readings, and has been asked for its introduction.

    Every question ends in exactly one of OUTCOMES. The session counts introductions and openings. Whoever compares the
    answer to another question counts it with `count_as`, or hands in the error with `record_engine_error`. `asked` are
    the latest questions to the running process. `remembers` is false of an engine that leaves the memory out of its
    positions. `is_asked_afresh` tells whether a new process can be asked about differences; an engine in this process
    may be one that no other process can import.
    """

    def __init__(self, engine: EngineClient, game: str, readings: Mapping[str, str] | None = None) -> None:
        self.engine = engine
        self.counts: Counter[str] = Counter()
        self.engine_errors: list[EngineErrorRecord] = []
        self.gaps: Counter[str] = Counter()
        self.announced = Announced.read(engine.hello())
        self.count_as("agree")
        self.about = self.announced.game(game)
        self.game = self.about.rules
        self.readings = self.about.choose(readings)
        self.remembers = True
        self.is_asked_afresh = True
        self._contexts: dict[str, Opened] = {}
        self._unopened = 0
        self.asked: deque[Question] = deque(maxlen=MOST_KEPT)

    @classmethod
    def begin(cls, engine: EngineClient, game: str, readings: Mapping[str, str] | None = None) -> Self:
        """A session under some readings. Raises InputError when the engine does not manage to introduce itself."""
        return _clearly(lambda: cls(engine, game, readings))

    def count_as(self, outcome: str) -> None:
        self.counts[outcome] += 1

    def recount(self, counted: str, outcome: str, questions: int = 1) -> None:
        self.counts[counted] -= questions
        self.counts[outcome] += questions

    def can_be_asked(self, question: Question) -> bool:
        """Whether the engine takes a question: its board, its readings, and how the game begins."""
        known = self.about.has_board(question.board) and question.chosen == self.readings
        return known and (self.announced.from_position or question.from_opening)

    def is_open(self, board: str) -> bool:
        return board in self._contexts

    def open(self, board: str) -> Opened:
        """The context for a board, opened once for each start of the process, under the announced readings.

        Raises EngineError, and GaveUp when nothing can be opened any more.
        """
        if board in self._contexts:
            return self._contexts[board]
        try:
            opened = self.engine.open(self.game.NAME, board, self.about.to_tell(self.readings))
        except EngineError as error:
            self._unopened += 1
            if self._unopened < MOST_UNOPENED:
                raise
            self.count_engine_error(error)
            raise GaveUp(f"{self._unopened} boards in a row could not be opened") from None
        self._unopened = 0
        expected = position_to_json(self.game, self.game.start(board, self.readings))
        self.remembers = MEMORY in opened.start or MEMORY not in expected
        self._contexts[board] = opened
        self.count_as("agree")
        return opened

    def ask(self, question: Question) -> Answer:
        """The answer to a question, asked while no other is on its way. Raises EngineError."""
        return _of_last_turn(question, self.engine.ask(**self._message(question)))

    def ask_all(self, questions: Sequence[Question]) -> list[Answer | EngineError]:
        """The answers to several questions about one board, asked in one line; errors stand in their places.

        Each counts as a question. Raises EngineError where there is no answer at all.
        """
        answers = self.engine.batch([self._message(question) for question in questions])
        self.engine.asked += len(questions) - 1
        return [
            _of_last_turn(question, answer) if isinstance(answer, dict) else answer
            for question, answer in zip(questions, answers, strict=True)
        ]

    def post(self, question: Question) -> None:
        """Sends a question; `collect` takes the answer. Raises EngineError."""
        self.engine.post(**self._message(question, as_text=True))

    def collect(self, question: Question, expected: Expected | None = None) -> Answer:
        """The answer to the oldest question on its way, or AS_EXPECTED if it equals the expected one.

        Raises EngineError. If the engine had to be ended, no question is on its way any more.
        """
        return _of_last_turn(question, self.engine.collect(expected))

    def _message(self, question: Question, as_text: bool = False) -> dict[str, Any]:
        context = self.open(question.board).context
        self.asked.append(question)
        return {**question.message(not self.plays_from_start(question), as_text), "context": context}

    def plays_from_start(self, question: Question, do: str = "") -> bool:
        """Whether the engine gets a question, or `do` about its position, as a list of turns from the start.

        An engine without memory is asked in this way if possible: the turns tell it what its positions leave out.
        """
        announced, do = self.announced, do or question.do
        if not announced.from_position:
            return True
        if do == "turns":
            return "position" not in announced.lists_from
        able = do == "apply" and "start" in announced.starts and not announced.own_texts
        return able and not self.remembers and question.from_opening

    def can_list(self, question: Question) -> bool:
        """Whether the engine lists all turns of the position that a question is about."""
        lists_from = self.announced.lists_from
        return "position" in lists_from or ("start" in lists_from and question.from_opening)

    def fair(self, question: Question, do: str) -> Question:
        """The question in a form that the engine can answer for `do`.

        If it gets only the position and keeps no memory, the question forgets the turns before.
        """
        return question if self.remembers or self.plays_from_start(question, do) else question.forgetting()

    @property
    def spared(self) -> tuple[str, ...]:
        """The questions that are not asked because of what `hello` says, in words."""
        announced = self.announced
        alone = " in positions set up" if "start" in announced.starts else ""
        said = {
            LEGAL_ONLY: not announced.refuses,
            "texts that only conventions of the spec settle are not asked: it reads texts leniently": announced.lenient,
            ONE_WORD: announced.refusals == "one",
            f"asked as if nothing was remembered of the turns before{alone}: its positions have no memory": (
                not self.remembers
            ),
        }
        return tuple(words for words, holds in said.items() if holds)

    def record_engine_error(self, error: EngineError) -> None:
        """Counts a question that got no proper answer. Restarts the engine if it had to be ended.

        Raises GaveUp after too many of them.
        """
        self.count_engine_error(error)
        self.revive()

    def revive(self) -> None:
        """Starts the engine again unless it runs. Raises GaveUp after too many restarts."""
        while not self.engine.running:
            self._contexts.clear()
            self.asked.clear()
            self.engine.restart()
            try:
                self.engine.hello()
                self.count_as("agree")
            except EngineError as another:
                self.count_engine_error(another)

    def count_engine_error(self, error: EngineError) -> None:
        """Counts a question that got no proper answer, and keeps it if it is unlike the earlier ones."""
        self.count_as(error.outcome)
        if isinstance(error, Skipped):
            known = str(error) in self.gaps or len(self.gaps) < MOST_REASONS
            self.gaps[str(error) if known else "other reasons"] += 1
        else:
            stderr = error.stderr[-LONGEST_STDERR:]
            self.keep(EngineErrorRecord(error.outcome, str(error), error.question, error.last_lines, stderr))

    def keep(self, record: EngineErrorRecord) -> None:
        """Keeps an error for the verdict: only some of them, and none twice."""
        is_new = all(record.what != kept.what for kept in self.engine_errors)
        if is_new and len(self.engine_errors) < MOST_ENGINE_ERRORS_KEPT:
            self.engine_errors.append(record)

    def note_flaky(self, question: Question, was: str = "", questions: int = 1) -> None:
        """Counts differing questions as flaky, and keeps the one that was answered otherwise the second time.

        `was` says what the difference had been.
        """
        self.recount("differ", "flaky", questions)
        about = f" about {question.turn}" if question.turn else ""
        what = f"another answer the second time{about}{f': {was}' if was else ''}"
        self.keep(EngineErrorRecord("flaky", what, question.to_json()))

    def leave(self) -> None:
        """Says bye to the engine, and counts its answer."""
        if not self.engine.running:
            return
        try:
            self.engine.say_bye()
            self.count_as("agree")
        except EngineError as error:
            self.count_engine_error(error)


def introduced(engine: EngineClient) -> Announced:
    """The introduction of an engine. Raises InputError when it does not manage to introduce itself."""
    return Announced.read(_clearly(engine.hello))


def _clearly(introduce: Callable[[], Introduced]) -> Introduced:
    try:
        return introduce()
    except EngineError as error:
        stderr = printable(error.stderr.strip())[-300:]
        wrote = f"; it wrote: {stderr}" if stderr and stderr not in str(error) else ""
        raise InputError(f"{error}{wrote}", "hello", "an engine that answers as spec/protocol.md says") from None


def _of_last_turn(question: Question, answer: Answer) -> Answer:
    """The verdict on the last turn, from an answer about a whole game."""
    if "at" in answer and answer["at"] != len(question.played):
        return {"verdict": answer["verdict"], "note": f"at turn {answer['at'] + 1} of the game already"}
    return answer
