"""Text for people, from the Markdown of the spec and from programs that may say anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup, escape

_SPANS = (
    (re.compile(r"`([^`]+)`"), "code"),
    (re.compile(r"\*\*([^*]+)\*\*"), "strong"),
    (re.compile(r"(?<![*\w])\*(?=\S)([^*]+)(?<=\S)\*(?![*\w])"), "em"),
)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


class Block(NamedTuple):
    """A part of a text: `kind` is p, li or pre."""

    kind: str
    text: Markup


def visible(text: str) -> str:
    """A text of our own, of several lines, with everything else that a terminal would obey, not show, spelled out."""
    return "\n".join(map(printable, text.split("\n")))


def printable(text: str) -> str:
    """Foreign text on one line: with everything that a terminal would obey, not show, spelled out, line ends too."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def own_failure(error: Exception) -> str:
    """What is told of a failure of our own, on one line."""
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
                if entry.strip():
                    kind = "li" if re.match(r"\s*[-*] ", paragraph) else "p"
                    yield Block(kind, _inline(entry))


def _inline(text: str) -> Markup:
    """One paragraph as HTML, escaped; a line that ends in a backslash ends there."""
    html = str(escape(_LINK.sub(r"\1", text.strip())))
    for pattern, tag in _SPANS:
        html = pattern.sub(rf"<{tag}>\1</{tag}>", html)
    return Markup("<br>".join(" ".join(line.split()) for line in html.split("\\\n")))
