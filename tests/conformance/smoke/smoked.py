"""Smoke runs with an engine in this process that a fault changes."""

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
from shatterproof_properties.protocol.served import boards_of, second_table

Message = dict[str, Any]
Fault = Callable[[Message, Message], Message | None]
"""Changes the answer to a question: gets both, returns another answer, or None for the same."""

COMMAND = "python:engine_under_smoke:answer"
READINGS = find_game("splinter").Readings.choices()
LEGAL, ILLEGAL, MALFORMED = "legal", "illegal", "malformed"


def no_fault(question: Message, answer: Message) -> None:
    """Changes nothing."""


def smoked(patch: pytest.MonkeyPatch, fault: Fault = no_fault, **details: Any) -> SmokeReport:
    """A walk with the second engine of a game, Splinter if none is named, in this process, changed by a fault.

    `understood` is what it makes of a question; `boards`, `readings` and other details are what it announces.
    """
    game = details.pop("game", "splinter")
    readings = details.pop("readings", find_game(game).Readings.choices())
    boards = details.pop("boards", boards_of(game))
    understood = details.pop("understood", lambda question: question)
    served = ServedGame(game, boards, readings, second_table(game))
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
