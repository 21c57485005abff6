"""The explorer in a browser: solving puzzles of every kind, hints, the record of solved ones."""

from __future__ import annotations

import re

import pytest

from browser.explorer_page import STANDING, Player
from sampling import some
from shatterproof_properties.puzzles.solve.solved_record import read_solved

pytestmark = pytest.mark.ci


def open_puzzle(player: Player, *words: str, game: str | None = None) -> None:
    """Opens the first puzzle of the list whose card contains these words."""
    page = player.page
    player.panel("Puzzles")
    if game is not None:
        page.locator("#panel").get_by_role("combobox", name="Game").select_option(game)
    cards = page.locator(".cards .card")
    for each in words:
        cards = cards.filter(has_text=each)
    cards.first.get_by_role("button", name="Solve").click()
    page.wait_for_selector("#judged button")
    player.settle()


def last_hint(player: Player) -> str:
    """The turn in the last hint, after all other hints."""
    page = player.page
    while page.get_by_role("button", name=re.compile("^Hint .")).is_enabled():
        player.press(re.compile("^Hint ."))
    said = page.locator("#judged ol li").last.inner_text()
    return said.removeprefix("It is ").removeprefix("One is ").removesuffix(".")


def play_the_solution(player: Player) -> None:
    """Plays the turn in the last hint."""
    player.type_turn(last_hint(player))


def try_wrongly(player: Player) -> None:
    """Takes the first choice each time, until the puzzle comments on it."""
    page = player.page
    if page.locator("#choices[open]").count() == 0:
        page.get_by_text("What can come next").click()
    while page.locator("#judgement.notice").count() == 0:
        page.locator("#choices button:not(.refused)").first.click()
        player.settle()


def test_a_solved_puzzle_says_why_leads_to_the_next_and_stays_solved(player: Player) -> None:
    page = player.page
    open_puzzle(player, "the only turn that wins at once")
    title = page.locator("#panel h2").inner_text()
    said = last_hint(player)
    assert page.locator("#judged ol li").count() == 3
    player.type_turn(said)
    assert page.locator("#judgement").inner_text().startswith("Solved.")
    assert "wins: " in page.locator("#judgement").inner_text()
    assert page.get_by_role("button", name="Show the solution").count() == 0
    page.get_by_role("button", name="Next puzzle").click()
    page.locator("#panel h2", has_not_text=title).wait_for()
    player.settle()
    assert page.locator("#judgement.good strong").count() == 0
    player.reload()
    page.get_by_role("button", name="All puzzles").click()
    assert page.locator(".cards .card").filter(has_text=title).get_by_text("solved").is_visible()


def test_a_series_is_played_with_passes_between_and_shared_from_the_last(player: Player) -> None:
    page = player.page
    open_puzzle(player, "2 turns in a row", game="splinter")
    address = page.url
    play_the_solution(player)
    assert page.locator("#judgement").inner_text().startswith("Right. ")
    player.panel("Share")
    page.get_by_role("button", name="Show Record").click()
    page.locator("#dialog pre", has_text="[Game").wait_for()
    page.locator("#dialog", has_text="The address leaves out turns before a pass. A record leaves out").wait_for()
    shared = page.get_by_label("Address").input_value()
    assert shared != address
    player.close_dialog()
    player.reload()
    page.locator("#judgement", has_text="passes").wait_for()
    play_the_solution(player)
    assert page.locator("#judgement").inner_text().startswith("Solved.")
    assert player.turns()[1] == "passes"
    before = page.evaluate(STANDING)
    page.get_by_role("button", name="All puzzles").click()
    player.reload()
    assert page.evaluate(STANDING) == before


@pytest.mark.parametrize("game", some(("scrunch", "crumble", "splinter"), one_in=3))
def test_answers_are_played_on_the_board_and_counted(player: Player, game: str) -> None:
    page = player.page
    open_puzzle(player, "answer everything", game=game)
    solver = page.locator("#panel p", has_text="You are").inner_text()
    assert f"{solver.removeprefix('You are ').removesuffix('.')} to move" in page.locator("#status").inner_text()
    play_the_solution(player)
    assert "1 more." in page.locator("#judgement").inner_text()
    assert page.locator("#judged p", has_text="Found 1 of 2").count() == 1
    player.reload()
    page.locator("#judged p", has_text="Found 1 of 2").wait_for()
    play_the_solution(player)
    assert page.locator("#judgement").inner_text().startswith("Solved.")


def test_an_answer_can_follow_a_turn_of_the_side_that_is_lost(player: Player) -> None:
    page = player.page
    open_puzzle(player, "answer everything", game="scrunch")
    before = page.locator("#status").inner_text()
    player.press(re.compile("^Let .* move first$"))
    assert page.locator("#status").inner_text() != before
    try_wrongly(player)
    assert page.locator("#judgement").inner_text()
    player.press("Try something else")
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
        assert page.locator("#judgement").inner_text().startswith(f"{value}{'!' if value == right else '?'}")
    play_the_solution(player)
    assert page.locator("#judgement").inner_text().startswith("Solved.")
    assert "Solved after 1 failed try" in page.locator("#judged").inner_text()
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
    page.get_by_label("Turn as text").fill(
        page.locator("#judged li").last.inner_text().removeprefix("It is ").rstrip(".")
    )
    page.keyboard.press("Enter")
    page.locator("#judgement", has_text="Solved.").wait_for()


def test_turns_after_the_end_of_a_try_are_not_judged_and_undo_leads_back(player: Player) -> None:
    page = player.page
    open_puzzle(player, "The short end")
    play_the_solution(player)
    said = page.locator("#judgement").inner_text()
    assert said.startswith("Solved.")
    before = page.locator("#status b").inner_text()
    while page.locator("#status b").inner_text() == before:
        page.locator("#board .can").first.click()
        player.settle()
    assert page.locator("#judgement").inner_text() == said
    page.locator("#undo").click()
    player.settle()
    assert page.locator("#judgement").count() == 0
    assert page.get_by_role("button", name="Hint 1 of 3").is_visible()


def test_whoever_is_shown_the_solution_has_given_up(player: Player) -> None:
    page = player.page
    open_puzzle(player, "Bark and bite")
    page.get_by_role("button", name="Show the solution").click()
    page.locator("#solution .notation").first.wait_for()
    key = page.locator("#solution .notation").first.inner_text().removeprefix("1.").partition("!")[0]
    player.type_turn(key)
    assert "after the solution was shown" in page.locator("#judged").inner_text()
    page.get_by_role("button", name="All puzzles").click()
    assert page.locator(".cards .card").filter(has_text="Bark and bite").get_by_text("solved").count() == 0


def test_puzzles_are_listed_by_what_they_ask_for(player: Player) -> None:
    page = player.page
    player.panel("Puzzles")
    page.wait_for_selector(".cards .card")
    whole = page.locator(".cards .card").count()
    tasks = page.locator("#panel").get_by_role("combobox", name="Task")
    counts = []
    for value in tasks.locator("option").all_inner_texts()[1:]:
        tasks.select_option(value)
        counts.append(page.locator(".cards .card").count())
    assert len(counts) == 7
    assert min(counts) > 0
    assert sum(counts) == whole


def test_a_puzzle_outlasts_a_reload_and_a_wrong_try_tells_what_it_did(player: Player) -> None:
    page = player.page
    open_puzzle(player, "A hole in the sock", game="scrunch")
    assert page.locator("#on-board").inner_text().startswith("Scrunch")
    try_wrongly(player)
    said, turns = page.locator("#judgement").inner_text(), page.locator("#panel summary").all_inner_texts()
    assert any(text.startswith("What did ") for text in turns)
    page.reload()
    page.locator("#judgement").wait_for()
    player.settle()
    assert page.locator("#judgement").inner_text() == said
    assert page.locator("#panel summary").all_inner_texts() == turns
    assert page.locator("#on-board").inner_text().startswith("Scrunch")
    player.press("Try something else")
    assert page.locator("#judgement").count() == 0
    player.new_game("crumble", "6x6")
    player.reload()
    assert page.locator("body").get_attribute("data-place") == "play"
