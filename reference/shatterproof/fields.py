"""JSON values from outside, field by field: what every game asks of the form of a position."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, ReadingsT, find_game


class placed:
    """Gives errors raised inside the place in the document where they arose, if they have none."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            error.locate(self.where)


def show(value: Any) -> str:
    """A value from outside, short enough for a message."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def check_fields(data: Any, where: str, known: set[str], needed: Iterable[str]) -> None:
    """Raises InputError unless `data` is an object with the fields needed and no unknown ones."""
    if not isinstance(data, dict):
        raise InputError(f"{show(data)} is no object", where, "an object with " + ", ".join(sorted(needed)))
    for name in data:
        if name not in known:
            raise InputError(f"unknown field {show(name)}", f"{where}/{name[:40]}", "only " + ", ".join(sorted(known)))
    for name in needed:
        if name not in data:
            raise InputError(f"field {name!r} is missing", where or "/", "an object with " + ", ".join(sorted(needed)))


def game_named(data: object) -> AnyGame:
    """The game that a position in JSON says it is one of. Raises InputError."""
    known = f"one of {', '.join(GAMES)}"
    if not isinstance(data, dict):
        raise InputError(f"{show(data)} is no object", expected=f"an object with a game, {known}")
    if "game" not in data:
        raise InputError("field 'game' is missing", "/", known)
    if not isinstance(data["game"], str):
        raise InputError(f"game is {show(data['game'])}", "/game", known)
    with placed("/game"):
        return find_game(data["game"])


def check_head(data: dict[str, Any], game: str, sides: tuple[str, str], board: str) -> None:
    """Raises InputError unless the fields that every position has are well: game, board and to_move.

    `board` is the name of one, as an example.
    """
    if data["game"] != game:
        raise InputError(f"game is {show(data['game'])}", "/game", f'"{game}"')
    if not isinstance(data["board"], str):
        raise InputError(f"board is {show(data['board'])}", "/board", f'a name like "{board}"')
    check_side(data["to_move"], "to_move", "/to_move", sides)


def check_side(data: Any, name: str, where: str, sides: tuple[str, str]) -> None:
    """Raises InputError unless `data` is one of the sides; `name` says what it is."""
    if data not in sides:
        raise InputError(f"{name} is {show(data)}", where, " or ".join(f'"{side}"' for side in sides))


def listed(data: Any, where: str) -> list[Any]:
    """The list that `data` must be. Raises InputError."""
    if not isinstance(data, list):
        raise InputError(f"{show(data)} is no list", where, "a list")
    return data


def readings_from_json(named: Any, given: ReadingsT | None, kind: type[ReadingsT]) -> ReadingsT:
    """The readings, of class `kind`, that a position names; they must be those `given` if there are any.

    Raises InputError.
    """
    if named is None:
        return given or kind()
    if not isinstance(named, dict) or not all(isinstance(value, str) for value in named.values()):
        raise InputError(f"{show(named)} names no readings", "/readings", "an object of reading ids and values")
    with placed("/readings"):
        chosen = kind.from_mapping(named)
    if given is not None and chosen != given:
        raise InputError("the position names other readings than those in force", "/readings", show(given.departures()))
    return chosen
