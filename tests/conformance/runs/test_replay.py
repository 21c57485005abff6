"""Counterexamples asked again, and texts that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.made import (
    FROM_START,
    MANY,
    REFUSES_JOINS,
    checked,
    made,
    made_here,
    run_settings,
    shrinking_briefly,
    without_mutant_probes,
)
from miniatures import START
from running import refusal, run, run_for_json, word_of
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.runs.check import ask_again, read_replay

pytestmark = pytest.mark.usefixtures("random_cases_briefly")


@pytest.fixture(scope="module")
def counterexample(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """An engine, and a question that it answers wrongly."""
    command = made(tmp_path_factory.mktemp("made"), REFUSES_JOINS)
    with without_mutant_probes(), shrinking_briefly():
        found = checked(command, results=MANY).difference
    assert found is not None
    return command, found.question.to_json()


def test_a_replay_shows_the_difference_again_from_json_and_from_a_file(
    tmp_path: Path, counterexample: tuple[str, dict[str, Any]]
) -> None:
    command, question = counterexample
    file = tmp_path / "witness.json"
    file.write_text(strict_json.encode(question))
    for given in (strict_json.encode(question), file):
        (verdict,) = run_for_json("check", "crumble", "--engine", command, "--replay", given, code=1)
        assert verdict["differences"][0]["counterexample"] == question
    assert word_of(run("check", "crumble", "--replay", file)) == "AGREES"


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
def test_a_counterexample_that_is_none_is_bad_input(change: dict[str, Any], said: str) -> None:
    question = {"start": START, "played": [], "turn": "1H", **change}
    assert said in refusal("check", "crumble", "--replay", strict_json.encode(question))


def test_a_counterexample_set_up_cannot_be_asked_of_an_engine_that_plays_from_the_start_only(
    counterexample: tuple[str, dict[str, Any]],
) -> None:
    _, question = counterexample
    assert not question["played"]
    asked, _ = read_replay(strict_json.encode(question))
    with pytest.raises(InputError, match="plays from the opening only"):
        ask_again(run_settings("crumble", made_here(FROM_START)), asked)


def test_a_counterexample_from_the_standard_input_tells_its_game() -> None:
    stones = {"board": "2", "game": "scrunch", "creating": [], "dark": ["c2"], "light": ["a2"], "to_move": "dark"}
    question = strict_json.encode({"start": stones, "played": [], "turn": "b3 c2-c1"})
    text = run("check", "--replay", "-", given=question.encode())
    assert word_of(text) == "AGREES"
    assert text.startswith("Scrunch  ")
