"""An engine's answers beside those of the rules."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from conformance.follower import serving
from conformance.in_process import in_process
from conformance.made import here
from explorer.asking import ask, error, opening, position
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import mutants
from shatterproof_properties.engines import session
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.explorer.engine_comparison import ComparedEngine
from shatterproof_properties.explorer.service import Explorer, check_question
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.protocol.table import Introduction, ServedGame


def started(command: str) -> closing[ComparedEngine]:
    return closing(ComparedEngine(EngineSettings(command)))


def second() -> tuple[Introduction, list[ServedGame]]:
    """A second engine of every game."""
    return Introduction("second", "1"), [mutants.served(game, second_engine(game)) for game in GAMES]


@pytest.fixture(scope="module")
def right() -> Iterator[ComparedEngine]:
    with started(here(second)) as compared:
        yield compared


def compared(engine: ComparedEngine, **fields: Any) -> Any:
    return ask("compare", Explorer(check=check_question, compared=engine), **fields)


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_that_plays_by_the_rules_agrees_everywhere(right: ComparedEngine, game: str) -> None:
    start = opening(game)
    adapter = find_game(game)
    position = adapter.from_json(start)
    turn = adapter.format_turn(position, next(adapter.turns(position)))
    for played, tried in (([], turn), ([turn], turn), ([], "nonsense")):
        answer = compared(right, start=start, turns=played, turn=tried)
        assert answer["engine_error"] == ""
        assert answer["turns"] == {"only_rules": [], "only_engine": [], "otherwise": []}
        assert answer["turn"]["agree"]


def test_an_engine_is_compared_in_a_series_from_its_last_pass(right: ComparedEngine) -> None:
    start = position("Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n")
    answer = compared(right, start=start, turns=["d3E", "passes"], turn="e3W")
    assert answer["engine_error"] == ""
    assert answer["turn"]["agree"]


def test_a_mutant_is_seen_where_it_differs() -> None:
    found = []
    for mutant in mutants.self_check_mutants("splinter")[:4]:
        with started(in_process(mutant.name)) as engine:
            answer = compared(engine, start=opening("splinter", "6x5"))
        found.append(answer["turns"] and any(answer["turns"].values()))
    assert any(found)


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the engines of the conformance tests importable."""
    tests = str(Path(__file__).parent.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([tests, *filter(None, sys.path)]))


def follower(**traits: Any) -> closing[ComparedEngine]:
    return started(here(lambda: serving(traits)))


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
    with started(shlex.join([sys.executable, "-m", "miniatures", name])) as engine:
        answer = compared(engine, **CUT, turn=turn)
    assert answer["engine_error"] == ""
    assert (answer["turn"] is not None, answer["turns"] is not None) == (asked, lists)
    assert not asked or answer["turn"]["agree"]
    assert not lists or not any(answer["turns"].values())


def test_an_engine_without_memory_is_compared_as_if_nothing_was_remembered() -> None:
    with follower(game="splinter", forgetful=True, **{"from": ["position"]}) as engine:
        answer = compared(engine, start=opening("splinter", "5x2"), turns=["b1N", "e1W"], turn="c1E")
    assert answer["turn"]["agree"]
    # It would be a repetition, if anything was remembered.
    assert not answer["turn"]["rules"]["text"].startswith("illegal")
    assert not any(answer["turns"].values())


def test_turns_in_a_notation_of_its_own_are_compared_by_their_results() -> None:
    with follower(game="scrunch", own=True) as engine:
        answer = compared(engine, start=opening("scrunch", "2"), turn="a1")
    assert answer == {
        "engine": "follower 1",
        "turns": {"only_rules": [], "only_engine": [], "otherwise": []},
        "turn": None,
        "engine_error": "",
    }


def test_an_engine_that_opens_nothing_is_given_up_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_UNOPENED", 2)
    with follower(game="scrunch", hidden={"scrunch.none": "none"}) as engine:
        errors = [compared(engine, start=opening("scrunch", "2"))["engine_error"] for _ in range(3)]
    assert errors[0] == errors[2] != errors[1]
    assert "could not be opened" in errors[1]


def test_without_an_engine_nothing_is_compared() -> None:
    assert error("compare", start=opening("crumble", "2x2"))["code"] == "unsupported"
    assert ask("games")["engine"] is None
