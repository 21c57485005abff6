"""The first page of the explorer, and the question `games`: which games there are, and what each is about."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.common.prose import sentences
from shatterproof_properties.explorer.addresses import make_code, replayed
from shatterproof_properties.explorer.game_trees import GameTree
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import shown, title_of
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.puzzles.claims.claim import KINDS, Claim

NAME = "index.html"
PAGES = Path(__file__).parent / "pages"
MOST_CLAIMED = 4
"""The largest number of turns in a claim that the pages offer."""


def first_page(answer: Callable[[Json], Json] | None) -> str:
    """The page as HTML, with the front and the answers to the first questions, given what answers questions.

    It shows the boards at once, and has a game ready before anything is asked. Without `answer` it is the page for a
    browser that does not know the token. That page is short and has no answers, so that many requests for it keep
    nobody out.
    """
    questions: list[Json] = [{"do": "games"}, *({"do": "open", "game": name} for name in GAMES)]
    known = [] if answer is None else [(question, answer(question)["ok"]) for question in questions]
    games = known[0][1]["games"] if known else []
    environment = Environment(loader=PackageLoader("shatterproof_properties.explorer", "pages"), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # fmt: skip
    return environment.get_template(NAME).render(
        games=games,
        pictures={each["game"]: Markup(each["demo"]["drawing"]) for each in games},
        known=Markup(json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")),
        modules=sorted(file.name for file in PAGES.glob("*.mjs")) if known else [],
    )


def games(opened: Json | None, engine: str | None = None) -> Json:
    """The answer to `games`; `engine` is the name of the engine to compare with."""
    return {
        "games": [_described(find_game(name)) for name in GAMES],
        "engine": None if engine is None else {"name": engine},
        "opened": opened,
    }


def _described(game: AnyGame) -> Json:
    known, default = KNOWLEDGE.of(game), game.start().board
    return {
        "game": game.NAME,
        "about": about(game),
        "aim": known.AIM or about(game),
        "material": known.MATERIAL,
        "demo": _demo(game.NAME),
        "sides": list(game.SIDES),
        "boards": {"default": default, "form": known.BOARD_FORM, "some": list(known.BOARDS or [default])},
        "tools": [tool._asdict() for tool in known.TOOLS],
        "switches": [switch._asdict() for switch in known.SWITCHES],
        "claims": _claims(game),
        "readings": [
            {"reading": name, "values": list(values), "title": sentences(title_of(name))[0]}
            for name, values in game.Readings.choices().items()
        ],
    }


def about(game: AnyGame) -> str:
    """The subject of a game in a sentence: the text that follows the name in its package's docstring."""
    sentence = (game.__doc__ or "").partition("\n")[0].partition(": ")[2]
    return sentence[:1].upper() + sentence[1:]


@lru_cache(maxsize=32)
def _demo(name: str) -> Json:
    """The code of a short game that shows what a game is like, and a drawing from its middle."""
    game = find_game(name)
    board, turns = KNOWLEDGE.of(game).SHOWN_GAME
    start = game.start(board) if board else game.start()
    made = replayed(game, start, list(turns))
    half = made[len(made) // 2][2] if made else start
    return {"code": make_code(GameTree(game, start, list(turns)), 0), "drawing": shown(game, half)["drawing"]}


def _claims(game: AnyGame) -> list[Json]:
    """The claims that can be made of a position, in the short form and in words."""
    found = []
    for kind in KINDS.values():
        for number in range(kind.least, MOST_CLAIMED + 1):
            if kind.is_impossible(game.NAME, number):
                continue
            if kind.names_reading:
                words = f"The side to move wins in {counted(number, 'turn')} under one value of a reading only"
            else:
                words = Claim(kind.name, number).describe("the side", game.NAME)
            short = f"{kind.name}-{number}"
            found.append({"claim": short, "text": words, "unique": not kind.no_unique, "reading": kind.names_reading})
    return found
