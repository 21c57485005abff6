"""Witnesses: one question, as JSON, which shows a difference to whoever asks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof_properties.common.files import read_text
from shatterproof_properties.conformance.cases import Case

FIELDS = {"start", "played", "turn", "readings"}


def read_witness(witness: str) -> dict[str, Any]:
    """The JSON value of a witness, or of a file with it. Raises InputError unless it has the form of one."""
    return parse_witness(witness if witness.lstrip().startswith("{") else read_text(Path(witness)))


def parse_witness(text: str, where: str = "--replay") -> dict[str, Any]:
    """The JSON value of a witness. Raises InputError unless it has the form of one."""
    data = strict_json.decode(text, source=where)
    if not isinstance(data, dict) or "start" not in data:
        raise InputError("this is no witness", where, "an object with start, played and turn")
    if unknown := data.keys() - FIELDS:
        raise InputError(f"unknown field {min(unknown)[:60]!r}", where, ", ".join(sorted(FIELDS)))
    played, turn, readings = data.get("played", []), data.get("turn", ""), data.get("readings", {})
    if not isinstance(played, list) or not all(isinstance(text, str) for text in (*played, turn)):
        raise InputError("a turn is not a text", where, "texts of turns in played and in turn")
    if not isinstance(readings, dict) or not all(isinstance(value, str) for value in readings.values()):
        raise InputError("a reading is not a text", where, "readings by their ids")
    return data


def game_of_witness(data: dict[str, Any]) -> str:
    """The game that a witness is about. Raises InputError."""
    name = data["start"].get("game") if isinstance(data["start"], dict) else None
    if name not in GAMES:
        raise InputError("the witness names no game", "--replay", f"a start with a game, one of {', '.join(GAMES)}")
    return str(name)


def witnessed_case(game: AnyGame, data: dict[str, Any], where: str = "--replay") -> Case:
    """The case of a witness. Raises InputError when its position or its turns break the rules."""
    start = position = game.from_json(data["start"], game.Readings.from_mapping(data.get("readings", {})))
    turns = []
    for text in data.get("played", []):
        try:
            turns.append(game.parse_turn(position, text))
            position = game.play(position, turns[-1])
        except (IllegalTurn, AmbiguousTurn) as error:
            raise InputError(str(error), f"{where}, played", "legal turns") from None
    return Case(start, tuple(turns), ((data["turn"], None),) if data.get("turn") else ())
