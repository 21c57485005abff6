"""Riders: engines with planted mistakes that hear every question of a run, which so learns what it would find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.conformance.comparison import Answer, Asked, Result, same_outcome
from shatterproof_properties.conformance.controls import Control, controls
from shatterproof_properties.protocol.reference_table import outcome_to_json, position_to_json
from shatterproof_properties.protocol.served import opened
from shatterproof_properties.protocol.table import Table


class Riders:
    """The planted mistakes of a game, in this process. `caught` tells of each whether an answer of it was wrong.

    One that was caught is not asked any more. `readings` are the values in force, by their ids.
    """

    def __init__(self, game: str, readings: dict[str, str]) -> None:
        self.caught = {control.name: False for control in controls(game)}
        self._readings = readings
        self._waiting = {control.name: control for control in controls(game)}
        self._tables: dict[str, dict[str, Table]] = {control: {} for control in self._waiting}

    def hear_verdict(self, asked: Asked, text: str, expected: Answer) -> None:
        """Asks each rider for the verdict on a turn, beside the rightful one."""
        position = self._position(asked)
        self._each(asked, lambda table: _verdict_is_right(asked, expected, table.apply(position, text)))

    def hear_results(self, asked: Asked, rightful: dict[str, Result]) -> None:
        """Asks each rider for all results of a position, beside the rightful ones."""
        position = self._position(asked)

        def is_right(table: Table) -> bool:
            listed = {strict_json.encode(asked.kept(entry["position"])): entry for entry in table.turns(position)}
            return listed.keys() == rightful.keys() and all(
                same_outcome(outcome_to_json(asked.game.outcome(after)), listed[key]["outcome"])
                for key, (_, after) in rightful.items()
            )

        self._each(asked, is_right)

    def _position(self, asked: Asked) -> Any:
        return position_to_json(asked.game, asked.position) if self._waiting else None

    def _each(self, asked: Asked, is_right: Callable[[Table], bool]) -> None:
        for control in tuple(self._waiting.values()):
            try:
                right = is_right(self._table(control, asked.position.board))
            except Exception:
                # In a process of its own it would have ended, or answered with an error.
                right = False
            if not right:
                self.caught[control.name] = True
                del self._waiting[control.name], self._tables[control.name]

    def _table(self, control: Control, board: str) -> Table:
        tables = self._tables[control.name]
        if board not in tables:
            tables[board] = opened(control.engine, board, self._readings)
        return tables[board]


def _verdict_is_right(asked: Asked, expected: Answer, got: Answer) -> bool:
    if expected["verdict"] != got["verdict"] or expected["verdict"] != "legal":
        return bool(expected["verdict"] == got["verdict"])
    same = asked.kept(expected["position"]) == asked.kept(got["position"])
    return same and same_outcome(expected["outcome"], got["outcome"])
