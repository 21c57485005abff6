"""Tiny engines with one documented fault each: a row of programs, and others made on the spot."""

from __future__ import annotations

import sys
from pathlib import Path

START = {
    "board": "2x2",
    "game": "crumble",
    "memory": None,
    "pieces": [
        ["0", "0", "1", "1", "white"],
        ["1", "0", "1", "1", "black"],
        ["0", "1", "1", "1", "black"],
        ["1", "1", "1", "1", "white"],
    ],
    "to_move": "black",
}

_FRAME = """
import json, os, subprocess, sys, time
START = {start!r}
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def ok(question, **answer):
    say(json.dumps({{"id": question["id"], "ok": answer}}) + "\\n")
def usual(question):
    do = question["do"]
    if do == "hello":
        ok(question, protocol=1, engine={{"name": "tiny", "version": "1", "language": "Python"}},
           games={{"crumble": {{"boards": ["2x2"], "readings": {{}}}}}}, can=["apply", "turns"],
           **{{"from": ["start"]}})
    elif do == "open":
        ok(question, context="c1", start=START)
    elif do == "bye":
        ok(question)
        sys.exit(0)
    else:
        ok(question, verdict="malformed", **({{"at": 0}} if "turns" in question else {{}}))
def answer(question):
{answer}
{before}
for line in sys.stdin:
    answer(json.loads(line))
"""


def engine(folder: Path, answer: str = "usual(question)", before: str = "") -> list[str]:
    """The command of an engine that runs `before` at its start and `answer` for each `question`."""
    file = folder / "tiny_engine.py"
    body = "\n".join(f"    {line}" for line in answer.strip().splitlines())
    file.write_text(_FRAME.format(start=START, answer=body, before=before))
    return [sys.executable, "-S", str(file)]


def on_apply(answer: str) -> str:
    """The usual answers, but `answer` to apply."""
    lines = "\n".join(f"    {line}" for line in answer.strip().splitlines())
    return f"if question['do'] == 'apply':\n{lines}\nelse:\n    usual(question)"
