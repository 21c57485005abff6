"""Compiled functions: when they are asked, and what happens without them, or if they decline."""

from __future__ import annotations

import _ctypes
import os
import runpy
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from second.conftest import BUILD
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second import compiled
from shatterproof_properties.second.engine import MOST

BOARDS = {"crumble": "4x3", "scrunch": "3", "splinter": "5x4"}
UNUSUAL = {
    "crumble": {"crumble.win-stops": "end-of-turn"},
    "scrunch": {"scrunch.loops": "forbidden"},
    "splinter": {"splinter.tie": "remove-one"},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the sources in C, from which libraries are made and taken."""
    shutil.copytree(compiled.FOLDER, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    compiled.library.cache_clear()
    yield tmp_path
    compiled.library.cache_clear()


class Stub:
    """Compiled functions that give the answers of the test, whatever they are asked."""

    def __init__(self, answer: tuple[str, int] | None) -> None:
        self.answer = answer

    def results(self, position: str, *numbers: int) -> tuple[str, int] | None:
        return self.answer

    leaves = results


def engine(game: str, answer: tuple[str, int] | None, readings: dict[str, str] | None = None) -> Any:
    found = second_engine(game).on_board(BOARDS[game], readings or {})
    vars(found)["_compiled"] = Stub(answer) if answer else None
    return found


@pytest.mark.usefixtures("built")
def test_a_library_is_made_of_the_sources_beside_it(folder: Path) -> None:
    assert compiled.library()
    (folder / "compiled.h").write_text("/* another */", encoding="utf-8")
    compiled.library.cache_clear()
    assert compiled.library() is None


@pytest.mark.usefixtures("built")
def test_a_library_can_be_switched_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHATTERPROOF_COMPILED", "no")
    assert compiled.library() is None


@pytest.mark.parametrize("content", [b"", b"\x7fELF and no more"])
def test_what_is_no_library_is_left_alone(folder: Path, content: bytes) -> None:
    compiled.library_path().write_bytes(content)
    compiled.library.cache_clear()
    assert compiled.library() is None


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF and no more"])
def test_a_library_that_is_named_and_cannot_be_used_is_said(
    folder: Path, content: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = folder / "mistyped"
    if content is not None:
        named.write_bytes(content)
    monkeypatch.setenv("SHATTERPROOF_COMPILED", str(named))
    with pytest.raises(InputError, match=f"^SHATTERPROOF_COMPILED: {named} cannot be loaded: "):
        compiled.library()


def test_a_library_of_something_else_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHATTERPROOF_COMPILED", _ctypes.__file__)
    with pytest.raises(InputError, match="has no function crumble_results"):
        compiled.library()


@pytest.mark.long
@pytest.mark.usefixtures("built")
def test_a_compiler_may_come_with_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = shutil.which("cc") or shutil.which("gcc") or "clang"
    monkeypatch.setenv("CC", f"{usual} -g '-DONE=a b'")
    assert runpy.run_path(str(BUILD))["make"](library=tmp_path / "made.library") == tmp_path / "made.library"


@pytest.mark.ci
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game != GAMES[1] else ()) for game in GAMES]
)
def test_sanitizers_find_nothing(game: str, tmp_path: Path) -> None:
    found = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    options = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover")
    library = runpy.run_path(str(BUILD))["make"](*options, library=tmp_path / "compiled.library")
    environment = os.environ | {
        "SHATTERPROOF_COMPILED": str(library),
        "LD_PRELOAD": found.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps much to its end
    }
    tests = str(Path(__file__).with_name("test_compiled_lists.py"))
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", game, tests]
    done = subprocess.run(asked, env=environment, cwd=BUILD.parents[1], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.parametrize("compiler", ["false", "no-such-compiler"])
def test_without_a_compiler_nothing_is_made(
    compiler: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", compiler)
    before = compiled.library_path().exists()
    assert runpy.run_path(str(BUILD))["make"]() is None
    assert capsys.readouterr().err.startswith("no compiled functions: ")
    assert compiled.library_path().exists() == before


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("game", GAMES)
def test_only_the_engine_by_the_defaults_asks_for_it(game: str) -> None:
    usual = second_engine(game)

    class Changed(usual):  # type: ignore[misc, valid-type]
        pass

    assert vars(usual.on_board(BOARDS[game]))  # an engine, not only its class
    assert usual.on_board(BOARDS[game])._compiled
    assert usual.on_board(BOARDS[game], UNUSUAL[game])._compiled is None
    assert Changed.on_board(BOARDS[game])._compiled is None


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("game", GAMES)
def test_a_longer_answer_gets_room(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = compiled.compiled(game)
    assert known
    position = strict_json.encode(second_engine(game).on_board(BOARDS[game]).start())
    answer = known.results(position, MOST)
    assert answer
    monkeypatch.setattr(compiled, "ANSWERS", threading.local())
    monkeypatch.setattr(compiled, "ROOM", 2)
    assert known.results(position, MOST) == answer
    monkeypatch.setattr(compiled, "ANSWERS", threading.local())
    monkeypatch.setattr(compiled, "MOST_ROOM", 8)
    assert known.results(position, MOST) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_compiled_is_listed(game: str) -> None:
    answer = (
        '{"outcome":null,"position":{},"turn":"a"},{"outcome":{"clause":"b","winner":null},"position":[1],"turn":"c"}'
    )
    found = engine(game, (answer, 2))
    position = found.start()
    assert list(found.turn_entries(position)) == [answer]
    listed = found.listed(strict_json.encode(position), MOST)
    assert (listed.entries, len(listed)) == (answer, 2)
    assert listed[0] == ("a", "{}", "null")
    assert listed.ended() == listed[1:] == [("c", "[1]", '{"clause":"b","winner":null}')]
    assert engine(game, ('["b",2],["a",3]', 5)).count(position, 2) == {"total": 5, "by": [["a", 3], ["b", 2]]}
    empty = engine(game, ("", 0))
    assert [*empty.turn_entries(position), *empty.listed(strict_json.encode(position), MOST)] == []


@pytest.mark.parametrize("game", GAMES)
def test_python_tells_what_is_not_compiled(game: str) -> None:
    found, unsure = engine(game, None), engine(game, None)
    vars(unsure)["_compiled"] = Stub(None)
    position = found.start()
    text = strict_json.encode(position)
    entries = list(found.turn_entries(position))
    assert list(unsure.turn_entries(position)) == entries
    assert unsure.listed(text, MOST).entries == ",".join(entries)
    assert unsure.listed(text, 2).entries == ",".join(entries[:2])
    assert unsure.count(position, 2) == found.count(position, 2)
