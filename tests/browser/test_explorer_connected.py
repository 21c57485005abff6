"""The explorer in a browser: with an engine, without its server, with a screen reader, from hostile addresses."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.explorer_page import DESKTOP, PHONE, VIEWS, Player, opened, served
from browser.test_explorer_puzzles import open_puzzle
from browser.test_report_in_browser import CONTRASTS
from shatterproof import splinter
from shatterproof_properties.conformance import mutants

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.ci

BOARDS = {"crumble": "4x4", "scrunch": "4", "splinter": "10x9"}
HOSTILE = ("#1", "#<script>alert(1)</script>", "#" + "A" * 20_000, "#%00", "#../../etc")
FIRST = {"crumble": "1,2VE", "scrunch": "d4", "splinter": "c3S"}


def test_what_an_engine_takes_otherwise_is_marked_and_shown_beside_the_rules(browser: Browser) -> None:
    """The engine leaves the other player's pieces out of groups."""
    argv = mutants.argv("splinter", "colours-apart")
    with served("--engine", shlex.join(argv)) as found, opened(browser, found) as player:
        page = player.page
        player.begin("splinter", "6x5")
        player.panel("Compare")
        page.locator(".differs").first.wait_for()
        assert "≠" in page.locator("div.differs").first.inner_text()
        page.locator(".differs button").last.click()
        page.wait_for_selector("#looked svg")
        assert page.locator("#looked .card").count() == 2
        player.play("a1N")
        page.get_by_text("≠ They differ.").wait_for()
        player.panel("Play")
        assert page.locator("div.line .turn").last.inner_text() == "a1N ≠"


def test_a_lost_connection_is_reported_and_loses_nothing(player: Player) -> None:
    player.begin("scrunch", "3")
    player.play("c3")
    player.page.route("**/ask", lambda route: route.abort())
    player.place("a1").click()
    player.page.locator("#connection").wait_for()
    assert "nothing is lost" in player.page.locator("#connection").inner_text()
    player.page.unroute("**/ask")
    player.settle()
    assert player.turns() == ["c3", "a1"]
    assert not player.page.locator("#connection").is_visible()
    player.complaints.clear()


def test_two_pages_play_two_games(player: Player, browser: Browser) -> None:
    player.begin("scrunch", "3")
    other = Player(player.page.context.new_page(), player.address)
    other.open()
    other.begin("splinter", "10x9")
    player.play("c3")
    other.play("c3S")
    for each in (player, other):
        each.reload()
        each.check()


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.long)],
    ids=["desktop", "phone"],
)
def test_no_view_has_a_fault_that_axe_finds(browser: Browser, address: str, viewport: Any, scheme: Any) -> None:
    with opened(browser, address, viewport=viewport, color_scheme=scheme, bypass_csp=True) as player:
        for game, board in BOARDS.items():
            player.begin(game, board)
            player.play(FIRST[game])
            player.click(player.page.locator("#board .can").first.get_attribute("data-at") or "")
            names = VIEWS if game == "scrunch" else ("Play", "Set up")
            for name in names:
                player.panel(name)
                player.page.wait_for_timeout(100)
                check_with_axe(player.page, game, name)


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [pytest.param(DESKTOP, "dark", marks=pytest.mark.long), (PHONE, "light")],
    ids=["desktop", "phone"],
)
def test_no_puzzle_has_a_fault_that_axe_finds(browser: Browser, address: str, viewport: Any, scheme: Any) -> None:
    with opened(browser, address, viewport=viewport, color_scheme=scheme, bypass_csp=True) as player:
        for task in ("answer everything", "under one value", "in a row", "passes, then", "Answer every turn"):
            open_puzzle(player, task)
            for button in ("Hint 1 of 3", "Hint 2 of 3", "Show the solution"):
                player.button(button).click()
                player.settle()
            check_with_axe(player.page, task)
            assert player.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), task
            player.button("All puzzles").click()


def check_with_axe(page: Page, *where: str) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, (where, found.generate_report())
    assert page.evaluate(CONTRASTS) == [], where


def test_pages_from_elsewhere_cannot_ask(player: Player) -> None:
    other = player.page.context.new_page()
    other.goto("data:text/html,<p>elsewhere")
    status = other.evaluate(
        """async (address) => fetch(new URL("ask", address), {method: "POST", credentials: "include",
        headers: {"Content-Type": "application/json"}, body: '{"do": "games"}'})
        .then(() => "answered", () => "refused")""",
        player.address,
    )
    assert status == "refused"


def test_a_hostile_address_opens_a_new_game_and_says_why(player: Player) -> None:
    for fragment in HOSTILE:
        player.page.goto("about:blank")
        player.open(fragment)
        assert player.page.locator("#board [data-at]").count() > 4
        assert player.page.locator("#connection").is_visible()


def test_a_report_opens_with_its_differences(browser: Browser, tmp_path: Path) -> None:
    position = splinter.start("6x5")
    start = splinter.to_json(position)
    after = splinter.to_json(splinter.play(position, splinter.parse_turn(position, "a1SE")))
    witness = {"start": start, "played": ["a1SE"], "turn": "a2S"}
    answers = {
        "expected": {"verdict": "illegal", "clause": "splinter.turn.own"},
        "got": {"verdict": "legal", "position": after, "outcome": None},
    }
    found = {"kind": "allows", "clause": "splinter.turn.own", "witness": witness, "position": after, **answers}
    file = tmp_path / "verdict.json"
    file.write_text(json.dumps({"verdict": "differs", "differences": [found]}))
    with served(file) as address, opened(browser, address) as player:
        player.panel("Compare")
        player.page.locator("#panel summary", has_text="a2S").click()
        assert player.page.locator("#panel .pair .card").count() == 2
        player.press("On the board")
        player.panel("Play")
        assert player.page.locator("div.line [aria-current]").inner_text() == "a1SE"


def test_a_refused_turn_tells_which_reading_would_allow_it(player: Player) -> None:
    player.load_diagram("Splinter 4x2, Blue to move\nOXSo\n..xs\nreadings splinter.step-off=forbidden\n")
    player.type_turn("a2N")
    player.page.locator("#refusal").get_by_role("button", name="Would another reading change that?").click()
    player.page.locator("#refusal li", has_text="splinter.step-off = allowed: legal").wait_for()
