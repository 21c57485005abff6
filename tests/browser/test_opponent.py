"""The program in a browser: whole games against it, its reasons, hints, and how its thinking is stopped."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import shatterproof
from browser.explorer_page import Player, reached
from shatterproof.game import find_game

if TYPE_CHECKING:
    from playwright.sync_api import Route

BOARDS = {"crumble": "3x3", "scrunch": "3", "splinter": "6x5"}


def begin(player: Player, game: str, strength: str) -> None:
    """Begins a game against the program, as the side that moves first."""
    player.new_game(game, BOARDS[game], f"The program, {strength}")


def listed(player: Player, game: str) -> Any:
    """The position after the turns that the page lists."""
    return reached(find_game(game), BOARDS[game], *player.turns())


def wait_for_turn(player: Player, position: Any) -> None:
    """Waits until the program has answered, in a position that is not decided."""
    if shatterproof.outcome(position) is None:
        player.page.locator("div.line .turn").nth(len(player.turns()) + 1).wait_for()
        player.settle()


@pytest.mark.ci
@pytest.mark.parametrize("game", BOARDS)
def test_a_game_against_the_program_is_played_to_its_end(player: Player, game: str) -> None:
    begin(player, game, "Beginner")
    assert "Beginner · you play" in player.page.locator(".opponent").inner_text()
    chance = Random(5)
    while shatterproof.outcome(position := listed(player, game)) is None:
        text = shatterproof.format_turn(position, chance.choice(list(shatterproof.turns(position))))
        player.type_turn(text)
        wait_for_turn(player, listed(player, game))
    ended = shatterproof.outcome(position)
    assert ended
    assert ended.winner
    won = ended.winner == find_game(game).SIDES[0]
    assert player.status().startswith("You win: " if won else "You lose: ")
    player.page.get_by_text("Why that turn?").click()
    assert player.page.locator(".opponent details p").inner_text().endswith(".")


def test_a_hint_is_a_legal_turn_with_a_reason_and_begins_with_its_first_act(player: Player) -> None:
    begin(player, "crumble", "Beginner")
    player.page.locator("#ask-hint").click()
    hint = player.page.locator("#hinted")
    hint.wait_for()
    turn = hint.locator(".notation").inner_text()
    assert re.search("halves|joined", hint.inner_text())
    assert "Swap" not in hint.inner_text()
    assert player.page.locator("#board .hints .hint").count() > 0
    assert shatterproof.parse_turn(listed(player, "crumble"), turn)
    assert hint.locator("p").first.inner_text().endswith("ahead.")
    player.type_turn(turn)
    assert not player.page.locator("#hinted").count()


def test_a_hint_that_fails_says_why(player: Player) -> None:
    begin(player, "scrunch", "Beginner")
    failed = {"error": {"code": "internal", "text": "it took too long", "at": ""}}
    player.page.route("**/work", lambda route: route.fulfill(json=failed))
    player.page.locator("#ask-hint").click()
    player.page.locator("#connection", has_text="There is no hint here: it took too long.").wait_for()


def test_the_program_is_asked_again_while_others_keep_it_busy(player: Player) -> None:
    begin(player, "scrunch", "Beginner")
    answers = iter([429])

    def busy(route: Route) -> None:
        if status := next(answers, None):
            route.fulfill(status=status, json={"error": {"code": "refused", "text": "busy", "at": ""}})
        else:
            route.continue_()

    player.page.route("**/work", busy)
    player.type_turn("c3")
    wait_for_turn(player, listed(player, "scrunch"))
    assert "Beginner · you play" in player.page.locator(".opponent").inner_text()
    player.complaints.clear()


def test_a_newcomer_plays_against_beginner_and_reads_the_aim(player: Player) -> None:
    player.press("Play Crumble")
    card = player.page.locator(".opponent").inner_text()
    assert "Beginner · you play Black" in card
    assert "Aim: Link all four sides" in card


def test_the_board_waits_for_the_program_and_taking_back_stops_it_at_once(player: Player) -> None:
    begin(player, "splinter", "Strong")
    turn = next(iter(shatterproof.turns(listed(player, "splinter"))))
    player.type_turn(shatterproof.format_turn(listed(player, "splinter"), turn))
    player.page.locator(".opponent", has_text="thinks …").wait_for()
    assert "The program thinks" in player.status()
    assert not player.page.locator("#board .can").count()
    player.page.locator("#undo").click()
    player.settle()
    player.page.locator(".opponent", has_text="you play").wait_for()
    assert player.page.get_by_role("button", name="To the start").is_disabled()
