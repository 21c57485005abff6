"""Asking one question again, from a witness."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AmbiguousTurn, Game, IllegalTurn, find_game
from shatterproof_properties.conformance.engine import Engine, GaveUp
from shatterproof_properties.conformance.lockstep import Case, Lockstep
from shatterproof_properties.conformance.plan import Plan
from shatterproof_properties.conformance.seat import introduce
from shatterproof_properties.conformance.verdict import Verdict
from shatterproof_properties.load import read_text

FIELDS = {"start", "played", "turn", "readings"}


def ask_again(plan: Plan, data: dict[str, Any]) -> Verdict:
    """Asks the question of a witness again. Raises InputError."""
    case = witnessed_case(find_game(plan.game), data)
    begun = time.monotonic()
    with Engine(plan.argv) as engine:
        seat = introduce(engine, plan.game)
        seat.readings = case.start.readings
        if not seat.from_position and case.start != seat.game.start(case.start.board, seat.readings):
            raise InputError("the engine plays from the opening only", "--replay", "a witness that starts there")
        lockstep = Lockstep(seat)
        verdict = Verdict(plan, seat.name, seat.readings.to_mapping(), None, None, seat.counts, seat.mishaps,
                          lockstep.census)  # fmt: skip
        try:
            found = list(lockstep.differences(case))
            asked = [difference for difference in found if difference.turn == data.get("turn")]
            verdict.difference = next(iter(asked or found), None)
        except GaveUp as error:
            verdict.gave_up = str(error)
        seat.leave()
        verdict.seconds = time.monotonic() - begun
    return verdict


def read_witness(witness: str) -> dict[str, Any]:
    """The JSON value of a witness, or of a file with it. Raises InputError unless it has the form of one."""
    text = witness if witness.lstrip().startswith("{") else read_text(Path(witness))
    data = strict_json.decode(text, source="--replay")
    if not isinstance(data, dict) or "start" not in data:
        raise InputError("this is no witness", "--replay", "an object with start, played and turn")
    if unknown := data.keys() - FIELDS:
        raise InputError(f"unknown field {min(unknown)[:60]!r}", "--replay", ", ".join(sorted(FIELDS)))
    played, turn, readings = data.get("played", []), data.get("turn", ""), data.get("readings", {})
    if not isinstance(played, list) or not all(isinstance(text, str) for text in (*played, turn)):
        raise InputError("a turn is not a text", "--replay", "texts of turns in played and in turn")
    if not isinstance(readings, dict) or not all(isinstance(value, str) for value in readings.values()):
        raise InputError("a reading is not a text", "--replay", "readings by their ids")
    return data


def game_of_witness(data: dict[str, Any]) -> str:
    """The game that a witness is about. Raises InputError."""
    name = data["start"].get("game") if isinstance(data["start"], dict) else None
    if name not in GAMES:
        raise InputError("the witness names no game", "--replay", f"a start with a game, one of {', '.join(GAMES)}")
    return str(name)


def witnessed_case(game: Game, data: dict[str, Any]) -> Case:
    """The case of a witness. Raises InputError when its position or its turns break the rules."""
    start = position = game.from_json(data["start"], game.Readings.from_mapping(data.get("readings", {})))
    turns = []
    for text in data.get("played", []):
        try:
            turns.append(game.parse_turn(position, text))
            position = game.play(position, turns[-1])
        except (IllegalTurn, AmbiguousTurn) as error:
            raise InputError(str(error), "--replay, played", "legal turns") from None
    return Case(start, tuple(turns), ((data["turn"], None),) if data.get("turn") else ())
