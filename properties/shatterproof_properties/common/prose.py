"""Text for people, made from Markdown or from what programs say; tables, and numbers that people type."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from shatterproof.errors import InputError, shorten

_SPANS = (
    (re.compile(r"`([^`]+)`"), "code"),
    (re.compile(r"\*\*([^*]+)\*\*"), "strong"),
    (re.compile(r"(?<![*\w])\*(?=\S)([^*]+)(?<=\S)\*(?![*\w])"), "em"),
)
LONGEST_TITLE = 120
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})(?:[eE][+-]?[0-9]{1,2})?")
_LONGEST_SHOWN = 40
WIDE = 250
"""Columns of a table; terminals break longer lines."""
_LINK = re.compile(r"\[([^\[\]]++)\]\([^()]*+\)")


class Block(NamedTuple):
    """A part of a text: `kind` is p, li or pre."""

    kind: str
    text: Markup


def visible(text: str) -> str:
    """Our own text of several lines. Characters that a terminal would obey instead of showing are spelled out."""
    return "\n".join(map(printable, text.split("\n")))


def printable(text: str) -> str:
    """Foreign text on one line. Characters that a terminal would obey are spelled out, line ends too."""
    return text if text.isprintable() else "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def internal_error(error: Exception) -> str:
    return f"shatterproof itself failed: {type(error).__name__}: {' '.join(str(error).split())}"


def plain(markdown: str) -> str:
    """Markdown on one line without its marks."""
    text = _LINK.sub(r"\1", " ".join(markdown.split()))
    for pattern, _ in _SPANS:
        text = pattern.sub(r"\1", text)
    return text


def blocks(markdown: str) -> Iterator[Block]:
    """The paragraphs, list entries and examples of a Markdown text, for a page."""
    for number, part in enumerate(re.split(r"^```.*\n", markdown, flags=re.MULTILINE)):
        if number % 2:
            yield Block("pre", escape(part.rstrip("\n")))
            continue
        for paragraph in re.split(r"\n\s*\n", part):
            for entry in re.split(r"^\s*[-*] (?=\S)", paragraph, flags=re.MULTILINE) if paragraph.strip() else ():
                if not entry.strip():
                    continue
                html = str(escape(_LINK.sub(r"\1", entry.strip())))
                for pattern, tag in _SPANS:
                    html = pattern.sub(rf"<{tag}>\1</{tag}>", html)
                # A backslash at the end of a line breaks the line.
                lines = (" ".join(line.split()) for line in html.split("\\\n"))
                yield Block("li" if re.match(r"\s*[-*] ", paragraph) else "p", Markup("<br>".join(lines)))


def plain_lines(markdown: str) -> str:
    """Markdown without its marks: links and emphasis as bare words, examples indented, pictures by what they show."""
    lines, fenced = [], False
    for line in markdown.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        else:
            lines.append(f"    {line}".rstrip() if fenced else _plain_words(line))
    return "\n".join(lines) + "\n"


def _plain_words(line: str) -> str:
    without_pictures = re.sub(rf"!{_LINK.pattern}", r"(Picture: \1)", line.removesuffix("\\"))
    without_links = _LINK.sub(r"\1", without_pictures)
    return re.sub(r"(\*\*|\*)(\S(?:[^*]*\S)?)\1", r"\2", without_links)


def first_sentence(title: str) -> str:
    """The first sentence of a title, without marks, cut where it is very long."""
    return shorten(re.split(r"(?<=\.)\s", _plain_words(title), maxsplit=1)[0], LONGEST_TITLE)


def sentences(text: str) -> list[str]:
    """The sentences of a text without marks. A line that ends also ends a sentence."""
    return [part for part in re.split(r"(?<=[.!?])\s+|\n", text) if part]


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


def in_columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Sets rows in columns under their heads, without rules. The first column is indented below its head."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 4, 0, 0))
    for name in head:
        table.add_column(Text(printable(name)), no_wrap=True)
    for first, *others in rows:
        table.add_row(Text(f"  {printable(first)}"), *(Text(printable(cell)) for cell in others))
    out = io.StringIO()
    Console(file=out, width=WIDE, color_system=None).print(table)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
