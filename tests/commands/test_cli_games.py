"""The commands for every game: the same questions, each answered in the terms of the game."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof_properties.commands.games import DISPLAYS, open_browser
from shatterproof_properties.protocol import features


class Known(NamedTuple):
    """Facts about a game: a small board, its numbers of leaves by depth, and that of the opening at depth two."""

    board: str
    leaves: tuple[int, ...]
    standard: int
    actions: int | None


KNOWN = {
    "crumble": Known("3x3", (1, 22, 590), 10980, None),
    "scrunch": Known("3", (1, 19, 342, 5538), 16002, 342),
    "splinter": Known("2x4", (1, 20, 168, 890), 14241, 478),
}
each_game = pytest.mark.parametrize("name", KNOWN)


@each_game
def test_turns_are_listed_with_what_they_lead_to(name: str) -> None:
    known, game = KNOWN[name], find_game(name)
    begin = game.start(known.board)
    lines = run("turns", name, "--board", known.board).splitlines()
    entries = run_for_json("turns", name, "--board", known.board)
    assert len(lines) == len(entries) == known.leaves[1]
    for line, entry in zip(lines, entries, strict=True):
        after = game.play(begin, game.parse_turn(begin, entry["turn"]))
        assert line.startswith(entry["turn"])
        assert features.of(game).summarise(after) in line
        assert entry["position"] == game.to_json(after)


@each_game
@pytest.mark.parametrize("engine", ["reference", "second"])
def test_perft_counts_the_same_with_both_engines(name: str, engine: str) -> None:
    known = KNOWN[name]
    for depth, leaves in enumerate(known.leaves):
        assert run("perft", name, depth, "--board", known.board, "--engine", engine) == f"{leaves}\n"
    if engine == "second":
        assert run("perft", name, 2, "--engine", engine) == f"{known.standard}\n"


@each_game
def test_perft_divides_and_counts_distinct_positions(name: str) -> None:
    board = ("--board", KNOWN[name].board)
    *by, total = run("perft", name, 2, *board, "--divide").splitlines()
    assert run("perft", name, 2, *board, "--divide", "--engine", "second").splitlines() == [*by, total]
    assert sum(int(line.split(": ")[1]) for line in by) == int(total) == KNOWN[name].leaves[2]
    (data,) = run_for_json("perft", name, 2, *board, "--divide")
    assert [f"{text}: {leaves}" for text, leaves in data["by"]] + [str(data["total"])] == [*by, total]
    assert 0 < int(run("perft", name, 2, *board, "--unique")) <= int(total)


def test_all_turns_of_scrunch_are_placement_stone_and_destination(file: Path) -> None:
    file.write_text("Scrunch 2, Dark to move\n. o\n. . .\nx .\n")
    every = run("turns", "scrunch", "--position", file, "--all").splitlines()
    representative = run("turns", "scrunch", "--position", file).splitlines()
    assert set(representative) < set(every)
    ends = {line.split("dark")[1] for line in every}
    assert all(any(end in line for line in representative) for end in ends)
    assert len(every) == int(run("perft", "scrunch", 1, "--position", file, "--actions"))


def test_all_turns_of_splinter_list_every_direction_in_which_a_piece_leaves(file: Path) -> None:
    file.write_text("Splinter 5x2, Blue to move\nXxXxO\nsSsSo\n")
    every = [entry["turn"] for entry in run_for_json("turns", "splinter", "--position", file, "--all")]
    some = [entry["turn"] for entry in run_for_json("turns", "splinter", "--position", file)]
    off = {"a2SW", "a2W", "a2NW", "a2N", "a2NE"}
    assert off <= set(every)
    assert off & set(some) == {"a2N"}
    assert set(some) < set(every)


def test_crumble_has_no_end_of_turns() -> None:
    assert refusal("turns", "crumble", "--all").startswith(
        "a walk in Crumble may have any length; expected one turn for each"
    )
    assert refusal("perft", "crumble", 1, "--actions").startswith("a walk in Crumble may have any length")


@each_game
def test_show_draws_what_reads_back(name: str, file: Path, tmp_path: Path) -> None:
    game = find_game(name)
    position = game.start(KNOWN[name].board)
    file.write_text(strict_json.encode(game.to_json(position)))
    diagram = run("show", file)
    assert game.from_diagram(diagram) == position
    file.write_text(diagram)
    assert run_for_json("show", file) == [game.to_json(position)]
    run("show", file, "--svg", tmp_path / "picture.svg")
    assert ElementTree.parse(tmp_path / "picture.svg").getroot().get("aria-label", "").startswith(name.capitalize())


@pytest.mark.parametrize(
    ("record", "said", "code"),
    [
        ('[Game "scrunch"]\n[Board "3"]\n1) a1 c3 2) (a2 a1-b2) c5 *', "legal: 4 turns, undecided", 0),
        ('[Game "scrunch"]\n[Board "3"]\n1) a1 c3 2) (a2 a1-b2) c5 3) e1 *', "scrunch.creation.over", 1),
        ('[Game "splinter"]\n1) c3S c2N *', "splinter.turn.own", 1),
        (
            '[Game "splinter"]\n[Readings "step-off=forbidden"]\n[Board "2x4"]\n1) a2E 1-0',
            "legal: 1 turn, Blue wins",
            0,
        ),
    ],
)
def test_judge_knows_all_games(record: str, said: str, code: int, file: Path) -> None:
    file.write_text(record)
    assert said in run("judge", file, code=code)


@each_game
def test_readings_are_given_on_the_command_line(name: str) -> None:
    reading, values = next(iter(find_game(name).Readings.choices().items()))
    board = ("--board", KNOWN[name].board)
    (entry, *_) = run_for_json("turns", name, *board, "--readings", f"{reading}={values[1]}")
    assert entry["position"]["readings"] == {reading: values[1]}
    wrong = refusal("turns", name, "--readings", f"{reading}=maybe")
    assert wrong == f"--readings: {reading} has no value 'maybe'; expected one of {', '.join(values)}"


# solve


def test_solve_says_who_wins_and_how_to_begin() -> None:
    text = run("solve", "scrunch", "--board", 2)
    winner = text.split()[0]
    (data,) = run_for_json("solve", "scrunch", "--board", 2)
    assert data["winner"] == winner.lower()
    assert text.startswith(f"{winner} wins with perfect play\n")
    assert ("first turn: " in text) == (data["turn"] is not None) == (winner == "Dark")


def test_solve_takes_positions_and_readings(file: Path) -> None:
    file.write_text("Scrunch 2, Dark to move\n. o\n. . .\nx .\n")
    (data,) = run_for_json("solve", "scrunch", "--position", file, "--readings", "loops=forbidden")
    assert data["readings"]["scrunch.loops"] == "forbidden"
    assert data["winner"] in ("dark", "light")


def test_solve_refuses_what_it_cannot_solve() -> None:
    assert refusal("solve", "scrunch").startswith("nothing to solve is given; expected --board 2")
    assert "crumble cannot be solved" in refusal("solve", "crumble", "--board", "2x2")
    line = refusal("solve", "scrunch", "--board", "4")
    assert line == "the opening on board 4 cannot be solved; expected board 2 or 3, or a position near the end"


def test_what_cannot_be_opened_is_refused_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("2, Dark to move\nx x\nx x .\n. .\n")
    assert "scrunch.start.mutants" in refusal("explore", bad, "--no-open")
    assert "cannot be read" in refusal("explore", tmp_path / "none", "--no-open")


def test_a_port_in_use_is_refused_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "--port" in refusal("explore", "--no-open", "--port", taken.getsockname()[1])


def test_what_is_no_engine_is_refused_in_one_line() -> None:
    assert "hello" in refusal("explore", "--no-open", "--engine", "true")
    assert "--engine" in refusal("explore", "--no-open", "--engine", '"')


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there browsers are found otherwise")
@pytest.mark.parametrize(
    ("variables", "opener", "said"),
    [
        ({}, "echo >&2 'not to be asked'; exit 3", "there is no display here"),
        ({"DISPLAY": ":9"}, "echo >&2 'lynx: not found'; exit 3", "no browser could be started"),
        ({"WAYLAND_DISPLAY": "w"}, None, "no browser could be started"),
        ({"DISPLAY": ":9"}, "echo Opening; exit 0", ""),
    ],
)
def test_without_a_browser_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
    variables: dict[str, str], opener: str | None, said: str,
) -> None:  # fmt: skip
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", str(tmp_path))
    if opener is not None:
        (tmp_path / "xdg-open").write_text(f"#!/bin/sh\n{opener}\n")
        (tmp_path / "xdg-open").chmod(0o755)
    open_browser("http://127.0.0.1:1/")
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == bool(said)
    assert said in printed.err
    assert ("ssh -L 1:127.0.0.1:1" in printed.err) == bool(said)


def test_it_serves_what_it_was_given_until_it_is_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("3x3, White to move\nabc\nDEF\ngHi\n")
    command = [sys.executable, "-m", "shatterproof_properties", "explore", str(file), "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(address, timeout=30) as page:
            assert page.geturl() == address.partition("?")[0]
        question = urllib.request.Request(
            address.partition("?")[0] + "ask", b'{"do":"games"}', {"Content-Type": "application/json"}
        )
        with browser.open(question, timeout=30) as answer:
            assert b'"board":"3x3"' in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    finally:
        process.kill()
