"""Long work: it answers in lines, and ends when nobody listens."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from explorer.asking import opening
from explorer.serving import KNOWN, serving
from shatterproof_properties.explorer import work_process
from shatterproof_properties.explorer.service import Explorer, check_question
from shatterproof_properties.explorer.work_process import WorkProcesses


def test_the_server_answers_work_by_lines() -> None:
    with serving(Explorer(check=check_question)) as server:
        *progress, answer = server.work(thinking_about("3"))
        assert "ok" in answer
        assert all("progress" in line for line in progress)
        assert server.work({"do": "games"})[-1]["error"]["code"] == "bad-question"


@pytest.mark.ci
def test_work_ends_when_the_connection_is_closed() -> None:
    question = json.dumps({"do": "think", "position": opening("scrunch", "7"), "depth": 4}).encode()
    with serving(Explorer(check=check_question)) as server:
        for _ in range(3):
            connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("POST", "/work", question, KNOWN)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.readline()
            connection.close()
            waited = time.monotonic() + 30
            while server.send("POST", "/work", b'{"do":"none"}', KNOWN).status == 429:
                assert time.monotonic() < waited
                time.sleep(0.1)


PYTHON = sys.executable


def lines_of_work(processes: WorkProcesses, question: Any) -> list[Any]:
    async def listen() -> list[Any]:
        return [json.loads(line) async for line in processes.lines(question)]

    return asyncio.run(asyncio.wait_for(listen(), 60))


def thinking_about(board: str) -> Any:
    return {"do": "think", "position": opening("scrunch", board), "depth": 1}


def test_work_that_never_began_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = WorkProcesses()

    async def leave() -> None:
        await processes.lines(thinking_about("2")).aclose()

    asyncio.run(leave())
    assert processes.working == 0
    monkeypatch.setattr("sys.executable", "/none/such")
    assert lines_of_work(processes, thinking_about("2"))[-1]["error"]["code"] == "internal"
    assert processes.working == 0


def test_no_more_work_begins_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_process, "MOST_WORK", 0)
    processes = WorkProcesses()
    assert lines_of_work(processes, thinking_about("2"))[-1]["error"]["code"] == "refused"
    assert processes.working == 0


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program that does the work."""
    file = tmp_path / "worker"
    file.touch(0o755)
    monkeypatch.setattr("sys.executable", str(file))
    return file


def test_work_whose_answer_is_too_long_is_ended(worker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.write_text(f"#!{PYTHON}\nimport time\nprint(('a' * 60 + '\\n') * 100, flush=True)\ntime.sleep(600)\n")
    monkeypatch.setattr(work_process, "LONGEST_LINE", 50)
    processes = WorkProcesses()
    answer = lines_of_work(processes, thinking_about("3"))[-1]
    assert answer["error"] == {"code": "too-many", "text": "the answer is too long", "at": ""}
    assert processes.working == 0


def test_work_that_has_answered_ends_by_itself(worker: Path) -> None:
    worker.write_text(f"#!/bin/sh\necho '{{\"ok\": 1}}'\nexec >&-\nsleep 0.1\ntouch {worker}.ended\n")
    assert lines_of_work(WorkProcesses(), thinking_about("2")) == [{"ok": 1}]
    assert worker.with_name("worker.ended").exists()


def test_work_that_has_answered_and_stays_is_ended(worker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.write_text("#!/bin/sh\necho '{\"ok\": 1}'\nexec >&-\nexec sleep 600\n")
    monkeypatch.setattr(work_process, "LONGEST_END", 0.1)
    processes = WorkProcesses()
    assert lines_of_work(processes, thinking_about("2")) == [{"ok": 1}]
    assert processes.working == 0
