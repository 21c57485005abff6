"""The examples of readings on the pages of the spec that follow from the witnesses."""

from __future__ import annotations

import re

from shatterproof.spec import page, spec_folder
from shatterproof_properties.witnesses.pair import pairs_of
from shatterproof_properties.witnesses.shipped import shipped
from shatterproof_properties.witnesses.text import SENTENCE, examples

_WRITTEN = re.compile(
    rf"^{SENTENCE}(?:found so far )?in which .*\n\n(?:```\w+\n(?:[^`].*\n|\n)*```\n\n?)+", re.MULTILINE
)


def renewed(game: str) -> str:
    """The page of a game with the examples that its shipped witnesses make, each at the end of its clause."""
    text = page(game)
    for reading in dict.fromkeys(values.reading for values in pairs_of(game)):
        start = text.index(f"### {reading}\n")
        end = next((found.start() for found in re.finditer(r"^#{2,3} ", text[start + 4 :], re.MULTILINE)), len(text))
        end += start + 4 if end < len(text) else 0
        clause = _WRITTEN.sub("", text[start:end]).rstrip("\n")
        text = f"{text[:start]}{clause}\n\n{examples(reading, shipped(game))}\n{text[end:]}"
    return text


def renew(game: str) -> None:
    """Writes the page anew."""
    (spec_folder() / f"{game}.md").write_text(renewed(game), encoding="utf-8")
    page.cache_clear()
