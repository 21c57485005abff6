"""One word for each idea, one idea for each name, and no game named outside its own modules.

`python tests/test_names.py` prints what breaks these rules.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sampling import only_in_ci

ROOT = Path(__file__).resolve().parents[1]
HARNESS = ROOT / "properties" / "shatterproof_properties"
TESTS = ROOT / "tests"
OUR_GAMES = ("crumble", "scrunch", "splinter")
PARTS_OF_THE_RULES = ("invariants", "play", "proofs", "second", "solving")
"""Packages with a module for each part of the rules of a game: the same part has the same name in each."""

SHARED_MODULES = {
    "__main__": "what `python -m` runs",
    "statement": "the statement of something: of the rules in z3, of a puzzle in words",
    "turns": "turns: the commands about them, and what holds of them",
}
"""Names of modules that stand for two things, each with the reason."""
SHARED_CLASSES = dict[str, str]()
"""Names of classes that stand for two things, each with the reason."""


class Word(NamedTuple):
    """A word that is gone: where it is looked for, and what is said instead."""

    pattern: str
    instead: str
    where: str = ""


NOT_OF_PROFILES = r"^(?!.*/profile/)(?!.*(profile|follower|test_cli_checking))"
"""`profile` tells an engine which value of a reading to play."""
WORDS = (
    Word(r"(?i)lock[_ ]?step", "differential run"),
    Word(r"(?i)fast[_ ]?lane", "bulk comparison"),
    Word(r"(?i)suspect", "mismatch candidate"),
    Word(r"(?i)census|\btall(y|ies)\b", "coverage, totals"),
    Word(r"(?i)\bsteer", "coverage guidance"),
    Word(r"(?i)(?<!acyclic_)(?<!next)(?<!previous)(?<!element)sibling", "variant in one field"),
    Word(r"(?i)\btwins?\b|_twins?\b|\btwins?_", "embedding"),
    Word(r"(?i)nearly[_ ]legal", "near miss"),
    Word(r"(?i)planted|mistaken?_engine", "mutant"),
    Word(r"(?i)\bcontrols?\b(?! character)|_controls?\b|\bcontrols?_", "mutant", r"/(conformance|commands)/"),
    Word(r"(?i)changed[_ ]?rule|strange[_ ]engine|faulty", "mutant"),
    Word(r"(?i)in the shadow|in_the_shadow|shadow[_ ]control", "mutant probes"),
    Word(r"(?i)\brare[_ ](mistake|control|crumble|scrunch|splinter)", "held-out mutant"),
    Word(r"(?i)\blean(s|ed|t|ing)?[_ ](up)?on\b", "exercise"),
    Word(r"(?<![\w.\"'_])witness\b(?![\"'.])", "counterexample", r"/conformance/(?!profile|vectors)"),
    Word(r"(?i)\bwindow(s|ed)?\b(?!\.)|_window\b|\bwindow_", "pipeline", r"/(conformance|engines|protocol)/"),
    Word(r"(?i)offspring", "process tree", r"/(common|engines|conformance|commands)/"),
    Word(r"(?i)troubles?\b|\btrouble_", "engine error"),
    Word(r"\bFace\b|\bface\b", "search adapter", r"/(solving|puzzles)/"),
    Word(r"(?i)\bshares?\b", "shard", r"/conformance/runs/"),
    Word(r"(?i)\bplan(s|ned)?\b|_plan\b|\bplan_", "settings of a run"),
    Word(
        r"\bDeclared\b|\bdeclared(?! gap)\b|_declared\b|\bdeclared_", "known differences", r"/(conformance|commands)/"
    ),
    Word(r"(?i)\bbaseline\b", "known differences", r"/(conformance|commands)/"),
    Word(r"(?i)\bstale\b", "known differences", r"/conformance/"),
    Word(r"(?i)campaign", "saved run"),
    Word(r"(?i)own[_ ]mistake|OwnMistake|mistakes? of (our|its) own", "internal error"),
    Word(r"(?i)\brightful|_rightful|rightful_", "expected"),
    Word(r"(?i)(?<![a-z])told(?![ _](apart|from))(?![a-z])", "reported", NOT_OF_PROFILES),
    Word(r"(?i)\bideas?\b", "motif", r"/puzzles/(checker|claims|proof|files)/"),
    Word(r"(?i)\bafresh\b", "reproduce in a fresh process"),
    Word(r"(?<![\w\"])enough\.[A-Z]|import enough", "minimum coverage"),
    Word(r"(?i)\bquests?\b|\bharvest", "job, result", r"^(?!.*run_state)"),
    Word(r"(?i)\bunits\b", "tasks", r"/puzzles/generate/(?!.*run)"),
    Word(r"(?i)\b(the|closes?) circle\b|_circle\b", "traceability", r"/tests/spec/|/common/"),
    Word(r"(?i)\b(floor|house)s?\b|_floors?\b", "layers"),
    Word(r"(?i)own[_ ]measures", "rating"),
    Word(r"(?i)by_hand\b|(?<!typed )(?<!written )\bby hand\b", "brute force", r"/(invariants|solving|second)/"),
    Word(r"(?i)own share", "overhead"),
)
"""Words of which each had more than one meaning, or a plainer one beside it."""
ALLOWED = {
    "names siblings": "what import-linter prints",
    '"ideas"': "the name of a part in the JSON of ratings",
    '"told"': "a key in the JSON of commands",
    "EARLIER_NAMES": "keys in files of earlier versions",
    '("since", "declared")': "keys in files of earlier versions",
    "(witness|counterexample)": "files of earlier versions",
    '"trouble"': "a key in files of verdicts",
    "a run's time": "a part of a time",
    "Math.floor": "a function of JavaScript",
    "FROM quest": "a table in files of earlier versions",
    "UPDATE quest": "a table in files of earlier versions",
}
"""Lines in which these words may stand, by a part of the line, each with the reason."""

NAMES_A_GAME = re.compile("crumble|scrunch|splinter", re.IGNORECASE)


def sources(*folders: Path) -> Iterator[Path]:
    """The files in these folders that people write."""
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".mjs", ".jinja", ".j2", ".md") and file.name != "test_names.py":
                yield file


def is_of_a_game(file: Path) -> bool:
    """Whether a module or a folder above it is named after a game."""
    return any(part in OUR_GAMES for part in file.relative_to(HARNESS).with_suffix("").parts)


def meaning(file: Path) -> str:
    """The meaning of a module's name: equal for the same part of the rules in each game."""
    parts = file.relative_to(HARNESS).with_suffix("").parts
    if parts[0] in PARTS_OF_THE_RULES and any(part in OUR_GAMES for part in parts[:-1]):
        return "a part of the rules"
    return "/".join("GAME" if part in OUR_GAMES else part for part in parts)


def shared(names: Iterator[tuple[str, Path]], reasons: dict[str, str]) -> Iterator[str]:
    """The names with two meanings and no reason, and the reasons for names with one meaning."""
    meanings = defaultdict[str, dict[str, Path]](dict)
    for name, file in names:
        meanings[name].setdefault(meaning(file), file)
    for name, found in sorted(meanings.items()):
        if len(found) > 1 and name not in reasons:
            yield f"{name}: {', '.join(str(file.relative_to(HARNESS)) for file in found.values())}"
    yield from (f"{name}: stands for one thing" for name in reasons if len(meanings[name]) < 2)


def shared_modules() -> Iterator[str]:
    """Module names with two meanings."""
    files = (file for file in sources(HARNESS) if file.suffix == ".py" and file.name != "__init__.py")
    return shared(((file.stem, file) for file in files if file.stem not in OUR_GAMES), SHARED_MODULES)


def shared_classes() -> Iterator[str]:
    """Class names with two meanings."""
    files = (file for file in sources(HARNESS) if file.suffix == ".py")
    found = ((name, file) for file in files for name in _classes(file) if not name.startswith("_"))
    return shared(found, SHARED_CLASSES)


def _classes(file: Path) -> Iterator[str]:
    return (node.name for node in ast.walk(_tree(file)) if isinstance(node, ast.ClassDef))


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def old_words() -> Iterator[str]:
    """Places with an old word."""
    pages = [page for page in (ROOT / "spec").rglob("*.md") if page.stem not in OUR_GAMES]
    for file in (*sources(HARNESS, TESTS), *pages, ROOT / "README.md"):
        path = "/" + str(file.relative_to(ROOT))
        text = f"{file.stem}\n{file.read_text(encoding='utf-8')}"
        for word in WORDS:
            if re.search(word.where, path):
                for found in re.finditer(word.pattern, text):
                    number = text.count("\n", 0, found.start())
                    line = text.splitlines()[number].strip()
                    if not any(allowed in line for allowed in ALLOWED):
                        yield f"{path[1:]}:{number}: {found.group()!r}: say {word.instead!r}: {line[:100]}"


def named_games() -> Iterator[str]:
    """Lines of general modules that name a game, examples in docstrings excepted."""
    for file in sources(HARNESS):
        if file.suffix != ".md" and not is_of_a_game(file):
            examples = _docstrings(file)
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                if number not in examples and NAMES_A_GAME.search(line):
                    yield f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


def _docstrings(file: Path) -> set[int]:
    """The numbers of the lines of docstrings."""
    if file.suffix == ".mjs":
        text = file.read_text(encoding="utf-8")
        spans = [(match.start(), match.end()) for match in re.finditer(r"/\*\*.*?\*/", text, re.DOTALL)]
        lines = [(text.count("\n", 0, begin) + 1, text.count("\n", 0, end) + 1) for begin, end in spans]
    elif file.suffix == ".py":
        alone = (node.value for node in ast.walk(_tree(file)) if isinstance(node, ast.Expr))
        strings = (node for node in alone if isinstance(node, ast.Constant) and isinstance(node.value, str))
        lines = [(node.lineno, node.end_lineno or node.lineno) for node in strings]
    else:
        lines = []
    return {number for first, last in lines for number in range(first, last + 1)}


CHECKS = (shared_modules, shared_classes, old_words, named_games)


@pytest.mark.parametrize(
    "check",
    [only_in_ci(check) if check is old_words else check for check in CHECKS],
    ids=[check.__name__ for check in CHECKS],
)
def test_nothing_breaks_this_rule(check: object) -> None:
    assert callable(check)
    assert list(check()) == []


if __name__ == "__main__":
    for each in CHECKS:
        print(f"== {each.__name__}", *each(), sep="\n")
