"""The jobs of the guide for CI, run step by step in bash: a known bug, then a new one, then none."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from shatterproof.spec import spec_folder

PAGE = (spec_folder() / "guide" / "ci.md").read_text("utf-8")
GITHUB, GITLAB = (yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
MUTANT = [sys.executable, "-m", "shatterproof_properties.conformance.mutants", "splinter"]
KNOWN, NEW = "both-out-lost", "four-neighbours"


def steps(job: str) -> Iterator[str]:
    """The commands of a job."""
    if job == "github":
        yield from (step["run"] for step in GITHUB["jobs"]["check"]["steps"] if "run" in step)
    else:
        yield from GITLAB["rules"]["script"]


def run(job: str, folder: Path, engine: list[str], *more: str) -> int:
    """The exit code of a job. Its run ends after a number of results, whatever the machine's speed."""
    commands = folder / "bin"
    commands.mkdir(exist_ok=True)
    scripts = {
        "bin/pip": 'test "$*" = "install shatterproof"',
        "bin/shatterproof": f'exec {shlex.join([sys.executable, "-m", "shatterproof"])} "$@"',
        "build.sh": f"printf '#!/bin/sh\\nexec %s\\n' {shlex.quote(shlex.join(engine))} > mine; chmod +x mine",
    }
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    own = {"GITHUB_STEP_SUMMARY": str(folder / "summary.md"), "PATH": f"{commands}:{os.environ['PATH']}"}
    bounded = shlex.join(["--time", "3600", "--results", "4000", "--seed", "1", *more])
    for step in steps(job):
        command = step.strip().replace("--time 60", bounded)
        done = subprocess.run(["bash", "-euc", command], cwd=folder, env=os.environ | own, check=False)
        if done.returncode:
            return done.returncode
    return 0


@pytest.mark.ci
def test_a_known_bug_passes_and_a_new_one_fails(tmp_path: Path) -> None:
    (tmp_path / "known.toml").touch()
    assert run("github", tmp_path, [*MUTANT, KNOWN], "--update-known") == 1
    assert run("github", tmp_path, [*MUTANT, KNOWN]) == 0
    # To the saved run an engine of another name is another engine.
    (tmp_path / "search.sqlite").unlink()
    assert run("github", tmp_path, [*MUTANT, NEW]) == 1
    suites = ElementTree.parse(tmp_path / "verdict.xml").iter("testsuite")
    assert {suite.get("name") for suite in suites} == {"splinter"}
    assert (tmp_path / "search.sqlite").is_file()
    assert (tmp_path / "report" / "index.html").is_file()
    assert (tmp_path / "summary.md").read_text("utf-8").count("| Splinter |") == 3


@pytest.mark.long
def test_the_job_of_the_other_system_fails_with_a_bug_that_nobody_knows(tmp_path: Path) -> None:
    (tmp_path / "known.toml").touch()
    assert run("gitlab", tmp_path, [*MUTANT, NEW]) == 1
    assert (tmp_path / "verdict.xml").is_file()
