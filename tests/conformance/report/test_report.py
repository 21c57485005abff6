from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from conformance.made_verdicts import (
    BOARDS,
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
from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.report import BEYOND, MEANINGS, sections, write_index, write_report
from shatterproof_properties.conformance.report.difference import MOST_DRAWN, film
from shatterproof_properties.conformance.report.engine_table import chapters
from shatterproof_properties.conformance.verdicts.covered import VectorsAsked
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.session import OUTCOMES
from shatterproof_properties.protocol import features

KINDS_OF_VERDICT: dict[str, Callable[[], Verdict]] = {
    "agreement": lambda: verdict(),
    "one difference": lambda: verdict("scrunch", [led_elsewhere("scrunch", 2)]),
    "several differences": lambda: verdict("crumble", [led_elsewhere(), refused(), counted(), allowed()], HOSTILE),
    "engine errors": lambda: with_errors("splinter", HOSTILE),
    "withheld": withheld,
    "known and fixed": with_known,
    "asked again": lambda: replace(verdict("splinter", [refused("splinter", 0)]), seed=None),
}


def page(folder: Path, of: Verdict) -> str:
    return write_report(folder, of).read_text()


def section(text: str, name: str) -> str:
    """The element of a page with that id."""
    found = re.search(rf'<section id="{name}".*?</section>', text, re.DOTALL)
    assert found, name
    return found[0]


class Outline(HTMLParser):
    """Checks that tags are closed in order, and collects tags, ids and addresses."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.addresses: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.ids.update(value or "" for name, value in attrs if name == "id")
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action", "data")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_report_begins_with_the_verdict_and_ends_with_the_seed(tmp_path: Path) -> None:
    text = page(tmp_path / "new" / "folder", verdict("crumble", [refused()]))
    parts = [
        '<span class="word">DIFFERS</span> tiny 1 breaks crumble.',
        "The engine refuses a turn that the rules allow",
        "Contents",
        "The game that leads there",
        "Both answers",
        "Ask again",
        "How they ended",
        "had to find first",
        "clauses of Crumble",
        "Readings in force",
        "Seed 77",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize("game", GAMES)
def test_a_difference_is_drawn_with_the_differing_pieces_marked_and_each_picture_as_text(
    tmp_path: Path, game: str
) -> None:
    found = led_elsewhere(game, 2)
    text = page(tmp_path, verdict(game, [found]))
    pictures = re.findall(r"<svg[^>]*>", text)
    assert len(pictures) == text.count("<summary>as text</summary>") == 5
    assert all('role="img"' in picture and 'aria-label="' in picture for picture in pictures)
    rules = find_game(game)
    expected, got = found.positions()
    marked = features.of(rules).differing(expected, got)
    assert marked
    last = rules.parse_turn(found.question.position, found.question.turn)
    for position in (expected, got):
        assert rules.to_svg(position, marked=marked, last=last).rstrip() in text
    assert f"They differ in: {found.differing()}" in text


def test_every_difference_has_a_place_a_counterexample_and_a_command_of_its_own(tmp_path: Path) -> None:
    found = [led_elsewhere(), refused(), counted()]
    text = page(tmp_path, verdict("crumble", found))
    for number, each in enumerate(found, start=1):
        file = "counterexample.json" if number == 1 else f"counterexample-{number}.json"
        part = section(text, f"difference-{number}")
        assert f'<a href="#difference-{number}">' in text
        assert f"--replay {tmp_path / file}" in part
        assert f"<code>{each.title}</code>" in part
        assert strict_json.decode((tmp_path / file).read_text()) == each.question.to_json()
    assert "Difference 2 of 3" in text


def test_what_is_known_of_a_difference_is_said_beside_it(tmp_path: Path) -> None:
    shown = verdict("crumble", [led_elsewhere(), refused()])
    shown.explanations = [(), (("crumble.draw", "agreement-only"),)]
    first, second = (section(page(tmp_path, shown), f"difference-{number}") for number in (1, 2))
    for words in ("&#34;id&#34;:&#34;crumble", "[[difference]]", "<code>crumble.draw=agreement-only</code>"):
        assert words in second
    assert "what the reading" not in first


def test_a_long_game_is_drawn_at_both_ends_and_reported_whole(tmp_path: Path) -> None:
    long = led_elsewhere("crumble", 16)
    frames = film(long)
    assert [frame.after for frame in frames] == [0, *range(16 - MOST_DRAWN + 2, 17)]
    marked = [frame.diagram.rpartition("\n# changed ")[1] for frame in frames]
    assert marked == ["", *["\n# changed "] * (len(frames) - 1)]
    text = section(page(tmp_path, verdict("crumble", [long])), "difference-1")
    assert "5 more turns" in text
    reported = text[text.index("The turns:") : text.index("Asked about")]
    assert re.findall(r"<code>(.*?)</code>", reported) == list(long.question.played)


def with_another_reading() -> Verdict:
    made = verdict("crumble")
    made.result.engine.readings = {**made.result.engine.readings, "crumble.draw": "agreement-only"}
    return made


@pytest.mark.parametrize(
    ("make", "part", "said"),
    [
        (lambda: verdict("crumble", [refused()]), "difference-1", ["Formally: "]),
        (lambda: verdict("crumble", [allowed()]), "difference-1", ["This is no position of the game"]),
        (with_errors, "errors", ["error at turns: it died", "&#34;c1&#34;"]),
        (with_known, "known", ["expected: ", ": we know", "fixed, no longer", ": we knew"]),
        (with_another_reading, "readings", ["crumble.draw</code></th><td>agreement-only <strong", "not the default"]),
    ],
)
def test_a_page_says_what_a_reader_asks_in_its_place(
    tmp_path: Path, make: Callable[[], Verdict], part: str, said: list[str]
) -> None:
    text = section(page(tmp_path / "1", make()), part)
    places = [text.index(each) for each in said]
    assert places == sorted(places)
    assert part != "readings" or text.count("not the default") == 1
    assert not re.search(r"\*\*|```", text[text.index('class="rule"') :][:2000] if 'class="rule"' in text else "")
    assert f'id="{part}"' not in page(tmp_path / "2", verdict()) or part == "readings"


@pytest.mark.parametrize("kind", KINDS_OF_VERDICT)
def test_the_page_is_well_formed_asks_for_nothing_and_runs_nothing(tmp_path: Path, kind: str) -> None:
    text = page(tmp_path, KINDS_OF_VERDICT[kind]())
    outline = Outline(text)
    assert not outline.open
    assert max(outline.ids.values()) == 1
    inside = {address for address in outline.addresses if address.startswith("#")}
    assert {address[1:] for address in inside} <= outline.ids.keys()
    assert all((tmp_path / address).is_file() for address in outline.addresses if address not in inside)
    assert not outline.tags.keys() & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert "url(" not in text
    assert not re.search(r"<[^>]*\son\w+=", text)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_every_outcome_is_reported_with_its_number_and_the_sum(tmp_path: Path) -> None:
    assert tuple(MEANINGS) == OUTCOMES
    text = section(page(tmp_path, with_errors()), "questions")
    rows = dict(re.findall(r'<code>(\w+)</code></th><td[^>]*>[^<]*</td><td class="number[^"]*">([\d,]+)</td>', text))
    assert rows == {outcome: f"{with_errors().counts[outcome]:,}" for outcome in OUTCOMES}
    assert re.search(r'all</th><td>the sum</td><td class="number">1,296</td>', text)


def test_clauses_that_the_engine_names_in_place_of_others_are_reported(tmp_path: Path) -> None:
    shown = verdict()
    assert "another clause than the reference, which" not in page(tmp_path, shown)
    shown.coverage.named_other("crumble.swap.own-piece", "crumble.turn.whim", 1500)
    text = section(page(tmp_path, shown), "questions")
    row = r"<code>crumble.swap.own-piece</code></th><td><code>crumble.turn.whim</code></td><td [^>]*>1,500</td>"
    assert re.search(row, text)
    Outline(text)


def test_mutants_that_the_run_would_not_have_caught_are_named_first(tmp_path: Path) -> None:
    shown = verdict("scrunch")
    text = section(page(tmp_path, shown), "mutants")
    missed, caught = text[text.index("Not these:") :].split("These:")
    for name, found in shown.result.caught.items():
        assert f">{name}</code>" in (caught if found else missed)
    assert f"Of 22 mutants its questions would have shown <strong>{sum(shown.result.caught.values())}</strong>" in text


def test_a_missed_mutant_is_said_at_the_top(tmp_path: Path) -> None:
    top = page(tmp_path, withheld()).partition("Contents")[0]
    assert '<span class="word">NO VERDICT</span>' in top
    assert f"The mutant <code>{withheld().self_check[0].name}</code> was not found." in top


def test_verdict_and_counterexamples_of_an_earlier_run_are_replaced(tmp_path: Path) -> None:
    page(tmp_path, verdict("crumble", [refused(), led_elsewhere()]))
    (tmp_path / "counterexample-of-mine.json").write_text("{}")
    now = verdict("crumble")
    page(tmp_path, now)
    assert strict_json.decode((tmp_path / "verdict.json").read_text()) == now.to_json()
    assert [file.name for file in tmp_path.glob("counterexample*")] == ["counterexample-of-mine.json"]


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_stands_in_its_section_once_met_or_not(tmp_path: Path, game: str) -> None:
    shown = verdict(game, met=20)
    text = section(page(tmp_path, shown), "coverage")
    named = re.findall(r'<th scope="row"><code>([^<]*)</code>', text)
    assert named == [clause.id for clause in clauses(game)]
    never = re.findall(r'<tr class="never">\s*<th scope="row"><code>([^<]*)</code>', text)
    assert never == [clause.id for clause in clauses(game)[20:]]
    assert text.count("<strong>0, never</strong>") == len(never)
    assert f"met <strong>20</strong> of the {len(named)} clauses" in text


def test_sections_are_those_of_the_spec_in_its_order() -> None:
    assert [name for name, _ in chapters("splinter")] == [
        "Board and pieces", "Start", "Turns", "Slides", "Groups", "The end", "Readings", "Notation",
    ]  # fmt: skip
    in_order = [clause.id for _, group in chapters("crumble") for clause in group]
    assert in_order == [clause.id for clause in clauses("crumble")]


def test_rows_have_bars_that_grow_and_readings_in_force_and_what_is_beyond_the_clauses_comes_last() -> None:
    last = sections("crumble", {"malformed": 3}, {})[-1]
    assert (last.name, last.rows[0].clause, last.rows[0].met) == (BEYOND, "malformed", 3)
    names = [clause.id for clause in clauses("splinter")[:3]]
    rows = sections("splinter", dict(zip(names, (1, 100, 10_000), strict=True)), {})[0].rows
    assert [row.bar for row in rows] == [8, 50, 100, 0]
    found = sections("crumble", {}, {"crumble.draw": "agreement-only"})
    assert {row.clause: row.reading for section in found for row in section.rows}["crumble.draw"] == "agreement-only"


def test_a_run_about_some_clauses_lists_no_others_and_says_which(tmp_path: Path) -> None:
    made = verdict("splinter")
    made.settings = replace(made.settings, clauses=("slide.*",))
    text = page(tmp_path, made)
    assert "It asked only what exercises <code>slide.*</code>" in text
    listed = set(re.findall("<code>(splinter[.][a-z.-]*)</code>", text.partition('id="coverage"')[2]))
    assert {name for name in listed if name.startswith("splinter.slide.")} == made.settings.only
    assert "splinter.group.tie" not in listed


def test_a_run_over_vectors_has_the_command_that_repeats_it(tmp_path: Path) -> None:
    made = verdict("splinter")
    made.seed, made.vectors = None, VectorsAsked()
    assert "shatterproof check splinter --engine &#39;tiny --flag&#39; --vectors-only</pre>" in page(tmp_path, made)


def test_the_index_has_a_row_for_every_game_and_leads_to_its_page_and_back(tmp_path: Path) -> None:
    verdicts = [verdict("crumble", [refused()]), verdict("scrunch"), with_errors("splinter", HOSTILE)]
    index = write_index(tmp_path, verdicts)
    outline = Outline(index.read_text())
    assert not outline.open
    assert {address for address in outline.addresses if "/" in address} == {f"{game}/index.html" for game in GAMES}
    for game in BOARDS:
        assert '<a href="../index.html">' in (tmp_path / game / "index.html").read_text()
    said = strict_json.decode((tmp_path / "verdict.json").read_text())
    assert said == {"games": [each.to_json() for each in verdicts]}
    assert [each.report for each in verdicts] == [str(tmp_path / game / "index.html") for game in GAMES]
    text = write_index(tmp_path / "two", [verdict("crumble", [refused()]), with_errors("splinter")]).read_text()
    rows = re.findall(r'<tr class="[\w-]+">.*?</tr>', text, re.DOTALL)
    cells = [re.findall(r'<td class="number">([^<]*)</td>', row) for row in rows]
    assert cells == [
        ["1", "1,234", f"30 of {len(clauses('crumble'))}", "15 of 16", "0", "12.3"],
        ["0", "1,234", f"30 of {len(clauses('splinter'))}", "23 of 24", "3", "12.3"],
    ]
