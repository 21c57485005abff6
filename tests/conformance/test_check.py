from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaigns import some
from conformance.faulty import START
from conformance.made import (
    BATCHES,
    DIES_NOW_AND_THEN,
    FORGETFUL,
    FROM_START,
    HOUR,
    MANY,
    OWN_TEXTS,
    REFUSES_JOINS,
    WITHOUT_MEMORY,
    checked,
    little_is_enough,
    made,
    nothing_in_the_shadow,
    shrinking_briefly,
    shrinking_for,
)
from conformance.planted import in_process
from engines.node import engine_argv
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.conformance import check, controls, share
from shatterproof_properties.conformance.check import Plan, ask_again, read_replay, run_check
from shatterproof_properties.conformance.controls import Control
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.protocol.boards import area
from shatterproof_properties.second.crumble import Engine as SecondEngine

RESTARTS = 2
BRIEF = Limits(apply=1, turns=0.5, count=1, restarts=RESTARTS)


@pytest.fixture(autouse=True)
def _nothing_but_random_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short runs would end among the examples of the spec, which have their own tests."""
    monkeypatch.setattr(share, "known_cases", lambda *_: [])


@pytest.fixture(autouse=True)
def _briefly() -> Iterator[None]:
    with little_is_enough(), nothing_in_the_shadow(), shrinking_briefly():
        yield


def with_brief_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plan, "limits", BRIEF)


# Agreement


@pytest.mark.parametrize("game", GAMES)
def test_the_second_engine_agrees(game: str) -> None:
    verdict = checked(None, game=game)
    assert verdict.agrees, verdict.to_text()
    assert verdict.exit_code == 0
    assert verdict.census.results >= 60
    assert verdict.to_text().startswith("AGREES: shatterproof second engine")


@pytest.mark.parametrize("game", some(GAMES, one_in=3))
def test_the_engine_in_javascript_agrees(game: str) -> None:
    verdict = checked(shlex.join(engine_argv()), game=game)
    assert verdict.agrees, verdict.to_text()


@pytest.mark.parametrize("engine", [None, shlex.join(engine_argv())], ids=["second", "javascript"])
def test_an_engine_is_checked_under_the_readings_that_are_asked_for(engine: str | None) -> None:
    chosen = {"scrunch.isolated": "from-all", "scrunch.loops": "forbidden"}
    verdict = run_check(Plan("scrunch", engine, HOUR, 60, seed=5, controls=0, readings=chosen))
    assert verdict.agrees, verdict.to_text()
    assert chosen.items() <= verdict.readings.items()
    assert "--readings scrunch.isolated=from-all --readings scrunch.loops=forbidden" in verdict.repeated()


def test_a_reading_that_the_engine_does_not_play_is_refused() -> None:
    line = refusal("check", "crumble", "--engine", shlex.join(engine_argv()), "--readings", "draw=agreement-only")
    assert line.startswith("--readings: the engine does not play crumble.draw=agreement-only; expected crumble.draw=")


def test_without_a_game_every_game_of_the_engine_is_checked() -> None:
    (verdict,) = run_for_json("check", "--results", 10, "--seed", 4, "--controls", 0, "--time", HOUR)
    assert [each["game"] for each in verdict["games"]] == list(GAMES)
    assert {each["verdict"] for each in verdict["games"]} == {"agrees"}
    served = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "crumble", "splinter"])
    text = run("check", "--engine", served, "--results", 10, "--seed", 4, "--controls", 0, "--time", HOUR)
    assert text.count("AGREES: shatterproof reference") == 2
    assert "Scrunch" not in text


def test_readings_without_a_game_go_to_theirs() -> None:
    options = ("check", "--results", 10, "--seed", 4, "--controls", 0, "--time", HOUR)
    (verdict,) = run_for_json(*options, "--readings", "splinter.tie=remove-one,crumble.draw=agreement-only")
    assert [each["readings"].get("splinter.tie") for each in verdict["games"]] == [None, None, "remove-one"]
    assert verdict["games"][0]["readings"]["crumble.draw"] == "agreement-only"
    assert refusal(*options, "--readings", "tie=remove-one").startswith("--readings: 'tie=remove-one' names no game")
    only = shlex.join([sys.executable, "-m", "shatterproof_properties.protocol.served", "crumble"])
    line = refusal(*options, "--engine", only, "--readings", "splinter.tie=remove-one")
    assert line == "--readings: the engine does not play splinter; expected readings of crumble"


def test_one_difference_among_the_games_decides_the_exit_code(tmp_path: Path) -> None:
    command = shlex.join(controls.argv("splinter", "four-neighbours"))
    out = run(
        "check",
        "--engine",
        command,
        "--seed",
        4,
        "--controls",
        0,
        "--time",
        HOUR,
        "--report",
        tmp_path / "report",
        code=1,
    )
    assert out.startswith("DIFFERS: ")
    assert (tmp_path / "report" / "index.html").is_file()


@pytest.mark.parametrize(
    "changes", some(["", FORGETFUL, REFUSES_JOINS, FROM_START, DIES_NOW_AND_THEN, BATCHES], one_in=2)
)
def test_every_question_ends_in_exactly_one_way(tmp_path: Path, changes: str) -> None:
    with shrinking_for(0):
        verdict = checked(made(tmp_path, changes))
    assert verdict.counts.total() == verdict.sent > 20


def test_the_same_seed_gives_the_same_run(tmp_path: Path) -> None:
    engine = made(tmp_path)
    one, two, other = (checked(engine, seed=seed) for seed in (5, 5, 6))
    assert one.census == two.census
    assert one.counts == two.counts
    assert one.census != other.census


def test_the_same_seed_gives_the_same_difference() -> None:
    command = in_process("step-off-refused")
    one, two = (checked(command, results=MANY, game="splinter") for _ in range(2))
    assert one.difference
    assert one.difference == two.difference


def test_a_run_ends_soon_after_its_time_is_up() -> None:
    verdict = run_check(Plan("splinter", None, seconds=0.01, results=MANY, seed=5, controls=0))
    assert verdict.census.results < 100


def test_a_gap_that_an_engine_declares_is_counted_and_the_rest_is_compared(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, "class Made(Engine):\n    def count(self, *_):\n        raise Gap('not yet')"))
    assert verdict.agrees, verdict.to_text()
    assert verdict.counts["skip"] > 3
    assert verdict.census.positions > 3


# From the start only


def test_an_engine_that_plays_from_the_start_only_agrees(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, FROM_START))
    assert verdict.agrees, verdict.to_text()
    assert verdict.census.positions == 0


def test_the_mistake_of_an_engine_that_plays_from_the_start_only_is_found(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, REFUSES_JOINS + FROM_START), results=MANY)
    assert verdict.difference
    assert verdict.difference.clause.startswith("crumble.join.")
    question = verdict.difference.question
    assert question.size.area < area(question.face, "6x6")
    assert question.begun == question.face.start(question.board)
    witness, _ = read_replay(strict_json.encode(question.witness()))
    again = ask_again(Plan("crumble", verdict.plan.command), witness)
    assert again.difference == verdict.difference


# Engines in trouble


def test_an_answer_that_changes_is_flaky_and_no_difference(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, FORGETFUL), results=MANY)
    assert verdict.difference is None
    assert verdict.counts["flaky"] >= 3
    assert verdict.counts["differ"] == 0
    assert verdict.exit_code == 1
    assert "flaky: another answer the second time" in verdict.to_text()


def test_errors_of_an_engine_spoil_agreement_and_not_the_run(tmp_path: Path) -> None:
    changes = "class Made(Engine):\n    def count(self, *_):\n        raise RuntimeError('too lazy to count')"
    verdict = checked(made(tmp_path, changes))
    assert (verdict.headline, verdict.exit_code) == ("troubled", 1)
    assert verdict.counts["error"] > 3
    assert verdict.census.positions > 3
    text = verdict.to_text()
    assert text.startswith("TROUBLED")
    assert "too lazy to count" in text
    assert '"do":"count"' in text


@pytest.mark.parametrize(("misdeed", "outcome"), [("os._exit(4)", "error"), ("time.sleep(60)", "timeout")])
def test_an_engine_that_dies_or_hangs_again_and_again_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misdeed: str, outcome: str
) -> None:
    with_brief_limits(monkeypatch)
    changes = f"""
class Made(Engine):
    def turns(self, position):
        if len(position["pieces"]) > 4:
            {misdeed}
        return super().turns(position)
"""
    verdict = checked(made(tmp_path, changes), results=MANY)
    assert verdict.gave_up == f"the engine was started anew {RESTARTS} times"
    assert verdict.counts[outcome] == RESTARTS + 1
    assert verdict.counts["agree"] > 11
    assert verdict.exit_code == 1
    assert f"gave up: {verdict.gave_up}" in verdict.to_text()


@pytest.mark.campaign
def test_an_engine_that_cannot_be_started_again_is_given_up(tmp_path: Path) -> None:
    changes = f"""
starts = open({str(tmp_path / "starts")!r}, "a+")
starts.write("x")
starts.seek(0)
if len(starts.read()) > 2:
    sys.exit("no more")
class Made(Engine):
    def turns(self, position):
        os._exit(5)
"""
    verdict = checked(made(tmp_path, changes))
    assert verdict.gave_up
    assert "no more" in verdict.to_text()


def test_an_engine_that_does_not_go_at_bye_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plan, "limits", Limits(bye=0.5))
    verdict = checked(made(tmp_path, "import atexit\natexit.register(time.sleep, 60)"), results=50)
    assert verdict.counts["breach"] == 1
    assert "breach at bye: still running after bye" in verdict.to_text()
    assert verdict.exit_code == 1


# Engines of other habits


def test_an_engine_with_a_notation_of_its_own_agrees(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, OWN_TEXTS))
    assert verdict.agrees, verdict.to_text()
    assert verdict.counts.total() == verdict.sent


def test_its_mistakes_are_found(tmp_path: Path) -> None:
    mistaken = OWN_TEXTS + "    def may_join(self, outline, count):\n        return False"
    found = checked(made(tmp_path, mistaken), results=MANY).difference
    assert found
    assert found.kind == "omits"
    assert "J" in found.question.turn


@pytest.mark.campaign
def test_what_it_allows_too_much_is_found(tmp_path: Path) -> None:
    command = made(
        tmp_path,
        OWN_TEXTS.replace("class Made(Engine)", "class Made(Controls.OneCompleteSide)").replace(
            'TEXTS = "own"', 'TEXTS = "own"\nimport shatterproof_properties.conformance.controls.crumble as Controls'
        ),
    )
    found = checked(command).difference
    assert found
    assert (found.kind, found.question.turn) == ("allows", "")
    assert "the engine calls it" in found.to_text()


def test_a_notation_of_its_own_takes_lists_of_turns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="texts of its own need turns"):
        checked(made(tmp_path, OWN_TEXTS + FROM_START))


# Bad input


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/nowhere/engine", "cannot start"),
        ("'", "cannot be split"),
        (" ", "is empty"),
        (shlex.join(["python3", "-c", "print('hello')"]), "hello: "),
        (shlex.join(["python3", "-c", "raise SystemExit('lost my head')"]), "lost my head"),
    ],
)
def test_a_command_that_is_no_engine_is_bad_input(command: str, said: str) -> None:
    assert said in refusal("check", "crumble", "--engine", command)


def test_an_engine_without_the_game_is_bad_input(tmp_path: Path) -> None:
    command = made(tmp_path, "ServedGame = lambda name, *rest, made=ServedGame: made('chess', *rest)")
    with pytest.raises(InputError, match="does not play crumble"):
        checked(command)


def test_an_engine_without_a_board_of_the_rules_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no board of the engine"):
        checked(made(tmp_path, "BOARDS = ('1x1', '40x40', '7')"))


# Exit codes and forms


def test_agreement_is_exit_code_0_and_valid_json() -> None:
    (verdict,) = run_for_json("check", "scrunch", "--results", 120, "--seed", 4, "--controls", 0)
    assert verdict["verdict"] == "agrees"
    assert verdict["differences"] == []
    assert verdict["seed"] == 4
    assert verdict["again"] == "shatterproof check scrunch --seed 4 --time 20 --results 120 --controls 0"


def test_a_difference_is_exit_code_1_and_valid_json() -> None:
    command = in_process("step-off-refused")
    options = ("check", "splinter", "--engine", command, "--seed", 5, "--controls", 0, "--time", HOUR)
    (verdict,) = run_for_json(*options, code=1)
    text = run(*options, code=1)
    assert verdict["verdict"] == "differs"
    assert verdict["differences"][0]["clause"].startswith("splinter.step-off")
    assert verdict["differences"][0]["got"]["verdict"] == "illegal"
    assert re.match(
        "DIFFERS: conformance.planted:step-off-refused and the rules of Splinter, shown in 1 turn on ", text
    )
    assert (
        text.index("the rules: ")
        < text.index("the engine: ")
        < text.index("ask the engine again")
        < text.index("seed 5")
    )


def test_a_planted_mistake_that_is_missed_withholds_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controls, "controls", lambda game: (Control("honest", SecondEngine, ()),))
    monkeypatch.setattr(controls, "argv", lambda game, name: Plan(game).argv)
    monkeypatch.setattr(check, "CONTROL_SECONDS", 0.01)
    options = ("check", "crumble", "--results", 50, "--seed", 4)
    (verdict,) = run_for_json(*options, code=3)
    assert verdict["verdict"] == "withheld"
    assert verdict["controls"] == [{"name": "honest", "found": False}]
    text = run(*options, code=3)
    assert text.startswith("NO VERDICT on shatterproof second engine")
    assert "mistake planted in an engine of our own, honest: MISSED" in text


def test_a_difference_is_shown_even_where_a_planted_mistake_is_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(controls, "controls", lambda game: (Control("honest", SecondEngine, ()),))
    monkeypatch.setattr(controls, "argv", lambda game, name: Plan(game).argv)
    monkeypatch.setattr(check, "CONTROL_SECONDS", 0.01)
    verdict = run_check(Plan("splinter", in_process("step-off-refused"), HOUR, MANY, seed=4))
    assert (verdict.headline, verdict.exit_code) == ("differs", 1)


def test_what_an_engine_calls_itself_cannot_steer_a_terminal(tmp_path: Path) -> None:
    text = checked(made(tmp_path, r"NAME = 'evil\x1b[2J'"), results=30).to_text()
    assert r"evil\x1b[2J 1" in text
    assert "\x1b" not in text


# Replay


@pytest.fixture(scope="module")
def witness(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """An engine, and a question that it answers wrongly."""
    command = made(tmp_path_factory.mktemp("made"), REFUSES_JOINS)
    with nothing_in_the_shadow(), shrinking_briefly():
        found = checked(command, results=MANY).difference
    assert found is not None
    return command, found.question.witness()


def test_a_replay_shows_the_difference_again_from_json_and_from_a_file(
    tmp_path: Path, witness: tuple[str, dict[str, Any]]
) -> None:
    command, question = witness
    file = tmp_path / "witness.json"
    file.write_text(strict_json.encode(question))
    for given in (strict_json.encode(question), file):
        (verdict,) = run_for_json("check", "crumble", "--engine", command, "--replay", given, code=1)
        assert verdict["differences"][0]["witness"] == question
    assert run("check", "crumble", "--replay", file).startswith("AGREES: shatterproof second engine")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"start": 3}, "expected"),
        ({"turn": 3}, "a turn is not a text"),
        ({"played": "1H"}, "a turn is not a text"),
        ({"played": ["?"]}, "?"),
        ({"played": ["9H"]}, "crumble.notation.location"),
        ({"readings": {"crumble.draw": 1}}, "a reading is not a text"),
        ({"readings": {"crumble.draw": "never"}}, "never"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_a_witness_that_is_none_is_bad_input(change: dict[str, Any], said: str) -> None:
    question = {"start": START, "played": [], "turn": "1H", **change}
    assert said in refusal("check", "crumble", "--replay", strict_json.encode(question))


def test_a_witness_set_up_cannot_be_asked_of_an_engine_that_plays_from_the_start_only(
    tmp_path: Path, witness: tuple[str, dict[str, Any]]
) -> None:
    _, question = witness
    assert not question["played"]
    asked, _ = read_replay(strict_json.encode(question))
    with pytest.raises(InputError, match="plays from the opening only"):
        ask_again(Plan("crumble", made(tmp_path, FROM_START)), asked)


def test_a_witness_from_the_standard_input_tells_its_game() -> None:
    stones = {"board": "2", "game": "scrunch", "creating": [], "dark": ["c2"], "light": ["a2"], "to_move": "dark"}
    question = strict_json.encode({"start": stones, "played": [], "turn": "b3 c2-c1"})
    text = run("check", "--replay", "-", given=question.encode())
    assert text.startswith("AGREES: shatterproof second engine")
    assert "the rules of Scrunch" in text


# Several jobs


def test_two_jobs_agree_and_their_results_are_summed() -> None:
    verdict = run_check(Plan("splinter", None, HOUR, 100, 5, jobs=2, controls=0, examples=False))
    assert verdict.agrees, verdict.to_text()
    assert verdict.census.results >= 100
    assert sum(verdict.census.boards.values()) == verdict.census.positions


@pytest.mark.campaign
def test_two_jobs_find_a_difference() -> None:
    verdict = run_check(Plan("splinter", in_process("step-off-refused"), HOUR, MANY, 5, jobs=2, controls=0))
    assert verdict.difference
    assert len(verdict.difference.question.texts) == 1
    assert verdict.counts["differ"] > 0


def test_an_engine_that_keeps_no_memory_is_compared_without_it(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, WITHOUT_MEMORY))
    assert verdict.difference is None
    assert verdict.agrees


@pytest.mark.campaign
def test_the_mistake_of_an_engine_that_keeps_no_memory_is_found(tmp_path: Path) -> None:
    mistaken = WITHOUT_MEMORY + "\n    def may_join(self, outline, count):\n        return False\n"
    found = checked(made(tmp_path, mistaken)).difference
    assert found is not None
    assert found.clause.startswith("crumble.join")


def test_an_engine_is_told_only_the_readings_that_it_has_announced(tmp_path: Path) -> None:
    told_nothing = (
        "READINGS = {}\nMade.__init__ = lambda self, columns, rows, _: Engine.__init__(self, columns, rows, {})"
    )
    verdict = checked(made(tmp_path, told_nothing))
    assert verdict.agrees, verdict.to_text()


def test_an_engine_that_opens_nothing_is_given_up_soon(tmp_path: Path) -> None:
    verdict = checked(made(tmp_path, "def opened(*_):\n    raise ValueError('closed today')"), results=MANY)
    assert verdict.gave_up == "10 boards in a row could not be opened"
    assert verdict.counts.total() == verdict.sent
    assert "closed today" in verdict.to_text()
