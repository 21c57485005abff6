"""One browser and one server for all tests of this folder: each test has pages of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.explorer_page import SITE, Player, opened, published, served
from browser.system_browser import started

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with started() as found:
        yield found


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    with published(Path(SITE)) if SITE else served() as found:
        yield found


@pytest.fixture
def player(browser: Browser, address: str) -> Iterator[Player]:
    with opened(browser, address) as found:
        yield found
