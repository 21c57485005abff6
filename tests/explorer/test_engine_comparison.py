"""An engine beside the rules."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from explorer.asking import ask, check_answer, error, opening, position
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import mutants
from shatterproof_properties.engines import session
from shatterproof_properties.explorer.engine_comparison import ComparedEngine
from shatterproof_properties.explorer.service import Explorer, check_question

SECOND = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "--second"])
BOARDS = {"crumble": "3x3", "scrunch": "3", "splinter": "6x5"}


@pytest.fixture(scope="module")
def right() -> Iterator[ComparedEngine]:
    compared = ComparedEngine(SECOND)
    yield compared
    compared.close()


def compared(engine: ComparedEngine, **fields: Any) -> Any:
    answer = Explorer(check=check_question, compared=engine).answer({"do": "compare", **fields})
    assert "ok" in answer, answer
    check_answer("compare", answer["ok"])
    return answer["ok"]


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_that_plays_by_the_rules_agrees_everywhere(right: ComparedEngine, game: str) -> None:
    start = opening(game, BOARDS[game])
    adapter = find_game(game)
    position = adapter.from_json(start)
    turn = adapter.format_turn(position, next(adapter.turns(position)))
    for played in ([], [turn]):
        answer = compared(right, start=start, turns=played, turn=turn)
        assert answer["engine_error"] == ""
        assert answer["turns"] == {"only_rules": [], "only_engine": [], "otherwise": []}
        assert answer["turn"]["agree"]


def test_an_engine_is_compared_in_a_series_from_its_last_pass(right: ComparedEngine) -> None:
    start = position("Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n")
    answer = compared(right, start=start, turns=["d3E", "passes"], turn="e3W")
    assert answer["engine_error"] == ""
    assert answer["turn"]["agree"]


def test_a_planted_mistake_is_seen_where_it_tells() -> None:
    seen = 0
    for mutant in mutants.self_check_mutants("splinter")[:4]:
        engine = ComparedEngine(shlex.join(mutants.argv("splinter", mutant.name)))
        try:
            answer = compared(engine, start=opening("splinter", "6x5"))
            seen += bool(answer["turns"] and any(answer["turns"].values()))
        finally:
            engine.close()
    assert seen


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engines of the conformance tests can be started."""
    tests = str(Path(__file__).parent.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([tests, *filter(None, sys.path)]))


@contextmanager
def started(module: str, *arguments: str) -> Iterator[ComparedEngine]:
    engine = ComparedEngine(shlex.join([sys.executable, "-m", module, *arguments]))
    try:
        yield engine
    finally:
        engine.close()


CUT = {"start": opening("crumble", "2x2"), "turns": ["0,1V"]}


@pytest.mark.usefixtures("row")
@pytest.mark.parametrize(
    ("name", "turn", "asked", "lists"),
    [
        ("has_one_word", "nonsense", True, True),
        ("checks_nothing", "nonsense", False, False),
        ("checks_nothing", "0V", True, False),
        ("lists_after_turns", "0V", True, True),
        ("keeps_no_memory", "0V", True, True),
    ],
)
def test_an_engine_is_compared_as_far_as_it_says_that_it_can_be(name: str, turn: str, asked: bool, lists: bool) -> None:
    with started("miniatures", name) as engine:
        answer = compared(engine, **CUT, turn=turn)
    assert answer["engine_error"] == ""
    assert (answer["turn"] is not None, answer["turns"] is not None) == (asked, lists)
    assert not asked or answer["turn"]["agree"]
    assert not lists or not any(answer["turns"].values())


@pytest.mark.usefixtures("row")
def test_an_engine_without_memory_is_compared_as_if_nothing_was_remembered() -> None:
    traits = {"game": "splinter", "forgetful": True, "from": ["position"]}
    with started("conformance.follower", json.dumps(traits)) as engine:
        answer = compared(engine, start=opening("splinter", "5x2"), turns=["b1N", "e1W"], turn="c1E")
    assert answer["turn"]["agree"]
    # It would be a repetition, if anything was remembered.
    assert not answer["turn"]["rules"]["text"].startswith("illegal")
    assert not any(answer["turns"].values())


@pytest.mark.usefixtures("row")
def test_turns_in_a_notation_of_its_own_are_compared_by_their_results() -> None:
    with started("conformance.follower", json.dumps({"game": "scrunch", "own": True})) as engine:
        answer = compared(engine, start=opening("scrunch", "2"), turn="a1")
    assert answer == {
        "engine": "follower 1",
        "turns": {"only_rules": [], "only_engine": [], "otherwise": []},
        "turn": None,
        "engine_error": "",
    }


@pytest.mark.usefixtures("row")
def test_an_engine_that_opens_nothing_is_given_up_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_UNOPENED", 2)
    with started("conformance.follower", json.dumps({"game": "scrunch", "hidden": {"scrunch.none": "none"}})) as engine:
        errors = [compared(engine, start=opening("scrunch", "2"))["engine_error"] for _ in range(3)]
    assert errors[0] == errors[2] != errors[1]
    assert "could not be opened" in errors[1]


def test_what_the_engine_cannot_be_asked_is_told(right: ComparedEngine) -> None:
    answer = compared(right, start=opening("crumble", "2x2"), turns=["0,1V"], turn="nonsense")
    assert answer["turn"]["agree"]


def test_without_an_engine_nothing_is_compared() -> None:
    assert error("compare", start=opening("crumble", "2x2"))["code"] == "unsupported"
    assert ask("games")["engine"] is None


@pytest.mark.parametrize("earlier", [{}, {"earlier": []}, {"earlier": [{"start": {}}]}])
def test_a_witness_of_a_difference_opens_before_the_turn_that_it_is_about(earlier: dict[str, Any]) -> None:
    start = {name: value for name, value in opening("splinter", "6x5").items() if name != "readings"}
    witness = {"start": start, "played": ["a1SE"], "turn": "a2S"}
    opened = ask("open", text=json.dumps(witness | earlier))
    assert opened["at"] == 1
    assert [each["turn"] for each in opened["turns"]][:1] == ["a1SE"]


def test_a_verdict_opens_at_its_first_difference_with_both_answers_about_each() -> None:
    start = {name: value for name, value in opening("splinter", "6x5").items() if name != "readings"}
    after = ask("play", position=start, turn="a1SE")["played"]["shown"]["position"]
    witness = {"start": start, "played": ["a1SE"], "turn": "a2S"}
    expected = {"verdict": "illegal", "clause": "splinter.turn.own"}
    got = {"verdict": "legal", "position": after, "outcome": None}
    difference = {"kind": "allows", "clause": "splinter.turn.own", "witness": witness, "position": after}
    verdict = {"verdict": "differs", "differences": [difference | {"expected": expected, "got": got}] * 2}
    opened = ask("open", text=json.dumps(verdict))
    assert opened["at"] == 1
    first, second = opened["differences"]
    assert first == second
    assert first["rules"] == {"text": "illegal, splinter.turn.own", "drawing": None}
    assert first["engine"]["drawing"].startswith("<svg")
    assert ask("open", code=first["code"])["at"] == 1
    several = {"games": [{"verdict": "agrees", "differences": []}, verdict]}
    assert ask("open", text=json.dumps(several)) == opened


@pytest.mark.parametrize("games", [[], {}, [1], [{}], [{"differences": []}], [{"differences": [1]}]])
def test_a_verdict_on_several_games_without_a_difference_is_refused(games: Any) -> None:
    assert error("open", text=json.dumps({"games": games}))["code"] == "bad-input"


@pytest.mark.parametrize(
    "differences", [[], {}, [1], [{}], [{"witness": {}}], [{"witness": {"start": {}, "played": []}}]]
)
def test_a_verdict_that_is_none_is_refused(differences: Any) -> None:
    assert error("open", text=json.dumps({"differences": differences}))["code"] == "bad-input"
