"""The scope of mutation: the modules, the tests for each, and the clauses that its functions implement."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from shatterproof.game import GAMES
from shatterproof.spec import clauses

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "reference"
PICTURES = ("shatterproof.drawing", "shatterproof.paper", *(f"shatterproof.{game}.picture" for game in GAMES))
"""Modules that draw. They have their own score, since their results are looked at more than compared."""
HARNESS_ROOT = ROOT / "properties"


def _named(root: Path, folder: str) -> dict[str, Path]:
    """The modules in a folder below a root, by their dotted names."""
    files = sorted((root / folder).rglob("*.py"))
    return {".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def _game_of(name: str) -> tuple[str, ...]:
    """The game that a module is named after; all games for a shared module."""
    return tuple(game for game in GAMES if game in name.split(".")) or GAMES


FEATURES = {
    name: file
    for name, file in _named(HARNESS_ROOT, "shatterproof_properties/protocol/features").items()
    if _game_of(name) != GAMES
}
"""Modules of the harness that name the clauses of a turn. They have their own score, since they state no rule."""
PUZZLES = "shatterproof_properties.puzzles.checker"
CHECKER = _named(HARNESS_ROOT, "shatterproof_properties/puzzles/checker")
"""Modules of the checker of certificates."""
SECOND_ENGINES = "shatterproof_properties.second"
SECOND = _named(HARNESS_ROOT, "shatterproof_properties/second")
COMPILED = f"{SECOND_ENGINES}.compiled"
"""Modules around functions in C. Neither these nor the functions are mutated."""
HARNESS = (PUZZLES, SECOND_ENGINES)
"""Packages that the examples of the spec do not concern."""
SHARED = "shared"
"""The name under which mutants count whose function no clause names."""
APART = (SHARED, "features", "pictures", "checker", "second")
"""Mutated modules outside the games, in order."""
ON_DEMAND = ("pictures", "checker", "second")
"""Code with its own score, tried only if it is asked for. It is no part of the reference's score."""

Stage = tuple[str, tuple[str, ...]]
"""A named group of tests, and the files or folders that hold them."""
OF_REFERENCE = ("tests/reference", "tests/spec/test_facts.py", "tests/spec/test_reading_pages.py")
KNOWN_CASES = ("tests/invariants/test_mutants.py", "tests/invariants/test_known_cases.py")
VECTORS = "tests/conformance/vectors/test_core.py::test_the_second_engine_shows_no_mistake"
EXAMPLES = (
    "tests/conformance/generate/test_spec_examples.py::test_the_second_engine_follows_the_examples_under_every_reading"
)
COMMANDS = ("tests/commands/test_cli_games.py", "tests/commands/test_bad_input_games.py")
SHARED_TESTS = (
    "tests/spec",
    "tests/reference/test_strict_json.py",
    "tests/protocol/test_table.py",
    "tests/commands/test_bad_input.py",
    "tests/commands/test_bad_input_games.py",
    "tests/commands/test_cli.py",
    "tests/commands/test_fuzz_commands.py",
)
"""Further tests for modules that all games share."""


class Module(NamedTuple):
    """A module to mutate: its dotted name, its source, and the games whose rules it is part of."""

    name: str
    source: str
    games: tuple[str, ...]

    @property
    def game(self) -> str:
        """The game that it belongs to, or one of APART."""
        if self.name in PICTURES:
            return "pictures"
        if self.name.startswith("shatterproof_properties."):
            return "features" if self.name in FEATURES else "checker" if self.name in CHECKER else "second"
        return self.games[0] if len(self.games) == 1 else SHARED


def modules() -> list[Module]:
    """Every module of the reference, rules first, then those of the features, of the checker and the second engines."""
    files = FEATURES | CHECKER | _named(REFERENCE, "shatterproof") | SECOND
    found = [
        Module(name, file.read_text(encoding="utf-8"), GAMES if name in CHECKER else _game_of(name))
        for name, file in files.items()
        if name != COMPILED
    ]
    return sorted(found, key=lambda module: (APART.index(module.game) if module.game in APART else -1, module.name))


DRAWINGS = ("tests/reference/test_drawing.py", "tests/spec/test_pages.py")
OWN_TESTS = {
    "api": ("tests/reference/test_api.py",),
    "diagram": ("tests/reference/test_diagrams.py",),
    "diagrams": ("tests/reference/test_diagrams.py",),
    "drawing": DRAWINGS,
    "paper": DRAWINGS,
    "examples": ("tests/spec",),
    "facts": ("tests/spec/test_facts.py",),
    "fields": ("tests/reference/test_forms_refused.py",),
    "forms": ("tests/reference/test_forms_refused.py",),
    "judging": ("tests/reference/test_record.py",),
    "picture": DRAWINGS,
    "record": ("tests/reference/test_record.py",),
    "shatterproof": ("tests/reference/test_api.py",),
    "spec": ("tests/spec",),
    "strict_json": ("tests/reference/test_strict_json.py",),
}
"""The tests about a module, by its last name. They run first."""
TESTS_OF_FEATURES = (
    "tests/protocol/test_clauses_of_turn.py",
    "tests/protocol/test_features.py",
)


def stages(games: tuple[str, ...], module: str = "") -> list[Stage]:
    """The tests of a module of these games after the examples, quick killers first."""
    if module in CHECKER:
        return [("own tests", _files("tests/puzzles/checker", "test_*.py"))]
    if module.startswith(SECOND_ENGINES):
        return [
            ("vectors", (VECTORS,)),
            ("spec", (EXAMPLES,)),
            ("own tests", _files("tests/second", "test_engine.py", "test_*_engine.py", "test_engines_agree.py")),
            ("compiled", _files("tests/second", "test_compiled*.py")),
        ]
    own = TESTS_OF_FEATURES if module in FEATURES else OWN_TESTS.get(module.rpartition(".")[2], ())
    return [
        ("own tests", own),
        ("known cases", KNOWN_CASES),
        ("reference", OF_REFERENCE),
        ("shared", SHARED_TESTS if games == GAMES else ()),
        ("second engine", ("tests/second/test_engines_agree.py",)),
        ("laws", ("tests/invariants/test_properties.py",)),
        ("commands", COMMANDS),
    ]


def _files(folder: str, *patterns: str) -> tuple[str, ...]:
    """The files of a folder whose names match, pattern by pattern."""
    found = (file for pattern in patterns for file in sorted((ROOT / folder).glob(pattern)))
    return tuple(file.relative_to(ROOT).as_posix() for file in found)


@cache
def implemented() -> dict[str, tuple[str, ...]]:
    """The clauses whose line `Reference:` names a function, class or value, by its dotted path."""
    named = defaultdict[str, tuple[str, ...]](tuple)
    for game in GAMES:
        for clause in clauses(game):
            for path in clause.references:
                named[path] += (clause.id,)
    return named


@cache
def clauses_of(module: str, function: str) -> tuple[str, ...]:
    """The clauses that a function implements: those that name it, else those of its class, else none."""
    parts = function.split(".")
    for length in range(len(parts), 0, -1):
        found = implemented().get(".".join([module, *parts[:length]]))
        if found:
            return found
    return ()
