"""Engines in this process, named `python:module:attribute`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from conformance.made import HOUR, little_is_enough, run_settings, without_mutant_probes
from miniatures import START
from sampling import only_in_ci
from shatterproof.errors import InputError
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.errors import Breach, Died, ErrorAnswer
from shatterproof_properties.engines.limits import Limits

Written = Callable[[str], str]

SERVED = """
from shatterproof_properties.protocol.serve import ServedGame
from shatterproof_properties.second.crumble import READINGS, Engine
game = ServedGame("crumble", ("2x2",), READINGS, Engine.on_board)
games = [game]
nothing = []
"""

HELLO = {
    "protocol": 1,
    "engine": {"name": "f", "version": "", "language": "Python"},
    "games": {"crumble": {"boards": ["2x2"], "readings": {}}},
    "can": ["apply"],
    "from": ["position"],
}

FUNCTION = f"""
import sys
START = {START!r}
KNOWN = {{"hello": {HELLO!r}, "open": {{"context": "c1", "start": START}}, "bye": {{}}}}
def answer(question):
    return {{"ok": KNOWN[question["do"]]}} if question["do"] in KNOWN else applied(question)
class Player:
    def answer(self, question):
        return answer(question)
player = Player()
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Writes a module into the working folder and returns its name, which no other test has used."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])

    def write(text: str) -> str:
        name = f"made_{abs(hash(tmp_path))}_{len(list(tmp_path.iterdir()))}"
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


def with_apply(written: Written, body: str) -> EngineClient:
    """A function that answers apply with the body of `applied(question)`, and also hello and open."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return begun([f"python:{written(f'{FUNCTION}def applied(question):{chr(10)}{lines}')}:answer"], Limits())


def begun(argv: Sequence[str], limits: Limits) -> EngineClient:
    engine = EngineClient(argv, limits)
    engine.start()
    engine.hello()
    engine.open("crumble", "2x2")
    return engine


@pytest.mark.parametrize("attribute", [only_in_ci("game"), "games"])
def test_a_game_that_can_be_served_is_checked_in_this_process(written: Written, attribute: str) -> None:
    with without_mutant_probes():
        verdict = run_check(run_settings("crumble", f"python:{written(SERVED)}:{attribute}", HOUR, 120, seed=1))
    assert verdict.agrees, verdict.result.questions.errors
    assert verdict.result.engine.title.endswith(f":{attribute}")


@pytest.mark.ci
def test_each_job_imports_the_engine_for_itself(written: Written) -> None:
    with little_is_enough():
        verdict = run_check(run_settings("crumble", f"python:{written(SERVED)}:game", HOUR, 100, seed=1, jobs=2))
        assert verdict.agrees, verdict.result.questions.errors


def test_a_function_answers_questions_with_or_without_their_ids(written: Written) -> None:
    engine = with_apply(written, 'return {"ok": {"verdict": "malformed"}, "id": question["id"]}')
    assert engine.apply("c1", START, "?") == {"verdict": "malformed"}
    assert engine.pid is None
    engine.say_bye()
    assert not engine.running


def test_a_method_of_an_object_in_a_module_will_do(written: Written) -> None:
    name = written(FUNCTION)
    with EngineClient([f"python:{name}:player.answer"]) as engine:
        assert engine.hello()["engine"]["name"] == "f"


def test_several_questions_are_in_flight_in_this_process_too(written: Written) -> None:
    engine = with_apply(written, 'return {"ok": {"verdict": "ambiguous", "means": ["1", question["turn"]]}}')
    for turn in "abc":
        engine.post("apply", context="c1", position=START, turn=turn)
    assert [engine.collect()["means"][1] for _ in range(3)] == ["a", "b", "c"]


def test_an_exception_is_an_internal_error_and_its_traceback_is_kept(written: Written) -> None:
    engine = with_apply(written, 'raise KeyError("walk")')
    for _ in range(2):
        with pytest.raises(ErrorAnswer, match="internal: KeyError: 'walk'") as caught:
            engine.apply("c1", START, "?")
    assert "in applied" in caught.value.stderr


def test_an_exit_is_the_death_of_the_engine_only(written: Written) -> None:
    engine = with_apply(written, "sys.exit(3)")
    with pytest.raises(Died, match="the engine ended with code 3"):
        engine.apply("c1", START, "?")
    assert not engine.running
    engine.restart()
    assert engine.hello()["protocol"] == 1


def test_an_interrupt_is_meant_for_the_harness(written: Written) -> None:
    engine = with_apply(written, "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        engine.apply("c1", START, "?")


def test_what_it_prints_breaks_nothing_and_is_kept(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    engine = with_apply(written, 'print("trying")\nreturn {"ok": {"verdict": "malformed"}}')
    assert engine.apply("c1", START, "?") == {"verdict": "malformed"}
    assert engine.stderr == "trying\n"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("None", "null"),
        ('{"ok": {1, 2}}', "the answer is no JSON: .* set "),
        ('{"ok": round}', "the answer is no JSON: Circular"),
        ('{"ok": "x" * 100001}', "a line longer than 100000 bytes"),
    ],
)  # fmt: skip
def test_answers_are_held_to_the_same_forms(written: Written, answer: str, said: str) -> None:
    argv = with_apply(written, f"round = []\nround.append(round)\nreturn {answer}").argv
    with pytest.raises(Breach, match=said):
        begun(argv, Limits(line=100_000)).apply("c1", START, "?")


def test_positions_are_copies_on_both_ways(written: Written) -> None:
    legal = 'return {"ok": {"verdict": "legal", "position": START, "outcome": None}}'
    engine = with_apply(written, f'question["position"]["pieces"].clear()\n{legal}')
    position: dict[str, Any] = deepcopy(START)
    answer = engine.apply("c1", position, "?")
    assert position == START
    answer["position"]["pieces"].clear()
    assert engine.apply("c1", position, "?")["position"] == START


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("python:", "no engine 'python:'"),
        ("python:{name}:answer --fast", "expected one word"),
        ("python:{name}", "no engine"),
        ("python::answer", "no engine"),
        ("python:no_such_module_at_all:answer", "cannot import no_such_module_at_all: ModuleNotFoundError"),
        ("python:{name}:missing", "has no attribute 'missing'"),
        ("python:{name}:START", "START of made_.* is of type dict"),
        ("python:{name}:Counter", "Counter of made_.* is of type type"),
        ("python:{served}:nothing", "nothing of made_.* is of type list"),
        ("python:{broken}:answer", "cannot import made_.*: ZeroDivisionError"),
        ("python:{exiting}:answer", "cannot import made_.*: SystemExit"),
    ],
)
def test_what_cannot_be_found_is_named(written: Written, word: str, said: str) -> None:
    names = {
        "name": written(f"{FUNCTION}\nfrom collections import Counter\n"),
        "served": written(SERVED),
        "broken": written("1 / 0"),
        "exiting": written("import sys\nsys.exit(2)"),
    }
    with pytest.raises(InputError, match=said) as caught:
        EngineClient(word.format(**names).split()).start()
    assert caught.value.where == "engine"
    assert "python:module:attribute" in str(caught.value)
