"""What a terminal is given besides sentences: a difference as a picture, and commands to copy.

The picture has the position asked about and both answers side by side. A shell reads a command on several lines as one.
"""

from __future__ import annotations

import re
import shlex
from itertools import zip_longest
from math import ceil
from textwrap import wrap

from shatterproof.errors import shorten
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.protocol.answers import Answer, same_position
from shatterproof_properties.protocol.wording import Drawn, answer_diagram, answer_in_words

WIDTH = 100
"""Columns of a terminal."""
LONGEST_COMMAND = 600
"""The most characters of a question in a command to copy. A longer one goes into a file."""
LABEL = 12
"""Columns for what a command is for."""
_PIECES = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^",])*,?')
PICTURE_WIDTH, HEIGHT = 92, 18
"""The most columns and lines of a picture."""
GAP = 4
NARROWEST = 28
"""The fewest columns for the words below a heading, however small the board is."""
LONGEST_TURN = 80


def wrapped_command(line: str, width: int) -> list[str]:
    """A command on several lines that a shell takes as one: broken before options, and inside JSON between values."""
    lines: list[str] = []
    for part in _parts(shlex.split(line)):
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f" {part}"
            continue
        if lines:
            lines[-1] += " \\"
        lines += _broken(part, width) if part.startswith("--replay '{") else [part]
    return lines


def _parts(words: list[str]) -> list[str]:
    parts: list[str] = []
    for last, word in zip(["", *words], words, strict=False):
        quoted = shlex.quote(word)
        if last.startswith("--") and not word.startswith("--"):
            parts[-1] += f" {quoted}"
        else:
            parts.append(quoted)
    return parts


def rounded(seconds: float) -> str:
    """A time for --time, not less than it and easy to read."""
    unit, name = next((each for each in ((3600, "h"), (60, "m")) if seconds >= 2 * each[0]), (1, "s"))
    number = ceil(seconds / unit)
    return f"{number if number < 10 else ceil(number / 10) * 10}{name}"


def fits_command(question: str) -> bool:
    """Whether a question in JSON is short enough for a command to copy."""
    pieces = _PIECES.findall(shlex.quote(question))
    return len(question) <= LONGEST_COMMAND and max(map(len, pieces)) < WIDTH - LABEL - len("--replay ") - 2


def _broken(text: str, width: int) -> list[str]:
    """JSON in lines, broken after commas that are not inside texts."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and len(lines[-1]) + len(piece) > width:
            lines.append("")
        lines[-1] += piece
    return lines


def picture(difference: Difference) -> list[str]:
    """The lines of the picture, without diagrams if they would be too large."""
    asked = Drawn.of(difference.question.rules, difference.question.position)
    before = [] if difference.kind == "start" else _column("before", asked.indented(), _turn(difference))
    same = same_position(difference.expected.get("position"), difference.got.get("position"), memory=None)
    rules = _answered("by the rules", difference.expected, asked)
    engine = _answered("the engine", difference.got, asked, "the same position" if same else "")
    lines = _side_by_side([column for column in (before, rules, engine) if column])
    if len(lines) <= HEIGHT and all(len(line) <= PICTURE_WIDTH for line in lines):
        return lines
    words = (f"{whose}: {answer_in_words(answer)}"
             for whose, answer in (("by the rules", difference.expected), ("the engine", difference.got)))  # fmt: skip
    return [_turn(difference), *words, "The boards are too large to draw here: --verbose, or --report DIR."]


def _turn(difference: Difference) -> str:
    text = difference.question.turn
    return f"turn {shorten(printable(text), LONGEST_TURN)}" if text else "all its turns"


def _answered(name: str, answer: Answer, asked: Drawn, instead: str = "") -> list[str]:
    drawn = [instead] if instead else answer_diagram(asked, answer)
    return _column(name, drawn, answer_in_words(answer))


def _column(name: str, drawn: list[str], words: str) -> list[str]:
    """A column of the picture: a heading, a drawing below it, and words about it, as narrow as possible."""
    head, *rows = [line.removeprefix("    ") for line in drawn if not line.lstrip().startswith("# ")] or [""]
    widest = max([NARROWEST, *map(len, rows)])
    return [name, *wrap(head, widest), *rows, *wrap(words, widest, break_on_hyphens=False)]


def _side_by_side(columns: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) + GAP for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    return ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
