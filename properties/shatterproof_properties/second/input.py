"""Checks of input from outside: JSON values, names of boards, readings. Each raises InputError for bad ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten

Json = dict[str, Any]
_BOARD = re.compile(r"[1-9][0-9]?(?:x[1-9][0-9]?)?")


def show(value: object) -> str:
    """Any JSON value in at most 60 characters, for error messages."""
    if isinstance(value, list | tuple | dict):
        return f"a {'object' if isinstance(value, dict) else 'list'} of {len(value)}"
    if isinstance(value, int) and not -(10**9) < value < 10**9:
        return "a huge number"
    return shorten(strict_json.encode(value[:80] if isinstance(value, str) else value), 60)


def read_object(value: object, keys: Collection[str], where: str) -> Json:
    """A JSON object with exactly these keys."""
    expected = f"an object with the fields {', '.join(keys)}"
    if not isinstance(value, dict):
        raise InputError(f"{show(value)} is no object", where, expected)
    for key in keys:
        if key not in value:
            raise InputError(f'the field "{key}" is missing', where, expected)
    for key in value:
        if key not in keys:
            raise InputError(f"unknown field {show(key)}", where, expected)
    return value


def read_list(value: object, where: str) -> list[Any]:
    """A JSON list."""
    if not isinstance(value, list):
        raise InputError(f"{show(value)} is no list", where, "a list")
    return value


def read_name(value: object, names: Sequence[str], where: str) -> int:
    """The index of a name among others."""
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{show(value)} is none", where, f"one of {', '.join(names)}")
    return names.index(value)


def read_head(value: object, keys: Collection[str], game: str, board: str) -> Json:
    """The fields of a position. Its `game` and `board` must be these."""
    fields = read_object(value, keys, "")
    for key, expected in (("game", game), ("board", board)):
        if fields[key] != expected:
            raise InputError(f"{key} {show(fields[key])}", f"/{key}", f'"{expected}"')
    return fields


def read_sides(name: object, game: str, count: int, limits: tuple[int, int]) -> tuple[int, ...]:
    """The sides of a board from its name, such as "6x6" or "7". Checks their number, and each against the limits."""
    if not isinstance(name, str) or not _BOARD.fullmatch(name):
        raise _no_board(show(name), game, count, limits)
    sides = tuple(map(int, name.split("x")))
    if len(sides) != count:
        raise _no_board(name, game, count, limits)
    check_sides(sides, game, limits)
    return sides


def check_sides(sides: Sequence[int], game: str, limits: tuple[int, int]) -> None:
    """Raises InputError for a board with a side beyond the limits, smallest and largest (GAME.board.limits)."""
    least, most = limits
    if not all(least <= side <= most for side in sides):
        raise _no_board("x".join(map(str, sides)), game, len(sides), limits)


def _no_board(name: str, game: str, count: int, limits: tuple[int, int]) -> InputError:
    least, most = ("x".join([str(side)] * count) for side in limits)
    return InputError(f"no board {name} ({game}.board.limits)", "/board", f'"{least}" to "{most}"')


def chosen_readings(given: Mapping[str, str], known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Every known reading with its value; the first of its values if none is given."""
    for reading, value in given.items():
        if reading not in known:
            raise InputError(f"unknown reading {show(reading)}", expected=f"one of {', '.join(known)}")
        if value not in known[reading]:
            raise InputError(f"{reading} has no value {show(value)}", expected=f"one of {', '.join(known[reading])}")
    return {reading: given.get(reading, values[0]) for reading, values in known.items()}
