"""The seat of an engine under test: what it has announced, its contexts, and a count of how its questions ended."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import Game
from shatterproof_properties.conformance.boards import expand
from shatterproof_properties.conformance.engine import Breach, Engine, Opened, Trouble
from shatterproof_properties.conformance.reference_table import position_to_json

OUTCOMES = ("agree", "differ", "declared", "stale", "skip", "error", "timeout", "flaky", "breach")
MOST_TROUBLES_KEPT = 5


class Seat:
    """An engine that plays one game under one set of readings.

    Every question ends in exactly one of OUTCOMES: questions that get no proper answer are counted here, whoever
    compares an answer counts the others with `settle`.
    """

    def __init__(self, engine: Engine, game: Game) -> None:
        self.engine = engine
        self.game = game
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []
        about = engine.hello()
        if game.NAME not in about["games"]:
            raise InputError(f"the engine does not play {game.NAME}", "hello", f"{game.NAME} among its games")
        announced = about["games"][game.NAME]
        self.name = f"{about['engine']['name']} {about['engine']['version']}"
        self.boards = tuple(expand(announced["boards"]))
        self.can = frozenset(about["can"])
        self.from_position = "position" in about["from"]
        self.from_start = "start" in about["from"]
        self.readings = _agreed(game, announced.get("readings", {}))
        self._contexts: dict[str, Opened] = {}

    def settle(self, outcome: str, questions: int = 1) -> None:
        """Counts questions whose answers have been compared."""
        self.counts[outcome] += questions

    def open(self, board: str) -> Opened:
        """The context for a board, opened once for each start of the process."""
        if board not in self._contexts:
            self._contexts[board] = self.engine.open(self.game.NAME, board, self.readings.to_mapping())
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

    def count(self, position: Any, depth: int) -> int:
        """The engine's number of leaves. Raises Trouble."""
        data = position_to_json(self.game, position)
        return int(self.engine.count(self.open(position.board).context, data, depth)["total"])

    def suffer(self, trouble: Trouble) -> None:
        """Counts a question that got no proper answer, and starts the engine anew where it had to be ended.

        Raises GaveUp after too many of them.
        """
        self.counts[trouble.outcome] += 1
        if trouble.outcome != "skip" and len(self.troubles) < MOST_TROUBLES_KEPT:
            asked = trouble.question.get("do", "question")
            about = f" about {trouble.question['turn']}" if "turn" in trouble.question else ""
            self.troubles.append(f"{trouble.outcome} at {asked}{about}: {trouble}")
        if not self.engine.running:
            self._contexts.clear()
            self.engine.restart()
            self.engine.hello()

    def breach(self, what: str) -> None:
        """Counts an answer that breaks the protocol in a way that only the game shows."""
        self.suffer(Breach(what))


def _agreed(game: Game, announced: dict[str, list[str]]) -> Any:
    """The readings to play under: the default of each where the engine knows it, else the first it announces."""
    chosen: dict[str, str] = {}
    for reading, values in game.Readings.choices().items():
        theirs = announced.get(reading, ["*"])
        if "*" not in theirs and values[0] not in theirs:
            chosen[reading] = theirs[0]
    return game.Readings.from_mapping(chosen)
