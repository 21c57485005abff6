"""The questions of the spec about readings, and the answers to them: of the rules under readings, and of an engine."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.conformance.generate.playable_boards import begun_somehow, by_area, embeddings
from shatterproof_properties.engines.client import EngineClient, Opened
from shatterproof_properties.engines.errors import EngineError, ErrorAnswer, GaveUp, Skipped
from shatterproof_properties.protocol.announced import Announced
from shatterproof_properties.protocol.answers import MEMORY, Answer, forgotten, key, position_key, position_to_json
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_and_result, answer_by_rules
from shatterproof_properties.witnesses.pair import shipped

Assignment = dict[str, str]
"""A value for every reading."""
Requested = tuple[tuple[str, str], ...]
"""The readings that a context is opened with, sorted. The engine chooses all others by itself."""


@dataclass(frozen=True)
class EngineAnswer:
    """An engine's answer to a question, in the form of the rules' answers: `refused` is said of the start."""

    question: Question
    answer: Answer

    @cached_property
    def key(self) -> Hashable:
        """The compared part: neither what positions remember, nor the kind of refusal of a turn."""
        return key("apply", self.answer, memory=False, refusals=False)

    @property
    def refused(self) -> bool:
        """Whether the start may not stand."""
        return bool(self.answer["verdict"] == "refused")


@dataclass(frozen=True)
class ReferenceAnswer(EngineAnswer):
    @cached_property
    def positions(self) -> tuple[dict[str, Any], ...]:
        """The positions before each of its turns, up to one that is not legal, in the form of the protocol."""
        if self.refused:
            return ()
        game, position = self.question.rules, self.question.begun
        found = [position_to_json(game, position)]
        for text in self.question.played:
            said, position = answer_and_result(game, position, text)
            if position is None:
                break
            found.append(said["position"])
        return tuple(found)


def reference_answer(question: Question, assignment: Assignment) -> ReferenceAnswer:
    """The answer of the rules to a question under readings."""
    return _reference_answer(question, question.rules.Readings.from_mapping(assignment))


@lru_cache(maxsize=100_000)
def _reference_answer(question: Question, readings: Any) -> ReferenceAnswer:
    asked = question.under(readings.to_mapping())
    return ReferenceAnswer(asked, answer_by_rules(asked))


def count_answers(question: Question, assignments: Sequence[Assignment]) -> int:
    """The number of different answers of the rules under several assignments; 1 if the question may not be asked.

    A position with a memory that may not stand under one of them makes no fair question.
    """
    answers = [reference_answer(question, each) for each in assignments]
    unfair = any(each.refused for each in answers) and question.remembered
    return 1 if unfair else len({each.key for each in answers})


def _needs_memory(question: Question, index: int, assignment: Assignment) -> bool:
    """Whether the rules would answer the turn at an index of a question otherwise if nothing was remembered."""
    positions = reference_answer(question, assignment).positions
    if index >= len(positions):
        return False
    game, readings = question.rules, question.rules.Readings.from_mapping(assignment)
    ways = (game.from_json(each, readings, False) for each in (positions[index], forgotten(positions[index])))
    said = (answer_and_result(game, position, question.texts[index])[0] for position in ways)
    return len({key("apply", each, memory=False, refusals=False) for each in said}) > 1


@dataclass(frozen=True)
class NoAnswer:
    """A question that the engine did not answer, and why. `no_memory`: only because its positions have no memory."""

    question: Question
    why: str
    no_memory: bool = False


class ProfiledEngine:
    """An introduced engine that is asked about one game; `asked` counts its questions.

    Engine errors become questions without an answer. After GaveUp every further question is one.
    """

    def __init__(self, engine: EngineClient, game: AnyGame, announced: Announced) -> None:
        self.engine = engine
        self.game = game
        self.announced = announced
        self.about = announced.game(game.NAME)
        self.asked = 0
        self._gave_up = ""
        self._contexts: dict[tuple[str, Requested], Opened] = {}
        self._answers: dict[tuple[Question, Requested], EngineAnswer | NoAnswer] = {}

    def can_ask(self, question: Question) -> bool:
        """Whether the engine has the board, and can begin as the question does."""
        if not self.about.has_board(question.board):
            return False
        if self.announced.from_position:
            return not self.announced.own_texts or "turns" in self.announced.can
        return question.start is None and not self.announced.own_texts

    def is_fair(self, question: Question, candidates: Sequence[Assignment]) -> bool:
        """Whether the engine need not refuse anything, or announces that it refuses."""
        said = (reference_answer(question, each).answer["verdict"] for each in candidates)
        return self.announced.refuses or all(verdict == "legal" for verdict in said)

    def ask(
        self, question: Question, requested: Mapping[str, str], candidates: Sequence[Assignment]
    ) -> EngineAnswer | NoAnswer:
        """Asks a question, once, under the requested readings. `candidates` are those that it shall tell apart."""
        place = (question, tuple(sorted(requested.items())))
        if place not in self._answers:
            self._answers[place] = self._asked(*place, candidates)
        return self._answers[place]

    def _asked(
        self, question: Question, requested: Requested, candidates: Sequence[Assignment]
    ) -> EngineAnswer | NoAnswer:
        if self._gave_up:
            return NoAnswer(question, self._gave_up)
        if not self.is_fair(question, candidates):
            return NoAnswer(question, "it checks no turns, so it is asked about legal ones only")
        self.asked += 1
        try:
            opened = (question.board, requested)
            if opened not in self._contexts:
                self._contexts[opened] = self.engine.open(self.game.NAME, question.board, dict(requested))
            context, start = self._contexts[opened]
            if question.start is None and "start" in self.announced.starts and not self.announced.own_texts:
                said = self.engine.ask("apply", context=context, turns=list(question.texts))
                return _placed(question, said.get("at", len(question.played)), said)
            position = start if question.start is None else strict_json.decode(question.start)
            return self._turn_by_turn(question, context, position, candidates)
        except EngineError as error:
            self._restart()
            if question.start is not None and isinstance(error, ErrorAnswer) and error.code == "bad-position":
                return EngineAnswer(question, {"verdict": "refused", "note": "the position may not stand"})
            return NoAnswer(question, f"{error.outcome}: {error}")

    def _restart(self) -> None:
        while not self.engine.running and not self._gave_up:
            self._contexts.clear()
            try:
                self.engine.restart()
                self.engine.hello()
            except EngineError:
                continue
            except GaveUp as error:
                self._gave_up = str(error)

    def _turn_by_turn(
        self, question: Question, context: str, position: Any, candidates: Sequence[Assignment]
    ) -> EngineAnswer | NoAnswer:
        """Plays the turns one by one, each from the position that the engine itself gave for the one before."""
        # An engine that has left the memory out of its opening gets that of a position before which nothing was played.
        nothing: dict[str, Any] = {}
        opened = (each.start for (board, _), each in self._contexts.items() if board == question.board)
        if not all(MEMORY in start for start in opened):
            opening = position_to_json(self.game, self.game.start(question.board))
            nothing = {MEMORY: opening[MEMORY]} if MEMORY in opening else {}
        said: Answer = {}
        for index, text in enumerate(question.texts):
            position = said["position"] if index else position
            if nothing:
                if any(_needs_memory(question, index, each) for each in candidates):
                    why = "its positions have no memory, and the answer depends on the turns before"
                    return NoAnswer(question, why, no_memory=True)
                position = position | nothing if isinstance(position, dict) else position
            try:
                said = self._verdict(question, context, position, index, candidates)
            except EngineError as error:
                if not index:
                    raise
                raise Skipped(f"after {' '.join(question.texts[:index])}, at {text}: {error}") from None
            if said["verdict"] != "legal":
                return _placed(question, index, said)
        return EngineAnswer(question, said)

    def _verdict(
        self, question: Question, context: str, position: Any, index: int, candidates: Sequence[Assignment]
    ) -> Answer:
        if not self.announced.own_texts:
            return self.engine.apply(context, position, question.texts[index])
        wanted = set()
        for each in candidates:
            right = reference_answer(question, each)
            if index < len(question.played):
                wanted |= {position_key(after, memory=False) for after in right.positions[index + 1 : index + 2]}
            elif right.answer["verdict"] == "legal":
                wanted.add(position_key(right.answer["position"], memory=False))
        for entry in self.engine.turns(context, position):
            if position_key(entry["position"], memory=False) in wanted:
                return self.engine.apply(context, position, entry["turn"])
        return {"verdict": "illegal"}


def _placed(question: Question, index: int, said: Answer) -> EngineAnswer:
    """An answer to the turn at an index of a question, with `at` if the rules have it."""
    needed = said["verdict"] != "legal" and (question.start is None or index < len(question.played))
    kept = {name: value for name, value in said.items() if name != "at"}
    return EngineAnswer(question, kept | ({"at": index} if needed else {}))


@cache
def known_questions(game_name: str) -> tuple[Question, ...]:
    """The questions of the spec about readings: shipped witnesses, and examples in the clauses of readings.

    None begins with a game that is over, since engines are seldom asked to go on with one.
    """
    game = find_game(game_name)

    def goes_on(question: Question) -> bool:
        start = begun_somehow(question)
        return start is None or game.outcome(start) is None

    found = [*_witnesses(game), *(question for each in clause_questions(game_name).values() for question in each)]
    return _smallest_first(filter(goes_on, found))


def enlarged(game: AnyGame, questions: Iterable[Question], boards: Iterable[str]) -> Iterator[Question]:
    """Questions about boards other than `boards`, set into the smallest of `boards` that have room."""
    larger = by_area(game, boards)
    for question in questions:
        begun = None if question.board in larger else begun_somehow(question)
        for embedding in embeddings(question, larger, begun) if begun else ():
            yield embedding.under({})


@cache
def clause_questions(game_name: str) -> dict[str, tuple[Question, ...]]:
    """The examples in the clause of each reading, near misses included, smallest first."""
    found: dict[str, list[Question]] = {reading: [] for reading in find_game(game_name).Readings.choices()}
    for clause, question in example_questions(game_name, shown_by=found):
        asked = question.under({})
        # It is asked under readings of our own, unless what it remembers makes sense under its own only.
        with suppress(InputError):
            if question.turn and asked.begin(asked.rules.Readings(), strict=False) is not None:
                found[clause].append(asked)
    return {reading: _smallest_first(questions) for reading, questions in found.items()}


def _smallest_first(questions: Iterable[Question]) -> tuple[Question, ...]:
    return tuple(sorted(dict.fromkeys(questions), key=lambda question: question.size))


def _witnesses(game: AnyGame) -> Iterator[Question]:
    """The witnesses shipped with the spec. For a witness about a position, the question is about one of its turns."""
    for pair in shipped(game.NAME):
        if pair.witness is not None:
            question = pair.witness.question
            turn = question.turn
            if not turn:
                # A value accepts the position. If its game is over, any text that can be read will do.
                accepted = next(value for value, said in pair.witness.answers.items() if said["verdict"] != "refused")
                position = question.begin(game.Readings.from_mapping({**pair.given, pair.reading: accepted}))
                position = game.start() if game.outcome(position) else position
                turn = game.format_turn(position, next(iter(game.turns(position))))
            yield question.under({}).asking("apply", turn).abridged()
