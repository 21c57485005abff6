"""One word for each idea: no class stands for two things, and words that were given up do not come back."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from shatterproof.game import OURS

PACKAGE = Path(__file__).parents[1] / "properties" / "shatterproof_properties"
GIVEN_UP = {
    "lockstep": "differential run",
    "fast lane": "bulk comparison",
    "suspect": "mismatch candidate",
    "census": "coverage",
    "steering": "coverage guidance",
    "sibling": "variant in one field",
    "twin": "embedding",
    "nearly legal": "near miss",
    "planted mistake": "mutant",
    "strange engine": "mutant",
    "faulty engine": "mutant",
    "shadow control": "mutant probe",
    "rare mistake": "held-out mutant",
    "leans? on": "exercise a clause",
    "own mistake": "internal error",
    "rightful": "expected",
    "asking afresh": "reproduce in a fresh process",
    "harvest": "result",
    "offspring": "process tree",
}
"""Words that were in use, and what is said now."""


def classes() -> Iterator[tuple[str, Path]]:
    """The classes of the package, with their files; what games have at the same place counts as one file."""
    for file in sorted(PACKAGE.rglob("*.py")):
        place = Path(*(re.sub("|".join(OURS), "GAME", part) for part in file.relative_to(PACKAGE).parts))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, place


def test_no_class_stands_for_two_things() -> None:
    places = defaultdict(set)
    for name, place in classes():
        places[name].add(str(place))
    assert {name: sorted(files) for name, files in places.items() if len(files) > 1} == {}


@pytest.mark.parametrize("word", GIVEN_UP)
def test_a_word_that_was_given_up_does_not_come_back(word: str) -> None:
    pattern = re.compile(rf"\b{word.replace(' ', '[ _-]')}(s|es)?\b")
    found = [str(file.relative_to(PACKAGE)) for file, text in texts().items() if pattern.search(text)]
    assert not found, f"say {GIVEN_UP[word]}"


@cache
def texts() -> dict[Path, str]:
    """What the package is written in, in small letters."""
    files = [file for end in ("py", "md", "mjs", "j2") for file in PACKAGE.rglob(f"*.{end}")]
    return {file: file.read_text(encoding="utf-8").lower() for file in files}
