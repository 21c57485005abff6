"""A walk with an engine: each step fails for an engine with that very fault, and for it alone comes first."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns import some
from conformance.follower import backwards
from engines.node import engine_argv
from engines.test_engine import ends_soon
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AmbiguousTurn, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.conformance.smoke.expected import AMBIGUOUS, BEYOND_ASCII, NO_TURN
from shatterproof_properties.conformance.smoke.report import (
    FAILED,
    NOT_REACHED,
    OK,
    SKIPPED,
    SmokeReport,
    SmokeStep,
)
from shatterproof_properties.conformance.smoke.run import run_smoke
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.protocol.messages import check_answer
from shatterproof_properties.protocol.serve import Introduction, ServedGame, Server
from shatterproof_properties.protocol.served import BOARDS, reference_table, second_table

Message = dict[str, Any]
Fault = Callable[[Message, Message], Message | None]
"""Changes the answer to a question: gets both, returns what is said in place of the answer, None for the answer."""

COMMAND = "python:engine_under_smoke:answer"
READINGS = find_game("splinter").Readings.choices()


def no_fault(question: Message, answer: Message) -> None:
    """Changes nothing."""


def smoked(patch: pytest.MonkeyPatch, fault: Fault = no_fault, **details: Any) -> SmokeReport:
    """A walk with the second engine of a game, Splinter if none is named, in this process, changed by a fault.

    `understood` is what it makes of a question; `boards`, `readings` and other details are what it announces.
    """
    game = details.pop("game", "splinter")
    readings = details.pop("readings", find_game(game).Readings.choices())
    boards = details.pop("boards", BOARDS[game])
    understood = details.pop("understood", lambda question: question)
    served = ServedGame(game, boards, readings, second_table(game))
    server = Server(Introduction("tiny", "1", **details), [served])

    def answer(question: Message) -> Message:
        said: Message = json.loads(server.answer(strict_json.encode(understood(question)).encode()))
        changed = fault(question, said)
        return said if changed is None else changed

    patch.setitem(sys.modules, "engine_under_smoke", SimpleNamespace(answer=answer))
    return run_smoke(COMMAND)


def at(do: str, change: Callable[[Any], Any]) -> Fault:
    """A fault that changes the `ok` part of the answers to a command, where there is one."""

    def fault(question: Message, answer: Message) -> None:
        if question["do"] == do and "ok" in answer:
            change(answer["ok"])

    return fault


def announcing(**changes: Any) -> Fault:
    """A fault that announces other boards or readings of Splinter."""
    return at("hello", lambda ok: ok["games"]["splinter"].update(changes))


def judging(start: str, verdict: str, /, **changes: Any) -> Fault:
    """A fault in all answers with a verdict, to turns from the start or from a position."""

    def fault(question: Message, answer: Message) -> None:
        if (start == "start") == ("turns" in question) and answer.get("ok", {}).get("verdict") == verdict:
            answer["ok"].update(changes)

    return fault


def told(code: str, other: str) -> Fault:
    """A fault that mixes up the codes of errors."""

    def fault(question: Message, answer: Message) -> None:
        if answer.get("error", {}).get("code") == code:
            answer["error"]["code"] = other

    return fault


def on_opening(board: str, answer: Message) -> Fault:
    """A fault that answers when a game or a board is opened that the engine does not have."""

    def fault(question: Message, said: Message) -> Message | None:
        asked = question["do"] == "open" and board in (question["board"], *question.get("readings", {}))
        return {**answer} if asked else None

    return fault


def first_turn_only(question: Message, answer: Message) -> None:
    """Plays the first turn of a list, and forgets the others."""
    if len(question.get("turns", ())) == 2 and answer["ok"]["verdict"] == "legal":
        answer["ok"]["position"]["to_move"] = "white"


def short_ids(question: Message, answer: Message) -> None:
    answer["id"] = question["id"] % 2**32


def ascii_only(question: Message, answer: Message) -> Message | None:
    foreign = not strict_json.encode(question.get("turns", "")).find("\\u") < 0
    return {"error": {"code": "internal", "text": "what a letter"}} if foreign else None


def offended() -> Fault:
    """Answers no question about turns after a mistake in one of them."""
    mistakes = []

    def fault(question: Message, answer: Message) -> Message | None:
        if answer.get("error", {}).get("code") == "bad-question":
            mistakes.append(question)
        elif mistakes and question["do"] == "apply" and "position" not in question:
            return {"skip": {"why": ""}}
        return None

    return fault


def answered_wrongly(do: str) -> Fault:
    return lambda question, answer: {"error": {"code": "internal", "text": "oops"}} if question["do"] == do else None


LEGAL, ILLEGAL, MALFORMED, AMBIG = "legal", "illegal", "malformed", "ambiguous"
START, POSITION = "splinter 2x4, from the start: ", "splinter 2x4, from a position: "
ABOUT = "splinter 2x4: "
OKAY: Message = {"ok": {}}
INVENTED = {"turn": "a1N", "outcome": None, "position": {"board": "2x4", "game": "splinter", "memory": [],
            "pieces": [["a1", "white", "cross"]], "to_move": "white"}}  # fmt: skip

FAULTS: dict[str, tuple[str, Fault, str]] = {
    "no from": ("hello", at("hello", lambda ok: ok.pop("from")), 'lacks "from"'),
    "another protocol": ("hello", at("hello", lambda ok: ok.update(protocol=2)), "at /ok/protocol"),
    "a field too many": ("hello", at("hello", lambda ok: ok.update(author="me")), 'unknown field "author"'),
    "an error at hello": ("hello", answered_wrongly("hello"), "the answer is an error, internal: oops"),
    "hello skipped": (
        "hello",
        lambda question, answer: {"skip": {"why": "shy"}} if question["do"] == "hello" else None,
        "skips hello: shy",
    ),
    "no apply": ("hello", at("hello", lambda ok: ok.update(can=["turns"])), "at /ok/can"),
    "an unknown game": (
        "crumbel: boards and readings",
        at("hello", lambda ok: ok.update(games={"crumbel": {"boards": ["2x2"], "readings": {}}})),
        "no game 'crumbel' (perhaps crumble)",
    ),
    "a board without an opening": (
        "splinter: boards and readings", announcing(boards=["2x2..3x5"]), "the board '2x2' in '2x2..3x5' is not played"
    ),
    "a range from large to small": ("splinter: boards and readings", announcing(boards=["9x9..5x5"]), "no range"),
    "an unknown reading": (
        "splinter: boards and readings",
        announcing(readings={"splinter.ties": ["keep-one"]}),
        "no reading 'splinter.ties' (perhaps splinter.tie)",
    ),
    "an unknown value": (
        "splinter: boards and readings",
        announcing(readings={"splinter.tie": ["keep-on"]}),
        "splinter.tie has no value 'keep-on' (perhaps keep-one)",
    ),
    "an error at open": (f"{ABOUT}open", answered_wrongly("open"), "the answer is an error"),
    "no readings": (
        f"{ABOUT}open",
        lambda question, answer: (
            {"error": {"code": "unsupported", "text": "not announced"}} if question.get("readings") else None
        ),
        "unsupported: not announced",
    ),
    "no context": (f"{ABOUT}open", at("open", lambda ok: ok.pop("context")), 'lacks "context"'),
    "a piece of another colour": (
        f"{ABOUT}opening position",
        at("open", lambda ok: ok["start"]["pieces"][2].__setitem__(1, "blue")),
        "at /ok/start/pieces/2/1",
    ),
    "the wrong side to move": (
        f"{ABOUT}opening position", at("open", lambda ok: ok["start"].update(to_move="white")), "/start/to_move"
    ),
    "a piece twice": (
        f"{ABOUT}opening position",
        at("open", lambda ok: ok["start"]["pieces"].append(ok["start"]["pieces"][0])),
        "at /ok/start/pieces/8: not the opening",
    ),
    "a piece too few after a turn": (
        f"{START}a turn",
        at("apply", lambda ok: ok["position"]["pieces"].pop() if ok["verdict"] == LEGAL else None),
        "at /ok/position/pieces/6: not what the rules say",
    ),
    "a context too long": (f"{ABOUT}open", at("open", lambda ok: ok.update(context="c" * 101)), "at /ok/context"),
    "a legal turn refused": (
        f"{START}a turn", lambda question, answer: {"ok": {"verdict": "illegal", "at": 0}}
        if answer.get("ok", {}).get("verdict") == LEGAL and "turns" in question else None, "at /ok/verdict"
    ),
    "an outcome too early": (f"{START}a turn", judging("start", LEGAL, outcome={"winner": "blue"}), "at /ok/outcome"),
    "a number for a verdict": (f"{START}a turn", judging("start", LEGAL, verdict=1), "at /ok/verdict"),
    "an id that could not be read": (
        f"{START}a turn",
        lambda question, answer: (
            {"id": None, "error": {"code": "bad-json", "text": "what?"}} if question["do"] == "apply" else None
        ),
        "the answer is an error, bad-json: what?",
    ),
    "the second turn forgotten": (f"{START}another after it", first_turn_only, "/position/to_move"),
    "a wrong index": (f"{START}an illegal turn", judging("start", ILLEGAL, at=7), "at /ok/at"),
    "illegal called malformed": (
        f"{START}an illegal turn", lambda question, answer: {"ok": {"verdict": "malformed", "at": answer["ok"]["at"]}}
        if answer.get("ok", {}).get("verdict") == ILLEGAL and "turns" in question else None, "at /ok/verdict"
    ),
    "malformed called illegal": (f"{START}a malformed turn", judging("start", MALFORMED, verdict=ILLEGAL), "verdict"),
    "a position not reached": (
        f"{POSITION}a turn",
        lambda question, answer: answer["ok"]["position"].update(to_move="blue")
        if "position" in question and answer.get("ok", {}).get("verdict") == LEGAL else None,
        "at /ok/position/to_move",
    ),
    "an index without a list": (f"{POSITION}an illegal turn", judging("position", ILLEGAL, at=0), "at /ok/at"),
    "malformed called illegal there": (
        f"{POSITION}a malformed turn", judging("position", MALFORMED, verdict=ILLEGAL), "at /ok/verdict"
    ),
    "a meaning too few": (
        f"{ABOUT}an ambiguous turn", judging("start", AMBIG, means=["c1NE=a1", "c1NE=a1"]), "at /ok/means"
    ),
    "a result too few": (f"{ABOUT}turns", at("turns", lambda ok: ok["turns"].pop()), "1 of 20 results are missing"),
    "a result twice": (
        f"{ABOUT}turns", at("turns", lambda ok: ok["turns"].append(ok["turns"][0])), "have the same result"
    ),
    "a result too many": (
        f"{ABOUT}turns", at("turns", lambda ok: ok["turns"].append(INVENTED)), "'a1N' leads to a result that"
    ),
    "a text of another result": (
        f"{ABOUT}turns", at("turns", lambda ok: ok["turns"][0].update(turn=ok["turns"][1]["turn"])), "beside it"
    ),
    "miscounted": (f"{ABOUT}count", at("count", lambda ok: ok["by"].pop() and ok.update(total=19)), "19 leaves"),
    "a lazy batch": (f"{ABOUT}batch", at("batch", lambda ok: ok.pop()), "1 answers to 2 items"),
    "a batch turned round": (f"{ABOUT}batch", at("batch", lambda ok: ok.reverse()), "at /ok/0: the context"),
    "ids cut short": ("the largest id", short_ids, "the answer has the id 4294967295"),
    "no foreign letters": ("a text beyond ASCII", ascii_only, "internal: what a letter"),
    "another code for a command": (
        "mistakes: an unknown command", told("unknown-command", "bad-question"), "has the code bad-question"
    ),
    "any game": ("mistakes: a game it has not announced", on_opening("8x8", OKAY), "the answer is no error"),
    "any board": ("mistakes: a board it has not announced", on_opening("99x99", OKAY), "the answer is no error"),
    "any reading": (
        "mistakes: an unknown reading", on_opening("splinter.no-such-reading", OKAY), "the answer is no error"
    ),
    "another code for a context": (
        "mistakes: an unknown context",
        lambda question, answer: {"error": {"code": "internal", "text": "oops"}}
        if question.get("context") == "nowhere" else None,
        "has the code internal",
    ),
    "another code for a position": (
        "mistakes: a broken position", told("bad-position", "bad-question"), "has the code bad-question"
    ),
    "unheard-of code": ("mistakes: a broken position", told("bad-position", "oops"), "at /error/code"),
    "offended": ("mistakes: a good question after them", offended(), "at /skip/why"),
    "an error at bye": ("bye", answered_wrongly("bye"), "the answer is an error"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_first_and_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step, fault, said = FAULTS[name]
    smoke = smoked(monkeypatch, fault)
    first = smoke.first_fault
    assert first is not None, smoke.to_text()
    assert first.title == step
    assert said in first.why
    assert smoke.exit_code == 1
    text = smoke.to_text()
    assert f"Fix this first: {step}\n" in text
    assert first.expected in text


def test_the_first_fault_is_told_at_length_with_a_line_that_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, judging("start", LEGAL, outcome={"winner": "blue"}))
    first = smoke.first_fault
    assert first is not None
    question, right = strict_json.decode(first.asked), strict_json.decode(first.like)
    assert question["do"] == "apply"
    assert right["id"] == question["id"]
    assert right["ok"]["outcome"] is None
    text = smoke.to_text()
    for line in (first.asked, first.answered, first.like, 'spec/protocol.md, "apply"', "expected  null"):
        assert line in text


def test_a_wrong_opening_is_told_with_the_line_that_answers_that_very_question(monkeypatch: pytest.MonkeyPatch) -> None:
    first = smoked(monkeypatch, at("open", lambda ok: ok["start"].update(to_move="white"))).first_fault
    assert first is not None
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


def test_pieces_of_another_kind_are_not_taken_for_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def reversed_with_one_changed(ok: Message) -> None:
        ok["start"]["pieces"].reverse()
        ok["start"]["pieces"][0][1] = "blue"

    first = smoked(monkeypatch, at("open", reversed_with_one_changed)).first_fault
    assert first is not None
    assert first.why == "at /ok/start/pieces/0/1: not the opening"


def test_a_value_that_is_too_long_is_told_with_the_length_that_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    first = smoked(monkeypatch, at("open", lambda ok: ok.update(context="c" * 101))).first_fault
    assert first is not None
    assert first.expected.startswith("a string of 1 to 100 characters: ")


@pytest.mark.parametrize("game", GAMES)
def test_an_introduction_that_would_do_is_about_the_game_that_was_named(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = {game: {"boards": BOARDS[game], "readings": {}}}
    first = smoked(monkeypatch, at("hello", lambda ok: ok.update(games=announced, protocol=2))).first_fault
    assert first is not None
    right = strict_json.decode(first.like)
    assert right["id"] == 0
    assert list(right["ok"]["games"]) == [game]
    check_answer("hello", right)


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


def test_an_engine_that_plays_from_the_start_only_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, can=("apply",), starts=("start",))
    assert smoke.exit_code == 0, smoke.to_text()
    assert not {"turns", "count", "batch", "a broken position"} & {step.name for step in smoke.steps}


def test_an_engine_that_plays_from_positions_only_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert smoked(monkeypatch, starts=("position",)).exit_code == 0


def test_an_engine_that_keeps_no_memory_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(question: Message, answer: Message) -> Message:
        return json.loads(re.sub(r'"memory": (\[\]|\[\[.*?\]\]), ', "", json.dumps(answer)))  # type: ignore[no-any-return]

    smoke = smoked(monkeypatch, forget)
    assert smoke.exit_code == 0, smoke.to_text()


def test_an_engine_is_asked_under_the_readings_that_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, readings={**READINGS, "splinter.tie": ("remove-one",)})
    assert smoke.exit_code == 0, smoke.to_text()
    assert '"splinter.tie":"remove-one"' in next(step.asked for step in smoke.steps if step.name == "open")


def test_an_engine_is_told_only_readings_whose_values_it_has_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    some = {"splinter.tie": ["keep-one", "remove-one"], "splinter.step-off": ["*"]}
    smoke = smoked(monkeypatch, announcing(readings=some))
    assert smoke.exit_code == 0, smoke.to_text()
    asked = strict_json.decode(next(step.asked for step in smoke.steps if step.name == "open"))
    assert asked["readings"] == {"splinter.tie": "keep-one"}


def test_an_engine_without_the_board_of_an_ambiguous_turn_is_not_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, boards=("10x9",))
    assert smoke.exit_code == 0, smoke.to_text()
    assert next(step.state for step in smoke.steps if step.name == "an ambiguous turn") == SKIPPED


def turned_text(message: Message) -> Message:
    """A question or a result with its turn text turned round."""
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
    def gap(question: Message, answer: Message) -> Message | None:
        return (
            {"skip": {"why": "not yet"}} if question["do"] in ("apply", "turns", "count") and "ok" in answer else None
        )

    smoke = smoked(monkeypatch, gap, can=("apply", "turns", "count"))
    assert smoke.exit_code == 0, smoke.to_text()
    assert "(not yet)" in smoke.to_text()
    assert smoke.remarks == ["not one turn was judged: a check could compare nothing"]


@pytest.mark.parametrize(
    ("game", "second"), some([(game, second) for game in GAMES for second in ([], ["--second"])], one_in=3)
)
def test_our_own_engines_have_nothing_to_fix(game: str, second: list[str]) -> None:
    module = "shatterproof_properties.protocol.served"
    smoke = run_smoke(shlex.join([sys.executable, "-m", module, game, *second]))
    assert {step.state for step in smoke.steps} == {OK}, smoke.to_text()


def test_the_example_engine_has_nothing_to_fix() -> None:
    smoke = run_smoke(shlex.join(engine_argv()))
    assert {step.state for step in smoke.steps} == {OK}, smoke.to_text()
    assert {step.about.split()[0].rstrip(",:") for step in smoke.steps if step.about} >= set(GAMES)


_PROGRAM = """
import json, os, subprocess, sys, time
from pathlib import Path
with open(PIDS, "a") as file:
    print(os.getpid(), file=file)
{before}
from shatterproof_properties.protocol.serve import Introduction, ServedGame, Server
from shatterproof_properties.protocol.served import second_readings, second_table
game = ServedGame("scrunch", ("2",), second_readings("scrunch"), second_table("scrunch"))
server = Server(Introduction("tiny", "1"), [game])
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def hear(do, said):
    {hear}
for line in sys.stdin.buffer:
    said = server.answer(line.rstrip(b"\\n")).decode() + "\\n"
    hear(json.loads(line)["do"] if line.startswith(b"{{") else "", said)
    if server.finished:
        break
{after}
"""


class Program:
    """An engine in a process of its own, with a fault in how it speaks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pids = folder / "pids"

    def smoked(
        self, hear: str = "say(said)", before: str = "", after: str = "", limits: Limits | None = None
    ) -> SmokeReport:
        """A walk with the engine. Nothing of it may be left."""
        file = self.folder / "engine.py"
        program = _PROGRAM.format(before=before, hear=hear.replace("\n", "\n    "), after=after)
        file.write_text(program.replace("PIDS", repr(str(self.pids))))
        smoke = run_smoke(shlex.join([sys.executable, str(file)]), limits)
        for pid in self.pids.read_text().split():
            assert ends_soon(int(pid))
        return smoke


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def first_of(smoke: SmokeReport) -> tuple[str, str]:
    first = smoke.first_fault
    assert first is not None, smoke.to_text()
    return first.title, first.why


CHILD = "child = subprocess.Popen(['sleep', '60']); open(PIDS, 'a').write(f'{child.pid}\\n')"

STREAM_FAULTS = {
    "ends at once": ("", "sys.exit(0)", "", "start", "the engine ended with code 0"),
    "cannot start": ("", "import no_such_module", "", "start", "the engine ended with code 1"),
    "silent": ("", "", "", "hello", ", while the engine did nothing (a check waits 20 s; "),
    "unflushed": ("held.append(said)", "held = []", "say(''.join(held))", "hello", "kept in a buffer"),
    "no newline": ("say(said.rstrip())", "", "", "hello", "half a line"),
    "several lines": ("say(json.dumps(json.loads(said), indent=1) + '\\n')", "", "", "hello", "over several lines"),
    "greets": ("say(said)", "print('Welcome!', flush=True)", "", "hello", "says something before it answers"),
    "single quotes": ("say(str(json.loads(said)) + '\\n')", "", "", "hello", "the line is not JSON"),
    "a list": ("say('[]\\n')", "", "", "hello", "not an object but '[]'"),
    "says it twice": ("say(2 * said)", "", "", "hello", "has said something that nobody asked for"),
    "no id": ("say(said.replace('\"id\"', '\"ID\"'))", "", "", "hello", "the answer has no id"),
    "floats": (
        "say(said.replace('\"total\":7', '\"total\":7.0'))", "", "", "scrunch 2: count", 'at /ok/total: number "7.0"'
    ),
    "dies of an open": (
        "say(said) if do != 'open' else sys.exit(9)", "", "", "scrunch 2: open", "the engine ended with code 9"
    ),
    "dies of no JSON": (
        "say(said) if do else sys.exit(1)", "", "", "mistakes: no JSON", "the engine ended with code 1"
    ),
    "turns questions round": (
        "threading.Timer(0.1 if 'malformed' in said else 0, say, [said]).start()",
        "import threading", "", "two questions at once", "the answer has the id",
    ),
    "exits with a code": ("say(said)", "", "sys.exit(3)", "bye", "the engine ended with code 3 after bye"),
    "talks after bye": ("say(said)", "", "say('Farewell!')", "bye", "said something after bye"),
    "stays": ("say(said)", "", "time.sleep(60)", "bye", "runs on after bye"),
    "leaves a child": ("say(said)", CHILD, "", "bye", "processes were left behind after bye: sleep"),
    "ends badly without bye": (
        "say(said)", "", "sys.exit(0 if server.finished else 4)", "end of input", "code 4 after the end of its input"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", some(STREAM_FAULTS, one_in=2))
def test_a_fault_of_the_streams_is_named_and_leaves_no_process(name: str, program: Program) -> None:
    hear, before, after, step, said = STREAM_FAULTS[name]
    smoke = program.smoked(hear or "pass", before, after)
    title, why = first_of(smoke)
    assert title == step
    assert said in why


def test_a_silent_engine_is_given_the_line_to_answer_with(program: Program) -> None:
    smoke = program.smoked("pass")
    first = smoke.first_fault
    assert first is not None
    assert first.asked == '{"id":0,"do":"hello","protocol":1}'
    assert strict_json.decode(first.like)["ok"]["can"] == ["apply"]
    assert f"  like      {first.like}\n" in smoke.to_text()
    assert [step.state for step in smoke.steps].count(NOT_REACHED) == len(smoke.steps) - 2


def test_the_line_that_it_gives_is_one_that_would_do(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text("for line in open(0): pass")
    command = shlex.join([sys.executable, "-S", str(file)])
    first = run_smoke(command).first_fault
    assert first is not None
    file.write_text(f"for line in open(0): print({first.like!r}, flush=True)")
    hello = run_smoke(command).steps[1]
    assert (hello.name, hello.state) == ("hello", OK)


def test_the_end_of_stderr_is_shown_when_an_engine_dies(program: Program) -> None:
    smoke = program.smoked(before="import no_such_module")
    assert "ModuleNotFoundError: No module named 'no_such_module'" in smoke.to_text()


def test_an_engine_that_dies_of_one_question_is_started_again(program: Program) -> None:
    smoke = program.smoked("say(said) if do != 'count' else sys.exit(1)")
    assert [step.name for step in smoke.steps if step.state == FAILED] == ["count"]
    assert len(program.pids.read_text().split()) == 3


def test_an_engine_that_dies_of_all_questions_is_not_started_for_ever(program: Program) -> None:
    smoke = program.smoked("say(said) if do in ('hello', 'open') else sys.exit(1)")
    missed = {step.why for step in smoke.steps if step.state == NOT_REACHED}
    assert missed == {"the engine had to be started too often"}
    assert len(program.pids.read_text().split()) < 12


def test_a_silent_engine_is_not_asked_for_ever(program: Program) -> None:
    smoke = program.smoked("if do in ('hello', 'open'): say(said)")
    assert smoke.count(FAILED) < 4
    assert {step.why for step in smoke.steps if step.state == NOT_REACHED} == {"too many questions got no answer"}


SLOW_AT_FIRST = "ends = 1.2 * (len(open(PIDS).readlines()) == 1)"


def test_a_slow_start_is_no_fault_and_is_said(program: Program) -> None:
    smoke = program.smoked(before=f"{SLOW_AT_FIRST}\nwhile time.process_time() < ends: pass")
    assert smoke.exit_code == 0, smoke.to_text()
    assert re.search(r"remark: the engine took \d+\.\d s to start and say hello; a check waits 20 s", smoke.to_text())


def test_a_slow_opening_is_no_fault_and_is_said_with_what_to_do(program: Program) -> None:
    busy = "while do == 'open' and time.process_time() < 1.5: pass\nsay(said)"
    smoke = program.smoked(busy)
    assert smoke.exit_code == 0, smoke.to_text()
    (remark,) = [each for each in smoke.remarks if "to open" in each]
    assert remark.endswith("; a check waits 20 s, and longer with --slower")


def test_an_engine_that_is_busy_is_given_the_time_of_a_check_and_no_more(program: Program) -> None:
    busy = "if do == 'apply':\n    while True: pass\nsay(said)"
    smoke = program.smoked(busy, limits=Limits(apply=0.6))
    longer = "(smoke and check wait longer with --slower 3)"
    assert first_of(smoke)[1] == f"no answer within 0.6 s, though the engine was busy {longer}"


def test_an_engine_that_sleeps_first_is_told_how_it_gets_more_time_and_is_fine_with_it(program: Program) -> None:
    why = first_of(program.smoked(before="time.sleep(2)"))[1]
    assert re.fullmatch(
        r"no answer within \d\.\d s, while the engine did nothing "
        r"\(a check waits 20 s; smoke --slower 10 waits longer\)",
        why,
    )
    smoke = program.smoked(before="time.sleep(2)", limits=Limits().scaled(10))
    assert smoke.exit_code == 0, smoke.to_text()


@pytest.mark.parametrize("command", ["", "/no/such/engine", "'unclosed"])
def test_a_command_that_cannot_be_run_is_bad_input(command: str) -> None:
    with pytest.raises(InputError):
        run_smoke(command)


def test_every_step_names_a_heading_of_the_manual(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (spec_folder() / "protocol.md").read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for smoke in (smoked(monkeypatch), smoked(monkeypatch, answered_wrongly("hello"))):
        for step in smoke.steps:
            page, _, anchor = step.where.partition("#")
            assert page == "spec/protocol.md"
            assert anchor in anchors, step


def test_the_machine_readable_form_has_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    smoke = smoked(monkeypatch, judging("start", MALFORMED, verdict=ILLEGAL))
    data = strict_json.decode(strict_json.encode(smoke.to_json()))
    assert data["verdict"] == "fix"
    failed = [step for step in data["steps"] if step["state"] == FAILED]
    assert failed[0]["name"] == "a malformed turn"
    assert set(failed[0]) == {field.name for field in fields(SmokeStep)}


def test_the_texts_asked_about_are_what_they_are_taken_for() -> None:
    for name in GAMES:
        game = find_game(name)
        table = reference_table(name)(BOARDS[name][0].split("..")[0], {})
        for text in (NO_TURN, BEYOND_ASCII):
            assert table.apply(table.start(), text) == {"verdict": "malformed"}
        if name in AMBIGUOUS:
            board, played, text = AMBIGUOUS[name]
            position = game.start(board)
            for turn in played:
                position = game.play(position, game.parse_turn(position, turn))
            with pytest.raises(AmbiguousTurn):
                game.parse_turn(position, text)
