"""The page with which the explorer begins: it brings the front, and answers to what is asked first."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof.game import GAMES
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.service import Explorer

NAME = "index.html"
PAGES = Path(__file__).parent / "pages"


@lru_cache(maxsize=4)
def first_page(explorer: Explorer | None) -> str:
    """The page as HTML: boards are seen at once, and a first turn begins before anything is asked.

    Without an explorer it has the boards alone, since what was opened is not for everybody.
    """
    known = [] if explorer is None else _first_answers(explorer)
    described = (explorer or Explorer()).answer({"do": "games"})["ok"]["games"]
    pictures = {each["game"]: Markup(each["demo"]["drawing"]) for each in described}
    text = json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")
    environment = Environment(loader=PackageLoader("shatterproof_properties.explorer", "pages"), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # fmt: skip
    return environment.get_template(NAME).render(
        games=described,
        pictures=pictures,
        known=Markup(text),
        modules=sorted(file.name for file in PAGES.glob("*.mjs")),
    )


def _first_answers(explorer: Explorer) -> list[tuple[Json, Json]]:
    """Questions that every page asks, and the openings of all games, with their answers."""
    questions: list[Json] = [{"do": "games"}, *({"do": "open", "game": name} for name in GAMES)]
    return [(question, explorer.answer(question)["ok"]) for question in questions]
