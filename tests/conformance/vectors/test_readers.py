"""The readers that are shipped with the vectors, for people who do not run our programs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines.node import node
from sampling import only_in_ci
from shatterproof.game import GAMES
from shatterproof_properties.conformance.vectors.vector import file_name, folder

ENGINE = """
import json
import sys
sys.path[:0] = {paths}
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.protocol.table import answer as said
from shatterproof_properties.conformance.vectors.vector import question_from_json

def answer(vector):
    assert "answer" not in vector
    question = question_from_json(vector)
    return changed(said(second_engine(question.game).on_board(question.board, question.chosen.to_mapping()), question))

def changed(answer):
    {change}
    return answer
"""
FORGETS_MEMORY = """
    for entry in [answer, *answer.get("turns", ())]:
        if "position" in entry:
            entry["position"] = {k: v for k, v in entry["position"].items() if k != "memory"}
"""
TURNS_ROUND = """
    answer = json.loads(json.dumps(answer))
    for entry in [answer, *answer.get("turns", ())]:
        if "position" in entry:
            entry["position"] = {k: v[::-1] if k == "pieces" else v for k, v in entry["position"].items()}
            entry["turn"] = "another text"
            memory = entry["position"].get("memory")
            for remembered in filter(None, memory["recent"] if isinstance(memory, dict) else ()):
                remembered["worked"].reverse()
    if "by" in answer:
        answer["by"] = [[f"other {n}", n] for _, n in reversed(answer["by"])]
    answer.pop("clause", None)
"""
TURNS_PIECES = """
    if "position" in answer and "pieces" in answer["position"]:
        pieces = [[y, x, h, w, c] for x, y, w, h, c in answer["position"]["pieces"]]
        answer["position"] = {**answer["position"], "pieces": sorted(pieces)}
"""


def read_in_python(tmp_path: Path, game: str, change: str) -> subprocess.CompletedProcess[str]:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE.format(paths=[path for path in sys.path if path], change=change.strip() or "pass"))
    reader, file = folder() / "read_vectors.py", folder() / file_name(game, "core")
    return subprocess.run([sys.executable, reader, file, engine], capture_output=True, text=True, timeout=300)


def read_in_javascript(mistaken: bool) -> subprocess.CompletedProcess[str]:
    reader, file = folder() / "read_vectors.mjs", folder() / file_name("scrunch", "core")
    engine = Path(__file__).with_name("scrunch_engine.mjs")
    environment = os.environ | ({"MISTAKEN": "yes"} if mistaken else {})
    return subprocess.run([node(), reader, file, engine], capture_output=True, text=True, timeout=300, env=environment)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        *((game, "") for game in GAMES),
        *(("splinter", change) for change in (FORGETS_MEMORY, TURNS_ROUND)),
        *(only_in_ci(("crumble", change)) for change in (FORGETS_MEMORY, TURNS_ROUND)),
    ],
)
def test_a_right_engine_and_what_the_protocol_leaves_free_pass_the_reader_in_python(
    tmp_path: Path, game: str, change: str
) -> None:
    done = read_in_python(tmp_path, game, change)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("change", ["answer['verdict'] = 'illegal'", TURNS_PIECES], ids=["verdict", "pieces"])
def test_a_wrong_engine_is_named_by_the_reader_in_python(tmp_path: Path, change: str) -> None:
    done = read_in_python(tmp_path, "crumble", change)
    assert done.returncode == 1
    assert done.stdout.startswith("crumble.")
    assert "expected" in done.stdout
    assert not done.stderr


def test_a_right_engine_passes_the_reader_in_javascript_and_a_wrong_one_is_named() -> None:
    done = read_in_javascript(mistaken=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = read_in_javascript(mistaken=True)
    assert done.returncode == 1
    named = [line.split()[0] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert named
    assert all(name.startswith("scrunch.creation.egg-") for name in named)
    assert not done.stderr
