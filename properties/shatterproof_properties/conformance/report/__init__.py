"""The report: static pages about verdicts, with the files that a program or a replay needs next to them."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.changes import Changes
from shatterproof_properties.conformance.difference import KINDS
from shatterproof_properties.conformance.report.census import sections
from shatterproof_properties.conformance.report.difference import Remark as Remark
from shatterproof_properties.conformance.report.difference import Remarks, Shown, shortened
from shatterproof_properties.conformance.verdict import SPOILING, Verdict, by_size
from shatterproof_properties.engines.session import OUTCOMES
from shatterproof_properties.protocol.messages import PROTOCOL

PAGE, WITNESS, VERDICT = "index.html", "witness.json", "verdict.json"
MEANINGS = {
    "agree": "the engine gave the same answer as the reference",
    "differ": "the engine gave another answer",
    "declared": "the engine differs in a way that was declared beforehand",
    "stale": "the engine was declared to differ here and does not",
    "skip": "the engine said that it cannot, or the question would be too long",
    "error": "the engine answered with an error, or ended",
    "timeout": "the engine gave no whole line in time",
    "flaky": "the engine answered the same question differently when asked again",
    "breach": "the engine broke the protocol",
}


def write_report(
    folder: Path,
    verdict: Verdict,
    remarks: Remarks = lambda _: Remark(),
    changes: Changes | None = None,
    above: bool = False,
) -> Path:
    """Writes the page of one game, verdict.json, and a witness for each difference; the path of the page.

    `above` says that an index stands in the folder above. The page opens from its file: no server, no scripts, nothing
    from outside. Raises InputError if the folder cannot be written.
    """
    page = folder / PAGE
    verdict.report = str(page)
    shown = []
    for number, each in enumerate(verdict.differences, start=1):
        witness = folder / _witness(number)
        shown.append(Shown(number, each, witness, verdict.replay(each, str(witness)), remarks(each)))
    texts = {page: page_of(verdict, shown, changes, above), folder / VERDICT: strict_json.encode(verdict.to_json())}
    texts |= {each.witness: strict_json.encode(each.difference.question.witness()) for each in shown}
    _write(folder, texts)
    return page


def write_index(
    folder: Path,
    verdicts: Sequence[Verdict],
    remarks: Remarks = lambda _: Remark(),
    changes: Changes | None = None,
) -> Path:
    """Writes the report of each game into a folder of its name, and a page above them; the path of that page.

    verdict.json beside it has all verdicts. Raises InputError if a folder cannot be written.
    """
    for verdict in verdicts:
        write_report(folder / verdict.plan.game, verdict, remarks, changes, above=True)
    page = _templates().get_template("index.html.j2").render(
        engines=sorted({verdict.engine for verdict in verdicts}),
        rows=[(verdict, *_word(verdict), *_met(verdict)) for verdict in verdicts],
        changes=changes,
        kinds=KINDS,
        in_trouble=lambda verdict: sum(verdict.counts[outcome] for outcome in SPOILING),
        versions=_versions(verdicts[0]),
    )  # fmt: skip
    data = strict_json.encode({"games": [verdict.to_json() for verdict in verdicts]})
    _write(folder, {folder / PAGE: page, folder / VERDICT: data})
    return folder / PAGE


def _witness(number: int) -> str:
    return WITNESS if number == 1 else f"witness-{number}.json"


def _write(folder: Path, texts: Mapping[Path, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            file.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
        for file in folder.glob("witness*.json"):
            # Those of an earlier run would not belong to this page.
            if file not in texts and re.fullmatch(r"witness(-\d+)?\.json", file.name):
                file.unlink()
    except OSError as error:
        raise InputError(
            f"cannot be written: {error.strerror}", str(error.filename or folder), "a folder for --report"
        ) from None


def page_of(verdict: Verdict, shown: Sequence[Shown], changes: Changes | None = None, above: bool = False) -> str:
    """The page of one game as HTML."""
    word, rest = _word(verdict)
    met, of = _met(verdict)
    return (
        _templates()
        .get_template("report.html.j2")
        .render(
            verdict=verdict,
            word=word,
            rest=rest,
            game=verdict.plan.game.capitalize(),
            shown=shown,
            change=changes.of(verdict.plan.game) if changes else None,
            source=changes.source if changes else "",
            kinds=KINDS,
            steps=[] if shown else verdict.next_steps(),
            troubles=[(str(trouble), shortened(strict_json.encode(trouble.question))) for trouble in verdict.troubles],
            met=met,
            clauses=of,
            sections=sections(verdict.plan.game, verdict.census.clauses, verdict.readings),
            looked_at=_numbers(verdict),
            outcomes=[(outcome, MEANINGS[outcome], verdict.counts[outcome]) for outcome in OUTCOMES],
            boards=by_size(verdict.census.boards),
            caught=sorted(verdict.caught.items(), key=lambda entry: (entry[1], entry[0])),
            readings=_readings(verdict),
            versions=_versions(verdict),
            above=above,
        )
    )


def _word(verdict: Verdict) -> tuple[str, str]:
    """The first line of a verdict: its word, and what follows."""
    line = verdict.first_line()
    word = re.match(r"[A-Z]+(?: VERDICT)?", line)
    assert word is not None
    return word[0], line[word.end() :].lstrip(": ")


def _met(verdict: Verdict) -> tuple[int, int]:
    """How many clauses of the game were met, of how many."""
    found = sections(verdict.plan.game, {}, {})
    known = {row.clause for section in found for row in section.rows}
    return len(known & {name for name, met in verdict.census.clauses.items() if met}), len(known)


def _numbers(verdict: Verdict) -> list[tuple[str, str]]:
    census = verdict.census
    rows = [
        ("results compared", census.results),
        ("of them refusals", census.refusals),
        ("positions with all their turns", census.positions),
        ("refusals that name another clause than the reference", census.other_clauses),
    ]
    return [*((name, f"{number:,}") for name, number in rows), ("seconds", f"{verdict.seconds:.1f}")]


def _readings(verdict: Verdict) -> list[tuple[str, str, bool]]:
    """The readings in force: each with its value, and whether that is another than the default."""
    departures = find_game(verdict.plan.game).Readings.from_mapping(verdict.readings).departures()
    return [(reading, value, reading in departures) for reading, value in verdict.readings.items()]


def _versions(verdict: Verdict) -> list[tuple[str, str]]:
    try:
        own = version("shatterproof")
    except PackageNotFoundError:
        own = "a checkout, not installed"
    return [("Engine", verdict.engine), ("Shatterproof", own), ("Protocol", str(PROTOCOL)),
            ("Python", platform.python_version())]  # fmt: skip


def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    found.filters["number"] = lambda number: f"{number:,}"
    return found


def _shown(value: Any) -> Any:
    """What the page shows for a value: nothing that an engine says may steer the text around it."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)
