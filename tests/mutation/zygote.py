"""A process that forks a trial for every question, with everything imported that no mutant can touch.

Questions are lines of JSON on stdin, answers lines on stdout. `--of-a-game` on the command line says that all mutants
are in modules of one game, so that shared modules are imported ahead too.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / room) for room in ("reference", "properties", "tests")]

from mutation.trial import GAMES, Trial  # noqa: E402

WALL = 20
"""By the clock a test may take this many times as long as it may compute, since others use the machine."""


SHARED = (
    "shatterproof.diagrams",
    "shatterproof.drawing",
    "shatterproof.examples",
    "shatterproof.judging",
    "shatterproof_properties.protocol.served",
    "shatterproof_properties.invariants",
    "shatterproof_properties.play",
    *(f"shatterproof_properties.second.{game}" for game in GAMES),
)


def warm_up(of_a_game: bool) -> None:
    """Imports all that every trial needs and no mutant can touch."""
    import click.testing  # noqa: F401
    import hypothesis.strategies  # noqa: F401
    import jinja2  # noqa: F401
    import jsonschema_rs  # noqa: F401
    import networkx  # noqa: F401
    import pytest  # noqa: F401
    import rich.progress  # noqa: F401
    import rich.table  # noqa: F401

    assert "shatterproof" not in sys.modules
    if of_a_game:
        for name in SHARED:
            importlib.import_module(name)
        for game in GAMES:
            importlib.import_module("shatterproof.spec").clauses(game)
            assert f"shatterproof.{game}" not in sys.modules


def tried(asked: dict[str, Any]) -> dict[str, Any]:
    """The end of a trial: its own report, or that it died or was ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            Trial(asked, writing).run()
        finally:
            os._exit(1)
    os.close(writing)
    said = b""
    ready = True
    while ready:
        ready = bool(select.select([reading], [], [], WALL * asked["seconds"])[0])
        more = os.read(reading, 65536) if ready else b""
        if not more:
            break
        said += more
    os.close(reading)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if said.strip():
        ended: dict[str, Any] = json.loads(said)
        return ended
    status = "timeout" if not ready else "killed"
    return {"status": status, "stage": "process", "by": "", "why": "the process died or hung", "seconds": 0.0}


def main() -> None:
    os.environ["HYPOTHESIS_PROFILE"] = "mutation"
    # Else a mutant of a second engine would be asked for nothing that is compiled.
    os.environ["SHATTERPROOF_COMPILED"] = "no"
    warm_up("--of-a-game" in sys.argv)
    # Whoever asked may be gone before the answer comes.
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin:
            os.write(1, json.dumps(tried(json.loads(line))).encode() + b"\n")


if __name__ == "__main__":
    main()
