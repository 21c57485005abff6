"""Parts of JSON values from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof_properties.second.splinter.squares import Squares


def listed(value: object, where: str) -> list[Any]:
    """A list; InputError for anything else."""
    if not isinstance(value, list):
        raise InputError(f"{show(value)} is no list", where, "a list")
    return value


def place_in(names: Sequence[str], value: object, where: str) -> int:
    """The place of a name among others; InputError if it is not there."""
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{show(value)} is none", where, f"one of {', '.join(names)}")
    return names.index(value)


def read_square(squares: Squares, value: object, where: str) -> int:
    """A square by its name; InputError if it is not on the board."""
    if not isinstance(value, str) or value not in squares.bits:
        last = squares.names[max(squares.names)]
        raise InputError(f"no square {show(value)} (splinter.notation.square)", where, f"a1 to {last}")
    return squares.bits[value]


def show(value: object) -> str:
    """Any JSON value in at most 60 characters, for error messages."""
    if isinstance(value, list | dict):
        return f"a {'list' if isinstance(value, list) else 'object'} of {len(value)}"
    return shorten(strict_json.encode(value), 60)
