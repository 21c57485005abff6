"""Bridges: adapters with a table to edit, for programs that do not speak the protocol."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from engines.test_starters import REQUIRED, answers, built, states
from sampling import only_in_ci
from shatterproof_properties.cli import main
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.starters import BRIDGES, write_starter
from shatterproof_properties.second import FastGame

HERE = Path(__file__).parent
COMMANDS = {"uci": '["./my-engine"]', "gtp": '["./my-engine", "--gtp"]'}
GAME_SCRIPT = """
class IllegalTurn extends Error {}
document.getElementById("board").addEventListener("click", (event) => play(event.target.dataset));
window.onload = () => requestAnimationFrame(newGame);
const table = boardOf("10x9");
let here, squares, turn, winner;
function show(position) {
  here = position;
  squares = Object.fromEntries(print(position).pieces.map(([square, ...piece]) => [square, piece.join(" ")]));
  turn = sides[position.mover];
  winner = position.outcome && (position.outcome.winner ?? "draw");
  document.querySelector(".turn").textContent = `${turn} to move`;
}
const defaults = Object.fromEntries(Object.entries(readings).map(([id, [first]]) => [id, first]));
function newGame() { show(start(table, defaults)); }
const textOf = ({ from, direction, keep }) => from + direction + (keep ? "=" + keep : "");
function playMove(move) {
  const found = play(here, textOf(move));
  if (found.verdict !== "legal") return false;
  show(found.position);
}
function allMoves() {
  const parts = /^(?<from>[a-z]\\d+)(?<direction>[A-Z]+)(=(?<keep>.*))?$/;
  return [...turns(here)].map((each) => parts.exec(each.text()).groups);
}
"""
"""The script of a page beside the rules in splinter.mjs: it sets its parts and shows its board."""


def own_words(kind: str, folder: Path) -> None:
    """Puts the command of a program into the table."""
    table = folder / "rules.py"
    text = table.read_text(encoding="utf-8")
    assert COMMANDS[kind] in text
    command = [sys.executable, str(HERE / "own_words.py"), kind]
    table.write_text(text.replace(COMMANDS[kind], repr(command)), encoding="utf-8")


def page_script(_kind: str, folder: Path) -> None:
    """Writes the scripts of a page beside the table, without modules, as old pages have them."""
    rules = (HERE / "splinter.mjs").read_text(encoding="utf-8")
    plain = "\n".join(line.removeprefix("export ") for line in rules.splitlines() if not line.startswith("import "))
    (folder / "game.js").write_text(plain + GAME_SCRIPT, encoding="utf-8")
    table = folder / "rules.mjs"
    text = table.read_text(encoding="utf-8")
    assert '"play(MOVE)"' in text
    table.write_text(text.replace('"play(MOVE)"', '"playMove(MOVE)"'), encoding="utf-8")


def ludii_jar(_kind: str, folder: Path) -> None:
    """Writes a jar with classes that stand in for Ludii's, if there is a compiler."""
    if not shutil.which("javac") and "java" not in REQUIRED:
        pytest.skip("no javac here")
    sources = [str(file) for file in (HERE / "ludii").rglob("*.java")]
    classes = folder / "classes"
    subprocess.run(["javac", "-d", str(classes), *sources], check=True, timeout=300)
    command = [sys.executable, str(HERE / "own_words.py"), "steps"]
    (classes / "command.txt").write_text("\n".join(command), encoding="utf-8")
    with ZipFile(folder / "Ludii.jar", "w") as jar:
        for file in classes.rglob("*.*"):
            jar.write(file, file.relative_to(classes))
    shutil.rmtree(classes)


PROGRAMS: dict[str, tuple[str, Callable[[str, Path], None]]] = {
    "uci": ("splinter", own_words),
    "gtp": ("splinter", own_words),
    "browser": ("splinter", page_script),
    "ludii": ("scrunch", ludii_jar),
}
"""For each bridge the game of its example, and a function that puts its program in place."""


@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The command of the bridge of each kind to its program, built once."""

    @cache
    def command(kind: str) -> str:
        folder = tmp_path_factory.mktemp(kind)
        game, put_in_place = PROGRAMS[kind]
        write_starter(BRIDGES[kind], game, folder)
        put_in_place(kind, folder)
        return built(BRIDGES[kind], folder)

    return command


def test_every_bridge_is_tried() -> None:
    assert PROGRAMS.keys() == BRIDGES.keys()
    assert {file.name for file in (BRIDGES["uci"].folder.parent / "bridges").iterdir() if file.is_file()} == {
        starter.bridge for starter in BRIDGES.values()
    }


@pytest.mark.parametrize("kind", ["browser", *map(only_in_ci, ("uci", "gtp", "ludii"))])
def test_smoke_finds_nothing_to_fix_in_a_bridge(kind: str, bridge: Callable[[str], str]) -> None:
    report = run_smoke(EngineSettings(bridge(kind)))
    assert report.exit_code == 0, report.to_text()
    assert {name for name, state in states(report).items() if state != "ok"} <= {"an ambiguous turn"}, report.to_text()


@pytest.mark.ci
def test_a_board_read_upside_down_shows_at_the_first_turn(tmp_path: Path) -> None:
    write_starter(BRIDGES["uci"], "splinter", tmp_path)
    own_words("uci", tmp_path)
    table = tmp_path / "rules.py"
    upside_down = table.read_text(encoding="utf-8").replace("reversed(", "list(")
    table.write_text(upside_down, encoding="utf-8")
    fault = run_smoke(EngineSettings(built(BRIDGES["uci"], tmp_path))).first_fault
    assert fault is not None
    assert fault.name == "a turn"


@pytest.mark.ci
@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_check_agrees_through_a_bridge(kind: str, bridge: Callable[[str], str]) -> None:
    command = bridge(kind)
    words = ["check", PROGRAMS[kind][0], "--engine", command, "--vectors-only", "--slower", "10"]
    result = CliRunner().invoke(main, words)
    assert "agrees so far" in result.output, result.output


@pytest.mark.ci
@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_whole_game_goes_through_a_bridge(kind: str, bridge: Callable[[str], str]) -> None:
    game = FastGame(PROGRAMS[kind][0])
    position, turns, chance = game.start(), list[str](), Random(3)
    while not game.outcome(position):
        before = position
        turns.append(chance.choice(game.turns(position)))
        position = game.play(position, turns[-1])
    asked = {"context": "c1", "do": "apply"}
    _, whole, longer, listed = answers(
        bridge(kind),
        {"do": "open", "game": game.name, "board": game.board},
        {**asked, "turns": turns},
        {**asked, "turns": [*turns, turns[0]]},
        {**asked, "do": "turns", "turns": turns[:-1]},
    )
    assert whole["ok"]["outcome"] == {"winner": getattr(game.outcome(position), "winner", None)}
    assert longer["ok"] == {"verdict": "illegal", "at": len(turns)}
    if "ok" in listed:
        assert sorted(each["turn"] for each in listed["ok"]["turns"]) == sorted(game.turns(before))
    else:
        assert (kind, listed["error"]["code"]) == ("ludii", "bad-question")


@pytest.mark.ci
def test_a_program_that_takes_nothing_back_begins_anew(tmp_path: Path) -> None:
    write_starter(BRIDGES["gtp"], "splinter", tmp_path)
    own_words("gtp", tmp_path)
    table = tmp_path / "rules.py"
    table.write_text(table.read_text(encoding="utf-8").replace('"undo"', '"regret"'), encoding="utf-8")
    asked = {"do": "apply", "context": "c1"}
    games = [{**asked, "turns": turns} for turns in (["c3N", "c7N"], ["c3N", "c3N"], ["d4N"], ["c3N", "c7N"])]
    opening = {"do": "open", "game": "splinter", "board": "10x9"}
    _, first, refused, other, again = answers(built(BRIDGES["gtp"], tmp_path), opening, *games)
    assert refused["ok"] == {"verdict": "illegal", "at": 1}
    assert first["ok"]["verdict"] == other["ok"]["verdict"] == "legal"
    assert first["ok"] == again["ok"] != other["ok"]


def test_one_says_either_a_language_or_a_bridge(tmp_path: Path) -> None:
    for words in ([], ["--language", "python", "--bridge", "uci"]):
        result = CliRunner().invoke(main, ["new-engine", *words, str(tmp_path / "new")])
        assert result.exit_code == 2
        assert "either --language" in result.output
    result = CliRunner().invoke(main, ["new-engine", "--bridge", "gtp", str(tmp_path / "new")])
    assert "rules.py has a table to edit" in result.output
    assert shlex.split(result.output.splitlines()[-1])[:3] == ["shatterproof", "smoke", "--engine"]
