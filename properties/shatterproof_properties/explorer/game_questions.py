"""The question `games`: which games there are, and what each is about."""

from __future__ import annotations

from functools import lru_cache

from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.explorer.addresses import make_code, replayed
from shatterproof_properties.explorer.game_trees import GameTree
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import first_sentence_of, shown
from shatterproof_properties.puzzles.claims.claim import KINDS, Claim
from shatterproof_properties.puzzles.claims.kind import ClaimKind
from shatterproof_properties.puzzles.claims.words import counted

MOST_CLAIMED = 4
"""The largest number of turns in a claim that the pages offer."""


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
            {"reading": name, "values": list(values), "title": first_sentence_of(name)}
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
            if not kind.is_impossible(game.NAME, number):
                claim, words = f"{kind.name}-{number}", _in_words(game, kind, number)
                found.append(
                    {"claim": claim, "text": words, "unique": not kind.no_unique, "reading": kind.names_reading}
                )
    return found


def _in_words(game: AnyGame, kind: ClaimKind, number: int) -> str:
    if kind.names_reading:
        return f"The side to move wins in {counted(number)} under one value of a reading only"
    return Claim(kind.name, number).describe("the side", game.NAME)


def game_asked(question: Json) -> AnyGame | None:
    """The game that a question names or implies."""
    position = question.get("position")
    name = position.get("game") if isinstance(position, dict) else question.get("game")
    try:
        text = question.get("text")
        return find_game(name if isinstance(name, str) else game_shown(text if isinstance(text, str) else ""))
    except InputError:
        return None
