"""The browser of the system, for tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def missing(what: str) -> None:
    """Skips without a browser. Fails if a browser is required, as in CI."""
    reason = f"{what}; SHATTERPROOF_BROWSER=required makes this a failure"
    if os.environ.get("SHATTERPROOF_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def started() -> Iterator[Browser]:
    """The system's browser."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        missing(f"no browser on PATH: none of {', '.join(BROWSERS)}")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
