"""The sheet of puzzles in a browser: read on a screen, and printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.test_report_in_browser import CONTRASTS as CONTRASTS
from browser.test_report_in_browser import Reader as Reader
from browser.test_report_in_browser import browser as browser
from browser.test_report_in_browser import reader as reader
from puzzles.showcase import SAMPLES, proved
from shatterproof_properties.puzzles.sheet import write_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHOWN = list(SAMPLES)[::2]
HOSTILE = "<script>document.title='owned'</script>" + "x" * 200


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sheet of some samples, the first with a title that no page should run and no line can hold."""
    puzzles = [proved(name) for name in SHOWN]
    first = replace(puzzles[0][0], title=HOSTILE, author=HOSTILE, difficulty=3)
    return write_sheet([(first, puzzles[0][1]), *puzzles[1:]], tmp_path_factory.mktemp("sheet") / "sheet.html")


def test_every_puzzle_has_a_picture_that_can_be_seen_and_the_solutions_come_after(reader: Reader, sheet: Path) -> None:
    reader.open(sheet)
    cards = reader.page.locator("article.puzzle")
    assert cards.count() == len(SHOWN)
    lowest = 0.0
    for card in cards.all():
        picture = card.locator("svg")
        assert picture.count() == 1
        assert picture.is_visible()
        box = picture.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 100
        lowest = max(lowest, box["y"] + box["height"])
    solutions = reader.page.locator("#solutions").bounding_box()
    assert solutions is not None
    assert solutions["y"] > lowest
    assert reader.page.locator("#solutions article").count() == len(SHOWN)


def test_the_page_is_no_wider_than_its_window_and_runs_nothing(reader: Reader, sheet: Path) -> None:
    reader.open(sheet)
    assert reader.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert reader.page.title() == "Puzzles"
    assert reader.page.locator("script, img").count() == 0
    assert "<script>document.title='owned'</script>" in reader.page.locator("main").inner_text()


def test_a_card_leads_to_its_solution_and_back(reader: Reader, sheet: Path) -> None:
    reader.open(sheet)
    last = len(SHOWN)
    reader.page.locator(f"#puzzle-{last} a").click()
    assert reader.is_in_view(f"#solution-{last}")
    reader.page.locator(f"#solution-{last} a").click()
    assert reader.is_in_view(f"#puzzle-{last}")


def test_text_stands_out_from_its_ground(reader: Reader, sheet: Path) -> None:
    reader.open(sheet)
    assert reader.page.evaluate(CONTRASTS) == []


def test_it_is_printed_without_links_and_no_puzzle_is_torn_apart(browser: Browser, sheet: Path) -> None:
    page = browser.new_page()
    page.goto(sheet.as_uri())
    page.emulate_media(media="print")
    assert not page.locator(".links").first.is_visible()
    assert page.locator("article").first.evaluate("element => getComputedStyle(element).breakInside") == "avoid"
    assert page.locator("#solutions").evaluate("element => getComputedStyle(element).breakBefore") == "page"
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert printed.startswith(b"%PDF")
    assert printed.count(b"/Type /Page\n") >= 1 + len(SHOWN) // 6
