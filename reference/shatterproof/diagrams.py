"""What the diagrams of all games have in common: a header, rows, and lines of readings and memory."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import readings_from_json, show
from shatterproof.game import GAMES, INSTALLED, ReadingsBase, ReadingsT, find_game

LARGEST_DIAGRAM = 512
"""Characters in a row, and rows, that a diagram may have."""
LARGEST_TEXT = 1 << 20
"""Characters that the text of a diagram may have, comments and memory included."""


class Lines(NamedTuple):
    """What a diagram holds, with numbers of lines; `extras` are the lines that begin with `readings` and `memory`.

    `header` has what the header says by the names of its parts, in lower case, "" where it says nothing.
    """

    header: dict[str, str]
    rows: list[tuple[int, str]]
    extras: dict[str, tuple[int, str]]
    first: int
    """The line that says what board this is: the header, or else the first row."""


class Form(NamedTuple):
    """The form of a game's diagrams: what matches their headers and rows, and an example of each for errors."""

    header: re.Pattern[str]
    like: str
    row: re.Pattern[str]
    holds: str


def split_diagram(text: str, form: Form) -> Lines:
    """The lines of a diagram; those that start with `#` are comments.

    Raises InputError with the line number for a line that no diagram has, and for a header below the first line; also
    where there is no row.
    """
    if len(text) > LARGEST_TEXT:
        raise InputError(f"the diagram has {len(text)} characters", expected=f"at most {LARGEST_TEXT}")
    header, rows, extras, first = "", [], {}, 0
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        word, _, rest = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if word in ("readings", "memory") and rest:
            if word in extras:
                raise InputError(f"a second line of {word}", f"line {number}", "one at most")
            extras[word] = (number, rest)
            continue
        if form.row.fullmatch(line):
            rows.append((number, line))
            if len(rows) > LARGEST_DIAGRAM:
                raise InputError("one row too many", f"line {number}", f"at most {LARGEST_DIAGRAM}")
        elif first:
            raise InputError(f"{show(line)} is no row of a diagram", f"line {number}", form.holds)
        elif form.header.fullmatch(line):
            header = line
        else:
            wish = f"a header like {form.like}; or a row of {form.holds}"
            raise InputError(f"{show(line)} is no line of a diagram", f"line {number}", wish)
        first = first or number
    if not rows:
        raise InputError("there is no diagram", f"line {first + 1}", f"rows of {form.holds}")
    return Lines(_parts(form, header), rows, extras, first)


def _parts(form: Form, header: str) -> dict[str, str]:
    found = form.header.fullmatch(header)
    return {name: (said or "").lower() for name, said in found.groupdict().items()} if found else {}


def readings_said(lines: Lines, given: ReadingsT | None, kind: type[ReadingsT]) -> ReadingsT:
    """The readings, of class `kind`, that a diagram names; they must be those `given` if there are any."""
    if "readings" not in lines.extras:
        return readings_from_json(None, given, kind)
    line, text = lines.extras["readings"]
    try:
        return readings_from_json(kind.from_text(text).to_mapping(), given, kind)
    except InputError as error:
        error.where = f"line {line}, readings"
        raise


def memory_said(lines: Lines, nothing: Any = None) -> Any:
    """The JSON value that the line of memory holds, or `nothing` without one. Raises InputError."""
    return strict_json.decode(lines.extras["memory"][1]) if "memory" in lines.extras else nothing


class in_memory_line:
    """Gives errors about the memory their place in a diagram."""

    def __init__(self, lines: Lines) -> None:
        self.line = lines.extras.get("memory", (0, ""))[0]

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            where = f"line {self.line}, {error.where or 'memory'}"
            error.where = where.replace(", line 1, column", ", after memory, column")


def last_lines(readings: ReadingsBase, memory: object) -> list[str]:
    """The lines under the rows: the readings that depart from the defaults, and the memory if there is any."""
    departures = readings.departures()
    lines = ["readings " + " ".join(f"{name}={value}" for name, value in departures.items())] if departures else []
    return lines + (["memory " + strict_json.encode(memory)] if memory else [])


_NAMED = re.compile(r"^\s*(?:#[^\n]*\n\s*)*(" + "|".join(GAMES) + r")\b", re.IGNORECASE)
_TO_MOVE = re.compile(r"^[^#\n]*\b(\w+) to move", re.IGNORECASE | re.MULTILINE)
_GAME_OF_SIDE = {"dark": "scrunch", "light": "scrunch", "blue": "splinter", "black": "crumble"}


def game_shown(text: str) -> str:
    """The game that a diagram is most likely one of: its header names it, or a side of it, or its rows tell."""
    named, to_move = _NAMED.search(text), _TO_MOVE.search(text)
    if named:
        return named[1].lower()
    if to_move and (game := _game_of_side(to_move[1].lower())):
        return game
    rows = [row for line in text.splitlines() if (row := re.sub(r"\s", "", line)) and re.fullmatch("[.xoXOsS]+", row)]
    if not any("." in row for row in rows):
        return "crumble"
    return "splinter" if len({len(row) for row in rows}) == 1 else "scrunch"


def _game_of_side(side: str) -> str | None:
    """The game that alone has a side of that name, if one does."""
    if side in _GAME_OF_SIDE:
        return _GAME_OF_SIDE[side]
    return next((name for name in INSTALLED if side in find_game(name).SIDES and side != "white"), None)
