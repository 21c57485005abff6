"""Verdicts as JUnit XML, which systems for continuous integration show as tests.

The standard library writes it, and so escapes texts and closes tags. Packages for JUnit XML would add only names for
tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from shatterproof.spec import clauses
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.causes.differences import KINDS, Difference
from shatterproof_properties.conformance.report.engine_table import EngineVerdicts
from shatterproof_properties.conformance.verdicts.result import SPOILING
from shatterproof_properties.conformance.verdicts.verdict import Verdict

NOT_ASKED = "not asked about: the run kept to other clauses (--clauses)"
NEVER_MET = "never met: apart from the vectors, no turn of this run exercised the clause, or broke it"
PROTOCOL = "spec/protocol.md"
"""Stands for the clause of a difference about a rule of the protocol."""

_FORBIDDEN = re.compile("[^\\t\\n\\r\\u0020-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped."""


class JUnitTest(NamedTuple):
    """A test: its group and name, how it ended (passed, failure, error or skipped), and why, in short and in full."""

    group: str
    name: str
    ended: str = "passed"
    message: str = ""
    text: str = ""
    seconds: float = 0.0


def junit_of(engines: Iterable[EngineVerdicts], at: datetime | None = None) -> str:
    """Writes verdicts as JUnit XML: a suite for each game, with a test for each clause, engine error kind and mutant.

    A clause fails if the engine differs about it. It is skipped if the run never met it. The text is valid for the
    schemas of Jenkins and of Ant. `at` is the time of the run, now unless given. Only suites and mutants have seconds,
    since clauses are not timed. The names of suites and classes begin with that of the engine, unless it is "". An
    engine that could not be asked, or was not, has a suite with one test, which ended in an error.
    """
    suites = []
    for engine in engines:
        # In the name of a class a dot begins a part of it.
        name = clean(engine.name).replace(".", "_")
        suites += [_suite(verdict, name) for verdict in engine.verdicts]
        if failure := engine.failure:
            suites.append(_suite_of(name, [JUnitTest(name, "can be asked", "error", failure)], 0.0, {}, failure))
    root = Element("testsuites")
    for index, suite in enumerate(suites):
        suite.set("id", str(index))
        suite.set("timestamp", (at or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"))
        root.append(suite)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(verdict: Verdict, engine: str) -> Element:
    result, game = verdict.result, verdict.settings.game
    tests = [test._replace(group=f"{engine}.{test.group}" if engine else test.group) for test in _tests(verdict)]
    seed = "" if verdict.seed is None else str(verdict.seed)
    properties = {"engine": result.engine.title, "verdict": verdict.first_line(), "seed": seed,
                  "again": verdict.repeated(), **result.engine.readings}  # fmt: skip
    return _suite_of(f"{engine} {game}".strip(), tests, result.ending.seconds, properties, verdict.to_text(True))


def _suite_of(
    name: str, tests: Sequence[JUnitTest], seconds: float, properties: Mapping[str, str], text: str
) -> Element:
    ends = [test.ended for test in tests]
    counts = {"tests": len(ends), "failures": ends.count("failure"), "errors": ends.count("error"),
              "skipped": ends.count("skipped")}  # fmt: skip
    # The schema's word for a host that is not named is localhost.
    suite = Element("testsuite", {"name": name, "package": "shatterproof", "hostname": "localhost",
                                  **{each: str(count) for each, count in counts.items()},
                                  "time": f"{seconds:.3f}"})  # fmt: skip
    named = SubElement(suite, "properties")
    for each, value in properties.items():
        SubElement(named, "property", name=each, value=clean(value))
    for test in tests:
        about = {"classname": f"shatterproof.{test.group}", "name": test.name, "time": f"{test.seconds:.3f}"}
        element = SubElement(suite, "testcase", about)
        if test.ended == "skipped":
            SubElement(element, "skipped", message=clean(test.message))
        elif test.ended != "passed":
            # Attributes are on one line for every reader; the text keeps its lines.
            message = " ".join(clean(test.message).split())
            SubElement(element, test.ended, message=message, type=test.ended).text = clean(test.text or test.message)
    SubElement(suite, "system-out").text = clean(text)
    SubElement(suite, "system-err")
    return suite


def _tests(verdict: Verdict) -> Iterator[JUnitTest]:
    game = verdict.settings.game
    about: dict[str, list[Difference]] = {}
    for difference in verdict.differences:
        about.setdefault(difference.reported or PROTOCOL, []).append(difference)
    for name in [*(clause.id for clause in clauses(game)), PROTOCOL]:
        if name in about:
            message = "; ".join(KINDS[difference.kind] for difference in about[name])
            text = "\n\n".join(difference.to_text(verdict.replay(difference)) for difference in about[name])
            yield JUnitTest(game, name, "failure", message, text)
        elif verdict.coverage.clauses[name] or name == PROTOCOL:
            yield JUnitTest(game, name)
        else:
            is_asked = not verdict.settings.clauses or name in verdict.settings.only
            yield JUnitTest(game, name, "skipped", NEVER_MET if is_asked else NOT_ASKED)

    def test(name: str, error: str, text: str = "", seconds: float = 0.0) -> JUnitTest:
        """A test about the run as a whole. All tests pass only if the engine agrees."""
        return JUnitTest(f"{game}.run", name, "error" if error else "passed", error, text, seconds)

    ending = verdict.result.ending
    for outcome in SPOILING:
        errors = "\n".join(str(each) for each in verdict.result.questions.errors if each.outcome == outcome)
        number = verdict.counts[outcome]
        yield test(f"no {outcome}", f"questions that ended in {outcome}: {number:,}" if number else "", errors)
    yield test("went to its end", ending.gave_up or ("somebody interrupted the run" if ending.interrupted else ""))
    compared = verdict.coverage.results or verdict.coverage.vectors
    too_little = not compared or verdict.headline == "too-little-seen"
    yield test("compared enough results", f"too little seen: {', '.join(verdict.lacking)}" if too_little else "")
    for mutant in verdict.self_check:
        missed = "" if mutant.found else "this run missed a mutant that it was to find"
        yield test(f"finds {mutant.name}", missed, seconds=mutant.seconds)


def clean(text: str) -> str:
    """A text without what XML cannot hold or a terminal would obey: spelled out, line ends kept."""
    return _FORBIDDEN.sub(lambda found: repr(found[0])[1:-1], visible(text))
