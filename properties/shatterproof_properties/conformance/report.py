"""The report: one static page about a verdict, with the files that a program or a replay needs next to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof.spec import find_clause
from shatterproof_properties.conformance.difference import KINDS, Difference, answer_in_words
from shatterproof_properties.conformance.prose import blocks, visible
from shatterproof_properties.conformance.seat import OUTCOMES
from shatterproof_properties.conformance.verdict import Verdict, by_size

PAGE, WITNESS, VERDICT = "index.html", "witness.json", "verdict.json"
LONGEST_SHOWN = 2000
"""Characters of a question or of a hostile position that the page shows."""


class Side(NamedTuple):
    """One of the two answers: whose it is, what it says, and its position as a picture or as text."""

    whose: str
    says: str
    picture: Markup
    data: str


def write_report(folder: Path, verdict: Verdict) -> Path:
    """Writes the page, verdict.json and, where there is a difference, witness.json; the path of the page.

    The page opens from its file: no server, no scripts, nothing from outside. Raises InputError if the folder cannot
    be written.
    """
    page = folder / PAGE
    verdict.report = str(page)
    texts = {page: page_of(verdict, str(folder / WITNESS)), folder / VERDICT: strict_json.encode(verdict.to_json())}
    if verdict.difference:
        texts[folder / WITNESS] = strict_json.encode(verdict.difference.witness())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            file.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
        if not verdict.difference:
            # That of an earlier run would not belong to this page.
            (folder / WITNESS).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot be written: {error.strerror}", str(error.filename or folder), "a folder for --report"
        ) from None
    return page


def page_of(verdict: Verdict, witness: str) -> str:
    """The page as HTML; `witness` is the file that the replay command names."""
    shown = verdict.difference
    return (
        _templates()
        .get_template("report.html.j2")
        .render(
            verdict=verdict,
            looked_at=_numbers(verdict),
            tables=_tables(verdict),
            steps=verdict.next_steps(witness),
            troubles=[(str(trouble), _shortened(strict_json.encode(trouble.question))) for trouble in verdict.troubles],
            difference=shown,
            kind=KINDS[shown.kind] if shown else "",
            clause=list(blocks(find_clause(shown.clause).text)) if shown and shown.clause else [],
            start=picture(shown, shown.start) if shown and shown.played else "",
            asked=picture(shown, shown.position) if shown else "",
            sides=sides(shown) if shown else [],
            replayed=verdict.seed is None,
        )
    )


def sides(difference: Difference) -> list[Side]:
    """Both answers, that of the rules first, with the pieces marked in which their positions differ."""
    expected, got = difference.positions()
    return [
        _side(difference, "The rules", difference.expected, expected, got),
        _side(difference, "The engine", difference.got, got, expected),
    ]


def _side(difference: Difference, whose: str, answer: dict[str, Any], own: Any, other: Any) -> Side:
    drawn, data = Markup(), ""
    if own is not None:
        drawn = picture(difference, own, () if other is None else difference.face.differing(own, other), True)
    elif answer.get("position") is not None:
        data = _shortened(strict_json.encode(answer["position"]))
    return Side(whose, answer_in_words(answer), drawn, data)


def picture(difference: Difference, position: Any, marked: Any = (), after: bool = False) -> Markup:
    """A position as SVG, to stand in the page; `after`: with the walk of the turn asked about."""
    drawn = difference.face.to_svg(position, marked=marked, last=_turn(difference) if after else None)
    # The renderer escapes what it is given.
    return Markup(drawn)


def _turn(difference: Difference) -> Any | None:
    try:
        return difference.face.parse_turn(difference.position, difference.turn) if difference.turn else None
    except (InputError, IllegalTurn, AmbiguousTurn):
        return None


def _numbers(verdict: Verdict) -> list[tuple[str, str]]:
    census = verdict.census
    rows = [
        ("results compared", census.results),
        ("of them refusals", census.refusals),
        ("positions with all their turns", census.positions),
        ("refusals that name another clause than the reference", census.other_clauses),
    ]
    kept = [(name, f"{number:,}") for name, number in rows if number or name == "results compared"]
    return [*kept, ("seconds", f"{verdict.seconds:.1f}")]


def _tables(verdict: Verdict) -> list[tuple[str, str, list[tuple[str, int]]]]:
    """The census: what each table counts, what its rows are, and the rows."""
    census = verdict.census
    outcomes = [(outcome, verdict.counts[outcome]) for outcome in OUTCOMES if verdict.counts[outcome]]
    tables = [
        ("Questions, by how they ended", "outcome", outcomes),
        ("Positions, by board", "board", by_size(census.boards)),
        ("Turns asked about, by clause", "clause", sorted(census.clauses.items())),
    ]
    return [table for table in tables if table[2]]


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... ({len(text):,} characters)"


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
