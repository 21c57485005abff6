"""The first page of the explorer. It contains the front and the answers to the first questions."""

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
    """The page as HTML. It shows the boards at once, and has a game ready before anything is asked.

    Without an explorer it is the page for a browser that does not know the token. That page is short and has no
    answers, so that many requests for it keep nobody out.
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
    """The questions that every page asks, and the openings of all games, with their answers."""
    questions: list[Json] = [{"do": "games"}, *({"do": "open", "game": name} for name in GAMES)]
    return [(question, explorer.answer(question)["ok"]) for question in questions]
