"""Verdicts as JUnit XML, which systems for continuous integration show as tests.

The standard library writes it, and so escapes texts and closes tags. Packages for JUnit XML would add only names for
tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from shatterproof.spec import clauses
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.causes.differences import KINDS, Difference
from shatterproof_properties.conformance.report.engine_table import EngineTable, EngineVerdicts
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


def junit_of(verdicts: Iterable[Verdict], at: datetime | None = None) -> str:
    """JUnit XML of verdicts: a suite for each game, with a test for each clause, kind of engine error and mutant.

    A clause fails if the engine differs about it, and is skipped if the run never met it. The XML is valid for the
    schemas of Jenkins and of Ant. `at` is the time of the run, now by default. Only suites and mutants have seconds:
    nobody measures the time of a clause.
    """
    return _written((_suite(verdict) for verdict in verdicts), at)


def junit_of_table(table: EngineTable, at: datetime | None = None) -> str:
    """JUnit XML of several engines. The names of suites and classes begin with that of the engine.

    An engine that could not be asked, or was not, has a suite with one test, which ended in an error.
    """
    return _written((suite for engine in table.engines for suite in _suites_of(engine)), at)


def _suites_of(engine: EngineVerdicts) -> Iterator[Element]:
    # In the name of a class a dot begins a part of it.
    name = clean(engine.name).replace(".", "_")
    yield from (_suite(verdict, name) for verdict in engine.verdicts)
    if engine.failure:
        yield _suite_of(name, [JUnitTest(name, "can be asked", "error", engine.failure)], 0.0, (), engine.failure)


def _written(suites: Iterable[Element], at: datetime | None) -> str:
    root = Element("testsuites")
    for index, suite in enumerate(suites):
        suite.set("id", str(index))
        suite.set("timestamp", (at or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"))
        root.append(suite)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(verdict: Verdict, engine: str = "") -> Element:
    game, seconds, text = verdict.settings.game, verdict.result.ending.seconds, verdict.to_text(verbose=True)
    tests = [test._replace(group=f"{engine}.{test.group}" if engine else test.group) for test in _tests(verdict)]
    return _suite_of(f"{engine} {game}".strip(), tests, seconds, _properties(verdict), text)


def _suite_of(
    name: str, tests: Sequence[JUnitTest], seconds: float, properties: Iterable[tuple[str, str]], text: str
) -> Element:
    ends = [test.ended for test in tests]
    suite = Element(
        "testsuite",
        name=name,
        package="shatterproof",
        # The schema's word for a host that is not named.
        hostname="localhost",
        tests=str(len(tests)),
        failures=str(ends.count("failure")),
        errors=str(ends.count("error")),
        skipped=str(ends.count("skipped")),
        time=f"{seconds:.3f}",
    )
    named = SubElement(suite, "properties")
    for each, value in properties:
        SubElement(named, "property", name=each, value=clean(value))
    suite.extend(map(_element, tests))
    SubElement(suite, "system-out").text = clean(text)
    SubElement(suite, "system-err")
    return suite


def _element(test: JUnitTest) -> Element:
    element = Element("testcase", classname=f"shatterproof.{test.group}", name=test.name, time=f"{test.seconds:.3f}")
    if test.ended == "skipped":
        SubElement(element, "skipped", message=clean(test.message))
    elif test.ended != "passed":
        # Attributes are on one line for every reader; the text keeps its lines.
        message = " ".join(clean(test.message).split())
        SubElement(element, test.ended, message=message, type=test.ended).text = clean(test.text or test.message)
    return element


def _properties(verdict: Verdict) -> Iterator[tuple[str, str]]:
    yield "engine", verdict.result.engine.title
    yield "verdict", verdict.first_line()
    yield "seed", "" if verdict.seed is None else str(verdict.seed)
    yield "again", verdict.repeated()
    yield from verdict.result.engine.readings.items()


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
    yield from _run(verdict)


def _run(verdict: Verdict) -> Iterator[JUnitTest]:
    """The tests about the run as a whole. All tests pass if and only if the engine agrees."""
    group, result = f"{verdict.settings.game}.run", verdict.result
    for outcome in SPOILING:
        errors = "\n".join(str(error) for error in result.questions.errors if error.outcome == outcome)
        number = verdict.counts[outcome]
        message = f"questions that ended in {outcome}: {number:,}"
        yield JUnitTest(group, f"no {outcome}", *(("error", message, errors or message) if number else ()))
    ended = result.ending.gave_up or ("somebody interrupted the run" if result.ending.interrupted else "")
    yield JUnitTest(group, "went to its end", *(("error", ended) if ended else ()))
    compared = verdict.coverage.results or verdict.coverage.vectors
    too_little = not compared or verdict.headline == "too-little-seen"
    lacking = f"too little seen: {', '.join(verdict.lacking)}"
    yield JUnitTest(group, "compared enough results", *(("error", lacking) if too_little else ()))
    for mutant in verdict.self_check:
        missed = ("error", "this run missed a mutant that it was to find", "")
        yield JUnitTest(
            group, f"finds {mutant.name}", *(("passed", "", "") if mutant.found else missed), mutant.seconds
        )


def clean(text: str) -> str:
    """A text with characters spelled out that XML cannot hold or a terminal would obey; line ends stay."""
    return _FORBIDDEN.sub(lambda found: repr(found[0])[1:-1], visible(text))
