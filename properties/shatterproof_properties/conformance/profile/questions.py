"""Questions that tell the values of a reading apart, and what the rules answer to them under each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.examples import set_ups
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof.spec import Clause, clauses
from shatterproof_properties.protocol.answers import winner
from shatterproof_properties.protocol.reference_table import answer, position_to_json
from shatterproof_properties.witnesses.pair import Pair, shipped

Assignment = dict[str, str]
"""A value for every reading."""


@dataclass(frozen=True)
class Question:
    """A game from a start, and its last turn asked about; `start` None is the opening of the board.

    A start is the encoded JSON of a position as the protocol has it.
    """

    game: str
    board: str
    start: str | None
    turns: tuple[str, ...]

    @property
    def face(self) -> AnyGame:
        return find_game(self.game)

    @cached_property
    def size(self) -> tuple[int, int, int, int, str]:
        """The order of witnesses: board, pieces, turns, text."""
        text = " ".join(self.turns)
        return (math.prod(self.face.board_size(self.board)), self._pieces(), len(self.turns), len(text), text)

    def _pieces(self) -> int:
        data: Any = strict_json.decode(self.start) if self.start else self.face.to_json(self.face.start(self.board))
        return sum(len(data.get(name, ())) for name in ("pieces", "dark", "light"))

    def begin(self, readings: Any) -> Any:
        """The position it starts from. Raises InputError where the readings forbid it."""
        if self.start is None:
            return self.face.start(self.board, readings)
        return self.face.from_json(strict_json.decode(self.start), readings)


@dataclass(frozen=True)
class View:
    """What an answer comes to: how many turns of the question were played before it, the word, position and winner.

    The word is legal, illegal (whatever kind of refusal), or refused for a start that may not stand. A position is
    without what it remembers, which is no result of a turn.
    """

    played: int
    word: str
    position: str = ""
    winner: str = ""


@dataclass(frozen=True)
class Course:
    """How a question goes by the rules: the view of its end, and the positions that its turns lead to."""

    view: View
    positions: tuple[dict[str, Any], ...]


def view_of(played: int, verdict: dict[str, Any]) -> View:
    """The view of a verdict, as the protocol has it."""
    if verdict["verdict"] != "legal":
        return View(played, "illegal")
    return View(played, "legal", board_of(verdict["position"]), winner(verdict["outcome"]))


def board_of(data: Any) -> str:
    """A position without its memory, in one order of its pieces, as a text."""
    if not isinstance(data, dict):
        return strict_json.encode(data)
    lists = {name: sorted(value, key=strict_json.encode) for name, value in data.items() if isinstance(value, list)}
    return strict_json.encode({name: value for name, value in (data | lists).items() if name != "memory"})


def course(question: Question, assignment: Assignment) -> Course:
    """How a question goes under readings, by the reference."""
    return _course(question, question.face.Readings.from_mapping(assignment))


@lru_cache(maxsize=100_000)
def _course(question: Question, readings: Any) -> Course:
    game = question.face
    try:
        position = question.begin(readings)
    except InputError:
        return Course(View(0, "refused"), ())
    positions = [position_to_json(game, position)]
    for index, text in enumerate(question.turns):
        verdict = answer(game, position, text)
        if verdict["verdict"] != "legal" or index == len(question.turns) - 1:
            return Course(view_of(index, verdict), tuple(positions))
        positions.append(verdict["position"])
        position = game.play(position, game.parse_turn(position, text))
    raise AssertionError("a question has a turn")


def separated(question: Question, some: Iterable[Assignment]) -> int:
    """How many kinds of answers a question gets under several assignments; 1 where it may not be asked.

    A position that remembers something, and may not stand under one of them, is no fair question.
    """
    views = {course(question, each).view for each in some}
    unfair = question.start is not None and _remembers(question.start) and any(view.word == "refused" for view in views)
    return 1 if unfair else len(views)


def is_allowed(question: Question, some: Iterable[Assignment]) -> bool:
    """Whether the position to start from may stand under all of several assignments."""
    return all(course(question, each).view.word != "refused" for each in some)


@cache
def _remembers(start: str) -> bool:
    return bool(strict_json.decode(start).get("memory"))


@cache
def known_questions(game_name: str) -> tuple[Question, ...]:
    """The questions of the spec about readings: the shipped witnesses, and the examples in the clauses of readings."""
    game = find_game(game_name)
    examples = [question for questions in clause_questions(game_name).values() for question in questions]
    found = dict.fromkeys([*_witnesses(game), *examples])
    return tuple(sorted(found, key=lambda question: question.size))


@cache
def clause_questions(game_name: str) -> dict[str, tuple[Question, ...]]:
    """The examples in the clause of each reading, near misses included, smallest first."""
    game = find_game(game_name)
    return {
        clause.id: tuple(sorted(dict.fromkeys(_examples(game, clause)), key=lambda question: question.size))
        for clause in clauses(game_name)
        if clause.id in game.Readings.choices()
    }


def question_from(game: AnyGame, start: dict[str, Any], turns: Iterable[str]) -> Question:
    """The question about the last of some turns from a position as the protocol has it."""
    try:
        opening = position_to_json(game, game.start(start["board"]))
    except InputError:
        opening = None
    return Question(game.NAME, start["board"], None if start == opening else strict_json.encode(start), tuple(turns))


def _examples(game: AnyGame, clause: Clause) -> Iterator[Question]:
    for start, cases in set_ups(game, clause):
        for case in cases:
            if case.turns:
                yield _fitting(game, start, [text for text, _ in case.turns])


def _fitting(game: AnyGame, start: Any, texts: list[str]) -> Question:
    """The question as the protocol has it: in the notation of print, up to the first turn that is not legal."""
    position, turns = start, list[str]()
    for text in texts:
        try:
            turn = game.parse_turn(position, text)
        except (InputError, IllegalTurn, AmbiguousTurn):
            turns.append(text)
            break
        turns.append(game.format_turn(position, turn))
        try:
            position = game.play(position, turn)
        except IllegalTurn:
            break
    return question_from(game, position_to_json(game, start), turns)


def _witnesses(game: AnyGame) -> Iterator[Question]:
    """The witnesses shipped with the spec. Where it is the position itself, a turn of it is asked about."""
    for pair in shipped(game.NAME):
        if pair.witness is not None:
            asked = pair.witness.question
            turns = asked.texts or [_first_turn(game, pair)]
            yield question_from(game, strict_json.decode(asked.start or ""), turns)


def _first_turn(game: AnyGame, pair: Pair) -> str:
    """A turn of the position of a witness where that is accepted; where it is over, any that can be read."""
    assert pair.witness is not None
    accepted = next(value for value, said in pair.witness.answers.items() if said["verdict"] != "refused")
    readings = game.Readings.from_mapping({**pair.given, pair.reading: accepted})
    position = pair.witness.question.begin(readings)
    if game.outcome(position):
        position = game.start()
    return game.format_turn(position, next(iter(game.turns(position))))
