"""The maintainers' page names things that exist."""

from __future__ import annotations

import re
from pathlib import Path

import shatterproof_properties

PACKAGE = Path(shatterproof_properties.__file__).parent
ROOT = PACKAGE.parents[1]
PAGE = (PACKAGE / "README.md").read_text("utf-8")
LONGEST = 150


def test_every_path_on_the_page_exists_for_each_game() -> None:
    for named in re.findall(r"`((?:[A-Za-z_]+/)+(?:[A-Za-z_]+\.\w+)?|[a-z_]+\.py)`", PAGE):
        paths = [named.replace("GAME", game) for game in ("crumble", "scrunch", "splinter")]
        paths = [path for path in paths if "NAME" not in path]
        for path in paths:
            places = (ROOT / path, PACKAGE / path, *PACKAGE.glob(f"*/{path}"), *PACKAGE.glob(f"*/*/{path}"))
            assert any(place.exists() for place in places) or list((ROOT / "tests").rglob(path)), path


def test_the_page_is_short_and_names_every_package() -> None:
    assert len(PAGE.splitlines()) <= LONGEST
    packages = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}
    assert packages == set(re.findall(r"^\| `(\w+)/`", PAGE, re.MULTILINE))
