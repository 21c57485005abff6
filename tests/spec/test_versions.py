"""Four versions, each with a promise of its own, and one command that names them all."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from shatterproof import spec
from shatterproof.game import GAMES
from shatterproof.spec import SpecError, spec_version
from shatterproof_properties.cli import main

ROOT = Path(__file__).parents[2]


def test_all_versions_are_named() -> None:
    found = CliRunner().invoke(main, ["--version"])
    assert found.exit_code == 0
    package, protocol, games, vectors = found.output.splitlines()
    assert re.fullmatch(r"shatterproof \d+\.\d+\.\d+|shatterproof unpackaged", package)
    assert protocol == "protocol 1"
    assert games == "spec " + ", ".join(f"{game} {spec_version(game)}" for game in GAMES)
    assert re.fullmatch(r"vectors \d+\.\d+\.\d+", vectors)


def test_a_page_without_a_version_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec, "page", lambda game: "# Rules\n")
    with pytest.raises(SpecError, match="crumble"):
        spec_version("crumble")


def test_the_changes_have_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {project['version']}" in changes
