"""The sheet of puzzles in a browser, on a screen and printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.test_report_in_browser import CONTRASTS as CONTRASTS
from browser.test_report_in_browser import Reader as Reader
from browser.test_report_in_browser import reader as reader
from puzzles.showcase import SAMPLES, proved
from sampling import only_in_ci
from shatterproof import crumble
from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.sheet.sheet import Certified, render_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOWN = list(SAMPLES)[::2]
HOSTILE = "<script>document.title='owned'</script>" + "x" * 200


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sheet of some samples. The title of the first is hostile and too long for a line."""
    puzzles = [proved(name) for name in SHOWN]
    first = replace(puzzles[0][0], title=HOSTILE, author=HOSTILE, difficulty=3)
    file = tmp_path_factory.mktemp("sheet") / "sheet.html"
    file.write_text(render_sheet([(first, puzzles[0][1]), *puzzles[1:]]), encoding="utf-8")
    return file


def test_every_puzzle_has_a_picture_that_can_be_seen_and_the_solutions_come_after(reader: Reader, sheet: Path) -> None:
    reader.read(sheet)
    cards = reader.page.locator("article.puzzle")
    assert cards.count() == len(SHOWN)
    lowest = 0.0
    for card in cards.all():
        picture = card.locator("svg")
        assert picture.count() == 1
        assert picture.is_visible()
        box = picture.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 90
        lowest = max(lowest, box["y"] + box["height"])
    solutions = reader.page.locator("#solutions").bounding_box()
    assert solutions is not None
    assert solutions["y"] > lowest
    assert reader.page.locator("#solutions article").count() == len(SHOWN)


def test_the_page_fits_its_window_runs_nothing_and_a_card_leads_to_its_solution(reader: Reader, sheet: Path) -> None:
    reader.read(sheet)
    assert reader.page.evaluate(CONTRASTS) == []
    assert reader.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert reader.page.title() == "Puzzles"
    assert reader.page.locator("script, img").count() == 0
    assert "<script>document.title='owned'</script>" in reader.page.locator("main").inner_text()
    last = len(SHOWN)
    reader.page.locator(f"#puzzle-{last} a").click()
    assert reader.is_in_view(f"#solution-{last}")
    reader.page.locator(f"#solution-{last} a").click()
    assert reader.is_in_view(f"#puzzle-{last}")


@pytest.mark.ci
def test_it_is_printed_without_links_and_no_puzzle_is_torn_apart(browser: Browser, sheet: Path) -> None:
    page = browser.new_page()
    page.goto(sheet.as_uri())
    page.emulate_media(media="print")
    assert not page.locator(".links").first.is_visible()
    assert page.locator("article").first.evaluate("element => getComputedStyle(element).breakInside") == "avoid"
    assert page.locator(".page").last.evaluate("element => getComputedStyle(element).breakAfter") == "page"
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert printed.startswith(b"%PDF")
    assert printed.count(b"/Type /Page\n") >= 1 + len(SHOWN) // 6


def large() -> list[Certified]:
    """Eleven puzzles on large boards full of small pieces, with long texts. They take two pages."""
    crumble, scrunch, splinter = map(find_game, ("crumble", "scrunch", "splinter"))
    boards = [(crumble, full_board()), (scrunch, scrunch.start("7")), (splinter, splinter.start())]
    puzzles = [
        Puzzle(
            game.NAME,
            position_to_json(game, position),
            Claim("defends", 2, True),
            title=f"On {position.board}",
            author="Anna; Ben",
            source=f"found by a program that looks for such things, on {position.board}, in its unit {number}",
        )
        for number in range(4)
        for game, position in boards
    ]
    return [*((puzzle, None) for puzzle in puzzles[:10]), proved("nothing goes yet")]


def full_board() -> Any:
    """A 6x6 board of Crumble with over sixty pieces, small ones along the edges where locations are counted."""
    data = crumble.to_json(crumble.start("6x6"))
    pieces = [halves for index, piece in enumerate(data["pieces"]) for halves in halved(piece, index)]
    return crumble.from_json({**data, "pieces": sorted(pieces, key=lambda piece: tuple(map(Fraction, piece[1::-1])))})


def halved(piece: list[str], index: int) -> list[list[str]]:
    """The halves of a square, north and south or west and east; every fourth stays whole."""
    x, y, _, _, colour = piece
    north, east = (str(Fraction(place) + Fraction(1, 2)) for place in (y, x))
    if index % 4 == 3:
        return [piece]
    if index % 4 == 1:
        return [[x, y, "1", "1/2", colour], [x, north, "1", "1/2", colour]]
    return [[x, y, "1/2", "1", colour], [east, y, "1/2", "1", colour]]


@pytest.fixture(scope="module", params=["a4", pytest.param("letter", marks=pytest.mark.ci)])
def printed(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A page as wide as what is printed, laid out for print."""
    file = tmp_path_factory.mktemp("printed") / "sheet.html"
    file.write_text(render_sheet(large(), paper=request.param), encoding="utf-8")
    page = browser.new_page(viewport={"width": round(182 / 25.4 * 96), "height": 1000})
    page.goto(file.as_uri())
    page.emulate_media(media="print")
    yield page
    page.close()


def test_every_label_on_paper_is_large_enough_to_read_and_runs_into_no_other(printed: Page) -> None:
    labels = printed.evaluate(LABEL_SIZES)
    assert len(labels) > 100
    assert min(labels) >= 7
    assert max(labels) < 9
    assert min(printed.evaluate(TEXT_SIZES)) >= 9
    assert printed.evaluate(LABELS_THAT_MEET) == []


def test_a_page_has_four_to_six_diagrams_and_fits_on_its_paper(printed: Page) -> None:
    pages = printed.locator(".page")
    assert [page.locator("article.puzzle").count() for page in pages.all()] == [6, 5]
    heights = [page.evaluate("element => element.getBoundingClientRect().height") for page in pages.all()]
    assert len({round(height) for height in heights}) == 1
    file = printed.pdf(prefer_css_page_size=True)
    assert file.count(b"/Type /Page\n") == 3
    assert printed.evaluate(CARDS_THAT_MEET) == []


@pytest.mark.parametrize(("count", "paper"), [(1, "a4"), only_in_ci((3, "letter")), only_in_ci((5, "a4"))])
def test_few_puzzles_fill_one_page(browser: Browser, tmp_path: Path, count: int, paper: str) -> None:
    page = browser.new_page(viewport={"width": round(182 / 25.4 * 96), "height": 1000})
    file = tmp_path / "sheet.html"
    file.write_text(render_sheet(large()[:count], paper=paper), encoding="utf-8")
    page.goto(file.as_uri())
    page.emulate_media(media="print")
    labels, meeting = page.evaluate(LABEL_SIZES), page.evaluate(CARDS_THAT_MEET)
    drawn = page.locator(".puzzle svg").evaluate_all("them => them.map(each => each.getBoundingClientRect().height)")
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert printed.count(b"/Type /Page\n") == 2
    assert meeting == []
    assert max(labels) - min(labels) < 0.1
    assert sum(drawn) * 0.75 * (1 if count < 4 else 0.6) > 300


LABEL_SIZES = """() => [...document.querySelectorAll('svg text')].map(text =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a * 0.75)"""
TEXT_SIZES = """() => [...document.querySelectorAll('h1, h2, h3, p, strong, span')]
    .filter(element => element.checkVisibility())
    .map(element => parseFloat(getComputedStyle(element).fontSize) * 0.75)"""
CARDS_THAT_MEET = """() => [...document.querySelectorAll('.page')].flatMap(page => {
    const inside = [...page.querySelectorAll('article > *, .sources')].map(each => each.getBoundingClientRect())
    return inside.flatMap((box, index) => inside.slice(index + 1).filter(other => box.left < other.right - 1 &&
        other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1).map(() => index))
})"""
LABELS_THAT_MEET = """() => [...document.querySelectorAll('svg')].flatMap(drawing => {
    const texts = [...drawing.querySelectorAll('text')]
    const boxes = texts.map(text => [text.textContent, text.getBoundingClientRect()])
    const whole = drawing.getBoundingClientRect()
    const out = boxes.filter(([, box]) => box.left < whole.left - 1 || box.right > whole.right + 1 ||
        box.bottom > whole.bottom + 1 || box.top < whole.top - 1)
    return [...out.map(([name]) => name), ...boxes.flatMap(([name, box], index) => boxes.slice(index + 1)
        .filter(([, other]) => box.left < other.right && other.left < box.right &&
            box.top + box.height * 0.2 < other.bottom - other.height * 0.2 &&
            other.top + other.height * 0.2 < box.bottom - box.height * 0.2)
        .map(([other]) => name + ' ' + other))]
})"""
