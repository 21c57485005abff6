"""The explorer in a browser: setting up positions, rules, readings, puzzles, sharing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import shatterproof
from browser.explorer_page import PHONE, Player, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.ci

WINS = """Splinter 7x5, Blue to move
...oX..
.Ox.S..
.sX..x.
..O.o..
.......
"""

SPOILT = "Splinter 5x5, Blue to move\n.....\n.XsO.\n.o...\n.S...\n..x..\n"


def test_a_position_is_painted_cut_and_joined_and_then_played(player: Player) -> None:
    player.begin("crumble", "3x3")
    player.panel("Set up")
    player.button("Halve upright").click()
    player.click("1,1")
    player.button("White").click()
    player.click("3/2,1")
    player.button("Join").click()
    player.click("3/2,1")
    player.click("2,1")
    player.press("Join the chosen pieces")
    assert player.page.locator("#refusal").is_visible()
    # What is wrong is marked where it is.
    player.button("Black").click()
    for name in ("1,0", "0,1", "2,1", "1,2", "3/2,1"):
        player.click(name)
    player.button("White").click()
    player.click("1,1")
    assert "crumble.standing-enclosure" in player.refusal()
    assert player.page.locator("#board .forbids").count() == 1
    assert player.button("Play from here").is_disabled()
    for _ in range(6):
        player.press("Undo")
    player.page.locator("#panel").get_by_label("To move").select_option("white")
    player.settle()
    player.press("Play from here")
    player.game = shatterproof.crumble
    player.position = shatterproof.parse_position(
        "3x3, White to move\nAAbbCC\nAAbbCC\nddEfgg\nddEfgg\nHHiiJJ\nHHiiJJ\n"
    )
    player.check()
    player.play("1V")


def test_a_position_that_is_being_set_up_outlasts_another_place_and_a_reload(player: Player) -> None:
    player.begin("scrunch", "3")
    player.panel("Set up")
    player.click("c3")
    player.panel("Play")
    player.reload()
    player.panel("Set up")
    assert player.place("c3").get_attribute("data-fill") == "dark"
    player.press("Undo")
    assert player.place("c3").get_attribute("data-fill") is None


def test_stones_are_painted_by_drawing_over_the_board(player: Player) -> None:
    player.begin("scrunch", "3")
    player.panel("Set up")
    start, end = player.middle("a1"), player.middle("a3")
    player.page.mouse.move(*start)
    player.page.mouse.down()
    player.page.mouse.move(*player.middle("a2"), steps=4)
    player.page.mouse.move(*end, steps=4)
    player.page.mouse.up()
    player.settle()
    player.page.locator("#board [data-fill=dark]").nth(2).wait_for()


def test_a_record_is_opened_with_its_comments_and_stays_when_another_text_is_none(player: Player) -> None:
    player.load(
        '[Game "scrunch"]\n[Board "2"]\n\n1) a1 a2 {Both have laid an egg.}\n2) c2 (b2 a2-b3)\n3) (x a1 c2) 0-1\n'
    )
    assert player.turns() == ["a1", "a2", "c2", "b2 a2-b3", "x a1 c2"]
    assert "Both have laid an egg." in player.page.locator("div.line").inner_text()
    player.load("<script>document.title='owned'</script>")
    assert player.page.locator("#refusal").is_visible()
    assert player.page.title() != "owned"
    assert len(player.turns()) == 5


def test_the_front_leads_a_newcomer_to_the_lesson_and_its_examples_open_on_the_board(player: Player) -> None:
    player.page.get_by_role("button", name="Learn Scrunch").click()
    player.page.wait_for_selector("#panel figure svg")
    player.page.reload()
    player.page.wait_for_selector("#panel figure svg")
    assert player.page.locator("#on-board").inner_text() == "Scrunch 7"
    player.page.locator("#panel .example button", has_text="x b4").first.click()
    player.page.locator("#status", has_text="wins").wait_for()
    assert player.page.locator("#panel figure").count() > 5


def test_a_game_is_learnt_by_tasks_on_the_board_and_the_game_before_is_there_again(player: Player) -> None:
    page = player.page
    player.begin("scrunch", "3")
    player.play("c3")
    page.wait_for_timeout(500)
    player.panel("Learn")
    player.button("Begin").click()
    page.locator("#asked .task", has_text="Lay an egg").wait_for()
    player.settle()
    for text, verdict in (("b3 c3-c2", "not the task"), ("e1", "Well done")):
        player.type_turn(text)
        page.locator("#step-verdict", has_text=verdict).wait_for()
        page.locator("#judged .primary").click()
        player.settle()
    page.locator("#asked .task", has_text="Let a snake grow").wait_for()
    player.panel("Play")
    player.check()
    assert player.turns() == ["c3"]


def test_another_reading_shows_what_it_changes_and_leads_to_a_game_that_tells_them_apart(player: Player) -> None:
    player.load_diagram("Splinter 4x2, Blue to move\nOXSo\n..xs\n")
    player.panel("Readings")
    row = player.page.locator(".card .card").filter(
        has=player.page.get_by_role("button", name="splinter.step-off", exact=True)
    )
    row.get_by_label("Value").select_option("forbidden")
    player.page.get_by_text("Becomes illegal:").wait_for()
    assert "splinter.step-off" in player.page.locator("#panel").inner_text()
    row.get_by_role("button", name="Where do allowed and forbidden differ?").click()
    player.page.wait_for_selector("div.line")
    player.page.locator("div.line .comment").wait_for()
    player.settle()


@pytest.mark.parametrize("form", ["Diagram", "JSON", "Record", "SVG", "PNG"])
def test_a_game_is_saved_as_a_file(player: Player, form: str) -> None:
    player.begin("splinter", "10x9")
    player.play("c3S")
    player.panel("Share")
    player.button("Copy the address").click()
    player.page.locator("#dialog").get_by_role("status").filter(has_text="cop").wait_for()
    with player.page.expect_download() as download:
        player.button(form).click()
    content = download.value.path().read_bytes()
    if form == "PNG":
        assert content.startswith(b"\x89PNG")
    elif form == "SVG":
        assert content.startswith(b"<svg")
    elif form == "Record":
        assert b"1) c3S" in content
    else:
        assert shatterproof.parse_position(content.decode()) == player.position


def test_a_forced_win_is_found_and_its_line_played(player: Player) -> None:
    player.load_diagram(WINS)
    player.panel("Think")
    player.page.get_by_label("Turns ahead").select_option("1")
    player.button("Look for a forced win").click()
    player.button("Play this line").click()
    player.page.locator("#status", has_text="wins").wait_for()


def test_thinking_is_stopped_at_once(player: Player) -> None:
    player.begin("scrunch", "7")
    player.panel("Think")
    player.page.get_by_label("Turns ahead").select_option("4")
    player.button("Look for a forced win").click()
    player.button("Stop").click()
    player.page.get_by_text("Stopped.").wait_for()
    player.button("Look for a forced win").click()
    player.panel("Play")
    assert player.page.get_by_label("Turn as text").is_visible()
    player.play("g7")


def test_a_puzzle_is_composed_and_its_files_saved(player: Player) -> None:
    player.load_diagram(WINS)
    player.panel("Compose")
    player.page.get_by_label("Title").fill("Three in a row")
    player.page.get_by_label("in one way only").uncheck()
    player.button("Verify").click()
    player.page.locator("#verdict .good").wait_for()
    for name, beginning in (("Puzzle", "three in a row"), ("Certificate", "{"), ("Sheet", "<!doctype html>")):
        with player.page.expect_download() as download:
            player.page.locator("#verdict").get_by_role("button", name=name).click()
        assert beginning in download.value.path().read_text().lower()
    # What has been found stays when the work is stopped, and another claim names a reading.
    player.page.get_by_label("Claim").select_option("wins-2")
    player.button("Make it sound").click()
    player.page.locator("#verdict", has_text=re.compile(r"\b[1-9][0-9]* help")).wait_for()
    player.button("Stop").click()
    player.page.locator("#verdict", has_text="Stopped.").wait_for()
    assert player.page.locator("#improved button").count() > 1
    player.page.get_by_label("Claim").select_option("differs-1")
    player.page.get_by_label("The other value").select_option("splinter.step-off=forbidden")
    player.button("Verify").click()
    player.page.locator("#verdict", has_text="splinter.step-off=forbidden").wait_for()


def test_a_draft_is_made_sound_by_what_stands_on_chosen_places(player: Player) -> None:
    player.load_diagram(SPOILT.replace("Blue", "White"))
    player.panel("Set up")
    player.page.locator("#panel").get_by_label("To move").select_option("blue")
    player.settle()
    player.press("Compose from here")
    player.button("Choose what may change").click()
    player.click("c2")
    player.button("Make it sound").click()
    player.page.locator("#improved").wait_for()
    assert "As it is: 4 keys." in player.page.locator("#verdict").inner_text()
    player.page.locator("#improved button", has_text="With sc2: sound, b2SE").click()
    player.settle()
    assert player.place("c2").get_attribute("data-shape") == "square"
    player.page.wait_for_function("() => document.querySelectorAll('#board .hint').length === 1")
    player.button("Verify").click()
    player.page.locator("#verdict .good", has_text="Proved").wait_for()
    player.page.locator("#improved button", has_text="The draft as it was").click()
    player.settle()
    assert player.place("c2").get_attribute("data-shape") is None


def test_what_refutes_a_claim_is_drawn_and_played_on_the_board(player: Player) -> None:
    player.begin("crumble", "2x2")
    player.panel("Compose")
    player.button("Verify").click()
    player.page.locator("#verdict figure svg").wait_for()
    said = player.page.locator("#verdict").inner_text()
    assert "is met by" in said
    assert "Black to move\n" not in said
    player.button("Show it on the board").click()
    player.page.wait_for_function("() => document.querySelectorAll('div.line .turn').length === 3")
    player.settle()
    assert len(player.turns()) == 2


def test_an_announcement_is_shown_whole_beside_the_lesson(player: Player) -> None:
    player.begin("crumble", "4x4")
    for turn in ("1,2VE", "3,3HSWS"):
        player.type_turn(turn)
    player.page.locator("#announced").wait_for()
    player.panel("Learn")
    status = player.page.locator("#status")
    assert status.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
    assert status.evaluate("({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight")


def test_every_rule_is_listed_a_question_finds_its_rule_and_a_rule_leads_back(player: Player) -> None:
    page = player.page
    player.begin("scrunch", "3")
    player.panel("Rules")
    page.locator("#panel summary", has_text="Growth and movement").click()
    page.locator("#panel").get_by_role("button", name="scrunch.growth.step").click()
    page.wait_for_selector("#panel h3")
    player.button("All rules").click()
    page.locator("#panel summary", has_text="Growth and movement").wait_for()
    page.get_by_role("searchbox").fill("may I pass")
    page.get_by_role("searchbox").press("Enter")
    page.locator("#panel strong", has_text="No. A player may not pass.").wait_for()
    page.locator("#panel").get_by_role("button", name="scrunch.turn.no-pass").click()
    page.wait_for_selector("#panel h3")
    assert "A player may not pass" in page.locator("#panel").inner_text()
    player.button("Back to what was found").click()
    page.locator("#panel").get_by_role("button", name="scrunch.turn.no-pass").wait_for()
    # A near miss is tried.
    page.get_by_role("searchbox").fill("crumble.cut.own")
    page.get_by_role("searchbox").press("Enter")
    page.locator("#panel").get_by_role("button", name="Try 0H").click()
    page.locator("#refusal", has_text="crumble.cut.own").wait_for()


def test_on_a_phone_a_task_stands_above_the_board_that_is_seen(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE, has_touch=True) as player:
        player.panel("Learn")
        player.button("Begin").click()
        for _ in range(2):
            player.page.locator("#asked .task").wait_for()
            player.settle()
            tops = [player.page.locator(name).bounding_box() for name in ("#asked", "#board", "#bar")]
            heights = [box["y"] for box in tops if box]
            assert len(heights) == 3
            assert 0 <= heights[0] < heights[1] < heights[2] < PHONE["height"]
            player.button("Skip").click()


WIDE = """() => {
  const boxes = [...document.querySelectorAll("#board [data-at]")].map((place) => place.getBoundingClientRect());
  const across = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  return across / document.querySelector("#board").clientWidth;
}"""


def test_on_a_phone_each_board_fills_the_width_and_leads_back_to_the_text(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE, has_touch=True) as player:
        for name, board in {"crumble": "6x6", "scrunch": "7", "splinter": "10x9"}.items():
            player.begin(name, board)
            assert player.page.evaluate(WIDE) > 0.88
        player.panel("Learn")
        example = player.page.locator("#panel .example button").nth(1)
        example.click()
        player.button("Back to the text").click()
        assert example.evaluate("button => document.activeElement === button")
        assert player.page.get_by_role("button", name="Back to the text").count() == 0
        player.panel("Play")
        assert player.page.locator("#panel summary", has_text="What did").count() == 1
        # An arrow leads off the board.
        player.begin("splinter", "6x5")
        player.click("f4")
        player.click_line("East, off the board")
        assert player.turns() == ["f4E"]
