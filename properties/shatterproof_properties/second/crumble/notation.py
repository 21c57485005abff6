"""Turns as text in the published notation: what a text can mean."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST_TEXT = 4096
_NUMBER = "(?:0|[1-9][0-9]{0,5})"
_LOCATION = f"(?P<location>{_NUMBER}(?:,{_NUMBER})*)"
_ONE_CUT = re.compile(
    rf"{_LOCATION}(?:(?P<vertical>V)(?P<v>[EW][NESW]*|[EW]-[NESW]+)?|H(?P<h>[NS][NESW]*|[NS]-[NESW]+)?)"
)
_MANY_CUT = re.compile(
    rf"{_LOCATION}(?:(?P<vertical>V)|H)(?P<count>[1-9][0-9]{{0,8}})(?:-(?P<index>[1-9][0-9]{{0,8}}))?"
    r"(?:(?P<half>[NESW])-?(?P<path>[NESW]+))?"
)
_JOIN = re.compile(rf"{_LOCATION}J(?P<east>{_NUMBER}),(?P<north>{_NUMBER})(?P<path>[NESW]*)")


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
    if len(text) > _LONGEST_TEXT:
        return []
    text = text.removesuffix("+")
    return [*_one_cut(text), *_many_cut(text), *_join(text)]


def _location(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in found["location"].split(","))


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
        return [] if found["index"] else [Wish(_location(found), kind, int(found["count"]))]
    if half not in ("EW" if kind == "V" else "NS"):
        return []
    if found["index"]:
        numbers = [(found["count"], found["index"])]
    else:
        digits = found["count"]
        numbers = [(digits[:at], digits[at:]) for at in range(1, len(digits))]
    return [
        Wish(_location(found), kind, int(count), int(index) - 1, half, path)
        for count, index in numbers
        if index[0] != "0" and (len(index), index) <= (len(count), count)
    ]


def _join(text: str) -> list[Wish]:
    found = _JOIN.fullmatch(text)
    if found is None:
        return []
    corner = (int(found["east"]), int(found["north"]))
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
