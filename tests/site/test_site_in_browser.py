"""The board of the site in a browser: a board at once, Python kept from the first visit on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import Player, Quiet, published
from browser.system_browser import started
from shatterproof_properties.site.in_browser import add_explorer

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PATIENCE = 180_000
"""Milliseconds: a busy machine takes many times as long to start Python."""


def play_first_turn(context: BrowserContext, address: str) -> None:
    """Opens the front, begins a game, and plays as soon as that is possible."""
    player = Player(context.new_page(), address)
    player.page.set_default_timeout(PATIENCE)
    player.page.goto(address)
    player.page.get_by_role("button", name="Play Scrunch").click()
    player.page.locator("#board [data-at=g7]").wait_for()
    player.page.locator("#board .can").first.wait_for()
    player.click("g7")
    player.page.locator("div.line .turn", has_text="g7").wait_for()
    assert player.complaints == []
    player.page.close()


@pytest.mark.long
def test_the_second_visit_has_python_from_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = os.environ.get("SHATTERPROOF_SITE") or tmp_path
    if site == tmp_path:
        add_explorer(tmp_path / "explorer")
    asked = list[str]()
    monkeypatch.setattr(Quiet, "log_message", lambda handler, *said: asked.append(handler.path))
    with started() as browser, published(Path(site)) as address:
        context = browser.new_context()
        play_first_turn(context, address)
        assert [path for path in asked if "asm.wasm" in path]
        asked.clear()
        play_first_turn(context, address)
        assert not [path for path in asked if "pyodide" in path or "packages.zip" in path]
        context.close()
