"""The commands as a player uses them: what they print, and their exit codes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from running import one_line, refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.crumble import from_diagram, from_json, start, to_json
from shatterproof_properties.cli import main
from shatterproof_properties.commands.puzzles import puzzle
from shatterproof_properties.commands.shell import Commands

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'reference'}{os.pathsep}{ROOT / 'properties'}"}
COMMAND = [sys.executable, "-c", "from shatterproof_properties.cli import main; main(prog_name='shatterproof')"]
HEAVY = ("networkx", "hypothesis", "rich", "jinja2", "shatterproof.crumble", "shatterproof_properties.commands.games")


def record(turns: str, tags: str = "") -> str:
    return f'[Game "crumble"]\n[Board "3x2"]\n{tags}\n{turns}\n'


# judge


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ("1) 0,1H 1,1HS-WN 1-0", "legal: 2 turns, Black wins (crumble.win.four-sides)\n"),
        ("1) 1V 1/2-1/2", "legal: 1 turn, drawn by agreement\n"),
        (
            "1) 0,1H 1,1HS-WN 0-1",
            "legal: 2 turns, Black wins (crumble.win.four-sides)\n"
            "remark: the result is 0-1, but should be 1-0: Black wins (crumble.win.four-sides)\n",
        ),
        (
            "1) 1V+ *",
            "legal: 1 turn, undecided\nremark: line 4, move 1 (Black): 1V+ is marked +, but threatens no win\n",
        ),
    ],
)
def test_judge_says_that_a_record_is_legal_and_how_it_ended(turns: str, said: str, file: Path) -> None:
    file.write_text(record(turns))
    assert run("judge", file) == said


def test_judge_names_the_first_illegal_turn_its_clause_and_why(file: Path) -> None:
    file.write_text(record("1) 1V+ 0H\n2) 0H *"))
    assert run("judge", file, code=1) == (
        "illegal: line 5, move 2 (Black), 0H: piece 1x1/2 at (0, 0) is not the mover's to cut (crumble.cut.own)\n"
        "remark: line 4, move 1 (Black): 1V+ is marked +, but threatens no win\n"
    )


def test_judge_for_programs(file: Path) -> None:
    file.write_text(record("1) 0,1H 1,1HS-WN 0-1"))
    (legal,) = run_for_json("judge", file)
    assert legal.pop("readings")["fits"] is False
    assert legal == {
        "legal": True,
        "agreed": False,
        "played": 2,
        "outcome": {"winner": "black", "clause": "crumble.win.four-sides"},
        "remarks": ["the result is 0-1, but should be 1-0: Black wins (crumble.win.four-sides)"],
    }
    file.write_text(record("1) 1V 9H *"))
    (illegal,) = run_for_json("judge", file, code=1)
    assert illegal.pop("readings")["legal"] is False
    assert illegal == {
        "legal": False,
        "played": 1,
        "at": {"number": 1, "side": "white", "line": 4, "turn": "9H"},
        "clause": "crumble.notation.location",
        "reason": "location 9 leads to no piece's lower-left corner",
        "remarks": [],
    }


# turns and perft


def test_turns_of_a_position_tell_which_end_the_game(file: Path) -> None:
    file.write_text("3x2, White to move\nAAaaBB\nCCaaBB\nbbDDcc\nbbDDcc\n")
    endings = [line for line in run("turns", "crumble", "--position", file).splitlines() if "wins" in line]
    assert endings
    assert all(line.endswith(" wins (crumble.win.four-sides)") for line in endings)
    won = [entry["turn"] for entry in run_for_json("turns", "crumble", "--position", file) if entry["outcome"]]
    assert won == [line.split()[0] for line in endings]


# show


def test_show_draws_the_last_position_of_a_record(file: Path) -> None:
    file.write_text(record("1) 0,1H 1,1HS-WN 1-0"))
    shown = run("show", file)
    assert shown.startswith(
        "# after 1,1HS-WN, move 1 (White)\n# Black wins (crumble.win.four-sides)\n3x2, Black to move\n"
    )
    assert shown.splitlines()[-1] == "# changed E a d"
    (data,) = run_for_json("show", file)
    assert to_json(from_diagram(shown)) == data


def test_show_refuses_a_record_with_an_illegal_turn_and_says_where(file: Path) -> None:
    file.write_text(record("1) 1V 9H *"))
    assert refusal("show", file).startswith(f"{file}, line 4, move 1 (White): 9H is illegal: location 9")


def test_show_writes_a_picture(file: Path, tmp_path: Path) -> None:
    file.write_text(record("1) 0,1H 1,1HS-WN 1-0"))
    out = tmp_path / "out.svg"
    assert run("show", file, "--svg", out) == f"drawn: {out}\n"
    assert run_for_json("show", file, "--svg", out) == [{"svg": str(out)}]
    picture = out.read_text()
    assert ElementTree.fromstring(picture).get("aria-label") == "Crumble 3x2, Black has won"
    assert "polyline" in picture
    assert run("show", file, "--svg", "-") == picture


def test_pieces_too_fine_for_a_diagram_can_be_shown_otherwise(file: Path, tmp_path: Path) -> None:
    data = to_json(start("2x2"))
    fine = [["0", "0", "1", "1", "white"]]
    for power in range(1, 12):
        half = f"1/{2**power}"
        fine[-1:] = [
            [half, "0", half, half, "white"],
            ["0", half, half, half, "white"],
            [half, half, half, half, "white"],
            ["0", "0", half, half, "white"],
        ]
    data["pieces"] = [*fine, *data["pieces"][1:]]
    file.write_text(strict_json.encode(data))
    assert (
        refusal("show", file)
        == f"{file}: the pieces are too fine for a diagram; expected --svg OUT or --json for these"
    )
    assert run("show", file, "--svg", tmp_path / "out.svg")
    (shown,) = run_for_json("show", file)
    assert from_json(shown) == from_json(data)


# the program


def test_help_needs_nothing_heavy() -> None:
    code = f"import sys, runpy; from shatterproof_properties.cli import main; main(['--help'], standalone_mode=False); \
print([name for name in {HEAVY!r} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
    assert re.search(r"judge +Say whether a recorded game was legal", result.stdout)


def test_a_command_is_listed_by_the_first_sentence_of_its_help() -> None:
    for group in (main, puzzle):
        assert isinstance(group, Commands)
        for name, said in group.commands.short_help():
            assert said == group.commands[name].get_short_help_str(200)


def test_without_a_command_there_is_help() -> None:
    assert run() == run("--help")
    assert "0 fine; 1 the answer is" in run("-h")


def test_an_engine_answers_on_the_standard_streams() -> None:
    for options in ([], ["--second"]):
        asked = '{"do":"hello","id":0,"protocol":1}\n{"do":"bye","id":1}\n'
        command = [*COMMAND, "engine", "crumble", *options]
        result = subprocess.run(command, input=asked, capture_output=True, text=True, env=ENVIRONMENT, check=False)
        hello = strict_json.decode(result.stdout.splitlines()[0])
        assert (result.returncode, hello["ok"]["protocol"]) == (0, 1)


def test_a_reader_that_stops_early_is_no_reason_to_complain() -> None:
    command = [*COMMAND, "turns", "crumble", "--board", "16x16", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 3


def test_names_that_no_terminal_can_print_are_escaped() -> None:
    result = subprocess.run([*COMMAND, "judge", b"no\xff\x1b[2J"], capture_output=True, env=ENVIRONMENT, check=False)
    assert result.returncode == 2
    line = one_line(result.stdout.decode(), result.stderr.decode("ascii"))
    assert line == "no\\udcff\\x1b[2J: cannot be read: No such file or directory; expected a file"


def test_a_failure_of_our_own_is_one_line_and_exit_code_3(file: Path) -> None:
    code = """
import sys
from shatterproof import judging
def fails(game): raise RuntimeError("out of\\nluck")
judging.judge = fails
from shatterproof_properties.cli import main
main(["judge", sys.argv[1]])
"""
    file.write_text(record("*"))
    result = subprocess.run(
        [sys.executable, "-c", code, file], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert one_line("", result.stderr) == "shatterproof itself failed: RuntimeError: out of luck"
