"""The explorer in a browser, for tests: its server, its page, and turns played by clicks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import shatterproof
from shatterproof import splinter
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import after_work
from shatterproof.game import AnyGame, find_game, game_of
from shatterproof.scrunch import cells

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, ViewportSize

SITE = os.environ.get("SHATTERPROOF_SITE", "")
"""The folder of a built site. If it is set, the explorer of this site is tried, without a server."""
PATIENCE = 180_000 if SITE else 60_000
"""The most milliseconds to wait. The site has to start Python first, and a busy machine takes many times as long."""
DESKTOP: ViewportSize = {"width": 1200, "height": 900}
PHONE: ViewportSize = {"width": 375, "height": 800}

PLACES = ("Play", "Learn", "Puzzles", "Rules")
VIEWS = (*PLACES, "Think", "Set up", "Readings", "Compose", "Share")

LINE_END = """(line, share) => {
  const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(name => Number(line.getAttribute(name)));
  const at = new DOMPoint(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share).matrixTransform(line.getScreenCTM());
  return [at.x, at.y];
}"""
STANDING = """() => [...document.querySelectorAll("#board [data-at]")].map(place =>
  [place.dataset.at, place.dataset.fill ?? "", place.dataset.shape ?? ""])"""


@contextmanager
def served(*arguments: str | Path) -> Iterator[str]:
    """The address at which `shatterproof explore` answers while the context lasts."""
    command = [sys.executable, "-m", "shatterproof_properties", "explore", "--no-open", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), address
            yield address
        finally:
            process.terminate()


@contextmanager
def published(site: Path) -> Iterator[str]:
    """The address of the explorer in a built site, on a server that only serves files."""
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/explorer/"
        finally:
            server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without printing anything."""

    def log_message(self, *_: object) -> None:
        pass


@dataclass
class Player:
    """Plays in a page, and keeps all that the page asks elsewhere or complains about."""

    page: Page
    address: str
    game: AnyGame = field(init=False)
    position: Any = None
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, fragment: str = "") -> None:
        self.page.goto(self.address + fragment)
        self.settle()

    def reload(self) -> None:
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Waits until the page has done all that was asked of it."""
        self.page.wait_for_selector('#table[aria-busy="false"]', state="attached")

    def begin(self, game: str, board: str) -> None:
        """A new game on a board, or from a diagram."""
        if "\n" in board:
            self.load_diagram(board)
        else:
            self.new_game(game, board)
            self.game = find_game(game)
            self.position = self.game.start(board)
            self.check()

    def new_game(self, game: str, board: str, against: str = "") -> None:
        """Begins a game in the dialog. `against` is the label of an opponent, "" for the one chosen already."""
        self.close_dialog()
        self.page.locator("#new-game").click()
        dialog = self.page.locator("#dialog")
        dialog.get_by_role("radio", name=game.capitalize()).check()
        dialog.get_by_label("Board", exact=True).fill(board)
        if against:
            dialog.get_by_role("radio", name=against).check()
        dialog.get_by_role("button", name="Start").click()
        self.settle()

    def close_dialog(self) -> None:
        if self.page.locator("#dialog[open]").count():
            self.page.keyboard.press("Escape")

    def load(self, text: str) -> None:
        """Opens a position or a game as text, typed into the panel for texts."""
        self.panel("Set up")
        self.page.get_by_label("A diagram, JSON, a record, a puzzle or an address").fill(text)
        self.button("Open").click()
        self.settle()

    def load_diagram(self, text: str) -> None:
        self.load(text)
        self.position = shatterproof.parse_position(text)
        self.game = game_of(self.position)
        self.check()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str)).first

    def press(self, name: str | re.Pattern[str]) -> None:
        """Presses a button, and waits for what comes of it."""
        self.button(name).click()
        self.settle()

    def key(self, name: str) -> None:
        """Presses a key, and waits for what comes of it."""
        self.page.keyboard.press(name)
        self.settle()

    def panel(self, name: str) -> None:
        """Opens a place, a panel of *Analyse*, or the dialog to share the game."""
        self.close_dialog()
        if name == "Share":
            self.page.locator("#share").click()
        elif name in PLACES:
            self.page.locator("#places").get_by_role("button", name=name).click()
        else:
            self.page.locator("#places").get_by_role("button", name="Analyse").click()
            self.page.get_by_role("tab", name=name, exact=True).click()
        self.settle()

    def place(self, name: str) -> Locator:
        """The element of a piece, cell or square."""
        return self.page.locator(f'#board [data-at="{name}"]')

    def click(self, name: str) -> None:
        """Clicks into the middle of a piece, cell or square."""
        self.page.mouse.click(*self.middle(name))
        self.settle()

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a piece, cell or square in the window."""
        self.place(name).scroll_into_view_if_needed()
        box = self.place(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click_line(self, title: str) -> None:
        """Clicks at the end of a line that the board offers."""
        line = self.page.locator("#board [data-line]").filter(
            has=self.page.locator("title", has_text=re.compile(f"^{title}$"))
        )
        x, y = line.locator(".reach").evaluate(LINE_END, 0.93)
        self.page.mouse.click(x, y)
        self.settle()
        self.choose(re.compile(f"^{title}$"))

    def choose(self, name: str | re.Pattern[str]) -> None:
        """Chooses an entry of the menu, if there is a menu."""
        menu = self.page.locator("#menu")
        if menu.is_visible():
            menu.get_by_role("button", name=name).first.click()
            self.settle()

    def end(self) -> None:
        """Ends the turn that is being built, unless it has ended by itself."""
        if self.page.locator("#end-turn").is_enabled():
            self.page.locator("#end-turn").click()
            self.settle()

    def refusal(self) -> str:
        return self.page.locator("#refusal").inner_text()

    def status(self) -> str:
        return self.page.locator("#status").inner_text()

    @property
    def code(self) -> str:
        """The code in the address."""
        return self.page.url.partition("#")[2]

    def turns(self) -> list[str]:
        """The turns in the list as they are written, variations included."""
        return [text.rstrip("+#= ") for text in self.page.locator("div.line .turn").all_inner_texts()[1:]]

    def play(self, text: str) -> None:
        """Plays a turn by clicks alone. Fails unless the page then shows the reference's position."""
        turn = self.game.parse_turn(self.position, text)
        PLAYED[self.game.NAME](self, turn)
        self.end()
        self.position = self.game.play(self.position, turn)
        self.check()

    def type_turn(self, text: str) -> None:
        """Types a turn, and plays it."""
        field = self.page.get_by_label("Turn as text")
        field.fill(text)
        field.press("Enter")
        self.settle()

    def check(self) -> None:
        """Fails unless the board shows the reference's position."""
        drawn = self.game.to_svg(self.position, named=True)
        expected = {
            (found[1], found[2] or "", found[3] or "")
            for found in re.finditer(r'data-at="([^"]*)"(?: data-fill="([^"]*)")?(?: data-shape="([^"]*)")?', drawn)
        }
        assert {tuple(place) for place in self.page.evaluate(STANDING)} == expected


def reached(game: AnyGame, board: str, *turns: str) -> Any:
    """The position after turns from the opening."""
    position = game.start(board)
    for text in turns:
        position = game.play(position, game.parse_turn(position, text))
    return position


def play_crumble(player: Player, turn: Any) -> None:
    pieces = turn.work.pieces
    player.click(corner_name(pieces[0]))
    if isinstance(turn.work, Cut):
        way = "Halve upright" if turn.work.axis == "V" else "Halve level"
        player.click_line(way + (f", {len(pieces)} pieces" if len(pieces) > 1 else ""))
    else:
        player.click(corner_name(opposite(turn.work.outline, pieces)))
        player.choose(re.compile(f"^Join {len(pieces)} pieces"))
    if turn.walk is None:
        return
    if isinstance(turn.work, Cut):
        player.click(corner_name(turn.walk.start))
    arrangement, at = after_work(player.position.arrangement, turn.work), turn.walk.start
    for direction in turn.walk.path:
        following = arrangement.across(at, direction)
        assert following is not None
        player.click(corner_name(following))
        at = following


def opposite(outline: Piece, pieces: tuple[Piece, ...]) -> Piece:
    """The piece of a join in the corner opposite to its first piece."""
    first = pieces[0]
    x, y = (
        (outline.x if first.east == outline.east else outline.east),
        (outline.y if first.north == outline.north else outline.north),
    )
    return next(piece for piece in pieces if x in (piece.x, piece.east) and y in (piece.y, piece.north))


def play_scrunch(player: Player, turn: Any) -> None:
    for cell in (*turn.removed, turn.placed, *(turn.moved or ())):
        if cell is not None:
            player.click(cells.describe(cell))
            player.choose(re.compile("^Grow"))


def play_splinter(player: Player, turn: Any) -> None:
    target = splinter.squares.step(turn.square, turn.direction)
    player.click(splinter.squares.describe(turn.square))
    player.click(splinter.squares.describe(target))
    if turn.choice is not None:
        player.click(splinter.squares.describe(turn.choice))


PLAYED = {"crumble": play_crumble, "scrunch": play_scrunch, "splinter": play_splinter}


@contextmanager
def opened(browser: Browser, address: str, fragment: str = "", **options: Any) -> Iterator[Player]:
    """A page of its own, with options of its context.

    It fails if the page asks elsewhere, or if anything goes wrong.
    """
    context = browser.new_context(**{"viewport": DESKTOP} | options)
    player = Player(context.new_page(), address)
    player.open(fragment)
    yield player
    context.close()
    assert player.complaints == []
    assert all(url.startswith((address.partition("?")[0], "data:", "blob:", "about:")) for url in player.asked)
