"""The fourth game as if it was installed; only child processes see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Self

FOLDER = Path(__file__).with_name("fourth_game")
NAME = "domineering"


_COMMANDS = """
import json, os, sys
from click.testing import CliRunner
from shatterproof_properties.cli import main
here = os.getcwd()
for line in sys.stdin:
    folder, arguments = json.loads(line)
    os.chdir(folder or here)
    found = CliRunner().invoke(main, arguments, prog_name="shatterproof", catch_exceptions=False)
    print(json.dumps([found.exit_code, found.stdout, found.stderr]), flush=True)
"""
"""Runs one command after another, so that everything is imported only once."""


class Installation:
    """The environment of child processes that have the fourth game, and one of them, which runs commands."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.commands: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.commands:
            self.commands.communicate()

    def run(self, *arguments: object, code: int = 0, folder: Path | None = None) -> str:
        """The output of a command run in a folder, or its complaint. Fails unless its exit code is `code`."""
        if not self.commands:
            self.commands = subprocess.Popen([sys.executable, "-c", _COMMANDS], env=self.environment, text=True,
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip
        assert self.commands.stdin
        assert self.commands.stdout
        print(json.dumps([folder and str(folder), [*map(str, arguments)]]), file=self.commands.stdin, flush=True)
        found, printed, complaint = json.loads(self.commands.stdout.readline())
        assert found == code, printed + complaint
        return str(printed if code in (0, 1) else complaint)

    def run_for_json(self, *arguments: object, code: int = 0) -> list[Any]:
        """The JSON values that a command prints with --json, one a line."""
        return [json.loads(line) for line in self.run(*arguments, "--json", code=code).splitlines()]

    def python(self, *arguments: object) -> str:
        """The output of Python with these arguments."""
        command = [sys.executable, *map(str, arguments)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout


def install(site: Path, folder: Path = FOLDER) -> Installation:
    """Puts the name and entry point of the game into `site`, as an installation would."""
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
