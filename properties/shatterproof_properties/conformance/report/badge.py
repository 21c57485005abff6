"""A badge for a README: the games that an engine plays by the rules, their versions, and the coverage."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from shatterproof.spec import spec_version
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.verdicts.covered import clauses_met
from shatterproof_properties.conformance.verdicts.verdict import Verdict

LABEL = "shatterproof"
COLOURS = {"agrees": "#17693f", "differs": "#a81f36"}
DOUBT = "#7d5200"
CHARACTER = 6.6
"""The average width of a character of 11 pixels height, in pixels."""


def words(verdict: Verdict) -> str:
    """A verdict for a badge, like `Splinter 1.1.2 agrees, 37 of 37 clauses`, with readings that are not at defaults."""
    game = verdict.settings.game
    departures = verdict.result.engine.departures.items()
    readings = "".join(f" {name.partition('.')[2]}={value}" for name, value in departures)
    seen = ", {} of {} clauses".format(*clauses_met(game, verdict.coverage)) if verdict.agrees else ""
    return f"{game.capitalize()} {spec_version(game)}{readings} {verdict.word.lower()}{seen}"


def badge_of(verdicts: Sequence[Verdict]) -> str:
    parts = [(LABEL, "#1f2a31"), *((words(each), COLOURS.get(each.headline, DOUBT)) for each in verdicts)]
    widths = [round(CHARACTER * len(text)) + 12 for text, _ in parts]
    shapes, left = [], 0
    for (text, colour), width in zip(parts, widths, strict=True):
        shapes.append(f'<rect x="{left}" width="{width}" height="20" fill="{colour}"/>')
        shapes.append(f'<text x="{left + width / 2:g}" y="14" fill="#fff" text-anchor="middle">{escape(text)}</text>')
        left += width
    title = escape("; ".join(text for text, _ in parts))
    font = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{left}" height="20" role="img" aria-label="{title}" {font}>'
    return "\n".join([head, f"<title>{title}</title>", *shapes, "</svg>"]) + "\n"


def readme_line(verdicts: Sequence[Verdict], file: str) -> str:
    """The line that shows the badge in a README in Markdown."""
    return f"![{printable(LABEL)}: {'; '.join(map(words, verdicts))}]({file})"
