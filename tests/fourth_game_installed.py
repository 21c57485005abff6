"""The fourth game, which only child processes see: as if somebody had installed its folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("fourth_game")
NAME = "domineering"


@dataclass(frozen=True)
class Installation:
    """The environment of child processes that have the fourth game."""

    environment: dict[str, str]

    def run(self, *arguments: object, code: int = 0, folder: Path | None = None) -> str:
        """What a command prints that is run in a folder; its exit code must be `code`."""
        command = [sys.executable, "-m", "shatterproof_properties", *map(str, arguments)]
        found = subprocess.run(command, cwd=folder, env=self.environment, capture_output=True, text=True, timeout=250)
        assert found.returncode == code, found.stdout + found.stderr
        return found.stdout if code in (0, 1) else found.stderr

    def run_for_json(self, *arguments: object, code: int = 0) -> list[Any]:
        """The JSON values that a command prints with --json, one a line."""
        return [json.loads(line) for line in self.run(*arguments, "--json", code=code).splitlines()]

    def python(self, *arguments: object) -> str:
        """What Python prints with these arguments."""
        command = [sys.executable, *map(str, arguments)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout


def install(site: Path, folder: Path = FOLDER) -> Installation:
    """Makes `site` say what an installation of the folder of a game says: its name and its entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = [str(site), str(folder), os.environ.get("PYTHONPATH", "")]
    return Installation(os.environ | {"PYTHONPATH": os.pathsep.join(paths)})
