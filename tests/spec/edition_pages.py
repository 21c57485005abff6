"""The parts of the spec about editions: a section on the page of each game, and a table on the first page.

`python tests/spec/edition_pages.py` writes them from spec/editions/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill

from shatterproof.game import GAMES, find_game
from shatterproof.spec import page, spec_folder
from shatterproof_properties.common.editions import Edition, editions, editions_of

WIDTH = 120
SECTION = re.compile(r"^## Editions\n.*?(?=^## )", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(?<=^\| edition \| is \| known from \|\n\| --- \| --- \| --- \|\n)(?:\|.*\n)*", re.MULTILINE)


def section(game: str) -> str:
    """The section on the page of a game."""
    found = editions_of(game)
    names = " ".join(edition.name for edition in found[:2])
    said = (
        "An **edition** is a text of the rules as a set of [readings](#readings). What it leaves open is played at the "
        f"default. `shatterproof compare {names}` shows in what two of them differ, "
        "each reading with its smallest example."
    )
    return "\n\n".join(["## Editions", fill(said, WIDTH, break_on_hyphens=False), *map(_edition, found)]) + "\n\n"


def _edition(edition: Edition) -> str:
    """One edition: the readings that it settles, and those that it leaves open."""
    rows = [f"| {_link(reading)} | `{each.value}` | {each.by} |" for reading, each in edition.settled.items()]
    settled = ["\n".join(["| reading | value | by |", "| --- | --- | --- |", *rows])] if rows else []
    title = f"**{edition.name}**: {edition.title}; {edition.source}."
    return "\n\n".join([_filled(title), *settled, *map(_filled, _rest(edition))])


def _rest(edition: Edition) -> Iterator[str]:
    """The readings that it does not settle."""
    if edition.open:
        yield "It leaves open: " + "; ".join(f"{_link(name)} ({why})" for name, why in edition.open.items()) + "."
    known = find_game(edition.game).Readings.choices()
    left = ", ".join(_link(name) for name in known if name not in edition.settled and name not in edition.open)
    if left and edition.builds_on is not None:
        yield f"As in {edition.builds_on.name}: {left}."
    elif left:
        yield f"It says nothing on {left}."


def _filled(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _link(reading: str) -> str:
    return f"[{reading.partition('.')[2]}](#{reading.replace('.', '')})"


def table() -> str:
    """The rows of the table on the first page of the spec."""
    return "".join(f"| `{each.name}` | {each.title} | {each.source} |\n" for each in editions().values())


def wanted_page(game: str) -> str:
    """The page of a game with its section, which stands before the readings or where it stood."""
    text = page(game)
    if not SECTION.search(text):
        text = text.replace("\n## Readings\n", "\n## Editions\n## Readings\n", 1)
    return SECTION.sub(lambda _: section(game), text)


def wanted_first_page() -> str:
    """The first page of the spec with its table."""
    return TABLE.sub(lambda _: table(), (spec_folder() / "README.md").read_text("utf-8"))


if __name__ == "__main__":
    for each_game in GAMES:
        (spec_folder() / f"{each_game}.md").write_text(wanted_page(each_game), encoding="utf-8")
    (spec_folder() / "README.md").write_text(wanted_first_page(), encoding="utf-8")
