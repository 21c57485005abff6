"""What a step on the board takes in the browser: from the click to the picture of the next frame.

`PYTHONPATH=tests python tests/benchmarks/explorer_page.py [--plies N] [--seed N]` plays a game on each standard board
by clicks at random among what the board offers, in the system's Chromium, and prints a table in milliseconds, server
included. How long that takes depends on what else the machine does; `explorer.py` has what the server costs alone.
Nothing fails here.
"""

from __future__ import annotations

import argparse
import shutil
from random import Random
from statistics import median, quantiles

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from browser.explorer_page import DESKTOP, Player, served
from browser.test_report_in_browser import BROWSERS

BOARDS = {"crumble": "6x6", "scrunch": "7", "splinter": "10x9"}
OFFERS = "#board .can, #board .line .reach, #end-turn"
TIMED = """element => new Promise(done => {
  const box = element.getBoundingClientRect(), table = document.getElementById("table"), begun = performance.now();
  const seen = () => table.getAttribute("aria-busy") === "false"
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun), 0)) : setTimeout(seen, 1);
  element.dispatchEvent(new MouseEvent("click", {
    bubbles: true, detail: 1, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}));
  setTimeout(seen, 0);
})"""


def play(player: Player, game: str, plies: int, chance: Random) -> list[float]:
    """How long each click of a game took, in milliseconds."""
    player.begin(game, BOARDS[game])
    taken = list[float]()
    while len(player.turns()) < plies:
        menu = player.page.locator("#menu button >> visible=true").all()
        offers = menu[:-1] or player.page.locator(OFFERS).all()
        if not offers:
            break
        end = player.page.locator("#end-turn")
        ends = end.count() > 0 and chance.random() < 0.5
        taken.append((end if ends else chance.choice(offers)).evaluate(TIMED))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table = Table("board", "clicks", "median", "95 %")
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game, board in BOARDS.items():
            player = Player(browser.new_context(viewport=DESKTOP).new_page(), address)
            player.open()
            taken = play(player, game, options.plies, Random(options.seed))
            late = quantiles(taken, n=20)[-1]
            table.add_row(f"{game.capitalize()} {board}", str(len(taken)), f"{median(taken):.0f}", f"{late:.0f}")
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
