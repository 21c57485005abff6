"""The floors of the house: a room imports rooms below it, and nothing goes round in a circle."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import networkx
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {"shatterproof": "reference", "shatterproof_properties": "properties"}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the sources, which may be spoiled."""
    for package, folder in PACKAGES.items():
        shutil.copytree(ROOT / folder / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def kept(house: Path) -> bool:
    """Whether import-linter finds that the contracts are kept."""
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    environment = os.environ | {"PYTHONPATH": str(house)}
    found = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"], cwd=house, env=environment, capture_output=True, text=True
    )
    assert "Contracts: " in found.stdout, found.stdout + found.stderr
    return found.returncode == 0


def add(path: Path, line: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")


def test_the_house_keeps_to_its_floors(house: Path) -> None:
    assert kept(house)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("protocol/answers.py", "from shatterproof_properties.conformance import check"),
        ("engines/__init__.py", "from shatterproof_properties.witnesses import search"),
        ("protocol/boards.py", "from shatterproof_properties.protocol import question"),
        ("common/prose.py", "if True:\n    def late():\n        import shatterproof_properties.play"),
    ],
)
def test_a_planted_circle_is_found(house: Path, module: str, line: str) -> None:
    add(house / "shatterproof_properties" / module, line)
    assert not kept(house)


def test_an_import_for_types_only_counts(house: Path) -> None:
    line = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import shatterproof_properties.puzzles"
    add(house / "shatterproof_properties" / "second" / "__init__.py", line)
    assert not kept(house)


def test_no_package_imports_its_own_children_in_a_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False, cache_dir=None)
    imports: networkx.DiGraph[str] = networkx.DiGraph(
        (module, imported) for module in graph.modules for imported in graph.find_modules_directly_imported_by(module)
    )
    circles = [sorted(circle) for circle in networkx.strongly_connected_components(imports) if len(circle) > 1]
    assert circles == []
