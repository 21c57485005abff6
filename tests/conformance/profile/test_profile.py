"""Profiles find the readings of engines from their answers. The engines follow hidden readings; see follower.py."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.follower import serving
from conformance.made import here
from sampling import only_in_ci, some
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.clauses import departures
from shatterproof_properties.conformance.profile import profiler
from shatterproof_properties.conformance.profile.profile_report import Finding, Profile
from shatterproof_properties.conformance.profile.profiler import run_profile
from shatterproof_properties.conformance.profile.reading_questions import (
    count_answers,
    known_questions,
    reference_answer,
)
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.protocol.served import boards_of
from shatterproof_properties.protocol.table import ReferenceTable, verdict_on

FOLLOWER = Path(__file__).parents[1] / "follower.py"
FEW = 6
"""The most questions for each reading, and for each further value that an engine can be asked for."""
SPLINTER = [departure for departure, _ in departures(find_game("splinter").Readings())]


@pytest.fixture(autouse=True)
def _short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 300)


def command(game: str, **traits: Any) -> str:
    """The command of a follower. If it ends, or if the test is about its start, it is a program of its own."""
    traits["game"] = game
    if not traits.keys().isdisjoint(("dies", "begins", "slow")):
        return shlex.join([sys.executable, str(FOLLOWER), json.dumps(traits)])
    return here(lambda: serving(traits))


def profiled(game: str, **traits: Any) -> Profile:
    """The profile of an engine that follows hidden readings; see follower.py."""
    (profile,) = run_profile(EngineSettings(command(game, **traits)), game)
    assert profile.asked <= FEW * len(profile.findings)
    return profile


def finding(profile: Profile, reading: str, requested: str | None = None) -> Finding:
    found = [each for each in profile.findings if each.reading == reading and each.requested == requested]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("reading", "value"), some(SPLINTER, one_in=3))
def test_a_hidden_departure_is_found(reading: str, value: str) -> None:
    profile = profiled("splinter", hidden={reading: value})
    defaults = find_game("splinter").Readings().to_mapping()
    assert profile.followed == defaults | {reading: value}
    assert profile.exit_code == 0
    assert profile.to_text().startswith(f"FOUND: follower 1, Splinter: {reading}={value}\n")


@pytest.mark.long
def test_departures_of_crumble_are_found_together() -> None:
    hidden = {"crumble.draw-target": "own", "crumble.win-stops": "end-of-turn",
              "crumble.capture-nested": "one-snapshot"}  # fmt: skip
    profile = profiled("crumble", hidden=hidden)
    assert {name: profile.followed[name] for name in hidden} == hidden
    standing = finding(profile, "crumble.standing-enclosure")
    assert standing.status == "untold", "with one-snapshot two of its values do not differ"
    assert standing.why == "still open between reject and next-step"


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_the_second_engines_play_every_value_that_they_are_reported(game: str) -> None:
    (profile,) = run_profile(EngineSettings(), game)
    followed = {(each.reading, each.value) for each in profile.findings if each.status == "follows"}
    choices = find_game(game).Readings.choices()
    assert followed == {(reading, value) for reading, values in choices.items() for value in values}
    assert profile.exit_code == 0
    assert profile.asked <= FEW * len(choices)


class Deaf(ReferenceTable):
    """Plays by the defaults whatever is asked for, but accepts positions by the readings asked for."""

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        self.game.from_json(position, self.readings)
        return verdict_on(self.game, self.game.from_json(position, self.game.Readings(), False), turn)


def test_an_engine_that_does_not_listen_is_reported_so_in_one_line_and_by_a_question_that_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, values = "crumble.capture-nested", ("outer-takes-all", "one-snapshot")
    crumble = find_game("crumble")
    base = crumble.Readings().to_mapping()
    pair = [base | {name: value} for value in values]
    # The start of a question may not stand under the defaults, or may.
    told = [question for question in known_questions("crumble") if count_answers(question, pair) == 2]
    unfair, fair = (
        next(question for question in told if reference_answer(question, base).refused is refused)
        for refused in (True, False)
    )
    monkeypatch.setattr(profiler, "known_questions", lambda game: (unfair, fair))
    monkeypatch.setattr(profiler, "MOST_LISTED", 0)
    served = ServedGame(
        "crumble",
        boards_of("crumble"),
        {name: values},
        lambda board, chosen: Deaf(crumble, board, crumble.Readings.from_mapping(chosen)),
    )
    monkeypatch.setitem(sys.modules, "deaf_engine", SimpleNamespace(games=[served]))
    (profile,) = run_profile(EngineSettings("python:deaf_engine:games"), "crumble")
    found = finding(profile, name, requested="one-snapshot")
    assert (found.status, found.value) == ("otherwise", "outer-takes-all")
    lines = [line for line in profile.to_text().splitlines() if line.startswith(f"{name} ")]
    assert [line.split("  ")[-1].partition(" (")[0] for line in lines] == ["outer-takes-all, though told one-snapshot"]
    assert found.shown is not None
    assert found.shown.question == fair


def test_a_reading_left_out_of_hello_is_taken_for_the_default() -> None:
    profile = profiled("splinter", left_out=True, hidden={"splinter.tie": "remove-one"})
    found = finding(profile, "splinter.tie")
    assert (found.status, found.value) == ("otherwise", "remove-one")
    assert 'its hello can say so: "readings":{"splinter.tie":["remove-one"]}' in profile.to_text()


@pytest.mark.ci
def test_one_wrong_answer_does_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 5_000)
    profile = profiled("scrunch", slips="b1 a1-a2")
    found = finding(profile, "scrunch.snake-count")
    assert (found.status, found.value) == ("mixed", None)
    assert found.shown is not None
    assert found.shown.question.turn == "b1 a1-a2"
    assert [each.reading for each in profile.findings if each.status == "mixed"] == ["scrunch.snake-count"]
    assert profile.exit_code == 1


def test_an_engine_that_matches_no_value_is_shown_with_the_smallest_game() -> None:
    profile = profiled("splinter", endless=True)
    found = finding(profile, "splinter.both-out")
    assert (found.status, found.value) == ("none", None)
    assert found.shown is not None
    assert all(said["outcome"] for said in found.shown.answers.values())
    assert found.shown.got["verdict"] == "illegal"
    assert profile.exit_code == 1
    assert "its hello can say so" not in profile.to_text()
    assert "what it does instead, shrunk: shatterproof check splinter" in profile.to_text()
    shown = profile.to_text().partition("splinter.both-out: matches none of its values")[2]
    board = f"Splinter {found.shown.question.board}, "
    for words in (board, "same-turn: legal, ", "push-first: legal, ", "the engine: illegal"):
        assert words in shown


def test_an_engine_without_a_rule_does_not_pass_for_one_with_its_weakest_value() -> None:
    profile = profiled("splinter", mistake="returns-freely")
    assert finding(profile, "splinter.no-return").status == "mixed"
    assert profile.exit_code == 1


def test_an_engine_with_one_board_that_plays_from_its_opening_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 5_000)
    hidden = {"splinter.no-return": "moved-piece"}
    profile = profiled("splinter", hidden=hidden, boards=["2x4"], **{"from": ["start"]})
    assert profile.followed["splinter.no-return"] == "moved-piece"
    assert all(each.shown.question.start is None for each in profile.findings if each.shown)


def test_an_engine_without_memory_is_asked_where_memory_does_not_matter() -> None:
    profile = profiled("splinter", hidden={"splinter.tie": "remove-one"}, forgetful=True, **{"from": ["position"]})
    assert profile.followed["splinter.tie"] == "remove-one"
    assert "no memory" in finding(profile, "splinter.no-return").why
    assert profile.untold == ("splinter.no-return",)
    assert profile.to_json()["untold"] == ["splinter.no-return"]
    assert profile.to_text().startswith("FOUND IN PART: ")
    assert profile.to_text().splitlines()[0].endswith("; 1 of 5 readings could not be told")


@pytest.mark.parametrize(
    ("reading", "value", "traits"),
    [
        # It is asked from the opening.
        only_in_ci(("splinter.no-return", "whole-position", {"forgetful": True})),
        ("splinter.both-out", "push-first", {"own": True}),
        # It is asked about small positions set into its board.
        ("splinter.both-out", "push-first", {"boards": ["10x9"]}),
    ],
)
def test_an_engine_of_other_habits_is_profiled_like_any_other(reading: str, value: str, traits: dict[str, Any]) -> None:
    profile = profiled("splinter", hidden={reading: value}, **traits)
    assert profile.departures == {reading: value}
    assert profile.to_text().startswith("FOUND: ")
    assert profile.exit_code == 0


@pytest.mark.parametrize(
    "hidden",
    [
        # `test_backwards` has a profile of Crumble in every run.
        pytest.param({"crumble.draw-target": "own"}, marks=pytest.mark.long),
        only_in_ci({"scrunch.loops": "forbidden"}),
        {"splinter.no-return": "whole-position"},
    ],
)
def test_an_engine_that_lists_everything_backwards_is_profiled_like_any_other(hidden: dict[str, str]) -> None:
    game = min(hidden).partition(".")[0]
    one, two = (profiled(game, hidden=hidden, backwards=backwards) for backwards in (False, True))
    assert two.departures == hidden
    assert two.exit_code == 0
    assert [each.to_text() for each in one.findings] == [each.to_text() for each in two.findings]


@pytest.mark.parametrize(
    ("traits", "said"),
    [
        ({"skips": "not written yet"}, "skip: not written yet"),
        only_in_ci(({"dies": True}, "the engine ended with code 7")),
    ],
)
def test_an_engine_that_answers_nothing_tells_nothing(traits: dict[str, Any], said: str) -> None:
    profile = profiled("splinter", **traits)
    assert {each.status for each in profile.findings} == {"untold"}
    assert said in profile.to_text()
    assert profile.to_text().startswith("NOTHING FOUND OUT")
    assert profile.exit_code == 1


def test_an_engine_is_asked_about_the_games_that_it_plays() -> None:
    assert [profile.game for profile in run_profile(EngineSettings(command("splinter")))] == ["splinter"]
    with pytest.raises(InputError, match="does not play crumble"):
        run_profile(EngineSettings(command("splinter")), "crumble")


@pytest.mark.ci
def test_a_profile_is_the_same_every_time() -> None:
    one, two = (profiled("splinter", hidden={"splinter.tie": "remove-one"}).to_json() for _ in range(2))
    assert one | {"milliseconds": 0} == two | {"milliseconds": 0}
    assert one["follows"]["splinter.tie"] == "remove-one"


@pytest.mark.ci
def test_an_engine_that_does_not_look_whether_positions_may_stand_is_not_failed_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 0)
    profile = profiled("crumble", left_out=True, credulous=True)
    found = finding(profile, "crumble.standing-enclosure")
    assert found.status == "untold"
    assert "as engines may" in found.why
    assert profile.exit_code == 0
