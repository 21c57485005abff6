"""Bridges: programs that do not speak the protocol are checked through adapters of which a table is edited."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from engines.test_starters import answers, built, states
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
"""What a page does, beside the rules in splinter.mjs: its parts are set, and its board is shown."""


def line_program(kind: str, folder: Path) -> None:
    """Puts the command of a program into the table."""
    table = folder / "rules.py"
    text = table.read_text(encoding="utf-8")
    assert COMMANDS[kind] in text
    command = [sys.executable, str(HERE / "line_program.py"), kind]
    table.write_text(text.replace(COMMANDS[kind], repr(command)), encoding="utf-8")


def page_script(_kind: str, folder: Path) -> None:
    """Writes the scripts of a page beside the table: no modules, as pages had them."""
    rules = (HERE / "splinter.mjs").read_text(encoding="utf-8")
    plain = "\n".join(line.removeprefix("export ") for line in rules.splitlines() if not line.startswith("import "))
    (folder / "game.js").write_text(plain + GAME_SCRIPT, encoding="utf-8")
    table = folder / "rules.mjs"
    text = table.read_text(encoding="utf-8")
    assert '"play(MOVE)"' in text
    table.write_text(text.replace('"play(MOVE)"', '"playMove(MOVE)"'), encoding="utf-8")


PROGRAMS: dict[str, Callable[[str, Path], None]] = {"uci": line_program, "gtp": line_program, "browser": page_script}


def bridge(kind: str, folder: Path) -> str:
    """The command of a bridge to the program of that kind."""
    starter = BRIDGES[kind]
    write_starter(starter, "splinter", folder)
    PROGRAMS[kind](kind, folder)
    return built(starter.language, folder)


@pytest.mark.parametrize("kind", ["browser", only_in_ci("uci"), only_in_ci("gtp")])
def test_smoke_finds_nothing_to_fix_in_a_bridge(kind: str, tmp_path: Path) -> None:
    report = run_smoke(EngineSettings(bridge(kind, tmp_path)))
    assert report.exit_code == 0, report.to_text()
    assert {name for name, state in states(report).items() if state != "ok"} <= {"an ambiguous turn"}, report.to_text()


@pytest.mark.ci
@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_check_agrees_through_a_bridge(kind: str, tmp_path: Path) -> None:
    command = bridge(kind, tmp_path)
    result = CliRunner().invoke(main, ["check", "splinter", "--engine", command, "--vectors-only", "--slower", "10"])
    assert "agrees so far" in result.output, result.output


@pytest.mark.ci
@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_whole_game_goes_through_a_bridge(kind: str, tmp_path: Path) -> None:
    game = FastGame("splinter")
    position, turns, chance = game.start(), list[str](), Random(3)
    while not game.outcome(position):
        turns.append(chance.choice(game.turns(position)))
        position = game.play(position, turns[-1])
    asked = {"context": "c1", "do": "apply"}
    *_, whole, longer, listed = answers(
        bridge(kind, tmp_path),
        {"do": "open", "game": "splinter", "board": "10x9"},
        {**asked, "turns": turns},
        {**asked, "turns": [*turns, turns[0]]},
        {**asked, "do": "turns", "turns": turns[:-1]},
    )
    winner = getattr(game.outcome(position), "winner", None)
    assert whole["ok"]["outcome"] == {"winner": winner}
    assert longer["ok"] == {"verdict": "illegal", "at": len(turns)}
    before = game.start()
    for turn in turns[:-1]:
        before = game.play(before, turn)
    assert sorted(each["turn"] for each in listed["ok"]["turns"]) == sorted(game.turns(before))


def test_one_says_either_a_language_or_a_bridge(tmp_path: Path) -> None:
    for words in ([], ["--language", "python", "--bridge", "uci"]):
        result = CliRunner().invoke(main, ["new-engine", *words, str(tmp_path / "new")])
        assert result.exit_code == 2
        assert "either --language" in result.output
    result = CliRunner().invoke(main, ["new-engine", "--bridge", "gtp", str(tmp_path / "new")])
    assert "rules.py has a table to edit" in result.output
    assert shlex.split(result.output.splitlines()[-1])[:3] == ["shatterproof", "smoke", "--engine"]
