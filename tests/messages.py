"""Lists every text that a command can print: `python tests/messages.py` prints them with their places."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("reference/shatterproof", "properties/shatterproof_properties")
FEWEST_WORDS = 3


class Message(NamedTuple):
    """A text, where it stands, and the text itself with `{}` for each value put into it."""

    place: str
    text: str


def messages() -> Iterator[Message]:
    """Collects all texts of at least three words that are no docstrings."""
    for source in SOURCES:
        for file in sorted((ROOT / source).rglob("*.py")):
            tree = ast.parse(file.read_text("utf-8"))
            for line, text in _texts(tree):
                if len(text.split()) >= FEWEST_WORDS and any(letter.isalpha() for letter in text):
                    yield Message(f"{file.relative_to(ROOT)}:{line}", " ".join(text.split()))


def _texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts below a node. A text put together from parts counts as one."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)


if __name__ == "__main__":
    for message in messages():
        print(f"{message.place}: {message.text}")
