"""The seat of an engine under test: what it has announced, its contexts, and a count of how its questions ended."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, TypeVar

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.engines.engine import Engine, GaveUp, Opened, Skipped, Trouble
from shatterproof_properties.engines.troubles import printable
from shatterproof_properties.protocol.boards import expand
from shatterproof_properties.protocol.reference_table import position_to_json

OUTCOMES = ("agree", "differ", "declared", "stale", "skip", "error", "timeout", "flaky", "breach")
MOST_TROUBLES_KEPT = 5
MOST_REASONS = 20
"""Reasons for not answering that are told apart."""
MOST_UNOPENED = 10
"""Openings in a row without an answer, after which there is no point in going on."""

Met = TypeVar("Met")


@dataclass(frozen=True)
class Mishap:
    """A question that got no proper answer: how it is counted, what happened in words, and the question itself."""

    outcome: str
    what: str
    question: dict[str, Any]

    def __str__(self) -> str:
        asked = self.question.get("do", "")
        turn = self.question.get("turn") or " ".join(self.question.get("turns", ()))
        about = f" at {asked}{f' {turn}' if turn else ''}" if asked else ""
        return f"{self.outcome}{about}: {self.what}"


class Seat:
    """An engine that plays one game under one set of readings.

    Every question ends in exactly one of OUTCOMES. Introductions and openings are counted here; whoever compares the
    answer to another question counts it with `settle`, and hands in the trouble with `suffer` when there is none.
    """

    def __init__(self, engine: Engine, game: AnyGame, readings: Mapping[str, str] | None = None) -> None:
        self.engine = engine
        self.game = game
        self.counts: Counter[str] = Counter()
        self.mishaps: list[Mishap] = []
        self.gaps: Counter[str] = Counter()
        about = engine.hello()
        self.settle("agree")
        if game.NAME not in about["games"]:
            raise InputError(f"the engine does not play {game.NAME}", "hello", f"{game.NAME} among its games")
        announced = about["games"][game.NAME]
        self.name = f"{about['engine']['name']} {about['engine']['version']}".strip()
        self.boards = tuple(expand(announced["boards"]))
        self.can = frozenset(about["can"])
        self.from_position = "position" in about["from"]
        self.own_texts = about.get("texts", "spec") == "own"
        values = announced.get("readings", {})
        self.readings = _agreed(game, values, readings or {})
        self.unknown = tuple(name for name, theirs in values.items() if "*" in theirs)
        self.unplayed = tuple(name for name, theirs in values.items() if len(set(theirs)) > 1)
        self._told = [name for name, theirs in values.items() if "*" not in theirs]
        self.remembers = True
        self._contexts: dict[str, Opened] = {}
        self._unopened = 0
        self._readers: deque[Callable[[Any], Any]] = deque()

    @property
    def troubles(self) -> list[str]:
        """What went wrong, one line each."""
        return [str(mishap) for mishap in self.mishaps]

    def settle(self, outcome: str) -> None:
        """Counts a question whose answer has been compared."""
        self.counts[outcome] += 1

    def revise(self, counted: str, outcome: str, questions: int = 1) -> None:
        """Counts questions otherwise than before."""
        self.counts[counted] -= questions
        self.counts[outcome] += questions

    def can_be_asked(self, start: Any) -> bool:
        """Whether games from this position can be asked about: its board, its readings, and how the engine begins."""
        known = start.board in self.boards and start.readings == self.readings
        return known and (self.from_position or start == self.game.start(start.board, self.readings))

    def is_open(self, board: str) -> bool:
        """Whether there is a context for a board already."""
        return board in self._contexts

    def open(self, board: str) -> Opened:
        """The context for a board, opened once for each start of the process, under the readings that the engine has
        announced. Raises Trouble, and GaveUp when nothing can be opened any more."""
        if board not in self._contexts:
            opened = self._opened(board)
            rightful = position_to_json(self.game, self.game.start(board, self.readings))
            self.remembers = "memory" in opened.start or "memory" not in rightful
            self._contexts[board] = opened
            self.settle("agree")
        return self._contexts[board]

    def _opened(self, board: str) -> Opened:
        values = self.readings.to_mapping()
        told = {name: values[name] for name in self._told if name in values}
        try:
            opened = self.engine.open(self.game.NAME, board, told)
        except Trouble as trouble:
            self._unopened += 1
            if self._unopened < MOST_UNOPENED:
                raise
            self.note(trouble)
            raise GaveUp(f"{self._unopened} boards in a row could not be opened") from None
        self._unopened = 0
        return opened

    def apply(self, start: Any, played: tuple[str, ...], position: Any, turn: str) -> dict[str, Any]:
        """The engine's verdict on a turn of `position`, which `played` leads to from `start`. Raises Trouble."""
        context = self.open(start.board).context
        return self._of_game(self.engine.ask("apply", **self._application(context, played, position, turn)), played)

    def apply_all(
        self, start: Any, played: tuple[str, ...], position: Any, turns: Sequence[str]
    ) -> list[dict[str, Any] | Trouble]:
        """The verdicts on several turns of one position, asked in one line; troubles stand in their places.

        Each counts as a question. Raises Trouble where there is no answer at all.
        """
        context = self.open(start.board).context
        asked = [self._application(context, played, position, turn) for turn in turns]
        answers = self.engine.batch([{"do": "apply", **question} for question in asked])
        self.engine.asked += len(turns) - 1
        return [self._of_game(answer, played) if isinstance(answer, dict) else answer for answer in answers]

    def turns(self, position: Any) -> list[dict[str, Any]]:
        """The engine's results of a position. Raises Trouble."""
        return self.engine.turns(self.open(position.board).context, position_to_json(self.game, position))

    def post_apply(self, start: Any, played: tuple[str, ...], position: Any, turn: str) -> None:
        """Sends the question of `apply`; `collect` takes the answer. Raises Trouble."""
        context = self.open(start.board).context
        self.engine.post("apply", **self._application(context, played, position, turn))
        self._readers.append(partial(self._of_game, played=played))

    def post_turns(self, position: Any) -> None:
        """Sends the question of `turns`; `collect` takes the answer. Raises Trouble."""
        context = self.open(position.board).context
        self.engine.post("turns", context=context, position=position_to_json(self.game, position))
        self._readers.append(itemgetter("turns"))

    def post_count(self, position: Any, depth: int) -> None:
        """Sends a question about numbers of leaves, `{"total": .., "by": ..}`. Raises Trouble."""
        context = self.open(position.board).context
        self.engine.post("count", context=context, position=position_to_json(self.game, position), depth=depth)
        self._readers.append(dict)

    def collect(self) -> Any:
        """The answer to the oldest question on its way. Raises Trouble; after that, if the engine had to be ended, no
        question is on its way any more."""
        read = self._readers.popleft()
        try:
            return read(self.engine.collect())
        finally:
            if not self.engine.running:
                self._readers.clear()

    def _application(self, context: str, played: tuple[str, ...], position: Any, turn: str) -> dict[str, Any]:
        if self.from_position:
            return {"context": context, "position": position_to_json(self.game, position), "turn": turn}
        return {"context": context, "turns": [*played, turn]}

    def _of_game(self, answer: dict[str, Any], played: tuple[str, ...]) -> dict[str, Any]:
        """The verdict on the last turn, from an answer about a whole game if it is one."""
        if "at" in answer and answer["at"] != len(played):
            return {"verdict": answer["verdict"], "note": f"at turn {answer['at'] + 1} of the game already"}
        return answer

    def suffer(self, trouble: Trouble) -> None:
        """Counts a question that got no proper answer, and starts the engine anew where it had to be ended.

        Raises GaveUp after too many of them.
        """
        self.note(trouble)
        self.revive()

    def revive(self) -> None:
        """Starts the engine anew unless it runs. Raises GaveUp after too many times."""
        while not self.engine.running:
            self._contexts.clear()
            self._readers.clear()
            self.engine.restart()
            try:
                self.engine.hello()
                self.settle("agree")
            except Trouble as another:
                self.note(another)

    def note(self, trouble: Trouble) -> None:
        """Counts a question that got no proper answer, and keeps what was unlike before."""
        self.settle(trouble.outcome)
        if isinstance(trouble, Skipped):
            known = trouble.why in self.gaps or len(self.gaps) < MOST_REASONS
            self.gaps[trouble.why if known else "other reasons"] += 1
        else:
            self.keep(Mishap(trouble.outcome, str(trouble), trouble.question))

    def keep(self, mishap: Mishap) -> None:
        """Keeps a trouble for the verdict: some of them, none twice."""
        if len(self.mishaps) < MOST_TROUBLES_KEPT and mishap.what not in {kept.what for kept in self.mishaps}:
            self.mishaps.append(mishap)

    def leave(self) -> None:
        """Says bye to the engine, and counts how it took that."""
        if not self.engine.running:
            return
        try:
            self.engine.say_bye()
            self.settle("agree")
        except Trouble as trouble:
            self.note(trouble)


def introduce(engine: Engine, game: str, readings: Mapping[str, str] | None = None) -> Seat:
    """Seats an engine, to play under some readings. Raises InputError when it does not manage to introduce itself."""
    return _clearly(lambda: Seat(engine, find_game(game), readings))


def introduced(engine: Engine) -> dict[str, Any]:
    """What an engine says of itself. Raises InputError when it does not manage to."""
    return _clearly(engine.hello)


def _clearly(meet: Callable[[], Met]) -> Met:
    try:
        return meet()
    except Trouble as trouble:
        told = f"; it wrote: {printable(trouble.stderr.strip())[-300:]}" if trouble.stderr.strip() else ""
        raise InputError(f"{trouble}{told}", "hello", "an engine that answers as spec/protocol.md says") from None


def _agreed(game: AnyGame, announced: dict[str, list[str]], wanted: Mapping[str, str]) -> Any:
    """The readings to play under: those wanted, else the default of each where the engine knows it, else its first."""
    chosen = dict(wanted)
    for reading, values in game.Readings.choices().items():
        # What is left out is played at its default only.
        theirs = announced.get(reading, values[:1])
        if "*" in theirs:
            continue
        if reading in wanted and wanted[reading] not in theirs:
            what = f"the engine does not play {reading}={wanted[reading]}"
            raise InputError(what, "--readings", " or ".join(f"{reading}={value}" for value in theirs))
        if reading not in wanted and values[0] not in theirs:
            chosen[reading] = theirs[0]
    return game.Readings.from_mapping(chosen)
