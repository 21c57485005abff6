"""Measure what tests/figures.md shows and write it anew: `python tests/benchmarks/figures.py`, on an idle machine.

`--only HEADING ...` measures figures whose headings contain one of these words and keeps the others as they are.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "tests" / "figures.md"
WIDE = "120"
"""The columns of tables, wide enough that no row is broken."""
FIGURES = {
    "Results and leaves a second": ("python tests/benchmarks/rates.py", None),
    "Plies a second from Python": ("python tests/benchmarks/plies.py", None),
    "The program: each strength against the one below": ("python tests/benchmarks/strengths.py", None),
    "Held-out mutants: time to the first difference, and the cause": ("python tests/benchmarks/mutants.py held-out", 3),
    "Unlisted mutants: the same": ("python tests/benchmarks/mutants.py unlisted", 3),
    "Self-check mutants: the same": ("python tests/benchmarks/mutants.py self-check", 3),
    "`puzzle verify` and `puzzle certificate`": ("python tests/benchmarks/verifying.py", 4),
    "A click in the explorer": ("python tests/benchmarks/explorer_page.py", None),
    "The tests of the README": ("python -m pytest -q -n auto", 1),
}
"""By heading: a command, and how many of its last lines are kept; None for all."""


def measured(command: str, last: int | None) -> str:
    """A section with a command and its output. Raises CalledProcessError if it fails."""
    print(command, file=sys.stderr, flush=True)
    paths = [str(ROOT / folder) for folder in ("reference", "properties", "tests")]
    environment = {**os.environ, "COLUMNS": WIDE, "NO_COLOR": "1", "PYTHONPATH": os.pathsep.join(paths)}
    arguments = [sys.executable, *shlex.split(command)[1:]]
    done = subprocess.run(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    lines = [line.rstrip() for line in done.stdout.strip("\n").splitlines()]
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    shown = "\n".join(lines if last is None else lines[-last:])
    when = f"Version {version('shatterproof')}, {datetime.now(UTC):%Y-%m-%d}, {machine}."
    return f"{when}\n\n```\n$ {command}\n{shown}\n```\n"


def main() -> None:
    """Measures all figures, and writes the page after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[""], metavar="HEADING")
    chosen = parser.parse_args()
    head, *parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    sections = dict(part.split("\n\n", 1) for part in parts)
    for heading, (command, last) in FIGURES.items():
        if any(word.lower() in heading.lower() for word in chosen.only):
            sections[heading] = measured(command, last)
            kept = [f"\n## {known}\n\n{sections[known].strip()}\n" for known in FIGURES if known in sections]
            PAGE.write_text(f"{head.strip()}\n{''.join(kept)}", encoding="utf-8")


if __name__ == "__main__":
    main()
