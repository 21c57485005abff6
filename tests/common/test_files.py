"""Files are read if they are regular or the standard input; nobody waits for anything else."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shatterproof import strict_json
from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common import files, prose
from shatterproof_properties.common.files import is_folder, read_text
from shatterproof_properties.common.ludii import record_of_trial
from shatterproof_properties.conformance.history.known_file import read_known
from shatterproof_properties.puzzles.claims.claim import read_claim
from shatterproof_properties.puzzles.files.collection import parse_collection
from shatterproof_properties.puzzles.files.text import parse_puzzle
from shatterproof_properties.puzzles.solve import questions


def test_a_regular_file_is_read_through_links(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("2x2\né".encode())
    (tmp_path / "b").symlink_to("a")
    assert read_text(tmp_path / "b") == "2x2\né"


def test_a_pipe_that_nobody_writes_into_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(InputError, match="this is a pipe or a device; expected a regular file, or -"):
        read_text(tmp_path / "fifo")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_not_read(device: str) -> None:
    with pytest.raises(InputError, match=device):
        read_text(Path(device))


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="a file of Linux that never ends")
def test_a_file_that_never_ends_is_not_waited_for() -> None:
    with pytest.raises(InputError, match="/proc/kmsg: "):
        read_text(Path("/proc/kmsg"))


@pytest.mark.parametrize("name", ["loop", "x" * 300, "nothing", "a\0b", "."])
def test_what_cannot_be_opened_is_said_in_a_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="cannot be read"):
        read_text(tmp_path / name)
    assert is_folder(tmp_path / name) == (name == ".")


def test_a_standard_input_that_is_closed_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: it is closed"):
        read_text(Path("-"))


LENGTH = 1 << 16
PARTS = (
    "{ ", "} ", "{}", "( ", "(a ", "(\n", "((", ") ", "(1) ", "[", "[ ", "[[a\n", '[A "', "[Game x\n", "\n[Puzzle ",
    '"', '\\"', "\\", " ", "\n", " \n", "#\n", "# a\n", "a", "a ", "1", "1,", "1)", " ...", "! ", "$1 ", "/", "A1 ",
    "x.", "=\n", "[a](", "![a](", "*a", "* ", "`", "Move=[", "[Move:", "actions=[", "a=b,", '{"a":', "\\ud8",
    "W to move,", "[[a]]\n",
)  # fmt: skip


def _turn(text: str) -> None:
    for game in map(find_game, GAMES):
        with contextlib.suppress(InputError):
            game.parse_turn(game.start(), text)


def _diagram(text: str) -> None:
    for game in map(find_game, GAMES):
        for begun in ("", game.to_diagram(game.start()) + "memory "):
            with contextlib.suppress(InputError):
                game.from_diagram(begun + text)


def _claim(text: str) -> None:
    game = find_game(GAMES[0])
    read_claim(text, False, game, game.SIDES[0])


PUZZLE = '[Puzzle "x"]\n[Game "scrunch"]\n'
READERS: dict[str, Callable[[str], Any]] = {
    "kind of file": lambda text: (files.is_record(text), files.is_puzzle(text), files.is_json(text)),
    "game shown": game_shown,
    "games": files.games_in,
    "record": lambda text: files.record_in(f'[Game "scrunch"]\n1) {text}'),
    "tag": lambda text: files.record_in(f'[Game "scrunch"]\n[White "{text}'),
    "trial": lambda text: record_of_trial(f"game=/Scrunch.lud\nMove=[Move:mover=1,actions=[{text}", lambda game: None),
    "options": lambda text: record_of_trial(f"START GAME OPTIONS\n{text}", lambda game: None),
    "diagram": _diagram,
    "turn": _turn,
    "JSON": strict_json.decode,
    "JSON in a list": lambda text: strict_json.decode(f"[{text}"),
    "puzzle": lambda text: parse_puzzle(f'{PUZZLE}[Claim "wins-1"]\n\n{text}'),
    "tag of a puzzle": lambda text: parse_puzzle(f'{PUZZLE}[Claim "{text}'),
    "claim": _claim,
    "collection": lambda text: parse_collection(f'[Collection "x"]\n\n{text}'),
    "typed line": questions._TYPED.findall,
    "prose": lambda text: (prose.plain(text), prose.plain_lines(text[: LENGTH // 4]), list(prose.blocks(text))),
}


@pytest.mark.parametrize("reader", READERS)
def test_reading_takes_a_time_that_grows_as_the_text_does(reader: str) -> None:
    for part in PARTS:
        with contextlib.suppress(InputError):
            READERS[reader](part * (LENGTH // len(part)))


def test_reading_known_differences_takes_a_time_that_grows_as_the_text_does(tmp_path: Path) -> None:
    for part in (*PARTS, "[[difference]]\n", "a.", "a.a=1\n"):
        for head in ("", "[[difference]]\nwhy = '''", json.dumps({"differences": []})[:-2]):
            (tmp_path / "known.toml").write_text(head + part * (LENGTH // 8 // len(part)))
            with contextlib.suppress(InputError):
                read_known(tmp_path / "known.toml")
