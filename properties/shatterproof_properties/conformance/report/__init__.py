"""The report: static pages about verdicts, beside the files that a program or a replay needs."""

from __future__ import annotations

import platform
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, repeat
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses
from shatterproof_properties.common.outputs import write_folder
from shatterproof_properties.common.prose import plain, visible
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.report.difference import ShownDifference, as_json, clause, film, sides
from shatterproof_properties.conformance.report.engine_table import EngineTable, chapters
from shatterproof_properties.conformance.vectors.vector_differences import vector_of
from shatterproof_properties.conformance.verdicts.covered import by_size, clauses_met
from shatterproof_properties.conformance.verdicts.result import SPOILING
from shatterproof_properties.conformance.verdicts.verdict import Verdict, sentence
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


NUMBERS = {
    "results compared": "results",
    "of them refusals": "refusals",
    "positions with all their turns": "positions",
    "refusals that name another clause than the reference": "other_clauses",
}
"""What a page says of the coverage, and the field with the number."""
BEYOND = "Beyond the clauses"
BEYOND_TITLES = {"malformed": "Texts that the grammar of turns excludes."}


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
    texts[PAGE] = _page("index.html.j2", verdicts[0], verdicts=verdicts,
                        engines=sorted({verdict.result.engine.title for verdict in verdicts}))  # fmt: skip
    texts[VERDICT] = _line({"games": [verdict.to_json() for verdict in verdicts]})
    write_folder(folder, texts, inputs=inputs, force=force)
    return folder / PAGE


def write_table(folder: Path, table: EngineTable, inputs: Iterable[Path] = (), force: bool = False) -> Path:
    """Writes the report of each engine into a folder of its own, and a page with their table. Returns its path.

    verdict.json beside it has all verdicts. `inputs`, `force` and errors are as in `write_report`.
    """
    texts: dict[str, str] = {}
    for number, engine in enumerate(table.engines, start=1):
        engine.report = f"engine-{number}"
        for verdict in engine.verdicts:
            texts |= _report_of(folder, f"{engine.report}/{verdict.settings.game}/", verdict, ENGINES)
    first = next((verdict for engine in table.engines for verdict in engine.verdicts), None)
    readings = {game: list(find_game(game).Readings.choices()) for game in table.games}
    texts[PAGE] = _page("engines.html.j2", first, table=table, readings=readings)
    texts[VERDICT] = _line(table.to_json())
    write_folder(folder, texts, inputs=inputs, force=force)
    table.report = str(folder / PAGE)
    return folder / PAGE


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
    texts, shown, explanations = {}, [], chain(verdict.explanations, repeat(()))
    for number, (each, readings) in enumerate(zip(verdict.differences, explanations, strict=False), start=1):
        name = f"{below}counterexample{'' if number == 1 else f'-{number}'}.json"
        counterexample, file = strict_json.encode(each.counterexample()), folder / name
        texts[name] = f"{counterexample}\n"
        if counterexample in verdict.too_long:
            verdict.files[counterexample] = str(file)
        shown.append(ShownDifference(number, each, file, verdict.replay(each, str(file)), readings))
    game, result = verdict.settings.game, verdict.result
    met, of = clauses_met(game, verdict.coverage)
    texts[f"{below}{PAGE}"] = _page(
        "report.html.j2", verdict, verdict=verdict, result=result, game=game.capitalize(), shown=shown, met=met,
        clauses=of, above=above, boards=by_size(verdict.coverage.boards),
        sections=sections(game, verdict.coverage.all_clauses, result.engine.readings, verdict.settings.only),
        caught=sorted(result.caught.items(), key=lambda entry: (entry[1], entry[0])),
    )  # fmt: skip
    texts[f"{below}{VERDICT}"] = _line(verdict.to_json())
    return texts


def _line(data: Any) -> str:
    return f"{strict_json.encode(data)}\n"


def _page(template: str, by: Verdict | None, **shown: Any) -> str:
    """A page by its template, with the versions at its end `by` which a verdict was made."""
    try:
        own = version("shatterproof")
    except PackageNotFoundError:
        own = "a checkout, not installed"
    versions = {"Engine": by.result.engine.title, "Shatterproof": own, "Protocol": str(PROTOCOL),
                "Python": platform.python_version()} if by else {}  # fmt: skip
    # Most checks write no page.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(loader=PackageLoader(__package__), autoescape=True, undefined=StrictUndefined,
                            trim_blocks=True, lstrip_blocks=True, finalize=_shown)  # fmt: skip
    templates.filters |= {"number": lambda number: f"{number:,}", "json": as_json}
    templates.globals |= {
        "clause": clause,
        "film_of": film,
        "sides": sides,
        "known": KnownDifference.of,
        "vector": lambda difference: strict_json.encode(vector_of(difference)),
        "on_a_board": lambda file: shlex.join(["shatterproof", "explore", str(file)]),
        "sentence": sentence,
        "clauses_met": clauses_met,
        "unanswered": lambda verdict: sum(verdict.counts[outcome] for outcome in SPOILING),
        "meanings": MEANINGS,
        "numbers": NUMBERS,
    }
    text = templates.get_template(template).render(**shown, versions=versions.items())
    return text if text.endswith("\n") else f"{text}\n"


def _shown(value: Any) -> Any:
    """The value that the page shows: nothing that an engine says may guide the text around it."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)


class Row(NamedTuple):
    """A clause, its rule in a sentence, how often it was met, and the length of its bar: 0 to 100, logarithmic.

    `reading` is the value in force if the clause is a reading, "" for a rule.
    """

    clause: str
    title: str
    met: int
    bar: int
    reading: str = ""


class Section(NamedTuple):
    """A section of the spec with its clauses, none left out."""

    name: str
    rows: tuple[Row, ...]

    @property
    def met(self) -> int:
        return sum(1 for row in self.rows if row.met)


def sections(
    game: str, met: Mapping[str, int], readings: Mapping[str, str], only: frozenset[str] = frozenset()
) -> list[Section]:
    """Every clause of a game, or those `only`, by section, in the order of the spec; then everything else counted."""
    most, after_sentence = max(met.values(), default=0), r"(?<=[.!?]) (?=[A-Z(])"

    def row(clause: str, title: str) -> Row:
        times = met.get(clause, 0)
        bar = round(100 * log(1 + times) / log(1 + most)) if times else 0
        return Row(clause, title, times, bar, readings.get(clause, ""))

    found = []
    for name, group in chapters(game):
        shown = (clause for clause in group if not only or clause.id in only)
        rows = tuple(row(each.id, re.split(after_sentence, plain(each.title), maxsplit=1)[0]) for each in shown)
        found += [Section(name, rows)] if rows else []
    known = {clause.id for clause in clauses(game)}
    rest = tuple(row(name, BEYOND_TITLES.get(name, "")) for name in sorted(met.keys() - known))
    return [*found, *([Section(BEYOND, rest)] if rest else [])]
