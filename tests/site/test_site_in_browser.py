"""The board of the site in a browser: it appears at once, and Python is kept from the first visit on."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import Player, Quiet, published
from browser.system_browser import started
from shatterproof_properties.site.build import add_explorer

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PATIENCE = 180_000
"""The most milliseconds to wait, since a busy machine takes long to start Python."""


def play_first_turn(context: BrowserContext, address: str) -> None:
    """Opens the front page, begins a game, and plays as soon as possible."""
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that CI has built, or else one with only the explorer."""
    if built := os.environ.get("SHATTERPROOF_SITE"):
        return Path(built)
    folder = tmp_path_factory.mktemp("site")
    add_explorer(folder / "explorer")
    return folder


@pytest.mark.long
def test_the_second_visit_has_python_from_the_first(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    monkeypatch.setattr(Quiet, "log_message", lambda handler, *said: asked.append(handler.path))
    with started() as browser, published(site) as address:
        context = browser.new_context()
        play_first_turn(context, address)
        assert [path for path in asked if "asm.wasm" in path]
        asked.clear()
        play_first_turn(context, address)
        assert not [path for path in asked if "pyodide" in path or "packages.zip" in path]
        context.close()


@pytest.mark.long
def test_no_module_is_compiled_in_the_browser(site: Path) -> None:
    for archive in (site / "explorer/packages.zip", *site.glob("explorer/pyodide-*/python_stdlib.zip")):
        with zipfile.ZipFile(archive) as packed:
            endings = {Path(name).suffix for name in packed.namelist()}
        assert ".pyc" in endings
        assert ".py" not in endings
