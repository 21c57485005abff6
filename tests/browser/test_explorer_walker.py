"""The explorer in a browser: somebody clicks anywhere for a while."""

from __future__ import annotations

import random
from typing import Any

import pytest

from browser.explorer_page import Player
from sampling import only_in_ci
from shatterproof.game import find_game

BOARDS = {"crumble": "4x4", "scrunch": "3", "splinter": "6x5"}
LIKELY = (
    "#board .can", "#board .can", "#board .can", "#board .line .reach", "#end-turn:enabled", "#end-turn:enabled",
    "#menu button", "#bar button:enabled", "#board [data-at]", "#refusal button", "div.line .turn",
    "[aria-label='One turn back']",
)  # fmt: skip
MOST_LOOKS = 200
"""The most attempts to find something to click on. Mostly the first succeeds."""
CLICK = """element => element.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1, ...(box =>
  ({clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}))(element.getBoundingClientRect())}))"""
KEPT = "() => JSON.parse(sessionStorage.getItem('shatterproof.session')).lines"
IS_KEPT = """() => {
  const { turns, variations, at } = JSON.parse(sessionStorage.getItem("shatterproof.session")).lines;
  const shown = [...document.querySelectorAll("div.line [data-node]:not([data-node='0'])")];
  const current = document.querySelector("div.line [aria-current]")?.textContent ?? "Start";
  const text = ["Start", ...turns, ...variations.map(([, turn]) => turn)][at];
  return shown.length === turns.length + variations.length && current.split(" ")[0] === text.split(" ")[0];
}"""
"""Whether the page has saved all turns that it shows. It saves them a little later."""


def kept_position(player: Player, kept: dict[str, Any]) -> Any:
    """The reference's position after the saved turns."""
    nodes = [*enumerate(kept["turns"]), *kept["variations"]]
    turns, at = [], kept["at"]
    while at:
        at, text = nodes[at - 1]
        turns.append(text)
    position = player.game.from_json(kept["root"]["position"])
    for text in reversed(turns):
        position = player.game.play(position, player.game.parse_turn(position, text))
    return position


LONG_WALKS = [pytest.param(game, 1000, marks=pytest.mark.long) for game in BOARDS]


@pytest.mark.parametrize(("game", "clicks"), [("splinter", 20), only_in_ci(("scrunch", 20)), *LONG_WALKS])
def test_nothing_goes_wrong_wherever_somebody_clicks(player: Player, game: str, clicks: int) -> None:
    chance = random.Random(game)
    player.begin(game, BOARDS[game])
    for _ in range(clicks):
        looks = (player.page.locator(f"{chance.choice(LIKELY)} >> visible=true").all() for _ in range(MOST_LOOKS))
        chance.choice(next(filter(None, looks))).evaluate(CLICK)
        player.settle()
        if player.page.locator("body[data-place=play]").count() == 0:
            player.panel("Play")
        if player.page.get_by_role("button", name="Start the turn over").is_disabled():
            player.page.wait_for_function(IS_KEPT)
            player.game = find_game(game)
            player.position = kept_position(player, player.page.evaluate(KEPT))
            player.check()
