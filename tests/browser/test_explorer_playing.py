"""The explorer in a browser: games played by clicks, refused turns, undo, variations, addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import PHONE, VIEWS, Player, opened, reached
from sampling import only_in_ci, some

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SPLINTER = """Splinter 7x5, Blue to move
.......
.OxOoX.
.sXoSx.
..O.o..
.......
"""
GAMES = {
    "crumble": ("4x4",
                ["1,2VE", "3,3HSWS", "2,2HSE", "2V2-1E-EN", "3HNE", "2,1J2,1EN", "1VE", "1,1VW-N"], "White wins"),
    "scrunch": (
        "3",
        ["c3", "b2", "b1", "b4", "b3 c3-c2", "c4 b4-c5", "c3 b1-a1", "x b2", "a2 c3-d2", "d3 c5-d4", "e2 c2-b1",
         "b4 d3-e3", "c3 a2-a3", "x b4"],
        "Dark wins",
    ),
    "splinter": (SPLINTER, ["e3N", "d3N", "f4NW", "d4N", "e4NW"], "Blue wins"),
}  # fmt: skip


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_a_game_is_played_to_its_end_by_clicks(player: Player, game: str) -> None:
    beginning, turns, end = GAMES[game]
    player.begin(game, beginning)
    for turn in turns:
        player.play(turn)
    assert player.status().startswith(end)
    assert player.turns() == turns
    assert player.button("New game").is_visible()
    player.press("Look back")
    assert player.page.locator("#ended").is_hidden()
    assert player.page.get_by_role("button", name="To the start").is_disabled()


@pytest.mark.parametrize(
    ("game", "board", "clicks", "clause"),
    [
        only_in_ci(("crumble", "3x3", ["1,0"], "crumble.cut.own")),
        only_in_ci(("crumble", "3x3", ["0,0", "1,0"], "crumble.join.own")),
        only_in_ci(("scrunch", "3", ["a1", "c3", "a2", "a1", "e3"], "scrunch.growth.step")),
        only_in_ci(("scrunch", "3", ["a1", "c3", "a1"], "scrunch.board.one-stone")),
        only_in_ci(("splinter", "10x9", ["d3"], "splinter.turn.own")),
        ("splinter", "10x9", ["c3", "j9"], "splinter.slide.one-step"),
    ],
)
def test_what_is_not_allowed_is_answered_with_its_clause_and_the_clause_can_be_read(
    player: Player, game: str, board: str, clicks: list[str], clause: str
) -> None:
    player.begin(game, board)
    for name in clicks:
        player.click(name)
        # What ends something for good is asked.
        player.choose(re.compile("."))
    assert clause in player.refusal()
    assert player.page.locator("#board .forbids").count()
    player.page.locator("#refusal").get_by_role("button", name=clause).click()
    player.page.locator("#panel h3", has_text=clause).wait_for()
    assert len(player.page.locator("#panel").inner_text()) > 100


def test_a_typed_turn_is_played_or_refused(player: Player) -> None:
    player.begin("crumble", "3x3")
    for text in ("0,1H", "1,1VE", "nonsense"):
        player.type_turn(text)
    assert player.turns() == ["1,1VE"]
    assert "nonsense" in player.refusal()
    assert player.page.get_by_label("Turn as text").input_value() == "nonsense"


def test_a_part_is_taken_back_and_then_the_turn(player: Player) -> None:
    player.begin("crumble", "3x3")
    player.play("1,1VE")
    player.click("1,0")
    player.click_line("Halve upright")
    assert player.page.get_by_label("Turn as text").input_value() == "1V"
    for left in ("1,0", None):
        player.press("Undo")
        assert (player.page.locator("#board [data-mark=marked]").count() == 1) == (left is not None)
    player.press("Undo")
    player.position = player.game.start("3x3")
    player.check()
    assert player.turns() == ["1,1VE"]


@pytest.mark.ci
def test_a_turn_taken_back_leaves_a_variation(player: Player) -> None:
    player.begin("scrunch", "3")
    for text in ("c3", "a1", "e3"):
        player.play(text)
    player.press("One turn back")
    player.position = reached(player.game, "3", "c3", "a1")
    player.play("e1")
    assert player.turns() == ["c3", "a1", "e3", "e1"]
    assert player.page.locator(".variation").inner_text().replace("\n", "").startswith("(2.")
    player.press("Make this the main line")
    assert player.turns() == ["c3", "a1", "e1", "e3"]
    player.page.get_by_label("Comment on e1").fill("in the corner")
    player.page.get_by_label("Comment on e1").press("Tab")
    player.settle()
    assert "in the corner" in player.page.locator("div.line").inner_text()
    player.reload()
    assert player.turns() == ["c3", "a1", "e1", "e3"]
    assert "in the corner" in player.page.locator("div.line").inner_text()
    player.check()
    # What is removed comes back.
    player.press("Remove this turn and what follows")
    assert player.turns() == ["c3", "a1", "e3"]
    player.press("Take back: Removed e1 and what follows.")
    assert player.turns() == ["c3", "a1", "e1", "e3"]


def test_a_whole_turn_is_built_by_keyboard_alone(player: Player) -> None:
    player.begin("crumble", "3x3")
    page = player.page
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.at") is not None
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == "0,0"
    player.key("Enter")
    page.keyboard.press("Enter")
    player.settle()
    assert page.evaluate("document.activeElement.textContent") == "Halve level"
    player.key("Enter")
    page.locator("#announcements", has_text="halves").wait_for(state="attached")
    page.locator("#end-turn").focus()
    player.key("Enter")
    assert player.turns() == ["0H"]
    assert page.locator("#board [data-at]:focus").count() == 1


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES)
def test_no_view_is_wider_than_a_phone(browser: Browser, address: str, game: str) -> None:
    with opened(browser, address, viewport=PHONE, has_touch=True) as player:
        player.begin(game, {"crumble": "6x6", "scrunch": "7", "splinter": "10x9"}[game])
        for name in VIEWS:
            player.panel(name)
            assert player.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name


@pytest.mark.ci
def test_what_can_be_chosen_is_shown_where_it_lies_after_a_place_without_a_board(player: Player) -> None:
    player.begin("crumble", "4x4")
    offers = player.page.locator("#board .offers").evaluate("offers => offers.innerHTML")
    player.panel("Puzzles")
    player.panel("Play")
    assert player.page.locator("#board .offers").evaluate("offers => offers.innerHTML") == offers


@pytest.mark.ci
def test_what_the_last_turn_made_is_framed_alike_on_both_sides(player: Player) -> None:
    player.begin("crumble", "4x4")
    frames = set()
    for turn in ("1,2V", "3,3H"):
        player.play(turn)
        made = player.page.locator('#board [data-mark="new"]')
        assert made.count() == 2
        frames |= {made.nth(at).evaluate("piece => getComputedStyle(piece).stroke") for at in range(2)}
    assert len(frames) == 1


@pytest.mark.ci
def test_what_a_turn_takes_is_crossed_out(player: Player) -> None:
    player.load_diagram(SPLINTER)
    for turn in GAMES["splinter"][1]:
        player.play(turn)
    crosses = player.page.locator("#board .gone line")
    assert crosses.count() > 0
    assert crosses.count() % 2 == 0
    player.press("To the start")
    assert crosses.count() == 0


@pytest.mark.ci
def test_the_way_back_of_the_browser_leads_to_the_game_before(player: Player) -> None:
    player.begin("scrunch", "3")
    player.play("c3")
    player.page.wait_for_timeout(500)
    player.new_game("splinter", "10x9")
    assert player.page.locator("#on-board").inner_text() == "Splinter 10x9"
    player.page.wait_for_timeout(500)
    player.page.go_back()
    player.page.locator("#on-board", has_text="Scrunch 3").wait_for()
    player.settle()
    assert player.turns() == ["c3"]
    player.check()


@pytest.mark.ci
def test_a_second_click_on_a_piece_cuts_nothing_and_offers_its_meanings_beside_the_pointer(player: Player) -> None:
    player.begin("crumble", "3x3")
    x, y = player.middle("1,1")
    for _ in range(2):
        player.page.mouse.click(x, y)
        player.settle()
    menu = player.page.locator("#menu")
    box = menu.bounding_box()
    assert box is not None
    assert player.page.get_by_label("Turn as text").input_value() == ""
    assert menu.get_by_role("button", name="Halve upright").first.is_visible()
    beside = min(abs(box["x"] - x), abs(box["x"] + box["width"] - x))
    assert beside < 40
    assert not (box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"])


@pytest.mark.ci
def test_every_turn_waits_for_its_end_if_the_player_wants_that(player: Player) -> None:
    player.begin("splinter", "10x9")
    player.button("Settings").click()
    player.page.get_by_label("Play a turn only after “End turn”").check()
    player.close_dialog()
    player.click("c3")
    player.click("c2")
    assert player.turns() == []
    assert player.page.get_by_label("Turn as text").input_value() == "c3S"
    player.end()
    assert player.turns() == ["c3S"]


@pytest.mark.ci
def test_growing_is_asked_about_where_it_ends_creation(player: Player) -> None:
    player.begin("scrunch", "3")
    for text in ("c3", "a1"):
        player.play(text)
    assert player.page.locator("#board .final").count() == 6
    player.click("c2")
    assert "ends your creation phase for good" in player.page.locator("#menu").inner_text()
    player.press("Close")
    player.click("e1")
    assert player.turns() == ["c3", "a1", "e1"]
