"""The commands for every game: the same questions, each answered in the terms of the game."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
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


def test_the_commands_know_every_game() -> None:
    assert tuple(KNOWN) == GAMES


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


@each_game
def test_perft_of_the_opening(name: str) -> None:
    assert run("perft", name, 2, "--engine", "second") == f"{KNOWN[name].standard}\n"


@each_game
def test_perft_divides_and_counts_distinct_positions(name: str) -> None:
    board = ("--board", KNOWN[name].board)
    *by, total = run("perft", name, 2, *board, "--divide").splitlines()
    assert sum(int(line.split(": ")[1]) for line in by) == int(total) == KNOWN[name].leaves[2]
    assert 0 < int(run("perft", name, 2, *board, "--unique")) <= int(total)


@pytest.mark.parametrize("name", [name for name, known in KNOWN.items() if known.actions is not None])
def test_actions_count_turns_that_lead_to_the_same_result(name: str) -> None:
    known = KNOWN[name]
    assert run("perft", name, 2, "--board", known.board, "--actions") == f"{known.actions}\n"
    for option, value in (("--engine", "second"), ("--unique", None)):
        options = ("--actions", option, *([value] if value else []))
        assert "reference" in refusal("perft", name, 1, "--board", known.board, *options)


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
    ("diagram", "name"),
    [
        ("Ab\nbA\n", "crumble"),
        ("SX\nsx\n", "crumble"),
        ("3x2, Black to move\nAAb\nAAb\n", "crumble"),
        (". . x\n", None),
        (". x\n. . .\no .\n", "scrunch"),
        ("# a comment about splinter\n2, Light to move, creating Dark and Light\n..\n.x.\n..\n", "scrunch"),
        ("Sx.\n.oO\n", "splinter"),
        ("2x2, Blue to move\nSX\nsx\n", "splinter"),
        ("splinter\nSX\nsx\n", "splinter"),
    ],
)
def test_a_diagram_tells_its_game(diagram: str, name: str | None, file: Path) -> None:
    file.write_text(diagram)
    if name is None:
        assert refusal("show", file)
    else:
        assert run_for_json("show", file)[0]["game"] == name


@pytest.mark.parametrize(
    ("record", "said", "code"),
    [
        ('[Game "scrunch"]\n[Board "3"]\n1) a1 a1 *', "scrunch.board.one-stone", 1),
        ('[Game "scrunch"]\n[Board "3"]\n1) a1 c3 2) (a2 a1-b2) c5 *', "legal: 4 turns, undecided", 0),
        ('[Game "scrunch"]\n[Board "3"]\n1) a1 c3 2) (a2 a1-b2) c5 3) e1 *', "scrunch.creation.over", 1),
        ('[Game "splinter"]\n1) c3S h3S 2) c2N h2N *', "legal: 4 turns, undecided", 0),
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
def test_rules_and_readings_of_every_game_are_listed(name: str) -> None:
    assert sum(line.startswith(f"{name}.") for line in run("rule").splitlines()) > 30
    readings = find_game(name).Readings.choices()
    listed = {entry["reading"]: tuple(entry["values"]) for entry in run_for_json("readings")}
    assert readings.items() <= listed.items()
    for reading in readings:
        assert run("readings", reading).startswith(f"{reading}\n")


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
