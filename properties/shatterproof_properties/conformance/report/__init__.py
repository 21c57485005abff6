"""The report: static pages about verdicts, with the files that a program or a replay needs next to them."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.outputs import write_folder
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.causes.differences import KINDS
from shatterproof_properties.conformance.report.coverage import sections
from shatterproof_properties.conformance.report.difference import Remark as Remark
from shatterproof_properties.conformance.report.difference import Remarks, ShownDifference, shortened
from shatterproof_properties.conformance.verdicts.changes import Changes
from shatterproof_properties.conformance.verdicts.verdict import SPOILING, Verdict, by_size
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
    inputs: Iterable[Path] = (),
    force: bool = False,
) -> Path:
    """Writes the page of one game, verdict.json, and a witness for each difference; the path of the page.

    The page opens from its file: no server, no scripts, nothing from outside. What is not ours is replaced with `force`
    only, `inputs` never. Raises InputError if the folder cannot be written, or is somebody else's.
    """
    write_folder(folder, _report_of(folder, "", verdict, remarks, changes), inputs=inputs, force=force)
    return folder / PAGE


def write_index(
    folder: Path,
    verdicts: Sequence[Verdict],
    remarks: Remarks = lambda _: Remark(),
    changes: Changes | None = None,
    inputs: Iterable[Path] = (),
    force: bool = False,
) -> Path:
    """Writes the report of each game into a folder of its name, and a page above them; the path of that page.

    verdict.json beside it has all verdicts. `inputs`, `force` and errors as in `write_report`.
    """
    texts: dict[str, str] = {}
    for verdict in verdicts:
        texts |= _report_of(folder, f"{verdict.plan.game}/", verdict, remarks, changes)
    page = _templates().get_template("index.html.j2").render(
        engines=sorted({verdict.engine for verdict in verdicts}),
        rows=[(verdict, *_word(verdict), *_met(verdict)) for verdict in verdicts],
        changes=changes,
        kinds=KINDS,
        in_trouble=lambda verdict: sum(verdict.counts[outcome] for outcome in SPOILING),
        versions=_versions(verdicts[0]),
    )  # fmt: skip
    data = strict_json.encode({"games": [verdict.to_json() for verdict in verdicts]})
    write_folder(folder, texts | {PAGE: _ended(page), VERDICT: _ended(data)}, inputs=inputs, force=force)
    return folder / PAGE


def is_name_of_ours(folder: Path, file: Path) -> bool:
    """Whether a file is one that a report in the folder may write, or take away."""
    try:
        inside = file.resolve().relative_to(folder.resolve()).as_posix()
    except (ValueError, OSError):
        return False
    return bool(re.fullmatch(rf"(({'|'.join(GAMES)})/)?(index\.html|verdict\.json|witness(-\d+)?\.json)", inside))


def _report_of(folder: Path, below: str, verdict: Verdict, remarks: Remarks, changes: Changes | None) -> dict[str, str]:
    """The files of the report about one game, by their names in the folder, which begin with `below`."""
    verdict.report = str(folder / f"{below}{PAGE}")
    texts, shown = {}, []
    for number, each in enumerate(verdict.differences, start=1):
        name = f"{below}{WITNESS if number == 1 else f'witness-{number}.json'}"
        texts[name] = _ended(strict_json.encode(each.witness()))
        witness = folder / name
        shown.append(ShownDifference(number, each, witness, verdict.replay(each, str(witness)), remarks(each)))
    texts[f"{below}{PAGE}"] = _ended(page_of(verdict, shown, changes, above=bool(below)))
    texts[f"{below}{VERDICT}"] = _ended(strict_json.encode(verdict.to_json()))
    return texts


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def page_of(
    verdict: Verdict, shown: Sequence[ShownDifference], changes: Changes | None = None, above: bool = False
) -> str:
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
            sections=sections(verdict.plan.game, verdict.coverage.all_clauses, verdict.readings),
            looked_at=_numbers(verdict),
            outcomes=[(outcome, MEANINGS[outcome], verdict.counts[outcome]) for outcome in OUTCOMES],
            named=verdict.coverage.named.most_common(),
            boards=by_size(verdict.coverage.boards),
            caught=sorted(verdict.caught.items(), key=lambda entry: (entry[1], entry[0])),
            readings=_readings(verdict),
            versions=_versions(verdict),
            above=above,
        )
    )


def _word(verdict: Verdict) -> tuple[str, str]:
    """The first line of a verdict: its word, and what follows."""
    line = verdict.first_line()
    word = re.match(r"[A-Z]+(?: [A-Z]+)*(?=[: ])", line)
    assert word is not None
    return word[0], line[word.end() :].lstrip(": ")


def _met(verdict: Verdict) -> tuple[int, int]:
    """How many clauses of the game were met, of how many."""
    found = sections(verdict.plan.game, {}, {})
    known = {row.clause for section in found for row in section.rows}
    return len(known & {name for name, met in verdict.coverage.all_clauses.items() if met}), len(known)


def _numbers(verdict: Verdict) -> list[tuple[str, str]]:
    coverage = verdict.coverage
    rows = [
        ("results compared", coverage.results),
        ("of them refusals", coverage.refusals),
        ("positions with all their turns", coverage.positions),
        ("refusals that name another clause than the reference", coverage.other_clauses),
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
    """What the page shows for a value: nothing that an engine says may guide the text around it."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)
