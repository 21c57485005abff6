"""The command explore: what it refuses, and that it ends in good order."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from running import refusal
from shatterproof_properties.commands.games import DISPLAYS, open_browser


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
