"""The explorer in a browser: motion, dragging and drawing, keys, and what a page keeps of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import PHONE, Player, opened, reached
from browser.test_explorer_playing import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WATCH = """() => {
  window.staged = 0;
  new MutationObserver((found) => {
    const added = found.flatMap(({ addedNodes }) => [...addedNodes]);
    window.staged += added.filter((node) => node.matches?.(".stage")).length;
  }).observe(document.getElementById("board"), { childList: true });
}"""
HOLD = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const made = animate.apply(this, given);
    made.pause();
    return made;
  };
}"""
"""Holds motion at its beginning, so that it does not end by itself."""
STAGED = "() => window.staged"
IS_STILL = "() => !document.querySelector('#board .stage')"


def typed(player: Player, *texts: str) -> None:
    """Plays turns as text."""
    for text in texts:
        player.type_turn(text)
        player.position = player.game.play(player.position, player.game.parse_turn(player.position, text))
    player.check()


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES)
def test_every_turn_of_a_game_is_shown_and_the_board_stands_below_it_at_once(player: Player, game: str) -> None:
    beginning, turns, _ = GAMES[game]
    player.begin(game, beginning)
    player.page.evaluate(WATCH)
    typed(player, *turns)
    player.page.wait_for_function(IS_STILL)
    assert player.page.evaluate(STAGED) == len(turns)
    player.check()
    # A chain that wins is outlined.
    assert (player.page.locator("#board .winning").count() > 3) == (game == "crumble")


def test_a_click_ends_what_moves_and_counts(player: Player) -> None:
    player.begin("splinter", "6x5")
    player.page.evaluate(HOLD)
    typed(player, "a1SE")
    stage = player.page.locator("#board .stage")
    assert stage.count() == 1
    player.click("b1")
    assert stage.count() == 0
    assert player.place("b1").get_attribute("data-mark") == "marked"


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_is_gone_back_from_is_shown_backwards(player: Player, game: str) -> None:
    beginning, turns, _ = GAMES[game]
    player.begin(game, beginning)
    before = player.position
    typed(player, turns[0])
    player.page.wait_for_function(IS_STILL)
    player.page.evaluate(HOLD)
    player.press("One turn back")
    moving = player.page.evaluate("document.getAnimations().map(each => each.effect.getTiming().direction)")
    assert "reverse" in moving
    player.position = before
    player.check()


@pytest.mark.ci
def test_nothing_moves_for_those_who_want_it_so_and_what_is_lost_is_announced(browser: Browser, address: str) -> None:
    with opened(browser, address, reduced_motion="reduce") as player:
        player.begin("splinter", "6x5")
        player.page.evaluate(WATCH)
        typed(player, "a1SE")
        player.page.locator("#announcements", has_text="Blue loses a circle.").wait_for(state="attached")
        assert player.page.evaluate(STAGED) == 0


def touched(player: Player, *points: tuple[float, float]) -> None:
    """Puts a finger down, moves it over the board and lifts it."""
    session = player.page.context.new_cdp_session(player.page)
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * (len(points) - 1)], points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.settle()


def test_a_finger_drags_a_piece_and_not_the_page_and_draws_while_the_pencil_is_held(
    browser: Browser, address: str
) -> None:
    with opened(browser, address, viewport=PHONE, has_touch=True, is_mobile=True) as player:
        player.begin("splinter", "10x9")
        (x, y), (to_x, to_y) = player.middle("c3"), player.middle("b2")
        before = player.page.evaluate("window.scrollY")
        way = [(x + (to_x - x) * share / 6, y + (to_y - y) * share / 6) for share in range(7)]
        touched(player, *way)
        assert player.turns() == ["c3SW"]
        assert player.page.evaluate("window.scrollY") == before
        player.button("Draw rings and arrows").tap()
        touched(player, player.middle("c3"))
        touched(player, player.middle("c3"), player.middle("d4"), player.middle("e5"))
        assert player.page.locator("#board .drawn > circle.drawn, #board .drawn > rect.drawn").count() == 1
        assert player.page.locator("#board g.drawn > g.drawn").count() == 1
        assert player.turns() == ["c3SW"]


@pytest.mark.ci
def test_a_dragged_piece_follows_the_pointer(player: Player) -> None:
    player.begin("splinter", "10x9")
    mouse, (x, y) = player.page.mouse, player.middle("c3")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 40, y + 30, steps=3)
    box = player.page.locator("#board .carried").bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - (x - 40)) < 3
    assert abs(box["y"] + box["height"] / 2 - (y + 30)) < 3
    mouse.move(*player.middle("b2"), steps=3)
    mouse.up()
    player.settle()
    assert player.page.locator("#board .carried").count() == 0
    assert player.turns() == ["c3SW"]


@pytest.mark.ci
def test_keys_lead_through_the_game_and_turn_the_board(player: Player) -> None:
    player.begin("scrunch", "3")
    typed(player, "c3", "a1", "e3")
    page = player.page
    page.evaluate("document.activeElement.blur()")
    for key, turns in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("Home", 0), ("End", 3)):
        player.key(key)
        player.position = reached(player.game, "3", *["c3", "a1", "e3"][:turns])
        player.check()
    before = player.middle("a1")
    page.keyboard.press("f")
    assert player.middle("a1")[1] < before[1]
    player.click("e1")
    assert player.turns() == ["c3", "a1", "e3", "e1"]
    player.page.keyboard.press("f")
    assert player.middle("a1")[1] == pytest.approx(before[1], abs=1)


def drawn(player: Player, one: str, other: str) -> None:
    """Draws with the right button."""
    mouse = player.page.mouse
    mouse.move(*player.middle(one))
    mouse.down(button="right")
    mouse.move(*player.middle(other), steps=3)
    mouse.up(button="right")
    player.settle()


def shared_code(player: Player, before: str) -> str:
    """The code in the address, once it has changed."""
    player.page.wait_for_function("before => location.hash.slice(1) !== before", arg=before)
    return player.code


@pytest.mark.ci
def test_an_address_carries_what_is_drawn_variations_and_comments(player: Player, browser: Browser) -> None:
    player.begin("scrunch", "3")
    typed(player, "c3", "a1")
    player.press("One turn back")
    player.position = reached(player.game, "3", "c3")
    before = player.code
    typed(player, "e3")
    before = shared_code(player, before)
    drawn(player, "c3", "e3")
    before = shared_code(player, before)
    drawn(player, "a1", "a1")
    code = shared_code(player, before)
    with opened(browser, player.address, f"#{code}") as other:
        assert other.turns() == ["c3", "a1", "e3"]
        assert other.page.locator(".turn[aria-current]").inner_text() == "e3"
        assert other.page.locator("#board g.drawn > g.drawn").count() == 1
        assert other.page.locator("#board .drawn > polygon.drawn").count() == 1
        drawn(other, "a1", "a1")
        assert other.page.locator("#board .drawn > polygon.drawn").count() == 0


@pytest.mark.ci
def test_a_turn_that_is_half_built_outlasts_a_reload(player: Player) -> None:
    player.begin("crumble", "3x3")
    before = player.code
    player.play("1,1V")
    shared_code(player, before)
    player.click("1,0")
    player.page.wait_for_function("() => JSON.parse(sessionStorage.getItem('shatterproof.session')).parts.length === 1")
    player.page.reload()
    player.page.wait_for_selector("#board [data-mark=marked]")
    player.settle()
    assert player.place("1,0").get_attribute("data-mark") == "marked"
    assert player.turns() == ["1,1V"]


@pytest.mark.ci
def test_what_players_agree_on_ends_the_game_and_stands_in_the_record(player: Player) -> None:
    for button, answer, said, result in (
        ("Draw", "Drawn by agreement", "The game is drawn by agreement.", "1/2-1/2"),
        ("Resign", "Dark resigns", "Light wins: Dark resigns.", "0-1"),
    ):
        player.begin("scrunch", "3")
        typed(player, "c3", "a1")
        player.button(button).click()
        player.button(answer).click()
        player.settle()
        assert said in player.status()
        assert player.page.locator("#ended").is_visible()
        player.page.locator("#share").click()
        player.button("Show Record").click()
        text = player.page.get_by_label("As text", exact=True)
        text.wait_for()
        assert text.inner_text().rstrip().endswith(result)
        player.close_dialog()
        player.play("e3")
        assert said not in player.status()


@pytest.mark.ci
def test_sounds_are_silent_until_they_are_asked_for(player: Player) -> None:
    made = "() => { window.tones = 0; const make = AudioContext.prototype.createOscillator;"
    made += " AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this); }; }"
    player.page.evaluate(made)
    player.begin("scrunch", "3")
    typed(player, "c3")
    assert player.page.evaluate("() => window.tones") == 0
    player.page.locator("#settings").click()
    player.page.get_by_label("Sounds").check()
    player.close_dialog()
    typed(player, "a1")
    player.page.wait_for_function("() => window.tones > 0")
