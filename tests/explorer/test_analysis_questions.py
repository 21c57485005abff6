"""Work that takes long: what it finds, and that it ends when nobody listens."""

from __future__ import annotations

import asyncio
import json
import time
from http.client import HTTPConnection
from typing import Any

import pytest

from explorer.asking import ask, check_answer, opening, position
from explorer.serving import TOKEN, serving
from shatterproof.api import from_json
from shatterproof.game import GAMES, game_of, perft
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer import work_process
from shatterproof_properties.explorer.service import Explorer, check_question
from shatterproof_properties.explorer.work_process import WorkProcesses

KNOWN = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


MATE, LONG = "crumble/rising-damp", "scrunch/ropes-end"


def text_of(name: str) -> str:
    """The file of a puzzle of the collection, whatever its number is."""
    game, _, title = name.partition("/")
    return next((spec_folder() / "puzzles" / game).glob(f"*-{title}.puzzle")).read_text()


def worked(do: str, **fields: Any) -> Any:
    answer = Explorer(check=check_question).work({"do": do, **fields}, lambda message: None)
    assert "ok" in answer, answer
    check_answer(do, answer["ok"])
    return answer["ok"]


@pytest.mark.parametrize(
    ("game", "board", "depth"),
    [("crumble", "3x3", 2), ("scrunch", "3", 2), ("splinter", "6x5", 1), ("crumble", "2x2", 0)],
)
def test_perft_counts_as_the_reference_does(game: str, board: str, depth: int) -> None:
    start = opening(game, board)
    found = worked("perft", position=start, depth=depth)
    assert found["total"] == perft(game_of(from_json(start)), from_json(start), depth)
    assert sum(leaves for _, leaves in found["by"]) == found["total"] or not depth


@pytest.mark.parametrize("name", [MATE, LONG])
def test_thinking_finds_what_the_collection_claims(name: str) -> None:
    start = ask("puzzle", id=name)
    kind, _, turns = start["puzzle"]["claim"].partition("-")
    found = worked("think", position=start["start"]["position"], depth=int(turns))
    assert (found["verdict"], found["turns"]) == ({"wins": "wins", "mated": "is-mated"}[kind], int(turns))
    assert found["count"] > 0


def test_threats_are_arrows_on_the_board() -> None:
    found = worked("think", position=position("3x3, White to move\nabc\nDEF\ngHi"), depth=1)
    assert found["threats"]
    assert all(threat["about"] for threat in found["threats"])
    announced = ask("announce", position=position("3x3, White to move\nabc\nDEF\ngHi"))
    assert announced["turn"] in [threat["turn"] for threat in found["threats"]]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_announced_at_the_opening(game: str) -> None:
    board = {"crumble": "6x6", "scrunch": "4", "splinter": "10x9"}[game]
    assert ask("announce", position=opening(game, board))["threatens"] is False


def test_a_composed_puzzle_is_proved_and_can_be_kept() -> None:
    start = ask("open", text=text_of(LONG))["start"]["position"]
    claim = ask("puzzle", id=LONG)["puzzle"]["claim"]
    found = worked("verify", position=start, claim=claim, title="Mine <b>", author="Me")
    assert found["verdict"] == "proved"
    assert ask("open", text=found["puzzle"])["start"]["position"] == start
    assert json.loads(found["certificate"])["verdict"] == "proved"
    assert "Mine &lt;b&gt;" in found["sheet"]


@pytest.mark.parametrize("kind", ["threats", "passes", "series", "differs"])
def test_puzzles_of_every_kind_are_composed(kind: str) -> None:
    claims = [each["claim"] for game in ask("games")["games"] for each in game["claims"]]
    its = next(
        each for each in ask("puzzles")["puzzles"] if each["claim"].startswith(kind) and each["game"] != "crumble"
    )
    assert its["claim"].partition(" ")[0] in claims
    start = ask("open", text=text_of(its["id"]))["start"]["position"]
    found = worked("verify", position=start, claim=its["claim"], unique=True, title="Mine")
    assert found["verdict"] == "proved"
    assert its["claim"] in found["puzzle"]


def test_a_false_claim_is_refuted() -> None:
    found = worked("verify", position=opening("crumble", "3x3"), claim="wins-1", title="No")
    assert found["verdict"] == "refuted"


def test_the_server_answers_work_by_lines() -> None:
    with serving(Explorer(check=check_question)) as server:
        question = {"do": "perft", "position": opening("scrunch", "3"), "depth": 2}
        lines = server.send("POST", "/work", json.dumps(question).encode(), KNOWN).body.splitlines()
        assert "ok" in json.loads(lines[-1])
        assert all("progress" in json.loads(line) for line in lines[:-1])
        bad = server.send("POST", "/work", b'{"do":"games"}', KNOWN).body.splitlines()
        assert json.loads(bad[-1])["error"]["code"] == "bad-question"


@pytest.mark.ci
def test_work_ends_when_the_connection_is_closed() -> None:
    question = json.dumps({"do": "perft", "position": opening("scrunch", "7"), "depth": 4}).encode()
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


def lines_of_work(processes: WorkProcesses, question: Any) -> list[Any]:
    async def listen() -> list[Any]:
        return [json.loads(line) async for line in processes.lines(question)]

    return asyncio.run(listen())


def perft_of(board: str) -> Any:
    return {"do": "perft", "position": opening("scrunch", board), "depth": 1}


def test_work_that_never_began_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = WorkProcesses()

    async def leave() -> None:
        await processes.lines(perft_of("2")).aclose()

    asyncio.run(leave())
    assert processes.working == 0
    monkeypatch.setattr("sys.executable", "/none/such")
    assert lines_of_work(processes, perft_of("2"))[-1]["error"]["code"] == "internal"
    assert processes.working == 0


def test_an_answer_that_is_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_process, "LONGEST_LINE", 50)
    processes = WorkProcesses()
    assert lines_of_work(processes, perft_of("3"))[-1]["error"] == {
        "code": "too-many",
        "text": "the answer is too long",
        "at": "",
    }
    assert processes.working == 0


def test_no_more_work_begins_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_process, "MOST_WORK", 0)
    processes = WorkProcesses()
    assert lines_of_work(processes, perft_of("2"))[-1]["error"]["code"] == "refused"
    assert processes.working == 0
