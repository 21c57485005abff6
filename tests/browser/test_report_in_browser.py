"""The report in a browser: opened from its file, and clicked through like a reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import DESKTOP, PHONE, Player
from conformance.made_verdicts import HOSTILE, allowed, led_elsewhere, refused, verdict, with_errors
from sampling import some
from shatterproof.game import GAMES
from shatterproof.spec import clauses
from shatterproof_properties.conformance.report import write_index, write_report

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Reader(Player):
    """Somebody who reads files in a browser."""

    def read(self, file: Path) -> None:
        self.page.goto(file.as_uri())

    def follow(self, name: str) -> None:
        """Follows the link of that name."""
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def is_in_view(self, selector: str) -> bool:
        """Whether the top of an element is in the window."""
        box = self.page.locator(selector).bounding_box()
        size = self.page.viewport_size
        assert box is not None
        assert size is not None
        return 0 <= box["y"] < size["height"]


@pytest.fixture(params=[pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.ci)])
def reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """A new page in a window of either size. In the end it fails if anything left the file system or went wrong."""
    context = browser.new_context(viewport=request.param)
    reader = Reader(context.new_page(), "file://")
    yield reader
    context.close()
    assert all(address.startswith(reader.address) for address in reader.asked)
    assert reader.complaints == []


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_both_answers_stand_side_by_side_or_below_each_other_on_a_phone(
    reader: Reader, tmp_path: Path, game: str
) -> None:
    reader.read(write_report(tmp_path, verdict(game, [led_elsewhere(game, 1)])))
    pictures = reader.page.locator(".answers svg")
    assert pictures.count() == 2
    rules, engine = (pictures.nth(index).bounding_box() for index in range(2))
    assert rules is not None
    assert engine is not None
    assert min(rules["width"], engine["width"], rules["height"], engine["height"]) > 100
    if reader.page.viewport_size == DESKTOP:
        assert rules["x"] + rules["width"] <= engine["x"]
        assert abs(rules["y"] - engine["y"]) < 40
    else:
        assert rules["y"] + rules["height"] <= engine["y"]
        assert rules["x"] == engine["x"]


def test_no_page_is_wider_than_its_window(reader: Reader, tmp_path: Path) -> None:
    found = [led_elsewhere("crumble", 14), refused(), allowed()]
    several = write_report(tmp_path / "several", verdict("crumble", found, HOSTILE * 3))
    index = write_index(tmp_path / "all", [with_errors("scrunch", HOSTILE), verdict("splinter")])
    for page in (several, index, tmp_path / "all" / "scrunch" / "index.html"):
        reader.read(page)
        assert reader.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page


def test_every_entry_of_the_contents_leads_to_its_section_and_files_beside_the_page_open(
    reader: Reader, tmp_path: Path
) -> None:
    reader.read(write_report(tmp_path, verdict("crumble", [led_elsewhere(), refused()])))
    entries = reader.page.locator("nav.contents a")
    names = entries.all_inner_texts()
    assert names == [
        "Difference 1", "Difference 2", "Questions", "Mutants", "Clauses", "Readings", "This run again",
    ]  # fmt: skip
    for name in names:
        target = reader.page.locator("nav.contents a", has_text=name).get_attribute("href")
        reader.follow(name)
        assert target is not None
        assert reader.page.url.endswith(target)
        assert reader.is_in_view(target), name
    reader.page.locator("#difference-2").get_by_role("link", name="Back to the contents").click()
    assert reader.is_in_view("#contents")
    reader.follow("counterexample.json")
    assert '"played":[]' in reader.page.content()


def test_what_is_folded_opens_and_closes_and_is_printed(reader: Reader, tmp_path: Path) -> None:
    reader.read(write_report(tmp_path, verdict("crumble", [led_elsewhere()])))
    clause = reader.page.get_by_text("Formally:").first
    assert not clause.is_visible()
    reader.page.get_by_text("the clause in full").click()
    assert clause.is_visible()
    diagram = reader.page.locator(".answers pre").first
    assert not diagram.is_visible()
    reader.page.locator(".answers summary").first.click()
    assert diagram.is_visible()
    reader.page.locator(".answers summary").first.click()
    assert not diagram.is_visible()
    reader.page.emulate_media(media="print")
    assert diagram.evaluate("element => element.checkVisibility()")
    assert not reader.page.locator("nav.contents").is_visible()


def test_the_coverage_shows_every_clause_and_marks_those_never_met(reader: Reader, tmp_path: Path) -> None:
    reader.read(write_report(tmp_path, verdict("scrunch", met=20)))
    rows = reader.page.locator("#coverage tbody tr")
    assert rows.count() == len(clauses("scrunch"))
    assert reader.page.locator("#coverage").get_by_text("0, never").count() == rows.count() - 20
    met, never = rows.nth(19), rows.nth(20)
    ground = "element => getComputedStyle(element).backgroundColor"
    assert met.locator("th").evaluate(ground) != never.locator("th").evaluate(ground)
    assert met.locator(".bar").bounding_box() is not None
    assert met.is_visible()
    for summary in reader.page.locator("#coverage summary").all():
        summary.click()
    assert not met.is_visible()


def test_the_index_leads_to_every_game_and_back(reader: Reader, tmp_path: Path) -> None:
    reader.read(write_index(tmp_path, [verdict("crumble", [refused()]), verdict("scrunch"), with_errors("splinter")]))
    for game, word in (("Crumble", "DIFFERS"), ("Scrunch", "AGREES"), ("Splinter", "ENGINE ERRORS")):
        reader.follow(game)
        assert reader.page.title() == f"{word}: tiny 1, {game}"
        reader.follow("← All games of this check")
        assert reader.page.title() == "DIFFERS, AGREES, ENGINE ERRORS: tiny 1"


@pytest.mark.ci
def test_no_word_in_a_table_is_broken_apart(reader: Reader, tmp_path: Path) -> None:
    index = write_index(tmp_path, [verdict("crumble", [refused()]), with_errors("splinter")])
    for page in (index, tmp_path / "splinter" / "index.html"):
        reader.read(page)
        for cell in reader.page.locator(".scroll thead th, .scroll tbody th").all():
            assert cell.evaluate(LINES) <= len(cell.inner_text().replace("-", " ").split()), cell.inner_text()


def test_nothing_that_an_engine_says_is_run(reader: Reader, tmp_path: Path) -> None:
    shown = verdict("crumble", [allowed()], HOSTILE)
    shown.result.questions.errors = with_errors("crumble").result.questions.errors
    shown.result.ending.gave_up = HOSTILE
    for page in (write_report(tmp_path / "one", shown), write_index(tmp_path / "all", [shown, verdict("scrunch")])):
        reader.read(page)
        for summary in reader.page.locator("summary").all():
            summary.click()
        assert reader.page.title() != "owned"
        assert reader.page.locator("script, img").count() == 0
        assert "<script>document.title='owned'</script>" in reader.page.locator("main").inner_text()


@pytest.mark.ci
def test_links_and_folds_are_reached_and_used_by_keyboard(reader: Reader, tmp_path: Path) -> None:
    reader.read(write_report(tmp_path, verdict("crumble", [led_elsewhere()])))
    keyboard, page = reader.page.keyboard, reader.page
    wanted = page.locator("a, summary, [tabindex]").count()
    reached = set()
    for _ in range(wanted):
        keyboard.press("Tab")
        reached.add(
            page.evaluate("[...document.querySelectorAll('a, summary, [tabindex]')].indexOf(document.activeElement)")
        )
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert reached >= {
        index for index in range(wanted) if page.locator("a, summary, [tabindex]").nth(index).is_visible()
    }
    page.locator("summary", has_text="the clause in full").focus()
    keyboard.press("Enter")
    assert page.get_by_text("Formally:").first.is_visible()
    page.locator("nav.contents a", has_text="Clauses").focus()
    keyboard.press("Enter")
    assert reader.is_in_view("#coverage")


@pytest.mark.ci
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(reader: Reader, tmp_path: Path, scheme: str) -> None:
    shown = with_errors("scrunch")
    shown.result.findings.differences = [led_elsewhere("scrunch", 1)]
    reader.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    reader.read(write_report(tmp_path, shown))
    assert reader.page.evaluate(CONTRASTS) == []


LINES = """cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const bottoms = [...range.getClientRects()].map(box => box.bottom).sort((one, two) => one - two);
  return bottoms.filter((bottom, index) => index === 0 || bottom - bottoms[index - 1] > 8).length;
}"""
"""The number of lines of the text in a cell."""

CONTRASTS = """() => {
  const parse = colour => colour.match(/[\\d.]+/g).map(Number);
  const ground = element => {
    for (; element; element = element.parentElement) {
      const colour = parse(getComputedStyle(element).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const light = colour => {
    const [r, g, b] = colour.map(part => part / 255).map(p => p <= 0.03928 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(element.tagName + "." + element.className + " " + ratio.toFixed(2));
  }
  return [...new Set(poor)];
}"""
"""The elements whose text has a contrast below 4.5 to 1, the limit of guidelines for accessible pages."""
