"""What a terminal is given besides sentences: a difference as a picture, engine errors, and commands to copy.

The picture has the position asked about and both answers side by side. A shell reads a command on several lines as one.
"""

from __future__ import annotations

import re
import shlex
from itertools import pairwise, zip_longest
from math import ceil
from textwrap import wrap
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import shorten
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.engines.session import EngineErrorRecord
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
LONGEST_LINE = 90
MOST_STDERR_LINES = 5
LONGEST_SHOWN = 400
"""The most characters of a question on a terminal."""


def wrapped_command(line: str, width: int) -> list[str]:
    """A command on several lines that a shell takes as one: broken before options, and inside JSON between values."""
    parts: list[str] = []
    for last, word in pairwise(["", *shlex.split(line)]):
        if last.startswith("--") and not word.startswith("--"):
            parts[-1] += f" {shlex.quote(word)}"
        else:
            parts.append(shlex.quote(word))
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f" {part}"
            continue
        if lines:
            lines[-1] += " \\"
        lines.append("")
        # JSON is broken after commas that are not inside texts.
        for piece in _PIECES.findall(part) if part.startswith("--replay '{") else [part]:
            if lines[-1] and len(lines[-1]) + len(piece) > width:
                lines.append("")
            lines[-1] += piece
    return lines


def rounded(seconds: float) -> str:
    """A time for --time, not less than it and easy to read."""
    unit, name = next((each for each in ((3600, "h"), (60, "m")) if seconds >= 2 * each[0]), (1, "s"))
    number = ceil(seconds / unit)
    return f"{number if number < 10 else ceil(number / 10) * 10}{name}"


def fits_command(question: str) -> bool:
    """Whether a question in JSON is short enough for a command to copy."""
    pieces = _PIECES.findall(shlex.quote(question))
    return len(question) <= LONGEST_COMMAND and max(map(len, pieces)) < WIDTH - LABEL - len("--replay ") - 2


def picture(difference: Difference) -> list[str]:
    """The lines of the picture, without diagrams if they would be too large."""
    asked = Drawn.of(difference.question.rules, difference.question.position)
    text = difference.question.turn
    turn = f"turn {shorten(printable(text), 80)}" if text else "all its turns"
    columns = [] if difference.kind == "start" else [_column("before", asked.indented(), turn)]
    words = []
    is_same = same_position(difference.expected.get("position"), difference.got.get("position"), memory=None)
    answers: dict[str, Answer] = {"by the rules": difference.expected, "the engine": difference.got}
    for whose, answer in answers.items():
        is_drawn_already = is_same and whose == "the engine"
        drawn = ["the same position"] if is_drawn_already else answer_diagram(asked, answer)
        columns.append(_column(whose, drawn, answer_in_words(answer)))
        words.append(f"{whose}: {answer_in_words(answer)}")
    widths = [max(map(len, column)) + GAP for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    lines = ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    if len(lines) <= HEIGHT and all(len(line) <= PICTURE_WIDTH for line in lines):
        return lines
    return [turn, *words, "The boards are too large to draw here: --verbose, or --report DIR."]


def _column(name: str, drawn: list[str], words: str) -> list[str]:
    """A column of the picture: a heading, a drawing below it, and words about it, as narrow as possible."""
    head, *rows = [line.removeprefix("    ") for line in drawn if not line.lstrip().startswith("# ")] or [""]
    widest = max([NARROWEST, *map(len, rows)])
    return [name, *wrap(head, widest), *rows, *wrap(words, widest, break_on_hyphens=False)]


def last_words(error: EngineErrorRecord, most: int) -> list[str]:
    """The last lines in both directions, and the end of stderr, of an engine that had to be ended."""
    if not error.last_lines:
        return []
    said = [shorten(printable(line), LONGEST_LINE) for line in error.last_lines[-most:]]
    wrote = [shorten(printable(line), LONGEST_LINE) for line in error.stderr.split("\n") if line.strip()]
    lines = ["the last lines, > to the engine and < from it:", *(f"    {line}" for line in said)]
    return [*lines, *(["its stderr ends:", *(f"    {line}" for line in wrote[-MOST_STDERR_LINES:])] if wrote else [])]


def shown(question: dict[str, Any]) -> str:
    """A question; for a long one, a summary."""
    text = strict_json.encode(question)
    if len(text) <= LONGEST_SHOWN:
        return text
    position = question.get("position", question.get("start"))
    board = f" on {position.get('board')}" if isinstance(position, dict) else ""
    do = question.get("do") or (f"the turn {printable(str(question['turn']))}" if question.get("turn") else "all turns")
    return f"{do}{board}, {len(text):,} characters; --report or --json has it"
