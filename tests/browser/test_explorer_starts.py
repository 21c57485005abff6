"""The explorer in a browser: no page stays blank, whatever is missing, damaged or forbidden when it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import PHONE, Player, opened, served
from browser.test_explorer_playing import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.ci

BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {get() { throw new DOMException("forbidden", "SecurityError"); }});"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""
TAILS = ("?utm_source=chat", "&fbclid=IwAR0", ".", ")", "),", "%20and", "#again")


def code_of(player: Player) -> str:
    """The code in the address, once it leads to the position on the board."""
    player.page.wait_for_timeout(500)
    return player.code


def played(player: Player) -> str:
    player.begin("scrunch", "3")
    player.play("c3")
    return code_of(player)


def test_a_board_of_each_game_is_drawn_by_the_page_alone(browser: Browser, address: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(address)
    assert page.locator("#front .game svg[role=img]").count() == 3
    assert page.locator("#front .game [data-at]").count() > 60
    page.close()


def test_a_page_without_its_token_says_what_to_do_and_keeps_the_game(browser: Browser) -> None:
    with served() as address, opened(browser, address) as player:
        code = played(player)
        bare = f"{address.partition('?')[0]}#{code}"
        with opened(browser, address.partition("?")[0], f"#{code}") as other:
            assert "does not know this browser" in other.page.locator("#connection").inner_text()
            other.page.get_by_label("Printed address").fill(address)
            other.button("Open").click()
            other.page.locator("div.line .turn", has_text="c3").wait_for()
            other.complaints.clear()
        # The browser that was let in opens the address again, also in another tab.
        tab = Player(player.page.context.new_page(), bare)
        tab.open()
        assert tab.turns() == ["c3"]
        # A server that was started anew does not know it any more.
        player.page.context.clear_cookies()
        player.page.reload()
        assert "does not know this browser" in player.page.locator("#connection").inner_text()
        player.complaints.clear()


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_a_browser_that_keeps_nothing_plays_all_the_same(browser: Browser, address: str, script: str) -> None:
    context = browser.new_context()
    context.add_init_script(script)
    player = Player(context.new_page(), address)
    player.open()
    code = played(player)
    player.reload()
    assert player.turns() == ["c3"]
    assert code_of(player) == code
    assert player.complaints == []
    context.close()


def test_what_is_put_behind_an_address_is_left_off(player: Player) -> None:
    code = played(player)
    for tail in TAILS:
        player.page.goto("about:blank")
        player.page.goto(f"{player.address.partition('?')[0]}#{code}{tail}")
        player.settle()
        player.page.locator("div.line .turn", has_text="c3").wait_for()
        assert not player.page.locator("#connection").is_visible()
    player.begin("splinter", "6x5")
    player.load(f"http://127.0.0.1:1/?utm_source=chat#{code}).")
    assert player.turns() == ["c3"]


def test_a_damaged_address_says_so_and_stays_until_a_turn_is_played(player: Player) -> None:
    code = played(player)
    damaged = code[:-2] + ("A" if code[-2] != "A" else "B") + code[-1]
    player.page.goto("about:blank")
    player.page.goto(f"{player.address.partition('?')[0]}#{damaged}")
    player.settle()
    assert "damaged" in player.page.locator("#connection").inner_text()
    assert player.page.locator("#board [data-at]").count() > 4
    assert code_of(player) == damaged
    player.page.locator("#places").get_by_role("button", name="Rules").click()
    assert code_of(player) == damaged


def test_a_phone_plays_a_game_without_scrolling_and_shows_the_whole_status(browser: Browser, address: str) -> None:
    beginning, turns, end = GAMES["crumble"]
    with opened(browser, address, viewport=PHONE, has_touch=True) as player:
        player.begin("crumble", beginning)
        before = places_of_board_and_bar(player)
        assert player.page.locator("#on-board").inner_text() == "Crumble 4x4"
        assert before[0] < 200
        player.click("1,2")
        assert places_of_board_and_bar(player) == before
        player.click_line("Halve upright")
        assert places_of_board_and_bar(player) == before
        for _ in range(2):
            player.press("Undo")
        for turn in turns:
            player.play(turn)
        assert player.status().startswith(end)
        assert player.page.locator("#status").evaluate("status => status.scrollWidth <= status.clientWidth")
        assert places_of_board_and_bar(player) == before
        player.panel("Puzzles")
        assert player.page.locator("#ended").is_hidden()


def places_of_board_and_bar(player: Player) -> list[float]:
    """The top of the board, and the top and bottom of the bar, which is visible."""
    boxes = [player.page.locator(name).bounding_box() for name in ("#board", "#bar")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[1]["y"] + boxes[1]["height"] <= PHONE["height"]
    return [boxes[0]["y"], boxes[1]["y"], boxes[1]["height"]]
