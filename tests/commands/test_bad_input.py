"""Whatever is wrong with its input, a command says so in one line: the place, what is wrong, and what was expected."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from running import refusal, run
from shatterproof.crumble import from_json, start, to_json

START = to_json(start("2x2"))
CHEQUERED = START["pieces"]


def position(**changes: Any) -> str:
    """The 2x2 start as JSON text, changed."""
    return json.dumps(START | changes)


def pieces(*changed: list[Any]) -> str:
    """The 2x2 start with other pieces in place of its first ones."""
    return position(pieces=[*changed, *CHEQUERED[len(changed) :]])


ENCLOSED = "3x3, Black to move\nABC\nDaE\nFGH\n"
DECIDED = "2x2, White to move\nAB\nCa\n"
DRAWN = (
    "2x2, Black to move\nABab\nABab\nccCC\nccCC\nmemory "
    '{"recent":[' + ",".join(['{"target":["1","1","1/2","1"],"worked":[["0","0","1","1"]]}'] * 4) + '],"renewals":2}\n'
)

POSITIONS = {
    # JSON that is none, or none of ours
    "truncated": (position()[:-40], "line 1, column ", "not JSON"),
    "truncated in a string": (position()[:15], "line 1, column ", "not JSON"),
    "float": (pieces([0.5, "0", "1", "1", "white"]), "/pieces/0/0", 'number "0.5"', "written as strings"),
    "exponent": ('{"board": 1e3}', "/board", 'number "1e3"'),
    "infinity": ('{"board": -Infinity}', "/board", 'number "-Infinity"'),
    "duplicate key": (position()[:-1] + ', "board": "2x2"}', "/board", 'key "board" twice'),
    "deep": ("[" * 100_000, "at /0", "nested too deeply", "at most 64"),
    "deep and closed": ('{"memory":' * 70 + "0" + "}" * 70, "at /memory", "nested too deeply"),
    "huge number": ('{"board": ' + "9" * 100_000 + "}", "/board", "100000 digits", "at most 20 digits"),
    "list": (json.dumps([[START]]), "is no object", "an object with"),
    "two values": (position() + "{}", "line 1, column ", "extra data"),
    # fields
    "unknown field": (position(colour="x"), "/colour", 'unknown field "colour"', "only board, game"),
    "unknown field, huge": (position(**{"x" * 1_000_000: 0}), "unknown field", "only board, game"),
    "unknown field, rude": (position(**{"\x1b[2J\u202e": 0}), "unknown field", "only board, game"),
    "missing field": ('{"game":"crumble"}', "field 'board' is missing", "an object with"),
    "wrong game": (position(game="chess"), "/game", "chess", "crumble"),
    "game of another kind": (position(game=7), "/game", "game is 7", "crumble"),
    "board of another kind": (position(board=[2, 2]), "/board", "[2, 2]", "6x6"),
    "board with zeros": (position(board="02x2"), "/board", "'02x2' names no board", "columns by rows"),
    "board too small": (position(board="1x2"), "/board", "crumble.board.rectangle", "2x2 to 16x16"),
    "board too large": (position(board="2x17"), "/board", "crumble.board.rectangle", "2x2 to 16x16"),
    "board, huge": (position(board="9" * 1_000_000), "/board", "names no board"),
    "side": (position(to_move="red"), "/to_move", '"red"', '"black" or "white"'),
    "pieces": (position(pieces={}), "/pieces", "{} is no list"),
    "no pieces": (position(pieces=[]), "/pieces", "a gap begins at (0, 0), 4 square units", "crumble.pieces.cover"),
    # lengths
    "number for a length": (pieces([0, "0", "1", "1", "white"]), "/pieces/0/0", "0 is no length", "a string"),
    "negative": (pieces(["-1", "0", "1", "1", "white"]), "/pieces/0/0", "'-1' is no length"),
    "huge": (pieces(["0", "9" * 30, "1", "1", "white"]), "/pieces/0/1", "is no length"),
    "far away": (pieces(["0", "999999999", "1", "1", "white"]), "/pieces/0", "leaves the board", "2x2 units"),
    "over zero": (pieces(["0", "0", "1/0", "1", "white"]), "/pieces/0/2", "'1/0'", "a power of two up to 1048576"),
    "over three": (pieces(["0", "0", "1/3", "1", "white"]), "/pieces/0/2", "'1/3'", "crumble.board.limits"),
    "too fine": (pieces(["0", "0", "1/2097152", "1", "white"]), "/pieces/0/2", "crumble.board.limits"),
    "lowest terms": (pieces(["0", "0", "2/2", "1", "white"]), "/pieces/0/2", "not in lowest terms", '"1"'),
    "other digits": (pieces(["0", "0", "١", "1", "white"]), "/pieces/0/2", "is no length"),
    "spaces": (pieces(["0", "0", " 1", "1", "white"]), "/pieces/0/2", "is no length"),
    # pieces
    "short piece": (pieces(["0", "0", "1", "1"]), "/pieces/0", "is no piece", "x, y, width, height and colour"),
    "colour": (pieces(["0", "0", "1", "1", "red"]), "/pieces/0/4", '"red"', '"black" or "white"'),
    "twice": (pieces(*[CHEQUERED[0]] * 2), "/pieces/1", "given twice"),
    "shape": (pieces(["0", "0", "2", "1/2", "white"]), "/pieces/0", "2x1/2 at (0, 0)", "crumble.pieces.shape"),
    "no width": (pieces(["0", "0", "0", "0", "white"]), "/pieces/0", "crumble.pieces.shape"),
    "overlap": (pieces(["0", "0", "2", "1", "white"]), "/pieces", "2x1 at (0, 0) and 1x1 at (1, 0) overlap"),
    "gap": (pieces(["0", "0", "1", "1/2", "white"]), "/pieces", "a gap begins at (0, 1/2), 0.5 square units"),
    # memory and readings
    "memory": (position(memory=1), "/memory", "1 is no object"),
    "memory too long": (position(memory={"recent": [None] * 5, "renewals": 0}), "/memory/recent", "1 to 4"),
    "renewals": (
        position(memory={"recent": [{"target": CHEQUERED[0][:4], "worked": [CHEQUERED[0][:4]]}], "renewals": -1}),
        "/memory/renewals",
        "-1",
        "from 0 to 0",
    ),
    "reading": (position(readings={"crumble.colour": "x"}), "/readings", "unknown reading 'crumble.colour'"),
    "reading's value": (position(readings={"crumble.draw": "never"}), "readings", "'never'", "agreement-only"),
    "very long": ("A" * 3_000_000, "3000000 characters", "at most"),
    "two memories": ("2x2\nAb\nbA\nmemory null\nmemory null\n", "line 5", "second line of memory"),
    "readings line": ("2x2\nAb\nbA\nreadings draw\n", "line 4", "'draw' sets no reading"),
    "unsettled": (ENCLOSED, "1x1 at (1, 1) stands inside a ring", "crumble.standing-enclosure", "settled"),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize(
    "command", [("show",), ("turns", "crumble", "--position"), ("perft", "crumble", "1", "--position")]
)
def test_a_position_that_cannot_be_used_is_refused_with_place_and_wish(
    name: str, command: tuple[str, ...], file: Path
) -> None:
    check_refused(command, file, *POSITIONS[name])


def check_refused(command: Iterable[str], file: Path, content: str, *expected: str) -> None:
    """Fails unless a command refuses a file with this content in a line that names it, with the parts expected."""
    file.write_text(content, encoding="utf-8")
    line = refusal(*command, file)
    assert line.startswith(str(file)), line
    assert "; expected " in line
    for part in expected:
        assert part in line


@pytest.mark.parametrize(("content", "part"), [(DECIDED, "Black wins"), (DRAWN, "drawn (crumble.draw.repetition)")])
def test_a_decided_position_has_no_turns_but_a_picture(content: str, part: str, file: Path) -> None:
    file.write_text(content)
    for command in (("turns", "crumble"), ("perft", "crumble", "2"), ("perft", "crumble", "2", "--engine", "second")):
        line = refusal(*command, "--position", file)
        assert line.startswith(f"{file}: the game is over: {part}")
        assert line.endswith("expected a position in which it goes on")
    shown = run("show", file)
    assert f"# {part}" in shown
    assert content in shown


@pytest.mark.parametrize(
    "command", [("judge",), ("show",), ("turns", "crumble", "--position"), ("perft", "crumble", "1", "--position")]
)
def test_a_file_that_cannot_be_read_is_refused_by_its_name(command: tuple[str, ...], tmp_path: Path) -> None:
    def refused(name: str, content: bytes | None = None) -> str:
        if content is not None:
            (tmp_path / name).write_bytes(content)
        line = refusal(*command, tmp_path / name)
        assert line.startswith(str(tmp_path / name))
        return line.removeprefix(str(tmp_path / name))

    assert refused("missing") == ": cannot be read: No such file or directory; expected a file"
    folder = ": no file in it is a game record" if command == ("judge",) else ": cannot be read: Is a directory"
    assert refused(".").startswith(folder)
    assert refused("empty", b"") == ": the file is empty; expected a position or a game record"
    assert refused("blank", b"\xef\xbb\xbf \n\t\n") == ": the file is empty; expected a position or a game record"
    assert refused("latin", b"6x6\nAb\xe9\n") == ", line 2, byte 3: the text is not UTF-8; expected UTF-8 text"
    assert refused("binary", bytes(range(256))).startswith(", line 2, byte 118: the text is not UTF-8")
    assert refused("long", b"A" * 10_000_000) == ": the file is too long; expected at most 8388608 bytes"
    assert refused("deep", b"[[" * 4_000_000).startswith(
        (", line 1, column 65, at /0/0/0", ", line 1: this is no game")
    )
    assert (
        refusal(*command, "-", given=b" ") == "standard input: the file is empty; expected a position or a game record"
    )
    assert "cannot be read: " in refusal(*command, "\udcff.json")


GENERATE = ("puzzle", "generate", "crumble", "--claim", "wins-1", "--out", "new")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("turns", "chess"), ("'chess' is not one of 'crumble', 'scrunch', 'splinter'", "shatterproof turns --help")),
        (("turns",), ("Missing argument 'GAME'",)),
        (("turn", "crumble"), ("No such command 'turn'",)),
        (("judge", "--quickly", "x"), ("No such option", "--quickly", "see shatterproof judge --help")),
        (("perft", "crumble"), ("Missing argument 'DEPTH'",)),
        (("perft", "crumble", "many"), ("'many' is no whole number",)),
        (("perft", "crumble", "13"), ("13 is not in the range 0<=x<=12",)),
        (("perft", "crumble", "1", "--unique", "--divide"), ("--unique", "no --divide")),
        (("perft", "crumble", "1", "--engine", "third"), ("'third' is not one of 'reference', 'second'",)),
        (("turns", "crumble", "--board", "1x1"), ("--board: ", "crumble.board.rectangle", "2x2 to 16x16")),
        (("turns", "crumble", "--board", "6"), ("--board: '6' names no board", "like 6x6")),
        (("turns", "crumble", "--board", ""), ("--board: '' names no board", "like 6x6")),
        ((*GENERATE, "--board", ""), ("--board: '' names no board",)),
        ((*GENERATE, "--board", "99x99"), ("--board: no board 99x99",)),
        ((*GENERATE, "--readings", "draw=both"), ("--readings: crumble.draw has no value 'both'",)),
        ((*GENERATE, "--count", "0"), ("0 is not in the range 1<=x<=100000",)),
        ((*GENERATE, "--jobs", "65"), ("65 is not in the range 1<=x<=64",)),
        ((*GENERATE, "--seed", "-1"), ("-1 is not in the range x>=0",)),
        ((*GENERATE, "--time", "0"), ("0.0 is not in the range x>=0.1",)),
        ((*GENERATE[:-3], "mated-0", *GENERATE[-2:]), ("--claim: ",)),
        (("turns", "crumble", "--board", "6x6", "--position", "x"), ("cannot be used together", "one of them")),
        (("turns", "crumble", "--readings", "draw"), ("--readings: 'draw' sets no reading", "draw=agreement-only")),
        (("turns", "crumble", "--readings", "draw=x"), ("--readings: crumble.draw has no value 'x'", "draw-turns")),
        (("turns", "crumble", "--readings", "x=y"), ("--readings: unknown reading 'crumble.x'", "crumble.draw")),
        (("turns", "crumble", "--readings", "draw=draw-turns", "--readings", "draw=draw-turns"), ("is set twice",)),
        (("rule", "qqq", "zzz"), ("no clause speaks of 'qqq zzz'", "shatterproof rule")),
        (("rule", "crumble.cut.ovn"), ("no clause 'crumble.cut.ovn'", "crumble.cut.own")),
        (("rule", "x" * 100_000), ("no clause", "shatterproof rule")),
        (("rule", "pass", "--readings", "draw=draw-turns"), ("--readings bear on a turn", "--position FILE")),
        (("rule", "--position", "-"), ("there is no turn to explain",)),
        (("rule", "?"), ("no clause speaks of '?'",)),
        (("readings", "crumble.x"), ("unknown reading 'crumble.x'", "crumble.draw")),
        (("engine", "chess"), ("'chess' is not one of 'crumble', 'scrunch', 'splinter'",)),
        (("check", "chess"), ("'chess' is not one of 'crumble', 'scrunch', 'splinter'",)),
        (("turns", "scrunch", "--board", "11"), ("--board", "scrunch.board.limits")),
        (("turns", "splinter", "--board", "3x3"), ("--board", "splinter.start.other-boards", "2x4, 5x2 or larger")),
        (("perft", "splinter", "1", "--board", "10"), ("--board", "names no board", "like 10x9")),
        (("turns", "scrunch", "--readings", "tie=keep-one"), ("--readings", "unknown reading 'scrunch.tie'")),
        (("check", "--readings", "draw"), ("--readings", "names no game")),
        (("solve", "scrunch", "--board", "3", "--position", "-"), ("--board and --position",)),
    ],
)
def test_bad_usage_is_reported_in_one_line(arguments: tuple[str, ...], parts: Iterable[str]) -> None:
    line = refusal(*arguments)
    for part in parts:
        assert part in line


def test_a_picture_that_cannot_be_written_is_reported_in_one_line(file: Path, tmp_path: Path) -> None:
    file.write_text("2x2\nAb\nbA\n")
    assert refusal("show", file, "--svg", tmp_path).startswith(f"{tmp_path}: cannot be written: Is a directory")
    missing = tmp_path / "none" / "x.svg"
    assert refusal("show", file, "--svg", missing).startswith(f"{missing}: cannot be written: No such file")


def test_readings_are_not_given_twice(file: Path) -> None:
    file.write_text("2x2\nAb\nbA\nreadings draw=draw-turns\n")
    line = refusal("show", file, "--readings", "draw=agreement-only")
    assert line.startswith(f"{file}, line 4, readings: the position names other readings than those in force")
    file.write_text('[Game "crumble"]\n*\n')
    assert "a record names its own" in refusal("show", file, "--readings", "draw=agreement-only")


def test_a_record_is_no_position(file: Path) -> None:
    file.write_text('[Game "crumble"]\n*\n')
    assert "this is a game record; expected a position" in refusal("turns", "crumble", "--position", file)


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        (("show",), "shatterproof puzzle show FILE draws a puzzle"),
        (("judge",), "shatterproof puzzle verify FILE judges a puzzle"),
        (("turns", "crumble", "--position"), "shatterproof puzzle verify FILE takes puzzles"),
    ],
)
@pytest.mark.parametrize("tags", ['[Puzzle "Eleven"]\n[Game "crumble"]\n', '[Game "crumble"]\n\n[Puzzle "Eleven"]\n'])
def test_a_puzzle_is_sent_to_the_commands_for_puzzles(
    command: tuple[str, ...], instead: str, tags: str, file: Path
) -> None:
    file.write_text(f'{tags}[Claim "mated-1"]\n\n2x2\nAb\nbA\n')
    line = refusal(*command, file)
    assert line.startswith(f"{file}: this is a puzzle; expected ")
    assert line.endswith(instead)


def test_a_puzzle_in_a_folder_is_no_record_of_it(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text('[Game "crumble"]\n*\n')
    (tmp_path / "some.puzzle").write_text('[Puzzle "Eleven"]\n[Game "crumble"]\n[Claim "mated-1"]\n\n2x2\nAb\nbA\n')
    assert "1 file is no record: some.puzzle" in run("judge", tmp_path)


def tiny_squares(board: int, per_unit: int) -> list[list[str]]:
    side = Fraction(1, per_unit)
    return [
        [str(x * side), str(y * side), str(side), str(side), "white" if (x + y) % 2 else "black"]
        for y in range(board * per_unit)
        for x in range(board * per_unit)
    ]


def test_thousands_of_tiny_pieces_are_read(file: Path) -> None:
    whole = {"board": "16x16", "game": "crumble", "to_move": "black"}
    squares = tiny_squares(16, 4)
    file.write_text(json.dumps(whole | {"pieces": squares[:3000] + squares[3001:]}))
    assert "a gap begins at (14, 23/2), 0.0625 square units are left uncovered" in refusal("show", file)
    file.write_text(json.dumps(whole | {"pieces": [*squares, ["0", "0", "4", "4", "black"]]}))
    assert "1/4x1/4 at (0, 0) and 4x4 at (0, 0) overlap" in refusal("show", file)
    file.write_text(json.dumps(whole | {"pieces": squares}))
    assert run("show", file).startswith("16x16, Black to move\naAbBcC")


def test_four_times_as_many_pieces_take_hardly_more_than_four_times_the_work() -> None:
    def work(per_unit: int) -> int:
        lines = 0

        def count(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal lines
            lines += event == "line"
            return count

        data = {"board": "8x8", "game": "crumble", "to_move": "black", "pieces": tiny_squares(8, per_unit)}
        sys.settrace(count)
        try:
            from_json(data)
        finally:
            sys.settrace(None)
        return lines

    assert work(4) < 5 * work(2)
