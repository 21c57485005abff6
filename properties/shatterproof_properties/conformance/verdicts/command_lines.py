"""Commands to copy from a terminal: on several lines, which a shell reads as one."""

from __future__ import annotations

import re
import shlex
from math import ceil

WIDTH = 100
"""Columns of a terminal."""
LONGEST_COMMAND = 600
"""The most characters of a question in a command to copy. A longer one goes into a file."""
LABEL = 12
"""Columns for what a command is for."""
_PIECES = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^",])*,?')


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
