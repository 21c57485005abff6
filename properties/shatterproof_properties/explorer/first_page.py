"""The page with which the explorer begins: it brings the front, and answers to what is asked first."""

from __future__ import annotations

import json
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof.game import GAMES
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.service import Explorer

NAME = "index.html"
PAGES = Path(__file__).parent / "pages"


def first_page(explorer: Explorer | None) -> str:
    """The page as HTML: boards are seen at once, and a game is on the board before anything is asked.

    Without an explorer it is the page for those who do not know the token: it has no answers and is short, so that many
    who ask for it at once keep nobody out.
    """
    known = [] if explorer is None else _first_answers(explorer)
    games = known[0][1]["games"] if known else []
    environment = Environment(loader=PackageLoader("shatterproof_properties.explorer", "pages"), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # fmt: skip
    return environment.get_template(NAME).render(
        games=games,
        pictures={each["game"]: Markup(each["demo"]["drawing"]) for each in games},
        known=Markup(json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")),
        modules=sorted(file.name for file in PAGES.glob("*.mjs")) if known else [],
    )


def _first_answers(explorer: Explorer) -> list[tuple[Json, Json]]:
    """Questions that every page asks, and the openings of all games, with their answers."""
    questions: list[Json] = [{"do": "games"}, *({"do": "open", "game": name} for name in GAMES)]
    return [(question, explorer.answer(question)["ok"]) for question in questions]
