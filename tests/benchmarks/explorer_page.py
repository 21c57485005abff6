"""What the board takes in the browser: from the address to the first board, and from a click to the next picture.

`PYTHONPATH=tests python tests/benchmarks/explorer_page.py [--after N] [--plies N] [--clicks N] [--seed N]` opens
random games of N plies on each standard board (40), plays on by clicks at random among what the board offers (8 plies
each, until there are 40 clicks), in the system's Chromium, and prints a table in milliseconds. By the clock, server
included: from the address of such a game to its board, and from a click to the picture of the next frame, what moves
left out. Then the processor time that server and browser take for a click. The clock depends on what else the machine
does. Nothing fails here.
"""

from __future__ import annotations

import argparse
import os
import shutil
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from browser.explorer_page import DESKTOP, Player, served
from browser.system_browser import BROWSERS
from shatterproof.game import find_game
from shatterproof.record import format_record

BOARDS = {"crumble": "6x6", "scrunch": "7", "splinter": "10x9"}
CHOSEN_FROM = 200
"""A random game chooses each turn among this many first ones."""
DEEPEST = 6
"""How many processes deep the browser's children are counted."""
PAGES = 5
"""How often the page is opened."""
NOTE_FIRST_BOARD = """new MutationObserver((_, observer) => {
  if (!document.querySelector("#board [data-at]")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstBoard = performance.now(); }, 0));
}).observe(document, { childList: true, subtree: true });"""
OFFERS = "#board .can, #board .line .reach, #end-turn:enabled"
TIMED = """element => new Promise(done => {
  const box = element.getBoundingClientRect(), table = document.getElementById("table"), begun = performance.now();
  const seen = () => table.getAttribute("aria-busy") === "false"
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun), 0)) : setTimeout(seen, 1);
  element.dispatchEvent(new MouseEvent("click", {
    bubbles: true, detail: 1, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}));
  setTimeout(seen, 0);
})"""


def begin(player: Player, name: str, plies: int, chance: Random) -> None:
    """A random game of this many plies, none of which ends it."""
    game = find_game(name)
    start = position = game.start(BOARDS[name])
    turns = list[Any]()
    while len(turns) < plies:
        turn = chance.choice(list(islice(game.turns(position), CHOSEN_FROM)))
        after = game.play(position, turn)
        if game.outcome(after) is None:
            turns.append(turn)
            position = after
    player.load(format_record(start, turns))


def play(player: Player, plies: int, chance: Random) -> list[float]:
    """The milliseconds of each click over this many plies."""
    taken, last = list[float](), len(player.turns()) + plies
    while len(player.turns()) < last:
        menu = player.page.locator("#menu button >> visible=true").all()
        offers = menu[:-1] or player.page.locator(OFFERS).all()
        if not offers:
            break
        end = player.page.locator("#end-turn:enabled")
        ends = end.count() > 0 and chance.random() < 0.5
        taken.append((end if ends else chance.choice(offers)).evaluate(TIMED))
    return taken


def first_board(player: Player) -> float:
    """The median milliseconds from an address to the first board of the game on it."""
    player.page.wait_for_function("() => location.hash.length > 1")
    address, taken = player.page.url, list[float]()
    for _ in range(PAGES):
        page = player.page.context.new_page()
        page.add_init_script(NOTE_FIRST_BOARD)
        page.goto(address)
        page.wait_for_function("() => window.firstBoard")
        taken.append(page.evaluate("window.firstBoard"))
        page.close()
    return median(taken)


def processor_time() -> float:
    """The processor time of server and browser together, in milliseconds, as Linux counts it."""
    stats = dict[int, tuple[int, int]]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            stats[int(file.parent.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    ours = {os.getpid()}
    for _ in range(DEEPEST):
        ours |= {process for process, (parent, _) in stats.items() if parent in ours}
    ticks = sum(stats[process][1] for process in ours - {os.getpid()})
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--after", type=int, default=40)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table = Table("board", "first board", "clicks", "median", "95 %", "processor")
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game, board in BOARDS.items():
            player = Player(browser.new_context(viewport=DESKTOP).new_page(), address)
            player.open()
            chance = Random(options.seed)
            begin(player, game, options.after, chance)
            opened, taken, spent = first_board(player), list[float](), 0.0
            while len(taken) < options.clicks:
                begin(player, game, options.after, chance)
                before = processor_time()
                taken += play(player, options.plies, chance)
                spent += processor_time() - before
            each, late = spent / len(taken), quantiles(taken, n=20)[-1]
            shown = opened, len(taken), median(taken), late, each
            table.add_row(f"{game.capitalize()} {board}", *(f"{number:.0f}" for number in shown))
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
