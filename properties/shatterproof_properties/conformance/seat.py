"""The seat of an engine under test: what it has announced, its contexts, and a count of how its questions ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from shatterproof.errors import InputError
from shatterproof.game import Game, find_game
from shatterproof_properties.conformance.boards import expand
from shatterproof_properties.conformance.engine import Engine, Opened, Trouble
from shatterproof_properties.conformance.reference_table import position_to_json

OUTCOMES = ("agree", "differ", "declared", "stale", "skip", "error", "timeout", "flaky", "breach")
MOST_TROUBLES_KEPT = 5

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

    def __init__(self, engine: Engine, game: Game, readings: Mapping[str, str] | None = None) -> None:
        self.engine = engine
        self.game = game
        self.counts: Counter[str] = Counter()
        self.mishaps: list[Mishap] = []
        about = engine.hello()
        self.settle("agree")
        if game.NAME not in about["games"]:
            raise InputError(f"the engine does not play {game.NAME}", "hello", f"{game.NAME} among its games")
        announced = about["games"][game.NAME]
        self.name = f"{about['engine']['name']} {about['engine']['version']}".strip()
        self.boards = tuple(expand(announced["boards"]))
        self.can = frozenset(about["can"])
        self.from_position = "position" in about["from"]
        self.readings = _agreed(game, announced.get("readings", {}), readings or {})
        self.remembers = True
        self._contexts: dict[str, Opened] = {}

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

    def is_open(self, board: str) -> bool:
        """Whether there is a context for a board already."""
        return board in self._contexts

    def open(self, board: str) -> Opened:
        """The context for a board, opened once for each start of the process. Raises Trouble."""
        if board not in self._contexts:
            opened = self.engine.open(self.game.NAME, board, self.readings.to_mapping())
            rightful = position_to_json(self.game, self.game.start(board, self.readings))
            self.remembers = "memory" in opened.start or "memory" not in rightful
            self._contexts[board] = opened
            self.settle("agree")
        return self._contexts[board]

    def apply(self, start: Any, played: tuple[str, ...], position: Any, turn: str) -> dict[str, Any]:
        """The engine's verdict on a turn of `position`, which `played` leads to from `start`. Raises Trouble."""
        context = self.open(start.board).context
        if self.from_position:
            return self.engine.apply(context, position_to_json(self.game, position), turn)
        answer = self.engine.apply_from_start(context, [*played, turn])
        if answer["verdict"] != "legal" and answer["at"] != len(played):
            return {"verdict": answer["verdict"], "note": f"at turn {answer['at'] + 1} of the game already"}
        return answer

    def turns(self, position: Any) -> list[dict[str, Any]]:
        """The engine's results of a position. Raises Trouble."""
        return self.engine.turns(self.open(position.board).context, position_to_json(self.game, position))

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        """The engine's numbers of leaves, `{"total": .., "by": ..}`. Raises Trouble."""
        data = position_to_json(self.game, position)
        return self.engine.count(self.open(position.board).context, data, depth)

    def suffer(self, trouble: Trouble) -> None:
        """Counts a question that got no proper answer, and starts the engine anew where it had to be ended.

        Raises GaveUp after too many of them.
        """
        self.note(trouble)
        while not self.engine.running:
            self._contexts.clear()
            self.engine.restart()
            try:
                self.engine.hello()
                self.settle("agree")
            except Trouble as another:
                self.note(another)

    def note(self, trouble: Trouble) -> None:
        """Counts a question that got no proper answer, and keeps what was unlike before."""
        self.settle(trouble.outcome)
        if trouble.outcome != "skip":
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
        told = f"; it wrote: {' '.join(trouble.stderr.split())[-300:]}" if trouble.stderr.strip() else ""
        raise InputError(f"{trouble}{told}", "hello", "an engine that answers as spec/protocol.md says") from None


def _agreed(game: Game, announced: dict[str, list[str]], wanted: Mapping[str, str]) -> Any:
    """The readings to play under: those wanted, else the default of each where the engine knows it, else its first."""
    chosen = dict(wanted)
    for reading, values in game.Readings.choices().items():
        theirs = announced.get(reading, ["*"])
        if "*" in theirs:
            continue
        if reading in wanted and wanted[reading] not in theirs:
            what = f"the engine does not play {reading}={wanted[reading]}"
            raise InputError(what, "--readings", " or ".join(f"{reading}={value}" for value in theirs))
        if reading not in wanted and values[0] not in theirs:
            chosen[reading] = theirs[0]
    return game.Readings.from_mapping(chosen)
