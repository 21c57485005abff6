"""Smoke runs: their questions to each engine, the report on the first fault, and engines with nothing to fix."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import fields

import pytest

from conformance.follower import backwards
from conformance.smoke.test_smoke_faults import (
    LEGAL,
    READINGS,
    Message,
    announcing,
    answered_wrongly,
    at,
    first_of,
    judging,
    smoked,
)
from engines.node import engine_argv
from sampling import some
from shatterproof import strict_json
from shatterproof.game import GAMES, AmbiguousTurn, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.conformance.smoke.expected_answers import BEYOND_ASCII, NO_TURN
from shatterproof_properties.conformance.smoke.smoke_report import FAILED, NOT_REACHED, OK, SKIPPED, SmokeStep
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.messages import check
from shatterproof_properties.protocol.served import boards_of, early_ambiguity, reference_table


def test_the_first_fault_is_reported_at_length_with_a_line_that_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, judging("start", LEGAL, outcome={"winner": "blue"}))
    first = first_of(smoke)
    question, right = strict_json.decode(first.asked), strict_json.decode(first.like)
    assert question["do"] == "apply"
    assert right["id"] == question["id"]
    assert right["ok"]["outcome"] is None
    text = smoke.to_text()
    for line in (first.asked, first.answered, first.like, 'spec/protocol.md, "apply"', "expected  null"):
        assert line in text
    # Only what is not fine is listed when that is asked for.
    assert re.search(r"^ok ", text, re.MULTILINE)
    text = smoke.to_text(failures=True)
    assert not re.search(r"^ok ", text, re.MULTILINE)
    assert re.search(r"^failed ", text, re.MULTILINE)
    data = strict_json.decode(strict_json.encode(smoke.to_json(failures=True)))
    assert data["verdict"] == "fix"
    assert {step["state"] for step in data["steps"]} <= {FAILED, SKIPPED, NOT_REACHED}
    assert set(data["steps"][0]) == {field.name for field in fields(SmokeStep)}


def test_a_wrong_opening_is_reported_with_the_line_that_answers_that_question(monkeypatch: pytest.MonkeyPatch) -> None:
    first = first_of(smoked(monkeypatch, at("open", lambda ok: ok["start"].update(to_move="white"))))
    question, right = strict_json.decode(first.asked), strict_json.decode(first.like)
    assert right["id"] == question["id"]
    assert right["ok"]["start"]["to_move"] == "blue"


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_that_lists_everything_backwards_has_nothing_to_fix(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned = []

    def turn_round(question: Message, answer: Message) -> Message:
        said: Message = backwards(answer)
        turned.append(said != answer)
        return said

    smoke = smoked(monkeypatch, turn_round, game=game)
    assert smoke.exit_code == 0, smoke.to_text()
    assert sum(turned) > 5


@pytest.mark.parametrize("game", GAMES)
def test_an_introduction_that_would_do_is_about_the_game_that_was_named(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = {game: {"boards": boards_of(game), "readings": {}}}
    first = first_of(smoked(monkeypatch, at("hello", lambda ok: ok.update(games=announced, protocol=2))))
    right = strict_json.decode(first.like)
    assert right["id"] == 0
    assert list(right["ok"]["games"]) == [game]
    check("hello-answer", right)


def test_what_comes_after_a_fault_is_still_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, at("turns", lambda ok: ok["turns"].pop()))
    assert [step.name for step in smoke.steps if step.state == FAILED] == ["turns"]
    assert smoke.steps[-1].name == "end of input"
    assert smoke.count(NOT_REACHED) == 0


def test_steps_that_need_an_opened_game_are_not_reached_without(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, answered_wrongly("open"))
    missed = [step.name for step in smoke.steps if step.state == NOT_REACHED]
    assert {"opening position", "a turn", "turns", "count", "batch"} <= set(missed)


def test_an_engine_in_this_process_is_asked_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch)
    assert smoke.exit_code == 0
    assert [step.name for step in smoke.steps if step.state == SKIPPED] == ["no JSON"]
    assert "nothing to fix" in smoke.to_text()
    assert [line.split("  ")[0] for line in smoke.to_text(failures=True).splitlines()[1:]] == ["", "skipped"]


def test_an_engine_that_plays_from_the_start_or_from_positions_only_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, can=("apply",), starts=("start",))
    assert smoke.exit_code == 0, smoke.to_text()
    assert not {"turns", "count", "batch", "a broken position"} & {step.name for step in smoke.steps}
    assert smoked(monkeypatch, starts=("position",)).exit_code == 0


def test_an_engine_that_keeps_no_memory_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(question: Message, answer: Message) -> Message:
        return json.loads(re.sub(r'"memory": (\[\]|\[\[.*?\]\]), ', "", json.dumps(answer)))  # type: ignore[no-any-return]

    smoke = smoked(monkeypatch, forget)
    assert smoke.exit_code == 0, smoke.to_text()


@pytest.mark.parametrize(
    ("announced", "asked"),
    [
        ({**READINGS, "splinter.tie": ("remove-one",)}, {"splinter.tie": "remove-one"}),
        ({"splinter.tie": ("keep-one", "remove-one"), "splinter.step-off": ("*",)}, {"splinter.tie": "keep-one"}),
    ],
)
def test_an_engine_is_asked_under_readings_whose_values_it_has_announced(
    announced: dict[str, tuple[str, ...]], asked: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    smoke = smoked(monkeypatch, announcing(readings={name: list(values) for name, values in announced.items()}))
    assert smoke.exit_code == 0, smoke.to_text()
    question = strict_json.decode(next(step.asked for step in smoke.steps if step.name == "open"))
    assert asked.items() <= question["readings"].items()
    assert question["readings"].keys() == {name for name, values in announced.items() if "*" not in values}


def test_an_engine_without_the_board_of_an_ambiguous_turn_is_not_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, boards=("10x9",))
    assert smoke.exit_code == 0, smoke.to_text()
    assert next(step.state for step in smoke.steps if step.name == "an ambiguous turn") == SKIPPED


def turned_text(message: Message) -> Message:
    """A question or a result with its turn text reversed."""
    return {**message, "turn": message["turn"][::-1]} if "turn" in message else message


def test_an_engine_with_turn_texts_of_its_own_is_asked_only_about_those(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def note(question: Message, answer: Message) -> None:
        if question["do"] == "hello":
            answer["ok"]["texts"] = "own"
        if question["do"] == "turns":
            answer["ok"]["turns"] = [turned_text(each) for each in answer["ok"]["turns"]]
        if question["do"] == "apply":
            asked.append(question["turn"])

    smoke = smoked(monkeypatch, note, can=("apply", "turns", "count"), understood=turned_text)
    assert smoke.exit_code == 0, smoke.to_text()
    listed = next(step for step in smoke.steps if step.name == "turns")
    texts = {each["turn"] for each in strict_json.decode(listed.answered)["ok"]["turns"]}
    assert asked
    assert set(asked) <= texts


def test_an_engine_that_skips_every_turn_has_nothing_to_fix_and_nothing_to_compare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commands = ("apply", "turns", "count")

    def gap(question: Message, answer: Message) -> Message | None:
        return {"skip": {"why": "not yet"}} if question["do"] in commands and "ok" in answer else None

    smoke = smoked(monkeypatch, gap, can=commands)
    assert smoke.exit_code == 0, smoke.to_text()
    assert "(not yet)" in smoke.to_text()
    assert smoke.remarks == ["not one turn was judged: a check could compare nothing"]


@pytest.mark.parametrize(
    ("game", "second"), some([(game, second) for game in GAMES for second in ([], ["--second"])], one_in=3)
)
def test_our_own_engines_have_nothing_to_fix(game: str, second: list[str]) -> None:
    module = "shatterproof_properties.protocol.served"
    smoke = run_smoke(EngineSettings(shlex.join([sys.executable, "-m", module, game, *second])))
    assert {step.state for step in smoke.steps} == {OK}, smoke.to_text()


def test_the_example_engine_has_nothing_to_fix() -> None:
    smoke = run_smoke(EngineSettings(shlex.join(engine_argv())))
    assert {step.state for step in smoke.steps} == {OK}, smoke.to_text()
    assert {step.about.split()[0].rstrip(",:") for step in smoke.steps if step.about} >= set(GAMES)


def test_every_step_names_a_heading_of_the_manual(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (spec_folder() / "protocol.md").read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for smoke in (smoked(monkeypatch), smoked(monkeypatch, answered_wrongly("hello"))):
        for step in smoke.steps:
            page, _, anchor = step.where.partition("#")
            assert page == "spec/protocol.md"
            assert anchor in anchors, step


def test_the_texts_asked_about_are_what_they_are_taken_for() -> None:
    for name in GAMES:
        game = find_game(name)
        table = reference_table(name)(boards_of(name)[0].split("..")[0], {})
        for text in (NO_TURN, BEYOND_ASCII):
            assert table.apply(table.start(), text) == {"verdict": "malformed"}
        if found := early_ambiguity(name):
            board, played, text = found
            position = game.start(board)
            for turn in played:
                position = game.play(position, game.parse_turn(position, turn))
            with pytest.raises(AmbiguousTurn):
                game.parse_turn(position, text)
