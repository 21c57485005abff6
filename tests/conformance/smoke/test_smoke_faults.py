"""Smoke runs of engines in this process with one fault each: the step for that fault fails, and is the first to fix."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof_properties.conformance.smoke.smoke_report import SmokeReport, SmokeStep
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.serve import Introduction, ServedGame, Server
from shatterproof_properties.protocol.served import boards_of, second_engine

Message = dict[str, Any]
Fault = Callable[[Message, Message], Message | None]
"""Changes the answer to a question: gets both, returns another answer, or None for the same."""

COMMAND = "python:engine_under_smoke:answer"
READINGS = find_game("splinter").Readings.choices()
LEGAL, ILLEGAL, MALFORMED = "legal", "illegal", "malformed"


def smoked(patch: pytest.MonkeyPatch, fault: Fault = lambda *_: None, **details: Any) -> SmokeReport:
    """A walk with the second engine of a game, Splinter if none is named, in this process, changed by a fault.

    `understood` is what it makes of a question; `boards`, `readings` and other details are what it announces.
    """
    game = details.pop("game", "splinter")
    readings = details.pop("readings", find_game(game).Readings.choices())
    boards = details.pop("boards", boards_of(game))
    understood = details.pop("understood", lambda question: question)
    served = ServedGame(game, boards, readings, second_engine(game).on_board)
    server = Server(Introduction("tiny", "1", **details), [served])

    def answer(question: Message) -> Message:
        said: Message = json.loads(server.answer(strict_json.encode(understood(question)).encode()))
        changed = fault(question, said)
        return said if changed is None else changed

    patch.setitem(sys.modules, "engine_under_smoke", SimpleNamespace(answer=answer))
    return run_smoke(EngineSettings(COMMAND))


def first_of(report: SmokeReport) -> SmokeStep:
    """The step to fix first. Fails if there is none."""
    assert report.first_fault is not None, report.to_text()
    return report.first_fault


def at(do: str, change: Callable[[Any], Any]) -> Fault:
    """A fault that changes the `ok` part of the answers to a command, if there is one."""

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


def answered_wrongly(do: str) -> Fault:
    return lambda question, answer: {"error": {"code": "internal", "text": "oops"}} if question["do"] == do else None


def answers_with(code: str, other: str) -> Fault:
    """A fault that mixes up the codes of errors."""

    def fault(question: Message, answer: Message) -> None:
        if answer.get("error", {}).get("code") == code:
            answer["error"]["code"] = other

    return fault


def on_opening(board: str, answer: Message) -> Fault:
    """A fault in the answer when a game or a board is opened that the engine does not have."""

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
    """A fault: answers no question about turns after a mistake in one of them."""
    mistakes = []

    def fault(question: Message, answer: Message) -> Message | None:
        if answer.get("error", {}).get("code") == "bad-question":
            mistakes.append(question)
        elif mistakes and question["do"] == "apply" and "position" not in question:
            return {"skip": {"why": ""}}
        return None

    return fault


AMBIG = "ambiguous"
START, POSITION = "splinter 2x4, from the start: ", "splinter 2x4, from a position: "
ABOUT = "splinter 2x4: "
OKAY: Message = {"ok": {}}
INVENTED = {"turn": "a1N", "outcome": None, "position": {"board": "2x4", "game": "splinter", "memory": [],
            "pieces": [["a1", "white", "cross"]], "to_move": "white"}}  # fmt: skip

FAULTS: dict[str, tuple[str, Fault, str]] = {
    "no from": ("hello", at("hello", lambda ok: ok.pop("from")), 'lacks "from"'),
    "an error at hello": ("hello", answered_wrongly("hello"), "the answer is an error, internal: oops"),
    "hello skipped": (
        "hello",
        lambda question, answer: {"skip": {"why": "shy"}} if question["do"] == "hello" else None,
        "skips hello: shy",
    ),
    "an unknown game": (
        "crumbel: boards and readings",
        at("hello", lambda ok: ok.update(games={"crumbel": {"boards": ["2x2"], "readings": {}}})),
        "no game 'crumbel'",
    ),
    "a board without an opening": (
        "splinter: boards and readings", announcing(boards=["2x2..3x5"]), "'2x2..3x5' names no board, or one"
    ),
    "a range from large to small": ("splinter: boards and readings", announcing(boards=["9x9..5x5"]), "no board"),
    "an unknown reading": (
        "splinter: boards and readings",
        announcing(readings={"splinter.ties": ["keep-one"]}),
        "no reading 'splinter.ties'",
    ),
    "an unknown value": (
        "splinter: boards and readings",
        announcing(readings={"splinter.tie": ["keep-on"]}),
        "splinter.tie has no value 'keep-on'",
    ),
    "an error at open": (f"{ABOUT}open", answered_wrongly("open"), "the answer is an error"),
    "a piece of another colour": (
        f"{ABOUT}opening position",
        at("open", lambda ok: ok["start"]["pieces"][2].__setitem__(1, "blue")),
        "at /ok/start/pieces: not the opening; expected a list with ",
    ),
    "the wrong side to move": (
        f"{ABOUT}opening position", at("open", lambda ok: ok["start"].update(to_move="white")), "/start/to_move"
    ),
    "a piece too few after a turn": (
        f"{START}a turn",
        at("apply", lambda ok: ok["position"]["pieces"].pop() if ok["verdict"] == LEGAL else None),
        "at /ok/position/pieces: not what the rules say; expected a list with [\"b4\",",
    ),
    "a legal turn refused": (
        f"{START}a turn", lambda question, answer: {"ok": {"verdict": "illegal", "at": 0}}
        if answer.get("ok", {}).get("verdict") == LEGAL and "turns" in question else None, "at /ok/verdict"
    ),
    "an outcome too early": (f"{START}a turn", judging("start", LEGAL, outcome={"winner": "blue"}), "at /ok/outcome"),
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
    "counts in another order": (
        f"{ABOUT}count", at("count", lambda ok: ok["by"].reverse()), "at /ok/by/1: not sorted by turn: b3SW after"
    ),
    "a lazy batch": (f"{ABOUT}batch", at("batch", lambda ok: ok.pop()), "1 answers to 2 questions"),
    "a batch turned round": (f"{ABOUT}batch", at("batch", lambda ok: ok.reverse()), "at /ok/0: the context"),
    "ids cut short": ("the largest id", short_ids, "answers question 4294967295, not 9007199254740991"),
    "no foreign letters": ("a text beyond ASCII", ascii_only, "internal: what a letter"),
    "errors without an id": (
        "mistakes: an unknown command",
        lambda _, answer: answer | {"id": None} if "error" in answer else None,
        "has the id null, not ",
    ),
    "another code for a command": (
        "mistakes: an unknown command", answers_with("unknown-command", "bad-question"), "has the code bad-question"
    ),
    "any game": ("mistakes: a game it has not announced", on_opening("8x8", OKAY), "the answer is no error"),
    "any board": ("mistakes: a board it has not announced", on_opening("99x99", OKAY), "the answer is no error"),
    "any reading": (
        "mistakes: an unknown reading", on_opening("splinter.no-such-reading", OKAY), "the answer is no error"
    ),
    "a mistake skipped": (
        "mistakes: an unknown context",
        lambda question, _: {"skip": {"why": "shy"}} if question.get("context") == "nowhere" else None,
        "the answer is no error",
    ),
    "another code for a context": (
        "mistakes: an unknown context",
        lambda question, answer: {"error": {"code": "internal", "text": "oops"}}
        if question.get("context") == "nowhere" else None,
        "has the code internal",
    ),
    "another code for a position": (
        "mistakes: a broken position", answers_with("bad-position", "bad-question"), "has the code bad-question"
    ),
    "unheard-of code": ("mistakes: a broken position", answers_with("bad-position", "oops"), "at /error/code"),
    "offended": ("mistakes: a good question after them", offended(), "at /skip/why"),
    "an error at bye": ("bye", answered_wrongly("bye"), "the answer is an error"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_first_and_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step, fault, said = FAULTS[name]
    smoke = smoked(monkeypatch, fault)
    first = first_of(smoke)
    assert first.title == step
    assert said in f"{first.why}; expected {first.expected}"
    assert smoke.exit_code == 1
    text = smoke.to_text()
    assert f"Fix this first: {step}\n" in text
    assert first.expected in text
