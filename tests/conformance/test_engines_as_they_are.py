"""Engines that announce what they cannot do: they are not asked for it, and the verdict says so."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.made import asked_in, little_is_enough, run_settings, without_mutant_probes
from sampling import some
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.profile import profiler
from shatterproof_properties.conformance.profile.profiler import run_profile
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.smoke.smoke_run import run_smoke
from shatterproof_properties.conformance.vectors import first as vectors_first
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.conformance.vectors.vector import read
from shatterproof_properties.conformance.vectors.vector_run import run_vectors
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import Breach
from shatterproof_properties.engines.errors import checked as read_checked
from shatterproof_properties.engines.session import LEGAL_ONLY, Session
from shatterproof_properties.protocol.announced import Announced
from shatterproof_properties.protocol.served import second_engine, second_readings
from shatterproof_properties.protocol.table import ServedGame

USUAL, UNTIL_LISTS = 60, 300
"""The numbers of results to compare: usually, and if the run must come to lists."""
SAID = {
    "has_one_word": "illegal, malformed and ambiguous turns count as one",
    "checks_nothing": LEGAL_ONLY,
    "lists_after_turns": "",
    "keeps_no_memory": "asked as if nothing was remembered of the turns before",
}
"""For each engine, what the verdict says that it was not asked."""


@pytest.fixture(autouse=True)
def _row(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    tests = str(Path(__file__).parent.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([tests, *filter(None, sys.path)]))
    with little_is_enough(), without_mutant_probes():
        yield


def command(name: str) -> str:
    return shlex.join([sys.executable, "-m", "miniatures", name])


@cache
def checked(name: str, results: int = USUAL, seed: int = 1) -> Verdict:
    return run_check(run_settings("crumble", command(name), 60, results, seed=seed))


@pytest.mark.parametrize("name", some(SAID, one_in=2))
def test_a_check_asks_what_the_engine_can_answer_and_says_what_it_was_spared(name: str) -> None:
    verdict = checked(name)
    assert verdict.agrees, verdict.to_text()
    assert verdict.coverage.results >= USUAL
    spared = verdict.result.engine.spared
    assert bool(spared) is bool(SAID[name])
    assert all(words.startswith(SAID[name]) and words in verdict.to_text(True) for words in spared)
    assert verdict.to_json()["spared"] == list(spared)
    assert (verdict.coverage.refusals == 0, LEGAL_ONLY in verdict.to_text()) == ((name == "checks_nothing",) * 2)


@pytest.mark.ci
def test_an_engine_that_lists_after_turns_is_compared_by_its_lists() -> None:
    # What a seed draws depends on the modules that happen to be imported.
    assert any(checked("lists_after_turns", UNTIL_LISTS, seed).coverage.positions for seed in range(1, 9))


@pytest.mark.parametrize("name", some(SAID, one_in=2))
def test_the_vectors_ask_what_the_engine_can_answer(name: str) -> None:
    verdict = run_vectors(run_settings("crumble", command(name)))
    assert verdict.agrees, verdict.to_text()
    assert asked_in(verdict).asked > 10
    assert bool(asked_in(verdict).not_asked["refusal"]) is (name == "checks_nothing")
    assert bool(asked_in(verdict).not_asked["memory"]) is (name == "keeps_no_memory")


@pytest.mark.parametrize("name", some(SAID, one_in=4))
def test_the_vectors_that_a_check_asks_first_are_fair(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors_first, "read", read)
    with EngineClient(shlex.split(command(name))) as engine:
        session = Session.begin(engine, "crumble")
        differential = DifferentialRun(session)
        assert not list(VectorsFirst(differential, lambda: None).differences())
        assert differential.coverage.vectors > 10
        assert session.counts.keys() == {"agree"}


def test_an_engine_of_one_board_is_asked_vectors_of_small_boards_first(monkeypatch: pytest.MonkeyPatch) -> None:
    served = ServedGame("splinter", ("10x9",), second_readings("splinter"), second_engine("splinter").on_board)
    monkeypatch.setitem(sys.modules, "one_board", SimpleNamespace(games=[served]))
    monkeypatch.setattr(vectors_first, "read", read)
    with EngineClient(["python:one_board:games"]) as engine:
        differential = DifferentialRun(Session.begin(engine, "splinter"))
        assert not list(VectorsFirst(differential, lambda: None).differences())
        assert differential.session.counts.keys() == {"agree"}
        assert differential.coverage.vectors > 150


@pytest.mark.parametrize("name", some(SAID, one_in=3))
def test_smoke_takes_the_steps_that_the_engine_has(name: str) -> None:
    report = run_smoke(EngineSettings(command(name)))
    names = {step.name for step in report.steps}
    faults = [step for step in report.steps if step.state == "failed" and step.about != "mistakes"]
    assert not faults, report.to_text()
    assert ("an illegal turn" in names) is (name != "checks_nothing")
    assert ("turns after a turn" in names) is (name == "lists_after_turns")


@pytest.mark.ci
def test_a_profile_asks_legal_turns_only_where_the_engine_checks_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler, "MOST_LISTED", 0)
    (profile,) = run_profile(EngineSettings(command("checks_nothing")), "crumble")
    assert not any("ended with code" in finding.why for finding in profile.findings)


HELLO = {"protocol": 1, "engine": {"name": "hostile", "version": "", "language": ""},
         "games": {"splinter": {"boards": ["10x9"], "readings": {}}}, "can": ["apply", "turns"],
         "from": ["start"]}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"refusals": ["one"]}, "/ok/refusals"),
        ({"refusals": "some"}, "/ok/refusals"),
        ({"refusals": None}, "/ok/refusals"),
        ({"turns_from": "start"}, "/ok/turns_from"),
        ({"turns_from": []}, "/ok/turns_from"),
        ({"turns_from": ["start", "start"]}, "/ok/turns_from"),
        ({"turns_from": ["nowhere"]}, "/ok/turns_from"),
        ({"turns_from": ["start"], "can": ["apply"]}, "/ok/turns_from: turns_from needs turns among can"),
        ({"turns_from": ["start"], "from": ["position"]}, "/ok/turns_from: turns_from names start"),
        ({"texts": "own", "turns_from": ["start"], "from": ["start", "position"]}, "/ok/turns_from: texts of its own"),
    ],
)
def test_a_hello_that_contradicts_itself_is_refused_clearly(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(Breach, match=where):
        read_checked({"id": 0, "do": "hello"}, {"id": 0, "ok": HELLO | changes})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["start", "position", "one", "none", "kinds", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["start", "one"]), inner, max_size=2),
    max_leaves=6,
)


@given(st.fixed_dictionaries({}, optional={"refusals": JSON, "turns_from": JSON, "texts": JSON}))
def test_whatever_hello_says_in_the_new_fields_is_understood_or_refused_at_its_place(fields: dict[str, Any]) -> None:
    answer = {"id": 0, "ok": HELLO | fields}
    where = ""
    try:
        announced = Announced.read(read_checked({"id": 0, "do": "hello"}, answer))
    except Breach as breach:
        where = breach.where
    if where:
        assert where.split("/")[:3] in [["", "ok", name] for name in fields]
    else:
        assert announced.refusals == fields.get("refusals", "kinds")
        assert announced.lists_from <= {"start"}
