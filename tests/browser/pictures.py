"""Takes the picture of the explorer in the README: `PYTHONPATH=tests python tests/browser/pictures.py`."""

from __future__ import annotations

from pathlib import Path

from browser.explorer_page import opened, served
from browser.system_browser import started
from browser.test_explorer_motion import IS_STILL
from shatterproof_properties import explorer

README = Path(explorer.__file__).with_name("picture.png")
RECORD = """[Game "crumble"]
[Board "6x6"]
[Notation "published"]

1) 4,3H 3,1V 2) 4,6H ( 2) 2,3HN 2,2V 3) 3,2VW-SE ) *
"""


def main() -> None:
    """Shows the end of a variation, with the effect of its last turn, and a piece chosen for the next turn."""
    viewport = {"width": 1200, "height": 780}
    with (
        served() as address,
        started() as browser,
        opened(browser, address, viewport=viewport, reduced_motion="reduce") as player,
    ):
        player.load(RECORD)
        player.page.locator("div.line .turn").last.click()
        player.settle()
        player.page.locator("#panel summary", has_text="What did").click()
        player.click("1,3")
        player.page.wait_for_function(IS_STILL)
        player.page.screenshot(path=README)


if __name__ == "__main__":
    main()
