"""The explorer in a browser: positions set up, rules, readings, puzzles, what is shared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import shatterproof
from browser.explorer_page import PHONE, Player
from browser.explorer_page import address as address
from browser.explorer_page import player as player
from browser.test_report_in_browser import browser as browser
from campaigns import some
from shatterproof_properties.puzzles.solved import read_solved

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.campaign

WINS = """Splinter 7x5, Blue to move
...oX..
.Ox.S..
.sX..x.
..O.o..
.......
"""


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
    player.button("Join the chosen pieces").click()
    player.settle()
    assert player.page.locator("#refusal").is_visible()
    player.page.locator("#panel").get_by_label("To move").select_option("white")
    player.settle()
    player.button("Play from here").click()
    player.settle()
    player.game = shatterproof.crumble
    player.position = shatterproof.parse_position(
        "3x3, White to move\nAAbbCC\nAAbbCC\nddEfgg\nddEfgg\nHHiiJJ\nHHiiJJ\n"
    )
    player.check()
    player.play("1V")


def test_what_is_wrong_with_a_position_is_marked_where_it_is(player: Player) -> None:
    player.begin("crumble", "3x3")
    player.panel("Set up")
    player.button("Black").click()
    for name in ("1,0", "0,1", "2,1", "1,2"):
        player.click(name)
    player.button("White").click()
    player.click("1,1")
    assert "crumble.standing-enclosure" in player.refusal()
    assert player.page.locator("#board .forbids").count() == 1
    assert player.button("Play from here").is_disabled()
    player.button("Undo").click()
    player.settle()
    assert not player.page.locator("#refusal").is_visible()


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


def test_a_text_that_is_no_game_is_refused_and_the_game_stays(player: Player) -> None:
    player.begin("scrunch", "3")
    player.play("c3")
    player.load("<script>document.title='owned'</script>")
    assert player.page.locator("#refusal").is_visible()
    assert player.page.title() != "owned"
    player.check()


def test_a_record_is_opened_with_its_comments(player: Player) -> None:
    player.load(
        '[Game "scrunch"]\n[Board "2"]\n\n1) a1 a2 {Both have laid an egg.}\n2) c2 (b2 a2-b3)\n3) (x a1 c2) 0-1\n'
    )
    assert player.turns() == ["a1", "a2", "c2", "b2 a2-b3", "x a1 c2"]
    assert "Both have laid an egg." in player.page.locator("div.line").inner_text()


def test_a_question_finds_its_rule(player: Player) -> None:
    player.panel("Rules")
    player.page.get_by_role("searchbox").fill("may I pass")
    player.page.get_by_role("searchbox").press("Enter")
    player.page.locator("#panel").get_by_role("button", name="crumble.turn.no-pass").click()
    player.page.wait_for_selector("#panel h3")
    assert "A player may not pass" in player.page.locator("#panel").inner_text()


def test_a_lesson_opens_its_examples_on_the_board(player: Player) -> None:
    player.begin("scrunch", "7")
    player.panel("Learn")
    player.page.wait_for_selector("#panel figure svg")
    player.page.locator("#panel .example button", has_text="x b4").first.click()
    player.page.locator("#status", has_text="wins").wait_for()
    assert player.page.locator("#panel figure").count() > 5


def test_the_near_miss_of_a_rule_is_tried(player: Player) -> None:
    player.panel("Rules")
    player.page.get_by_role("searchbox").fill("crumble.cut.own")
    player.page.get_by_role("searchbox").press("Enter")
    player.page.locator("#panel").get_by_role("button", name="Try 0H").click()
    player.page.locator("#refusal", has_text="crumble.cut.own").wait_for()


def test_another_reading_shows_what_it_changes_and_leads_to_a_game_that_tells_them_apart(player: Player) -> None:
    player.load_diagram("Splinter 4x2, Blue to move\nOXSo\n..xs\n")
    player.panel("Readings")
    row = player.page.locator(".card").filter(
        has=player.page.get_by_role("button", name="splinter.step-off", exact=True)
    )
    row.get_by_label("Value").select_option("forbidden")
    player.page.get_by_text("Becomes illegal:").wait_for()
    assert "splinter.step-off" in player.page.locator("#panel").inner_text()
    row.get_by_role("button", name="Where do allowed and forbidden differ?").click()
    player.page.wait_for_selector("div.line")
    player.settle()
    assert player.page.locator("div.line .comment").count() == 1


def open_puzzle(player: Player, *words: str, game: str | None = None) -> None:
    """Opens the first puzzle of the list whose card has some words."""
    page = player.page
    player.panel("Puzzles")
    if game is not None:
        page.locator("#panel").get_by_role("combobox", name="Game").select_option(game)
    cards = page.locator(".card")
    for each in words:
        cards = cards.filter(has_text=each)
    cards.first.get_by_role("button", name="Solve").click()
    page.wait_for_selector("#judged button")
    player.settle()


def last_hint(player: Player) -> str:
    """What the last of the hints tells that are left, without its words."""
    page = player.page
    while page.get_by_role("button", name=re.compile("^Hint .")).is_enabled():
        page.get_by_role("button", name=re.compile("^Hint .")).click()
        player.settle()
    told = page.locator("#judged ol li").last.inner_text()
    return told.removeprefix("It is ").removeprefix("One is ").removesuffix(".")


def play_text(player: Player, text: str) -> None:
    """Plays a turn as text, and comes back to the puzzle."""
    page = player.page
    player.panel("Play")
    page.get_by_label("Turn as text").fill(text)
    page.get_by_label("Turn as text").press("Enter")
    player.settle()
    player.panel("Puzzles")


def play_the_solution(player: Player) -> None:
    """Plays the turn that the last hint tells."""
    play_text(player, last_hint(player))


def try_wrongly(player: Player) -> None:
    """Takes whatever can come first, until the puzzle has something to say about it."""
    page = player.page
    if page.locator("#turn details[open]").count() == 0:
        page.get_by_text("What can come next").click()
    while page.locator("#told.notice").count() == 0:
        page.locator("#turn details button:not(.refused)").first.click()
        player.settle()


def test_a_puzzle_is_solved_by_clicks_and_stays_solved(player: Player) -> None:
    page = player.page
    open_puzzle(player, "Bark and bite")
    told = last_hint(player)
    assert page.locator("#judged ol li").count() == 3
    play_text(player, told)
    assert page.locator("#told").is_visible()
    page.get_by_role("button", name="All puzzles").click()
    page.reload()
    player.settle()
    player.panel("Puzzles")
    page.wait_for_selector(".card")
    assert page.locator(".card").filter(has_text="Bark and bite").get_by_text("solved").is_visible()


def test_a_wrong_try_is_answered_by_what_refutes_it(player: Player) -> None:
    page = player.page
    open_puzzle(player, "A hole in the sock", game="scrunch")
    try_wrongly(player)
    assert page.locator("#told").inner_text()
    page.get_by_role("button", name="Try something else").click()
    player.settle()
    assert page.locator("#told").count() == 0


@pytest.mark.parametrize("form", ["Diagram", "JSON", "Record", "SVG", "PNG"])
def test_a_game_is_saved_as_a_file(player: Player, form: str) -> None:
    player.begin("splinter", "10x9")
    player.play("c3S")
    player.panel("Share")
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
    player.button("Undo").click()
    player.settle()
    player.button("Count the turn tree").click()
    player.page.get_by_text("leaves.").wait_for()


def test_thinking_is_stopped_at_once(player: Player) -> None:
    player.begin("scrunch", "7")
    player.panel("Think")
    player.page.get_by_label("Plies").select_option("4")
    player.button("Count the turn tree").click()
    player.button("Stop").click()
    player.page.get_by_text("Stopped.").wait_for()
    player.button("Count the turn tree").click()
    player.panel("Play")
    assert player.page.get_by_label("Turn as text").is_visible()
    player.play("g7")


def test_a_puzzle_is_composed_and_its_files_saved(player: Player) -> None:
    player.load_diagram(WINS)
    player.panel("Compose")
    player.page.get_by_label("Title").fill("Three in a row")
    player.page.get_by_label("in one way only").uncheck()
    player.button("Verify").click()
    player.page.locator("#verdict p.good").wait_for()
    for name, beginning in (("Puzzle", "three in a row"), ("Certificate", "{"), ("Sheet", "<!doctype html>")):
        with player.page.expect_download() as download:
            player.page.locator("#verdict").get_by_role("button", name=name).click()
        assert beginning in download.value.path().read_text().lower()


def test_a_solved_puzzle_says_why_and_leads_to_the_next(player: Player) -> None:
    page = player.page
    open_puzzle(player, "the only turn that wins at once")
    title = page.locator("#panel h2").inner_text()
    play_the_solution(player)
    assert page.locator("#told").inner_text().startswith("Solved.")
    assert "wins: " in page.locator("#told").inner_text()
    assert page.get_by_role("button", name="Show the solution").count() == 0
    page.get_by_role("button", name="Next puzzle").click()
    page.locator("#panel h2", has_not_text=title).wait_for()
    player.settle()
    assert page.locator("#told.good strong").count() == 0


def test_a_series_is_played_with_passes_between(player: Player) -> None:
    page = player.page
    open_puzzle(player, "2 turns in a row", game="splinter")
    play_the_solution(player)
    assert page.locator("#told").inner_text().startswith("Right. ")
    page.reload()
    player.settle()
    page.locator("#told", has_text="passes").wait_for()
    play_the_solution(player)
    assert page.locator("#told").inner_text().startswith("Solved.")
    player.panel("Play")
    assert player.turns()[1] == "passes"


@pytest.mark.parametrize("game", some(("scrunch", "crumble", "splinter"), one_in=3))
def test_answers_are_played_on_the_board_and_counted(player: Player, game: str) -> None:
    page = player.page
    open_puzzle(player, "answer everything", game=game)
    solver = page.locator("#panel p", has_text="You are").inner_text()
    assert page.locator("#status").inner_text().endswith(f"{solver.removeprefix('You are ').removesuffix('.')} to move")
    play_the_solution(player)
    assert "1 more." in page.locator("#told").inner_text()
    assert page.locator("#judged p", has_text="Found 1 of 2").count() == 1
    page.reload()
    player.settle()
    page.locator("#judged p", has_text="Found 1 of 2").wait_for()
    play_the_solution(player)
    assert page.locator("#told").inner_text().startswith("Solved.")


def test_an_answer_can_follow_a_turn_of_the_side_that_is_lost(player: Player) -> None:
    page = player.page
    open_puzzle(player, "answer everything", game="scrunch")
    before = page.locator("#status").inner_text()
    page.get_by_role("button", name=re.compile("^Let .* move first$")).click()
    player.settle()
    assert page.locator("#status").inner_text() != before
    try_wrongly(player)
    assert page.locator("#told").inner_text()
    page.get_by_role("button", name="Try something else").click()
    player.settle()
    assert page.get_by_role("button", name=re.compile("^Let .* pass$")).is_visible()


def test_the_reading_that_decides_is_chosen_and_then_the_turn(player: Player) -> None:
    page = player.page
    open_puzzle(player, "Sawdust")
    values = page.get_by_role("group", name="The value of splinter.both-out").get_by_role("button")
    right = last_hint(player).partition("=")[2].partition(",")[0]
    wrong = next(value for value in values.all_inner_texts()[1:] if value != right)
    for value in (wrong, right):
        values.get_by_text(value, exact=True).click()
        player.settle()
        assert page.locator("#told").inner_text().startswith(f"{value}{'!' if value == right else '?'}")
    play_the_solution(player)
    assert page.locator("#told").inner_text().startswith("Solved.")
    assert "1 try that failed" in page.locator("#judged").inner_text()
    page.get_by_role("button", name="All puzzles").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    [entry] = read_solved(download.value.path()).entries
    assert (entry.title, entry.solved, entry.tries) == ("Sawdust", True, 1)


def test_a_puzzle_is_solved_by_keyboard_alone(player: Player) -> None:
    page = player.page
    player.panel("Puzzles")
    page.get_by_role("button", name="Solve: Bark and bite").press("Enter")
    page.locator("#hint").wait_for()
    player.settle()
    assert page.evaluate("document.activeElement.dataset.at") is not None
    page.locator("#hint").press("Enter")
    for number in (2, 3):
        page.locator(f"#hint:focus:text('Hint {number} of 3')").press("Enter")
    page.locator("#judged li").nth(2).wait_for()
    player.settle()
    assert page.evaluate("document.activeElement.dataset.at") is not None
    page.get_by_role("tab", name="Puzzles").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.get_by_label("Turn as text").fill(
        page.locator("#judged li").last.inner_text().removeprefix("It is ").rstrip(".")
    )
    page.keyboard.press("Enter")
    page.locator("#told", has_text="Solved.").wait_for()


def test_turns_after_the_end_of_a_try_are_not_judged_and_undo_leads_back(player: Player) -> None:
    page = player.page
    open_puzzle(player, "The short end")
    play_the_solution(player)
    told = page.locator("#told").inner_text()
    assert told.startswith("Solved.")
    before = page.locator("#status").inner_text()
    while page.locator("#status").inner_text() == before:
        page.locator("#board .can").first.click()
        player.settle()
    assert page.locator("#told").inner_text() == told
    page.locator("#undo").click()
    player.settle()
    assert page.locator("#told").count() == 0
    assert page.get_by_role("button", name="Hint 1 of 3").is_visible()


def test_whoever_is_shown_the_solution_has_given_up(player: Player) -> None:
    page = player.page
    open_puzzle(player, "Bark and bite")
    page.get_by_role("button", name="Show the solution").click()
    page.locator("#solution .notation").first.wait_for()
    key = page.locator("#solution .notation").first.inner_text().removeprefix("1.").partition("!")[0]
    play_text(player, key)
    assert "after the solution was shown" in page.locator("#judged").inner_text()
    page.get_by_role("button", name="All puzzles").click()
    assert page.locator(".card").filter(has_text="Bark and bite").get_by_text("solved").count() == 0


def test_puzzles_are_listed_by_what_they_ask_for(player: Player) -> None:
    page = player.page
    player.panel("Puzzles")
    page.wait_for_selector(".card")
    whole = page.locator(".card").count()
    tasks = page.locator("#panel").get_by_role("combobox", name="Task")
    counts = []
    for value in tasks.locator("option").all_inner_texts()[1:]:
        tasks.select_option(value)
        counts.append(page.locator(".card").count())
    assert len(counts) == 7
    assert min(counts) > 0
    assert sum(counts) == whole


def test_a_puzzle_outlasts_a_reload_and_a_wrong_try_tells_what_it_did(player: Player) -> None:
    page = player.page
    open_puzzle(player, "A hole in the sock", game="scrunch")
    assert page.locator("#new-game select").input_value() == "scrunch"
    try_wrongly(player)
    told, turns = page.locator("#told").inner_text(), page.locator("#panel h2").all_inner_texts()
    assert any(text.startswith("What ") and text.endswith(" did") for text in turns)
    page.reload()
    page.locator("#told").wait_for()
    player.settle()
    assert page.locator("#told").inner_text() == told
    assert page.locator("#panel h2").all_inner_texts() == turns
    assert page.locator("#new-game select").input_value() == "scrunch"
    page.locator("#new-game select").select_option("crumble")
    player.settle()
    page.reload()
    player.settle()
    assert page.get_by_role("tab", name="Play", exact=True).get_attribute("aria-selected") == "true"


def test_every_rule_is_listed_and_a_rule_leads_back(player: Player) -> None:
    page = player.page
    player.begin("scrunch", "3")
    player.panel("Rules")
    page.locator("#panel summary", has_text="Growth and movement").click()
    page.locator("#panel").get_by_role("button", name="scrunch.growth.step", exact=True).click()
    page.wait_for_selector("#panel h3")
    player.button("All rules").click()
    page.locator("#panel summary", has_text="Growth and movement").wait_for()
    page.get_by_role("searchbox").fill("may I pass")
    page.get_by_role("searchbox").press("Enter")
    page.locator("#panel li button").first.click()
    player.button("Back to what was found").click()
    page.locator("#panel").get_by_role("button", name="scrunch.turn.no-pass").wait_for()


def test_a_newcomer_is_led_to_the_lesson_once(player: Player) -> None:
    page = player.page
    player.button("Learn the game in three minutes").click()
    page.wait_for_selector("#panel figure svg")
    page.reload()
    player.settle()
    assert page.locator("#welcome").inner_text() == ""


def test_on_a_phone_the_board_leads_back_to_the_text(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    player = Player(context.new_page(), address)
    player.open()
    player.begin("splinter", "10x9")
    player.panel("Learn")
    example = player.page.locator("#panel .example button").nth(1)
    example.click()
    player.button("Back to the text").click()
    assert example.evaluate("button => document.activeElement === button")
    assert player.page.get_by_role("button", name="Back to the text").count() == 0
    player.panel("Play")
    assert player.page.locator("#panel h2", has_text="did").count() == 1
    assert player.complaints == []
    context.close()
