"""Numbers as people type them: in ASCII digits, without underscores and spaces, and short enough to be shown."""

from __future__ import annotations

import re

from shatterproof.errors import InputError, shorten

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})(?:[eE][+-]?[0-9]{1,2})?")
_LONGEST_SHOWN = 40


def read_whole(text: str) -> int:
    """A whole number. Raises InputError for anything else that `int` takes, and for more than 18 digits."""
    if not _WHOLE.fullmatch(text):
        raise InputError(f"{shorten(text, _LONGEST_SHOWN)!r} is no whole number")
    return int(text)


def read_decimal(text: str) -> float:
    """A number, perhaps with a fraction. Raises InputError for anything else that `float` takes, like "nan"."""
    if not _DECIMAL.fullmatch(text):
        raise InputError(f"{shorten(text, _LONGEST_SHOWN)!r} is no number")
    return float(text)
