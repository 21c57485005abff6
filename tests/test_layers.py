"""The layers of the packages, each broken by an import that it forbids, and the maintainers' page, which names them."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {"shatterproof": "reference", "shatterproof_properties": "properties"}
INVARIANTS = ROOT / "properties" / "shatterproof_properties" / "invariants"

BREACHES = {
    "The reference stands alone": ("shatterproof.judging", "shatterproof_properties.common.prose"),
    "Layers: a package imports packages below it": (
        "shatterproof_properties.protocol.answers",
        "shatterproof_properties.engines.process",
    ),
    "Conformance: a package imports packages below it": (
        "shatterproof_properties.conformance.generate.cases",
        "shatterproof_properties.conformance.compare.mismatch_candidates",
    ),
    "Puzzles: a package imports those below it": (
        "shatterproof_properties.puzzles.claims.wins_claim",
        "shatterproof_properties.puzzles.rating.rated",
    ),
    "The checker of certificates rests on the reference alone": (
        "shatterproof_properties.puzzles.checker.checker",
        "shatterproof_properties.second.engine",
    ),
    "Second engines state the rules by themselves": (
        "shatterproof_properties.second.crumble.walks",
        "shatterproof.crumble.captures",
    ),
    "Proofs state the rules by themselves": (
        "shatterproof_properties.proofs.scrunch.verdicts",
        "shatterproof.scrunch.death",
    ),
    "Brute force states the rules by itself": (
        "shatterproof_properties.invariants.splinter.brute_force",
        "shatterproof.splinter.groups",
    ),
    "No circles": ("shatterproof_properties.protocol.announced", "shatterproof_properties.protocol.question"),
}
"""For each contract a module, and a module that it may not import."""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources, which tests may change."""
    for package, folder in PACKAGES.items():
        shutil.copytree(ROOT / folder / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def verdicts(sources: Path) -> tuple[dict[str, str], str]:
    """For each contract whether import-linter finds it KEPT or BROKEN, and its output."""
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    environment = os.environ | {"PYTHONPATH": str(sources), "COLUMNS": "300"}
    printed = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"], cwd=sources, env=environment, capture_output=True, text=True
    ).stdout
    assert "Contracts: " in printed, printed
    return dict(re.findall(r"^(.+?) (KEPT|BROKEN)\b", printed, re.MULTILINE)), printed


def plant(sources: Path, module: str, line: str) -> None:
    path = sources / Path(*module.split(".")).with_suffix(".py")
    path.write_text(path.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")


def test_every_contract_is_kept(sources: Path) -> None:
    found, printed = verdicts(sources)
    assert found == dict.fromkeys(BREACHES, "KEPT"), printed


def test_every_contract_is_broken_by_an_import_that_it_forbids(sources: Path) -> None:
    for module, imported in BREACHES.values():
        plant(sources, module, f"import {imported}")
    found, printed = verdicts(sources)
    assert found == dict.fromkeys(BREACHES, "BROKEN")
    _, *sections = re.split(rf"^({'|'.join(BREACHES)})\n-+$", printed, flags=re.MULTILINE)
    said = dict(zip(sections[::2], sections[1::2], strict=True))
    for name, (module, imported) in BREACHES.items():
        if name == "No circles":
            # It names siblings without their package, and of a circle the arrow that is best taken away.
            module, imported = (each.rpartition(".")[2] for each in (module, imported))
            assert re.search(rf"\.({module} -> \.{imported}|{imported} -> \.{module})\b", said[name]), said[name]
        else:
            assert re.search(rf"{re.escape(module)}\s+->\s+{re.escape(imported)}\b", said[name]), said[name]


@pytest.mark.parametrize(
    "line",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import shatterproof_properties.puzzles",
        "if True:\n    def late():\n        import shatterproof_properties.play",
    ],
)
def test_an_import_for_types_only_or_within_a_function_counts(sources: Path, line: str) -> None:
    plant(sources, "shatterproof_properties.common.prose", line)
    assert verdicts(sources)[0]["Layers: a package imports packages below it"] == "BROKEN"


def taken_from_the_reference(path: Path) -> Iterator[tuple[str, str]]:
    """The modules of the reference that a module imports from, with the names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "shatterproof":
            yield from ((node.module, each.name) for each in node.names)


@pytest.mark.parametrize("path", [*INVARIANTS.glob("*/brute_force.py")], ids=str)
def test_brute_force_takes_data_from_the_reference_and_no_rule(path: Path) -> None:
    for module, name in taken_from_the_reference(path):
        taken = getattr(importlib.import_module(module), name)
        assert isinstance(taken, type | int), f"{module}.{name}"


def test_no_package_imports_its_own_children_in_a_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False, cache_dir=None)
    imports: networkx.DiGraph[str] = networkx.DiGraph(
        (module, imported) for module in graph.modules for imported in graph.find_modules_directly_imported_by(module)
    )
    circles = [sorted(circle) for circle in networkx.strongly_connected_components(imports) if len(circle) > 1]
    assert circles == []


PACKAGE = ROOT / "properties" / "shatterproof_properties"
PAGE = (PACKAGE / "README.md").read_text("utf-8")
LONGEST = 150


def test_every_path_on_the_page_exists_for_each_game() -> None:
    for named in re.findall(r"`((?:[A-Za-z_]+/)+(?:[A-Za-z_]+\.\w+)?|[a-z_]+\.py)`", PAGE):
        paths = [named.replace("GAME", game) for game in ("crumble", "scrunch", "splinter")]
        paths = [path for path in paths if "NAME" not in path]
        for path in paths:
            places = (ROOT / path, PACKAGE / path, *PACKAGE.glob(f"*/{path}"), *PACKAGE.glob(f"*/*/{path}"))
            assert any(place.exists() for place in places) or list((ROOT / "tests").rglob(path)), path


def test_the_page_is_short_and_names_every_package() -> None:
    assert len(PAGE.splitlines()) <= LONGEST
    packages = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}
    assert packages == set(re.findall(r"^\| `(\w+)/`", PAGE, re.MULTILINE))
