"""What every search for a witness shares: whether a question differs, the smallest found so far, and its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Protocol

from shatterproof.game import AnyGame
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.answers import Answer, same
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules

Progress = Callable[[int], object]
"""Called now and then with how many positions have been looked at."""


def differ(question: Question, one: Any, two: Any) -> bool:
    """Whether the reference gives players unlike answers under two choices of readings.

    They are alike if only the clause or the memory differs, or if a turn leads to the same but needs a choice named
    under one.
    """
    asked = [question.under(readings.departures()) for readings in (one, two)]
    first, second = map(answer_by_rules, asked)
    if any(said.get("at", 0) < len(question.played) for said in (first, second) if "at" in said):
        return False
    if _same(first, second):
        return False
    if "refused" in (first["verdict"], second["verdict"]):
        return not question.turn
    return not (_is_written_otherwise(first, asked[1]) or _is_written_otherwise(second, asked[0]))


def _same(one: Answer, two: Answer) -> bool:
    return same("apply", one, two, memory=False)


def _is_written_otherwise(said: Answer, question: Question) -> bool:
    """Whether a turn that is legal leads to the same as that of a question with another choice, or none, named."""
    return said["verdict"] == "legal" and any(_same(said, other) for other in _with_choices_named(question))


def _with_choices_named(question: Question) -> Iterator[Answer]:
    """The answers to the same turn, whichever choice is named, where one has to be."""
    plain = SMALL_POSITIONS.of(question.game).without_choice(question.turn)
    if plain != question.turn:
        for text in answer_by_rules(replace(question, turn=plain)).get("means", ()):
            yield answer_by_rules(replace(question, turn=text))


class Smallest:
    """Keeps the smallest of questions about positions with one number of pieces on one board, about a turn or none."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._key: tuple[int, str] | None = None
        self.question: Question | None = None

    def would_take(self, turn: str) -> bool:
        """Whether a question about this turn can still be the smallest."""
        return self._key is None or (len(turn), turn) <= self._key

    def offer(self, start: Any, turn: str = "") -> None:
        """Keeps a question if it is the smallest so far; `start` is a position of the reference."""
        if not self.would_take(turn):
            return
        question = Question.at(self._game, start, do="apply" if turn else "position", turn=turn)
        if self.question is None or (len(turn), turn) != self._key or str(question.start) < str(self.question.start):
            self._key, self.question = (len(turn), turn), question


class TimeLimitReached(Exception):
    """The time that a search may take is over."""


class Clock:
    """Counts positions and watches the time of one search."""

    def __init__(self, seconds: float, on_progress: Progress | None = None) -> None:
        self._deadline = time.monotonic() + seconds
        self._on_progress = on_progress
        self._next_report = 0.0
        self.tried = 0

    def tick(self, positions: int = 1) -> None:
        """Count further positions as looked at. Raises TimeLimitReached."""
        self.tried += positions
        now = time.monotonic()
        if self._on_progress is not None and now >= self._next_report:
            self._on_progress(self.tried)
            self._next_report = now + 0.1
        if now > self._deadline:
            raise TimeLimitReached


Search = Callable[[str, str, int, tuple[Any, Any], Clock], Question | None]
"""Gets a reading, a board, a number of pieces, two choices of readings and a clock; raises TimeLimitReached."""


class SmallPositions(Protocol):
    """The search of a game through all positions of small boards. A game without one searches nothing.

    `UNIT` is what the pieces are called. `SET_UP_ONLY` are readings about positions that play cannot lead to, each with
    the other readings under which that is proved.
    """

    UNIT: str = "pieces"
    SET_UP_ONLY: Mapping[str, Mapping[str, str]] = MappingProxyType({})

    def boards(self, reading: str) -> Iterable[str]:
        """The boards that are searched for a reading, by area."""
        return ()

    def most_pieces(self, board_name: str, reading: str) -> int:
        """How many pieces are looked for."""
        return 0

    def is_whole(self, reading: str, pieces: int) -> bool:
        """Whether all positions with n pieces are looked at, not only some."""
        return True

    def limits(self, pieces: int) -> str:
        """A restriction of the positions looked at, besides board and pieces."""
        return ""

    def without_choice(self, text: str) -> str:
        """A turn without the choice that it names, where turns may name one."""
        return text

    @property
    def smallest(self) -> Search:
        """The smallest question that two choices of readings answer unlike."""
        return lambda *_: None

    @property
    def smallest_refused(self) -> Search | None:
        """The smallest position that one of them alone allows; None where no reading is about that."""
        return None


class _NothingSearched(SmallPositions):
    """A game that has no module here."""


SMALL_POSITIONS = PerGame[SmallPositions]("shatterproof_properties.witnesses", _NothingSearched())
