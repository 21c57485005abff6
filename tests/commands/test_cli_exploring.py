"""The command explore: what it refuses, and that it ends in good order."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from running import refusal


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


def test_it_serves_what_it_was_given_until_it_is_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("3x3, White to move\nabc\nDEF\ngHi\n")
    command = [sys.executable, "-m", "shatterproof_properties", "explore", str(file), "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=30) as page:
            cookie = page.headers["Set-Cookie"].partition(";")[0]
        question = urllib.request.Request(
            address.partition("?")[0] + "ask",
            b'{"do":"games"}',
            {"Content-Type": "application/json", "Cookie": cookie},
        )
        with urllib.request.urlopen(question, timeout=30) as answer:
            assert b'"board":"3x3"' in answer.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    finally:
        process.kill()
