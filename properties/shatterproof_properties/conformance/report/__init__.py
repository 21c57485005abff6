"""The report: static pages about verdicts, beside the files that a program or a replay needs."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.outputs import write_folder
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.report.coverage_sections import sections
from shatterproof_properties.conformance.report.difference import ShownDifference, shortened
from shatterproof_properties.conformance.report.engine_table import EngineTable
from shatterproof_properties.conformance.verdicts.covered import by_size, clauses_met
from shatterproof_properties.conformance.verdicts.result import SPOILING
from shatterproof_properties.conformance.verdicts.verdict import Verdict, sentence
from shatterproof_properties.engines.session import OUTCOMES
from shatterproof_properties.protocol.messages import PROTOCOL

PAGE, VERDICT = "index.html", "verdict.json"
MEANINGS = {
    "agree": "the engine gave the same answer as the reference",
    "differ": "the engine gave another answer",
    "expected": "the engine differs in a way that is known",
    "skip": "the engine said that it cannot, or the question would be too long",
    "error": "the engine answered with an error, or ended",
    "timeout": "the engine gave no whole line in time",
    "flaky": "the engine answered the same question differently when asked again",
    "breach": "the engine broke the protocol",
}


class Above(NamedTuple):
    """The page above that of a game: its name, and its path from there."""

    shows: str
    path: str


ALL_GAMES, ENGINES = Above("All games", f"../{PAGE}"), Above("All engines", f"../../{PAGE}")


def write_report(folder: Path, verdict: Verdict, inputs: Iterable[Path] = (), force: bool = False) -> Path:
    """Writes the page of one game, verdict.json, and a counterexample for each difference. Returns the page's path.

    The page opens from its file: no server, no scripts, nothing from outside. Files that are not ours are replaced with
    `force` only, `inputs` never. Raises InputError if the folder cannot be written, or is somebody else's.
    """
    write_folder(folder, _report_of(folder, "", verdict), inputs=inputs, force=force)
    return folder / PAGE


def write_index(folder: Path, verdicts: Sequence[Verdict], inputs: Iterable[Path] = (), force: bool = False) -> Path:
    """Writes the report of each game into a folder of its name, and a page above them. Returns that page's path.

    verdict.json beside it has all verdicts. `inputs`, `force` and errors are as in `write_report`.
    """
    texts: dict[str, str] = {}
    for verdict in verdicts:
        texts |= _report_of(folder, f"{verdict.settings.game}/", verdict, ALL_GAMES)
    page = _templates().get_template("index.html.j2").render(
        engines=sorted({verdict.result.engine.title for verdict in verdicts}),
        rows=[(verdict, verdict.word, sentence(verdict), *_met(verdict)) for verdict in verdicts],
        unanswered=lambda verdict: sum(verdict.counts[outcome] for outcome in SPOILING),
        versions=_versions(verdicts[0]),
    )  # fmt: skip
    data = {"games": [verdict.to_json() for verdict in verdicts]}
    return _write_above(folder, texts, page, data, inputs, force)


def write_table(folder: Path, table: EngineTable, inputs: Iterable[Path] = (), force: bool = False) -> Path:
    """Writes the report of each engine into a folder of its own, and a page with their table. Returns its path.

    verdict.json beside it has all verdicts. `inputs`, `force` and errors are as in `write_report`.
    """
    texts: dict[str, str] = {}
    for number, engine in enumerate(table.engines, start=1):
        engine.report = f"engine-{number}"
        for verdict in engine.verdicts:
            texts |= _report_of(folder, f"{engine.report}/{verdict.settings.game}/", verdict, ENGINES)
    page = _templates().get_template("engines.html.j2").render(
        table=table,
        readings={game: _readings_followed(table, game) for game in table.games},
        versions=_versions(next(verdict for engine in table.engines for verdict in engine.verdicts))
        if table.games else [],
    )  # fmt: skip
    table.report = str(_write_above(folder, texts, page, table.to_json(), inputs, force))
    return Path(table.report)


def _write_above(
    folder: Path, texts: dict[str, str], page: str, data: Mapping[str, Any], inputs: Iterable[Path], force: bool
) -> Path:
    """Writes reports with a page above them, and all verdicts beside it. Returns the path of that page."""
    files = texts | {PAGE: _ended(page), VERDICT: _ended(strict_json.encode(data))}
    write_folder(folder, files, inputs=inputs, force=force)
    return folder / PAGE


def _readings_followed(table: EngineTable, game: str) -> list[tuple[str, list[str]]]:
    """The readings of a game, each with the value under which each engine was checked."""
    verdicts = [engine.of(game) for engine in table.engines]
    names = find_game(game).Readings.choices()
    return [(name, [each.result.engine.readings[name] if each else "" for each in verdicts]) for name in names]


def is_name_of_ours(folder: Path, file: Path) -> bool:
    """Whether a file is one that a report in the folder may write or delete."""
    try:
        inside = file.resolve().relative_to(folder.resolve()).as_posix()
    except (ValueError, OSError):
        return False
    name = r"(index\.html|verdict\.json|(witness|counterexample)(-\d+)?\.json)"
    return bool(re.fullmatch(rf"(engine-\d+/)?(({'|'.join(GAMES)})/)?{name}", inside))


def _report_of(folder: Path, below: str, verdict: Verdict, above: Above | None = None) -> dict[str, str]:
    """The files of the report about one game, by their names in the folder, which begin with `below`."""
    verdict.report = str(folder / f"{below}{PAGE}")
    texts, shown = {}, []
    explanations = [*verdict.explanations, *[()] * len(verdict.differences)]
    for number, (each, readings) in enumerate(zip(verdict.differences, explanations, strict=False), start=1):
        name = f"{below}counterexample{'' if number == 1 else f'-{number}'}.json"
        counterexample, file = strict_json.encode(each.counterexample()), folder / name
        texts[name] = _ended(counterexample)
        if counterexample in verdict.too_long:
            verdict.files[counterexample] = str(file)
        shown.append(ShownDifference(number, each, file, verdict.replay(each, str(file)), readings))
    texts[f"{below}{PAGE}"] = _ended(page_of(verdict, shown, above))
    texts[f"{below}{VERDICT}"] = _ended(strict_json.encode(verdict.to_json()))
    return texts


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def page_of(verdict: Verdict, shown: Sequence[ShownDifference], above: Above | None = None) -> str:
    """The page of one game as HTML."""
    met, of = _met(verdict)
    result, readings = verdict.result, verdict.result.engine.readings
    return (
        _templates()
        .get_template("report.html.j2")
        .render(
            verdict=verdict,
            result=result,
            word=verdict.word,
            rest=sentence(verdict),
            game=verdict.settings.game.capitalize(),
            shown=shown,
            steps=[] if shown else list(verdict.next_steps.items()),
            errors=[(str(each), shortened(strict_json.encode(each.question))) for each in result.questions.errors],
            last_words=verdict.error_lines(),
            known=verdict.known_lines(),
            met=met,
            clauses=of,
            sections=sections(verdict.settings.game, result.coverage.all_clauses, readings, verdict.settings.only),
            compared=_numbers(verdict),
            outcomes=[(outcome, MEANINGS[outcome], verdict.counts[outcome]) for outcome in OUTCOMES],
            named=result.coverage.named.most_common(),
            boards=by_size(result.coverage.boards),
            caught=sorted(result.caught.items(), key=lambda entry: (entry[1], entry[0])),
            readings=_readings(verdict),
            versions=_versions(verdict),
            above=above,
        )
    )


def _met(verdict: Verdict) -> tuple[int, int]:
    return clauses_met(verdict.settings.game, verdict.coverage)


def _numbers(verdict: Verdict) -> list[tuple[str, str]]:
    coverage = verdict.coverage
    rows = [
        ("results compared", coverage.results),
        ("of them refusals", coverage.refusals),
        ("positions with all their turns", coverage.positions),
        ("refusals that name another clause than the reference", coverage.other_clauses),
    ]
    return [*((name, f"{number:,}") for name, number in rows), ("seconds", f"{verdict.result.ending.seconds:.1f}")]


def _readings(verdict: Verdict) -> list[tuple[str, str, bool]]:
    departures = verdict.result.engine.departures
    return [(reading, value, reading in departures) for reading, value in verdict.result.engine.readings.items()]


def _versions(verdict: Verdict) -> list[tuple[str, str]]:
    try:
        own = version("shatterproof")
    except PackageNotFoundError:
        own = "a checkout, not installed"
    return [("Engine", verdict.result.engine.title), ("Shatterproof", own), ("Protocol", str(PROTOCOL)),
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
    """The HTML for a value, escaped: words of an engine may not change the text around them."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)
