from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from conformance.made_verdicts import (
    HOSTILE,
    allowed,
    counted,
    led_elsewhere,
    refused,
    verdict,
    with_errors,
    with_known,
    withheld,
)
from shatterproof.game import GAMES
from shatterproof.spec import clauses
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.report.engine_table import EngineVerdicts
from shatterproof_properties.conformance.report.junit import NEVER_MET, NOT_ASKED, PROTOCOL, junit_of
from shatterproof_properties.conformance.verdicts.result import SPOILING
from shatterproof_properties.conformance.verdicts.verdict import Verdict

AT = datetime(2026, 11, 21, 17, 30, 5, tzinfo=UTC)
UNPRINTABLE = "".join(map(chr, range(32))) + "\x7f\x85\ud800\ufffe\uffff"


def suite(of: Verdict) -> Element:
    (found,) = ElementTree.fromstring(junit_of([EngineVerdicts("", [of])], AT))
    return found


def ended(of: Verdict) -> dict[str, Element | None]:
    """The element by which each test ended, None if it passed."""
    return {case.attrib["name"]: next(iter(case), None) for case in suite(of).iter("testcase")}


def text_of(part: Element | None) -> str:
    assert part is not None
    return part.text or ""


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_a_test_skipped_where_it_was_never_met(game: str) -> None:
    cases = ended(verdict(game, met=20))
    names = [clause.id for clause in clauses(game)]
    assert list(cases)[: len(names)] == names
    for index, name in enumerate(names):
        case = cases[name]
        assert (case is None) == (index < 20)
        assert case is None or (case.tag, case.attrib["message"]) == ("skipped", NEVER_MET)


def test_a_clause_about_which_the_engine_differs_fails_with_the_differences_in_full() -> None:
    found = [led_elsewhere(), refused(), counted()]
    shown = verdict("crumble", found, met=0)
    cases = ended(shown)
    failures = {name: case for name, case in cases.items() if case is not None and case.tag == "failure"}
    assert failures.keys() == {found[0].clause, found[1].clause, PROTOCOL}
    text = text_of(failures[found[1].clause])
    assert found[0].to_text() in text
    assert found[1].to_text() in text
    assert "ask again: shatterproof check crumble --engine 'tiny --flag' --replay" in text
    assert "counts another number of leaves" in failures[PROTOCOL].attrib["message"]


def test_troubles_are_errors_by_their_kind() -> None:
    shown = with_errors()
    cases = ended(shown)
    for outcome in SPOILING:
        case = cases[f"no {outcome}"]
        assert (case is None) == (not shown.counts[outcome])
    error = cases["no error"]
    assert error is not None
    assert error.attrib["message"] == "questions that ended in error: 2"
    assert "it died" in text_of(error)
    assert "no line within 2 s" in text_of(cases["no timeout"])
    assert shown.result.ending.gave_up in text_of(cases["went to its end"])


def test_a_missed_mutant_does_not_pass() -> None:
    name = withheld().self_check[1].name
    cases = [case for case in suite(withheld()).iter("testcase") if case.attrib["name"] == f"finds {name}"]
    assert [case.attrib["time"] for case in cases] == ["1.500", "60.000"]
    assert ended(withheld())[f"finds {name}"] is not None


def nothing_compared() -> Verdict:
    made = verdict(met=0)
    made.result.coverage = Coverage()
    return made


@pytest.mark.parametrize(
    "made",
    [
        verdict(),
        verdict("crumble", [refused()]),
        verdict("crumble", [counted()]),
        with_errors(),
        withheld(),
        with_known(),
        nothing_compared(),
    ],
    ids=lambda made: made.headline,
)
def test_no_test_fails_just_when_the_run_ends_well(made: Verdict) -> None:
    found = suite(made)
    bad = int(found.attrib["failures"]) + int(found.attrib["errors"])
    assert (bad == 0) == (made.exit_code == 0)


def test_a_suite_tells_engine_seed_readings_and_time() -> None:
    found = suite(verdict())
    reported = {each.attrib["name"]: each.attrib["value"] for each in found.findall("properties/property")}
    assert reported["engine"] == "tiny 1"
    assert reported["seed"] == "77"
    assert reported["crumble.draw"] == "same-target"
    assert reported["again"].startswith("shatterproof check crumble")
    assert (found.attrib["time"], found.attrib["timestamp"]) == ("12.300", "2026-11-21T17:30:05")


def test_the_form_is_what_the_schemas_of_jenkins_and_ant_allow() -> None:
    wanted = {"name", "package", "id", "hostname", "timestamp", "tests", "failures", "errors", "skipped", "time"}
    for made in (verdict("crumble", [led_elsewhere(), allowed()], HOSTILE), with_errors(), withheld(), with_known()):
        found = suite(made)
        assert found.attrib.keys() == wanted
        assert found.attrib["tests"] == str(len(found.findall("testcase")))
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert found.attrib[attribute] == str(len(found.findall(f"testcase/{tag}"))), tag
        tags = [part.tag for part in found]
        assert tags == ["properties", *["testcase"] * (len(tags) - 3), "system-out", "system-err"]
        for case in found.iter("testcase"):
            assert case.attrib.keys() == {"classname", "name", "time"}
            assert case.attrib["name"].split() == case.attrib["name"].split(" ")
            assert len(case) <= 1
            for part in case:
                assert part.tag in ("failure", "error", "skipped")
                assert part.attrib.keys() == ({"message"} if part.tag == "skipped" else {"message", "type"})


def test_what_xml_cannot_hold_is_spelled_out() -> None:
    made = with_errors("crumble", f"engine {UNPRINTABLE}")
    made.result.findings.differences = [allowed()]
    made.result.ending.gave_up = UNPRINTABLE
    text = junit_of([EngineVerdicts("", [made])], AT)
    text.encode()
    (found,) = ElementTree.fromstring(text)
    engine = found.findall("properties/property")[0].attrib["value"]
    assert "\\x00\\x01" in engine
    assert "\\ud800\\ufffe\\uffff" in engine
    assert HOSTILE.split("\x1b")[0] in text_of(found.find("system-out"))


def test_tests_of_several_engines_have_their_names_and_one_that_could_not_be_asked_is_an_error() -> None:
    engines = [EngineVerdicts("a.out", [verdict("splinter")]), EngineVerdicts("dead", failure="hello: no answer")]
    alone, first, second = ElementTree.fromstring(junit_of([EngineVerdicts("", [verdict("scrunch")]), *engines], AT))
    assert (alone.tag, alone.attrib["name"], alone.attrib["id"]) == ("testsuite", "scrunch", "0")
    assert (first.attrib["name"], first.attrib["id"]) == ("a_out splinter", "1")
    groups = {case.attrib["classname"] for case in first.iter("testcase")}
    assert groups == {"shatterproof.a_out.splinter", "shatterproof.a_out.splinter.run"}
    assert (second.attrib["name"], second.attrib["id"], second.attrib["errors"]) == ("dead", "2", "1")
    (error,) = second.iter("error")
    assert error.attrib["message"] == "hello: no answer"


def test_a_clause_to_which_the_run_did_not_keep_is_skipped_as_not_asked_about() -> None:
    made = verdict("splinter", met=0)
    made.settings = replace(made.settings, clauses=("splinter.slide.*",))
    messages = {name: case.attrib["message"] for name, case in ended(made).items() if case is not None}
    assert messages["splinter.slide.off"] == NEVER_MET
    assert messages["splinter.group.tie"] == NOT_ASKED
