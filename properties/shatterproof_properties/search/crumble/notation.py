"""Turns as text in the published notation: what a text can mean."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = "(?:0|[1-9][0-9]*)"
_LOCATION = f"(?P<location>{_NUMBER}(?:,{_NUMBER})*)"
_ONE_CUT = re.compile(
    rf"{_LOCATION}(?:(?P<vertical>V)(?P<v>[EW][NESW]*|[EW]-[NESW]+)?|H(?P<h>[NS][NESW]*|[NS]-[NESW]+)?)"
)
_MANY_CUT = re.compile(
    rf"{_LOCATION}(?:(?P<vertical>V)|H)(?P<count>[1-9][0-9]*)(?:-(?P<index>[1-9][0-9]*))?"
    r"(?:(?P<half>[NESW])-?(?P<path>[NESW]+))?"
)
_JOIN = re.compile(rf"{_LOCATION}J(?P<east>{_NUMBER}),(?P<north>{_NUMBER})(?P<path>[NESW]*)")
_ENOUGH_DIGITS = 9


@dataclass(frozen=True)
class Wish:
    """One meaning of a turn's text: `kind` is "V", "H" or "J", `corner` counts east and north for a join."""

    location: tuple[int, ...]
    kind: str
    count: int = 1
    index: int = 0
    half: str = ""
    path: str = ""
    corner: tuple[int, int] = (0, 0)


def wishes(text: str) -> list[Wish]:
    """All that a text can mean by the grammar alone; none when it is malformed."""
    text = text.removesuffix("+")
    return [*_one_cut(text), *_many_cut(text), *_join(text)]


def _number(digits: str) -> int:
    # No edge has that many intersections, and int() of a long text is slow.
    return int(digits) if len(digits) <= _ENOUGH_DIGITS else int("9" * _ENOUGH_DIGITS)


def _location(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(_number(part) for part in found["location"].split(","))


def _one_cut(text: str) -> list[Wish]:
    found = _ONE_CUT.fullmatch(text)
    if found is None:
        return []
    kind = "V" if found["vertical"] else "H"
    walk = found["v"] or found["h"] or ""
    half, hyphen, path = walk.partition("-")
    return [Wish(_location(found), kind, 1, 0, half[:1], path if hyphen else walk)]


def _many_cut(text: str) -> list[Wish]:
    found = _MANY_CUT.fullmatch(text)
    if found is None:
        return []
    kind = "V" if found["vertical"] else "H"
    half, path = found["half"] or "", found["path"] or ""
    if not half:
        return [] if found["index"] else [Wish(_location(found), kind, _number(found["count"]))]
    if half not in ("EW" if kind == "V" else "NS"):
        return []
    if found["index"]:
        numbers = [(found["count"], found["index"])]
    else:
        digits = found["count"]
        first = max(1, len(digits) // 2, len(digits) - _ENOUGH_DIGITS)
        numbers = [(digits[:at], digits[at:]) for at in range(first, len(digits))]
    return [
        Wish(_location(found), kind, _number(count), _number(index) - 1, half, path)
        for count, index in numbers
        if index[0] != "0" and (len(index), index) <= (len(count), count)
    ]


def _join(text: str) -> list[Wish]:
    found = _JOIN.fullmatch(text)
    if found is None:
        return []
    corner = (_number(found["east"]), _number(found["north"]))
    return [Wish(_location(found), "J", path=found["path"], corner=corner)]


def print_wish(wish: Wish) -> str:
    """A meaning in the published notation, with its hyphens."""
    location = ",".join(map(str, wish.location))
    if wish.kind == "J":
        return f"{location}J{wish.corner[0]},{wish.corner[1]}{wish.path}"
    if wish.count == 1:
        implied = not wish.path or wish.path[0] == wish.half
        return f"{location}{wish.kind}{wish.path}" if implied else f"{location}{wish.kind}{wish.half}-{wish.path}"
    walk = f"-{wish.index + 1}{wish.half}-{wish.path}" if wish.path else ""
    return f"{location}{wish.kind}{wish.count}{walk}"
