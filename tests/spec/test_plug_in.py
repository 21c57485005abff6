"""The tutorial works: each step prints the message shown, and the last one plays.

A comment before a fenced block says what the block is. `file: NAME` is the whole file; with `above:`, `below:` or
`instead of:` it changes the file at the line that begins with these words. `prints: smoke` and `prints: check` are the
output of these commands. Three dots stand for anything.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from conformance.made import HOUR, as_found, little_is_enough, run_settings, without_mutant_probes
from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.example_games import example_games
from shatterproof_properties.protocol.messages import check

PAGE = spec_folder() / "plug-in.md"
GAME = PAGE.with_suffix("") / "my_splinter.py"
POSITIONS = GAME.with_name("my_crumble_positions.py")
BLOCK = re.compile(
    r"<!-- (file|prints): ([^;>]*?)(?:; (above|below|instead of): (.*?))? -->\n```\w*\n(.*?)```", re.DOTALL
)
RESULTS = 120


class Block(NamedTuple):
    """A marked block: a file, or the output of a command; how it changes the file, at which line; its text."""

    kind: str
    name: str
    how: str
    line: str
    text: str


def blocks() -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(PAGE.read_text("utf-8"))]


def applied(block: Block, text: str) -> str:
    """A file after a block has changed it."""
    if not block.how:
        return block.text
    lines = text.splitlines(keepends=True)
    places = [index for index, line in enumerate(lines) if line.strip().startswith(block.line)]
    assert len(places) == 1, f"{block.line!r} begins {len(places)} lines of {block.name}"
    first = places[0] + (block.how == "below")
    last = places[0] + (block.how != "above")
    return "".join([*lines[:first], block.text, *lines[last:]])


class Stage(NamedTuple):
    """An output that the page shows, and the files at that point."""

    command: str
    shown: str
    files: dict[str, str]


def stages() -> Iterator[Stage]:
    files = {GAME.name: GAME.read_text("utf-8"), "adapter.py": ""}
    for block in blocks():
        if block.kind == "file":
            files[block.name] = applied(block, files.get(block.name, ""))
        else:
            yield Stage(block.name, block.text, dict(files))


STAGES = list(stages())


def grown() -> dict[str, str]:
    """The files of the adapter with all its extensions."""
    return {file.name: file.read_text("utf-8") for file in (GAME, GAME.with_name("adapter.py"))}


def command_of(files: dict[str, str], folder: Path) -> str:
    """The command of the adapter, written into a folder with all that it needs."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return shlex.join([sys.executable, str(folder / "adapter.py")])


def printed(stage: Stage, folder: Path) -> str:
    command = command_of(stage.files, folder)
    if stage.command == "smoke":
        return run_smoke(EngineSettings(command)).to_text()
    with little_is_enough():
        return run_check(run_settings("splinter", command, results=RESULTS)).to_text()


def pattern(shown: str) -> str:
    """A shown output as a pattern. Times vary, and three dots stand for anything; on their own line, for any lines."""
    text = re.sub(r"(?m)^\.\.\.$", "\0", shown)
    escaped = re.escape(text).replace(re.escape("..."), ".*").replace("\0", r"(?s:.*)")
    return re.sub(r"\d+\\\.\d\\ s\b", r"\\d+\\.\\d s", escaped)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: f"{STAGES.index(stage)}-{stage.command}")
def test_each_step_prints_what_the_page_shows(stage: Stage, tmp_path: Path) -> None:
    text = printed(stage, tmp_path)
    assert re.fullmatch(pattern(stage.shown), text), text


def test_each_step_mends_the_first_fault_of_the_one_before() -> None:
    shown = [stage.shown for stage in STAGES if stage.command == "smoke"]
    faults = [re.search(r"^Fix this first: (.*)$", text, re.MULTILINE) for text in shown]
    names = [fault[1] if fault else "" for fault in faults]
    assert len(set(names)) == len(names)
    assert names[-1] == ""
    assert STAGES[-1].command == "check"


def test_the_adapter_is_as_short_as_the_page_says() -> None:
    adapter = STAGES[-1].files["adapter.py"]
    count = sum(bool(line.strip()) for line in adapter.splitlines())
    assert count < 40
    assert f"{count} lines" in PAGE.read_text("utf-8")


def test_the_adapter_that_has_grown_plays_from_positions_and_lists_turns(tmp_path: Path) -> None:
    command = command_of(grown(), tmp_path)
    smoke = run_smoke(EngineSettings(command))
    assert {step.state for step in smoke.steps} == {"ok"}, smoke.to_text()
    assert {"turns", "a broken position"} <= {step.name for step in smoke.steps}
    with without_mutant_probes():
        verdict = run_check(run_settings("splinter", command, HOUR, 3 * RESULTS, 1))
    assert verdict.agrees, verdict.to_text()
    assert verdict.coverage.positions > 0


def test_a_broken_rule_is_found_as_the_page_says(tmp_path: Path) -> None:
    files = dict(STAGES[-1].files)
    diagonals = "abs(square[0] - x) <= 1 and abs(square[1] - y) <= 1"
    assert diagonals in files["my_splinter.py"]
    files["my_splinter.py"] = files["my_splinter.py"].replace(diagonals, "abs(square[0] - x) + abs(square[1] - y) <= 1")
    with as_found():
        verdict = run_check(run_settings("splinter", command_of(files, tmp_path), results=RESULTS))
    assert verdict.word == "DIFFERS"


def test_without_a_process_it_is_called_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = dict(STAGES[-1].files)
    head, loop, tail = files["adapter.py"].partition("for line in sys.stdin:")
    tail = "".join(f"    {line}" for line in tail.splitlines(keepends=True)[1:])
    files["adapter.py"] = f'{head}if __name__ == "__main__":\n    {loop}\n{tail}'
    assert run_smoke(EngineSettings(command_of(files, tmp_path))).exit_code == 0
    monkeypatch.syspath_prepend(str(tmp_path))
    smoke = run_smoke(EngineSettings("python:adapter:answer"))
    assert smoke.exit_code == 0, smoke.to_text()


def test_the_messages_on_the_page_have_their_form() -> None:
    lines = [line.strip() for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
             for line in block.strip().splitlines()]  # fmt: skip
    messages = [strict_json.decode(line) for line in lines]
    assert messages
    for question, answer in zip(messages[::2], messages[1::2], strict=True):
        check(f"{question['do']}-question", question)
        check(f"{question['do']}-answer", answer)


def test_the_memory_of_crumble_is_kept_as_the_reference_keeps_it() -> None:
    kept: dict[str, Any] = {}
    exec(POSITIONS.read_text("utf-8"), kept)
    crumble, most = find_game("crumble"), 0
    for example in example_games("crumble", ("crumble.draw.repetition", "crumble.capture.enclosed")):
        position = example.begun.begun
        if position.readings.departures():
            continue
        for text in example.texts[: example.legal]:
            before = crumble.to_json(position)
            position = crumble.play(position, crumble.parse_turn(position, text))
            after = crumble.to_json(position)
            pieces, memory = kept["from_json"](after)
            assert kept["to_json"](after["board"], after["to_move"], pieces, memory) == after
            latest = memory[0][0] if memory[0] else (None, ())
            remembered = kept["remember"](kept["from_json"](before)[1], latest[1], latest[0])
            assert remembered == memory
            ended = crumble.outcome(position)
            assert kept["is_draw"](remembered) is (ended is not None and ended.winner is None)
            most = max(most, memory[1])
    assert most == 2
