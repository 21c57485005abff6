"""Takes pictures of the explorer in a browser: the one of the README, and one of each place.

`PYTHONPATH=tests python tests/browser/pictures.py [FOLDER]` writes `explorer/picture.png`. With a folder it writes
every place there instead, light, dark and on a phone.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from browser.explorer_page import Player, opened, served
from browser.system_browser import BROWSERS
from browser.test_explorer_motion import IS_STILL
from shatterproof_properties import explorer

README = Path(explorer.__file__).with_name("picture.png")
RECORD = """[Game "crumble"]
[Board "6x6"]
[Notation "published"]

1) 4,3H 3,1V 2) 4,6H ( 2) 2,3HN 2,2V 3) 3,2VW-SE ) *
"""
DEVICES: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}


def show_variation(player: Player) -> None:
    """Shows the end of a variation, with the effect of its last turn, and a piece chosen for the next turn."""
    player.load(RECORD)
    player.page.locator("div.line .turn").last.click()
    player.settle()
    player.page.locator("#panel summary", has_text="What did").click()
    player.click("1,3")
    player.page.wait_for_function(IS_STILL)


def take_readme(browser: Browser, address: str) -> None:
    """Writes the picture of the README."""
    viewport = {"width": 1200, "height": 780}
    with opened(browser, address, viewport=viewport, reduced_motion="reduce") as player:
        show_variation(player)
        player.page.screenshot(path=README)


def take_places(browser: Browser, address: str, folder: Path) -> None:
    """Writes a picture of each place on each device."""
    folder.mkdir(parents=True, exist_ok=True)
    for device, options in DEVICES.items():
        with opened(browser, address, reduced_motion="reduce", **options) as player:
            page = player.page
            page.screenshot(path=folder / f"front-{device}.png")
            show_variation(player)
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=folder / f"play-{device}.png")
            player.panel("Learn")
            player.button("Begin").click()
            page.locator("#asked .task").wait_for()
            player.settle()
            page.screenshot(path=folder / f"learn-{device}.png")
            player.panel("Puzzles")
            player.button("Solve the next one").click()
            page.locator("#judged button").first.wait_for()
            player.settle()
            page.screenshot(path=folder / f"puzzles-{device}.png")
            for place in ("Think", "Rules"):
                player.panel(place)
                page.screenshot(path=folder / f"{place.lower()}-{device}.png")


def main() -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        if folder := sys.argv[1:]:
            take_places(browser, address, Path(folder[0]))
        else:
            take_readme(browser, address)


if __name__ == "__main__":
    main()
