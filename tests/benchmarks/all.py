"""Measures every figure that tests/figures.md shows, in one go that can be broken off and gone on with.

    python tests/benchmarks/all.py             # what is missing, or was measured of other sources than these
    python tests/benchmarks/all.py NAME ...    # these, measured or not
    python tests/benchmarks/all.py --check     # says which are missing or of other sources; measures nothing
    python tests/benchmarks/all.py --write     # writes tests/figures.md anew from what was measured

`figures.toml` says what is measured, by which command. What a command printed is kept in `measured/` as soon as it is
done. Run it on a machine that does nothing else: figures of time are measured one after another, then those that only
count two at a time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shlex
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / room) for room in ("reference", "properties", "tests")]

from benchmarks.digest import IN_SHORT, UNMET  # noqa: E402
from shatterproof.game import GAMES  # noqa: E402
from shatterproof_properties.conformance.mutants import held_out_mutants, self_check_mutants  # noqa: E402
from shatterproof_properties.second.compiled import library  # noqa: E402

MEASURED = HERE / "measured"
PAGE = ROOT / "tests" / "figures.md"
SOURCES = ("reference", "properties", "spec/puzzles", "spec/vectors")
WIDE = "160"
"""Columns for what commands print: no row of a table is broken."""
WRITING = threading.Lock()


@dataclass(frozen=True)
class Figure:
    """One entry of `figures.toml`: the command, what its figures say, and what else is known of its output.

    `rows` names what the output has a row for (ROWS); of the output only the `last` lines are kept, if given; `exits`
    are the exit codes of a command that did what it should. Unless it is measured `alone` another may be beside it.
    """

    name: str
    heading: str
    command: str
    says: str
    rows: tuple[str, ...] = ()
    last: int | None = None
    exits: tuple[int, ...] = (0,)
    alone: bool = True


@dataclass(frozen=True)
class Measured:
    """What a command printed, when, on what, of which sources, in how many seconds by the clock and of processors."""

    command: str
    version: str
    sources: str
    date: str
    machine: str
    seconds: float
    processor: float
    output: str


def _names(known: Callable[[str], Iterable[object]]) -> Callable[[], list[str]]:
    return lambda: [str(getattr(each, "name", each)) for game in GAMES for each in known(game)]


def _budgets() -> list[str]:
    from benchmarks.budgets import BUDGETS  # type: ignore[import-not-found,unused-ignore]

    return [budget.name for budget in BUDGETS]


ROWS: Mapping[str, Callable[[], list[str]]] = {
    "games": lambda: list(GAMES),
    "planted": _names(self_check_mutants),
    "rare": _names(held_out_mutants),
    "budgets": _budgets,
}
"""What a table may have a row for each of."""


@cache
def figures() -> dict[str, Figure]:
    """The figures by name, in the order of the page."""
    entries: dict[str, dict[str, Any]] = tomllib.loads((HERE / "figures.toml").read_text(encoding="utf-8"))
    for entry in entries.values():
        entry.update({name: tuple(entry[name]) for name in ("rows", "exits") if name in entry})
    return {name: Figure(name, **entry) for name, entry in entries.items()}


def measured(figure: Figure) -> Measured | None:
    """What was measured last; None for what never was, or by another command."""
    file = MEASURED / f"{figure.name}.json"
    if not file.exists():
        return None
    found = Measured(**json.loads(file.read_text(encoding="utf-8")))
    return found if found.command == figure.command else None


@cache
def sources() -> str:
    """A short hash of all that is measured, and no page about it: whatever changes there makes figures old."""
    files = subprocess.run(["git", "ls-files", "-z", *SOURCES], cwd=ROOT, capture_output=True, check=True).stdout
    whole = hashlib.sha256()
    for name in sorted(filter(None, files.decode().split("\0"))):
        if not name.endswith(".md") and (ROOT / name).is_file():
            whole.update(name.encode() + b"\0" + hashlib.sha256((ROOT / name).read_bytes()).digest())
    return whole.hexdigest()[:12]


def measure(figure: Figure) -> Measured:
    """Runs the command of a figure. Raises RuntimeError if it ends with an exit code that it should not have."""
    program, *arguments = shlex.split(figure.command)
    calls = {"python": [sys.executable], "shatterproof": [sys.executable, "-m", "shatterproof_properties"]}
    environment = {**os.environ, "COLUMNS": WIDE, "PYTHONPATH": _paths(), "NO_COLOR": "1"}
    begun = time.monotonic()
    command = [*calls.get(program, [program]), *arguments]
    running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    printed = running.stdout.read()
    # Its own processor time, with that of its children: of another that runs beside it nothing.
    _, ended, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(ended)
    if running.returncode not in figure.exits:
        raise RuntimeError(f"{figure.command} ended with {running.returncode}:\n{printed[-2000:]}")
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    kept = lines if figure.last is None else lines[-figure.last :]
    compiled = "with" if library() else "without"
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()} {compiled} compiled functions"
    return Measured(
        command=figure.command,
        version=version("shatterproof"),
        sources=sources(),
        date=datetime.now(UTC).date().isoformat(),
        machine=machine,
        seconds=round(time.monotonic() - begun, 1),
        processor=round(used.ru_utime + used.ru_stime, 1),
        output="\n".join(kept),
    )


def missing_rows(figure: Figure, found: Measured) -> list[str]:
    """Names of what the output should have a row for, and has not."""
    names = (name for source in figure.rows for name in ROWS[source]())
    return [name for name in names if not re.search(rf"(?i)\b{re.escape(name)}", found.output)]


def stale() -> Iterator[tuple[Figure, str]]:
    """The figures that have to be measured, each with the reason."""
    for figure in figures().values():
        found = measured(figure)
        if found is None:
            yield figure, "never measured by this command"
        elif found.sources != sources():
            yield figure, f"measured of other sources, on {found.date}"
        elif missing := missing_rows(figure, found):
            yield figure, f"no row for {missing[0]}"


def page() -> str:
    """The page with all that was measured, what it comes to first."""
    head = PAGE.read_text(encoding="utf-8").split("\n## ", 1)[0].rstrip("\n")
    return "\n\n".join([head, _in_short(), _unmet(), *map(_section, figures().values())]) + "\n"


def _in_short() -> str:
    lines = [f"| {_link(figure)} | {IN_SHORT[figure.name](output)} |" for figure, output in _outputs(IN_SHORT)]
    return "\n".join(["## In short\n", "| figure | what it comes to |", "| --- | --- |", *lines])


def _unmet() -> str:
    found = [(figure, "; ".join(UNMET[figure.name](output))) for figure, output in _outputs(UNMET)]
    lines = [f"- {_link(figure)}: {phrases}." for figure, phrases in found if phrases]
    return "\n".join(["## Not met, and not found\n", *(lines or ["Nothing."])])


def _outputs(names: Iterable[str]) -> Iterator[tuple[Figure, str]]:
    """What was printed for the figures of these names that were measured, in the order of the page."""
    found = ((figure, measured(figure)) for figure in figures().values() if figure.name in names)
    return ((figure, one.output) for figure, one in found if one)


def _link(figure: Figure) -> str:
    """A link to the section of a figure, as GitHub and the site make anchors."""
    anchor = re.sub(r"[^\w -]", "", figure.heading.lower()).replace(" ", "-")
    return f"[{figure.heading}](#{anchor})"


def _section(figure: Figure) -> str:
    found = measured(figure)
    begun = f"## {figure.heading}\n\n{figure.says.strip()}\n\n"
    if found is None:
        return f"{begun}`{figure.command}`: to be measured."
    took = f"{found.seconds:,.0f} s by the clock, {found.processor:,.0f} s of processors"
    about = f"Version {found.version}, sources {found.sources}, {found.date}, {found.machine}: {took}."
    return f"{begun}{about}\n\n```\n$ {figure.command}\n{found.output}\n```"


def _paths() -> str:
    return os.pathsep.join(str(ROOT / name) for name in ("reference", "properties", "tests"))


def keep(place: str, figure: Figure) -> bool:
    """Measures a figure and writes the page anew; whether its command did what it should."""
    print(f"{place}: {figure.command}", file=sys.stderr, flush=True)
    try:
        text = json.dumps(asdict(measure(figure)), indent=1, ensure_ascii=False) + "\n"
    except RuntimeError as error:
        print(error, file=sys.stderr, flush=True)
        return False
    with WRITING:
        (MEASURED / f"{figure.name}.json").write_text(text, encoding="utf-8")
        PAGE.write_text(page(), encoding="utf-8")
    return True


def main() -> int:
    """Measures what is asked for, and writes the page after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*figures(), []], metavar="NAME")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    if chosen.check:
        found = list(stale())
        print(*(f"{figure.name}: {why}" for figure, why in found), sep="\n")
        return 1 if found else 0
    wanted = [] if chosen.write else [figures()[name] for name in chosen.names] or [figure for figure, _ in stale()]
    MEASURED.mkdir(exist_ok=True)
    ordered = sorted(wanted, key=lambda figure: not figure.alone)
    places = [f"{number} of {len(ordered)}" for number in range(1, len(ordered) + 1)]
    alone = sum(figure.alone for figure in ordered)
    kept = [keep(*each) for each in zip(places[:alone], ordered, strict=False)]
    with ThreadPoolExecutor(2) as two:
        kept += two.map(keep, places[alone:], ordered[alone:])
    if chosen.write:
        PAGE.write_text(page(), encoding="utf-8")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
