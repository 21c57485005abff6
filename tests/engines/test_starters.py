"""Starters build, speak the protocol, and skip unwritten parts; with an opening filled in, they open games."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engines.node import node
from sampling import only_in_ci
from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
from shatterproof_properties.cli import main
from shatterproof_properties.conformance.smoke.smoke_report import SmokeReport
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.starters import STARTERS, Starter, write_starter
from shatterproof_properties.protocol.answers import position_to_json

TOOLS = {"c": "cc", "cpp": "c++", "java": "javac", "go": "go", "rust": "cargo"}
REQUIRED = os.environ.get("SHATTERPROOF_COMPILERS", "").split()
"""Languages whose compiler must be there, so that nothing is skipped."""
FILLED = {
    "python": ("rules.py", 'raise NotWritten("the opening is not written yet")', "import json; return json.loads({})"),
    "javascript": ("rules.mjs", 'throw new NotWritten("the opening is not written yet")', "return JSON.parse({})"),
    "c": ("rules.c", 'return not_written("the opening is not written yet")', "return json_read({})"),
    "cpp": ("rules.hpp", 'throw NotWritten("the opening is not written yet")', "return Json::read({})"),
    "java": ("Rules.java", 'throw new NotWritten("the opening is not written yet")',
             "@SuppressWarnings(\"unchecked\") var found = (Map<String, Object>) Json.read({}); return found"),
    "go": ("rules.go", 'return nil, NotWritten{"the opening is not written yet"}', "return read([]byte({}))"),
    "rust": ("src/rules.rs", 'Err(Unanswered::NotWritten("the opening is not written yet".into()))',
             "Json::read({}).map_err(Unanswered::BadPosition)"),
}  # fmt: skip
REFUSES = {
    "python": ('raise NotWritten("turns are not played yet")', 'return {"verdict": "illegal"}'),
    "javascript": ('throw new NotWritten("turns are not played yet")', 'return { verdict: "illegal" }'),
    "c": ('return not_written("turns are not played yet")',
          'return json_set(json_object(), "verdict", json_text("illegal"))'),
    "cpp": ('throw NotWritten("turns are not played yet")', 'return Json::object({{"verdict", "illegal"}})'),
    "java": ('throw new NotWritten("turns are not played yet")', 'return Map.of("verdict", "illegal")'),
    "go": ('return nil, NotWritten{"turns are not played yet"}', 'return Object{"verdict": "illegal"}, nil'),
    "rust": ('Err(Unanswered::NotWritten("turns are not played yet".into()))',
             'Ok(Json::object(vec![("verdict", Json::text("illegal"))]))'),
}  # fmt: skip
"""For each language, code of the rules, and its replacement: an opening from its text, and a refusal."""
FILLED_IN = ("open", "opening position", "a malformed turn", "an unknown context", "a good question after them")


def built(starter: Starter, folder: Path) -> str:
    """The command of a starter that was written into a folder and built there."""
    tool = TOOLS.get(starter.language)
    if tool and not shutil.which(tool) and starter.language not in REQUIRED:
        pytest.skip(f"no {tool} here")
    if starter.build:
        subprocess.run(starter.build, shell=True, cwd=folder, check=True, timeout=300)
    programs = {"python3": sys.executable, "node": node()}
    program, *rest = shlex.split(starter.run.format(folder))
    return shlex.join([programs.get(program, program), *rest])


def answers(command: str, *questions: Mapping[str, object]) -> list[dict[str, Any]]:
    lines = "".join(f"{json.dumps({'id': number, **question})}\n" for number, question in enumerate(questions))
    done = subprocess.run(shlex.split(command), input=lines, capture_output=True, text=True, check=True, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()]


def states(report: SmokeReport) -> dict[str, str]:
    return {step.name: step.state for step in report.steps}


def test_every_language_has_a_starter() -> None:
    assert {folder.name for folder in STARTERS["c"].folder.parent.iterdir() if folder.is_dir()} == {
        *STARTERS,
        "bridges",
    }


@pytest.mark.parametrize("language", [only_in_ci(name) if name in TOOLS else name for name in STARTERS])
def test_a_starter_speaks_the_protocol_and_skips_what_is_not_written(language: str, tmp_path: Path) -> None:
    write_starter(STARTERS[language], "scrunch", tmp_path)
    command = built(STARTERS[language], tmp_path)
    report = run_smoke(EngineSettings(command))
    assert report.exit_code == 0, report.to_text()
    assert report.engine == "my engine 1"
    found = states(report)
    assert found["open"] == "skipped"
    for name in ("hello", "no JSON", "an unknown command", "a game it has not announced", "bye", "end of input"):
        assert found[name] == "ok", report.to_text()
    # A text does not end at a zero, nor at a quote with a backslash before it.
    games = [{"do": "open", "game": f"scrunch{more}", "board": "7"} for more in ("", "\0", '\\"')]
    *_, known, zero, quote = answers(command, {"do": "hello", "protocol": 1}, *games)
    assert "skip" in known
    assert zero["error"]["code"] == quote["error"]["code"] == "unsupported"


@pytest.mark.parametrize("language", [only_in_ci(each) if each in TOOLS else each for each in STARTERS])
def test_a_starter_with_an_opening_opens_games(language: str, tmp_path: Path) -> None:
    write_starter(STARTERS[language], "splinter", tmp_path)
    name, unwritten, written = FILLED[language]
    opening = strict_json.encode(position_to_json(find_game("splinter"), find_game("splinter").start("10x9")))
    text = (tmp_path / name).read_text(encoding="utf-8")
    for before, after in ((unwritten, written.replace("{}", strict_json.encode(opening))), REFUSES[language]):
        assert before in text
        text = text.replace(before, after)
    (tmp_path / name).write_text(text, encoding="utf-8")
    report = run_smoke(EngineSettings(built(STARTERS[language], tmp_path)))
    found = states(report)
    assert all(found[step] == "ok" for step in FILLED_IN), report.to_text()
    assert report.first_fault is not None
    assert report.first_fault.name == "a turn"


@pytest.mark.parametrize("game", GAMES)
def test_the_files_are_about_the_game(game: str) -> None:
    for starter in STARTERS.values():
        files = starter.files(game)
        assert not any("@" + mark + "@" in text for text in files.values() for mark in ("GAME", "BOARD"))
        assert f'"{game}"' in files[starter.rules] or f'"{game}"' in files["rules.h"]
        assert f'"{find_game(game).start().board}"' in files[starter.rules]
        assert "shatterproof smoke --engine" in files["README.md"]


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("mine")
    result = CliRunner().invoke(main, ["new-engine", "--language", "python", str(tmp_path)])
    assert result.exit_code == 2
    assert "somebody else's" in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["rules.py"]


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    folder = tmp_path / "new engine"
    result = CliRunner().invoke(main, ["new-engine", "--language", "c", "--game", "crumble", str(folder)])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("written for Crumble (--game): ")
    assert "rules.c is to be filled in" in result.output
    smoke = shlex.split(next(line for line in result.output.splitlines() if "shatterproof smoke --engine" in line))
    assert shlex.split(smoke[-1]) == [f"{folder}/engine"]
    assert (folder / "README.md").is_file()
