"""Transcripts: everything in bounded files, and the end of it for the verdict on a dead engine."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from shatterproof.errors import InputError
from shatterproof_properties.engines import transcript
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import Died
from shatterproof_properties.engines.transcript import LINES_KEPT, Transcript, kept_file

DIES = """
import json, sys
print("begun", file=sys.stderr)
for line in sys.stdin:
    question = json.loads(line)
    if question["id"] == 30:
        print("no such piece", file=sys.stderr)
        sys.exit(3)
    print(json.dumps({"id": question["id"], "ok": {"verdict": "malformed"}}), flush=True)
"""


def dying(folder: Path, said: Path | None = None, errors: Path | None = None) -> Died:
    """The error of an engine that dies at its 31st question."""
    (folder / "dies.py").write_text(DIES)
    command = shlex.join([sys.executable, str(folder / "dies.py")])
    settings = EngineSettings(command, transcript=str(said) if said else None, errors=str(errors) if errors else None)
    with settings.engine("splinter") as engine:
        for number in range(30):
            engine.ask("apply", context="c", position={}, turn=f"text {number}")
        with pytest.raises(Died) as death:
            engine.ask("apply", context="c", position={}, turn="one more")
    return death.value


def test_the_last_lines_in_both_directions_come_with_a_death(tmp_path: Path) -> None:
    died = dying(tmp_path)
    assert len(died.last_lines) == LINES_KEPT
    assert died.last_lines[-1].startswith('> {"context":"c","do":"apply","id":30,')
    assert died.last_lines[-2] == '< {"id": 29, "ok": {"verdict": "malformed"}}'
    assert died.stderr == "begun\nno such piece\n"


def test_files_keep_all_lines_with_times_and_all_of_stderr(tmp_path: Path) -> None:
    said, errors = tmp_path / "said.txt", tmp_path / "errors.txt"
    dying(tmp_path, said, errors)
    lines = said.read_text("utf-8").splitlines()
    directions = [line.split(" ")[3] for line in lines]
    assert (directions.count("#"), directions.count(">"), directions.count("<")) == (1, 31, 30)
    assert all(line[:2] == "20" for line in lines)
    head, *written = errors.read_text("utf-8").splitlines()
    assert head.startswith("# started: ")
    assert written == ["begun", "no such piece"]


def test_a_file_that_grows_is_rotated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "MOST_BYTES", 1000)
    file = tmp_path / "said.txt"
    said = Transcript(str(file))
    for number in range(200):
        said.add(">", f"line {number}".encode())
    assert sorted(each.name for each in tmp_path.iterdir()) == ["said.txt", "said.txt.1"]
    assert all(each.stat().st_size <= 1000 for each in tmp_path.iterdir())
    assert file.read_text("utf-8").endswith("> line 199\n")


def test_a_long_line_is_cut_for_the_verdict_only(tmp_path: Path) -> None:
    file = tmp_path / "said.txt"
    said = Transcript(str(file))
    said.add("<", b"x" * 1000)
    assert said.last_lines() == (f"< {'x' * 400}...",)
    assert "x" * 1000 in file.read_text("utf-8")


def test_a_place_that_cannot_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        EngineSettings("true", transcript=str(tmp_path / "none" / "said.txt")).engine("splinter")
    kept_file.cache_clear()
