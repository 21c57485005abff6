"""Several engines in one table, a row for each section of the rules: as text, as Markdown, and for the report."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple

from shatterproof.errors import shorten
from shatterproof.game import GAMES
from shatterproof.spec import Clause, clauses, page
from shatterproof_properties.common.prose import in_columns, printable, visible
from shatterproof_properties.conformance.verdicts.judgement import EXIT_CODES, gravest
from shatterproof_properties.conformance.verdicts.terminal import rounded
from shatterproof_properties.conformance.verdicts.verdict import WORDS, Verdict

OWN_TEXTS_SECTION = "Notation"
"""The section that an engine with texts of its own is not asked about."""
LONGEST_ERROR = 300
REST = "Protocol"
"""The row for differences that are about no clause of the page."""


class Cell(NamedTuple):
    """The finding about one engine in one section: `state` is a word for programs, `text` what people read.

    `anchor` is the part of the engine's page about it.
    """

    state: str
    text: str
    anchor: str = ""


class TableRow(NamedTuple):
    """A section of the rules of a game, with a cell for each engine."""

    section: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        return any(cell.state in DIFFERING for cell in self.cells)

    @property
    def unseen(self) -> bool:
        return all(cell.state in (NOT_ASKED.state, NOT_PLAYED.state) for cell in self.cells)


DIFFERING = ("differs", "engine-errors")
FAILED = Cell("engine-errors", WORDS["engine-errors"])
NOT_PLAYED = Cell("not-played", "not played")
NOT_ASKED = Cell("not-asked", "not looked at")


@dataclass
class EngineVerdicts:
    """The findings of a run about one engine: a verdict for each game that it plays, or why there is none.

    `is_begun` says that it was looked at, and that nobody interrupted the run before. `report` is the folder with its
    pages, "" without a report.
    """

    name: str
    verdicts: Sequence[Verdict] = ()
    failure: str = ""
    is_begun: bool = True
    report: str = ""

    @property
    def exit_code(self) -> int:
        """The gravest exit code. An engine that could not be asked counts as one with engine errors."""
        failed = [EXIT_CODES["engine-errors" if self.is_begun else "interrupted"]] if self.failure else []
        return gravest([*failed, *(verdict.exit_code for verdict in self.verdicts)])

    def of(self, game: str) -> Verdict | None:
        return next((verdict for verdict in self.verdicts if verdict.settings.game == game), None)

    def lines(self) -> list[str]:
        """Why there is no verdict, or the first line of each, and its reason: an engine error, or what is lacking."""
        lines = [self.failure] if self.failure else []
        for verdict in self.verdicts:
            why, needed = list[str](), verdict.seconds_needed
            if verdict.headline == "engine-errors":
                why = [shorten(str(error), LONGEST_ERROR) for error in verdict.result.questions.errors[:1]]
            elif verdict.headline == "too-little-seen":
                why = [*verdict.lacking, *([f"at this rate --time {rounded(needed)} is enough"] if needed else [])]
            lines.append("; ".join([verdict.first_line(), *why]))
        return lines

    def reasons(self) -> list[str]:
        """The reasons why it does not agree, a line for each game."""
        return EngineVerdicts(self.name, [each for each in self.verdicts if each.exit_code], self.failure).lines()

    def to_json(self) -> dict[str, Any]:
        games = [verdict.to_json() for verdict in self.verdicts]
        return {"name": self.name, "failure": self.failure, "games": games}


@dataclass
class EngineTable:
    """The findings of a run about several engines. `report` is the page with this table, "" without one."""

    engines: list[EngineVerdicts] = field(default_factory=list)
    report: str = ""

    def tell_apart(self) -> None:
        """Give engines of one name numbers."""
        names = [engine.name for engine in self.engines]
        for index, engine in enumerate(self.engines):
            earlier = names[:index].count(engine.name)
            engine.name += f" ({earlier + 1})" if names.count(names[index]) > 1 else ""

    @property
    def games(self) -> list[str]:
        """The games that any of the engines plays, in their usual order."""
        played = {verdict.settings.game for engine in self.engines for verdict in engine.verdicts}
        return [game for game in GAMES if game in played]

    @property
    def exit_code(self) -> int:
        """1 if an engine has new differences, else 3 if one could not be judged, else 0."""
        return gravest(engine.exit_code for engine in self.engines)

    def rows(self, game: str) -> list[TableRow]:
        """A row for the verdicts, then one for each section of the rules of a game."""
        sections = [(name, {clause.id for clause in found}) for name, found in chapters(game)]
        known = set().union(*(ids for _, ids in sections))

        def row(section: str, cell: Callable[[Verdict], Cell], failed: Cell = NOT_ASKED) -> TableRow:
            """A row with a cell for each engine. An engine that could not be asked gets the cell `failed`."""
            cells = []
            for engine in self.engines:
                missing = NOT_ASKED if not engine.is_begun else failed if engine.failure else NOT_PLAYED
                verdict = engine.of(game)
                cells.append(cell(verdict) if verdict else missing)
            return TableRow(section, tuple(cells))

        rows = [row("", lambda verdict: Cell(verdict.headline, verdict.word), FAILED)]
        rows += [row(name, partial(_cell, clauses=ids, section=name)) for name, ids in sections]
        rest = row(REST, partial(_rest, clauses=known))
        return [*rows, rest] if any(cell.state in ("differs", "known") for cell in rest.cells) else rows

    def summary(self) -> str:
        """The number of engines that differ, and of those with another verdict than agreement."""
        ends = Counter("differs" if any(each.headline == "differs" for each in engine.verdicts) else engine.exit_code
                       for engine in self.engines)  # fmt: skip
        differing, failing, open_ends = (ends[end] for end in ("differs", 1, 3))
        verb = "differs" if differing == 1 else "differ"
        badly = f" {failing} did not answer every question properly." if failing else ""
        unknown = f" {open_ends} {'has' if open_ends == 1 else 'have'} no verdict yet." if open_ends else ""
        verdicts = (verdict for engine in self.engines for verdict in engine.verdicts)
        patterns = dict.fromkeys(pattern for verdict in verdicts for pattern in verdict.settings.clauses)
        only = f" Asked was only what exercises {', '.join(patterns)}." if patterns else ""
        return f"{differing} of {len(self.engines)} {verb} from the rules and from what is known.{badly}{unknown}{only}"

    def _texts(self, game: str) -> list[list[str]]:
        head = [game.capitalize(), *(printable(engine.name) for engine in self.engines)]
        return [head, *([row.section, *(cell.text for cell in row.cells)] for row in self.rows(game))]

    def to_text(self) -> str:
        """The tables of all games, then a line with the next step for each engine that differs."""
        parts = [in_columns(head, rows) for head, *rows in map(self._texts, self.games)]
        parts.append(f"{self.summary()}    cells: {self.report or '--report DIR'}")
        parts.append("\n".join(f"{engine.name}: {line}" for engine in self.engines for line in engine.reasons()))
        return visible("\n".join(part.rstrip("\n") + "\n" for part in parts if part))

    def to_markdown(self) -> str:
        """The tables of all games in Markdown, for job summaries."""
        lines: list[str] = []
        for head, (_, *verdicts), *rows in map(self._texts, self.games):
            table = [head, ["---"] * len(head), ["verdict", *verdicts], *rows]
            lines += [*(f"| {' | '.join(map(_escaped, cells))} |" for cells in table), ""]
        reasons = [f"- {_escaped(each.name)}: {_escaped(line)}" for each in self.engines for line in each.reasons()]
        return "\n".join([*lines, self.summary(), *(["", *reasons] if reasons else [])]) + "\n"

    def to_json(self) -> dict[str, Any]:
        return {"engines": [engine.to_json() for engine in self.engines]}


def _cell(verdict: Verdict, clauses: set[str], section: str) -> Cell:
    differing = [each.reported for each in verdict.differences if each.reported in clauses]
    if differing:
        number = 1 + next(index for index, each in enumerate(verdict.differences) if each.reported == differing[0])
        # Clauses without game and section: `tie`, or `step-off`.
        ends = ", ".join(clause.split(".", 1)[1].rpartition(".")[2] for clause in differing)
        return Cell("differs", f"DIFFERS  {ends}", f"#difference-{number}")
    expected = [entry.clause for entry in verdict.result.findings.expected if entry.clause in clauses]
    if expected:
        return Cell("known", f"known ({len(expected)})", "#known")
    if any(verdict.coverage.all_clauses.get(clause) for clause in clauses):
        return Cell("agrees", "agrees", "#coverage")
    if section == OWN_TEXTS_SECTION and verdict.result.engine.own_texts:
        return Cell("own-texts", "own texts")
    return NOT_ASKED


def _rest(verdict: Verdict, clauses: set[str]) -> Cell:
    if any(each.reported not in clauses for each in verdict.differences):
        return Cell("differs", "DIFFERS")
    expected = [entry for entry in verdict.result.findings.expected if entry.clause not in clauses]
    return Cell("known", f"known ({len(expected)})") if expected else NOT_ASKED


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>()#|!&" else char for char in printable(text))


@cache
def chapters(game: str) -> tuple[tuple[str, tuple[Clause, ...]], ...]:
    """The sections of a game's page that have clauses, each with its clauses, in order."""
    # The headings of the page and of its sections, by their lines, counted from 1.
    headings, fenced = {}, False
    for number, line in enumerate(page(game).splitlines(), start=1):
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.fullmatch(r"##? (.+)", line)):
            headings[number] = heading[1]
    lines = list(headings)
    found: dict[str, list[Clause]] = {}
    for clause in clauses(game):
        found.setdefault(headings[lines[bisect(lines, clause.line) - 1]], []).append(clause)
    return tuple((name, tuple(group)) for name, group in found.items())
