"""What an engine says of itself in hello: an example, and whether its games, boards and readings exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from shatterproof.game import GAMES, find_game
from shatterproof_properties.protocol.boards import covers, expand
from shatterproof_properties.protocol.messages import PROTOCOL
from shatterproof_properties.protocol.served import BOARDS

_FIRST_GAME = "splinter"

Complaint = tuple[str, str]
"""What was wrong, and what was expected."""


def example(answered: str) -> dict[str, Any]:
    """The least that is useful, as an answer to hello; about the game that an engine has named in what it answered."""
    game = next((name for name in GAMES if f'"{name}"' in answered), _FIRST_GAME)
    return {
        "protocol": PROTOCOL,
        "engine": {"name": "my engine", "version": "1", "language": "Python"},
        "games": {game: {"boards": list(BOARDS[game][:1]), "readings": {}}},
        "can": ["apply"],
        "from": ["start"],
    }


def boards_of(announced: Iterable[str]) -> list[str]:
    """The names of all boards announced, none twice."""
    return list(expand(announced))


def unknown_in(name: str, announced: dict[str, Any]) -> Complaint | None:
    """What there is no such thing of in what an engine announces for a game; None when all of it exists."""
    if name not in GAMES:
        return f"there is no game {name!r}{_perhaps(name, GAMES)}", f"one of {', '.join(GAMES)}"
    return _unknown_board(name, announced["boards"]) or _unknown_reading(name, announced.get("readings", {}))


def _unknown_board(game: str, announced: list[str]) -> Complaint | None:
    expected = f"boards of {game} that have an opening: {', '.join(BOARDS[game])}"
    for entry in announced:
        ends = entry.split("..")
        boards = boards_of([entry])
        if not boards or len({end.count("x") for end in ends}) > 1:
            return f"at /ok/games/{game}/boards: {entry!r} is no range", "the smaller board first, then the larger one"
        for board in boards:
            if not covers(BOARDS[game], board):
                within = f" in {entry!r}" if entry != board else ""
                return f"at /ok/games/{game}/boards: the board {board!r}{within} is not played", expected
    return None if announced else (f"at /ok/games/{game}/boards: no board", expected)


def _unknown_reading(game: str, announced: dict[str, list[str]]) -> Complaint | None:
    choices = find_game(game).Readings.choices()
    for reading, values in announced.items():
        at = f"at /ok/games/{game}/readings"
        if reading not in choices:
            what = f"{at}: there is no reading {reading!r}{_perhaps(reading, choices)}"
            return what, f"readings out of {', '.join(choices)}"
        for value in values:
            if value not in (*choices[reading], "*"):
                what = f"{at}: {reading} has no value {value!r}{_perhaps(value, choices[reading])}"
                return what, f"values out of {', '.join(choices[reading])}, or *"
    return None


def _perhaps(name: str, names: Iterable[str]) -> str:
    close = get_close_matches(name, list(names), 1)
    return f" (perhaps {close[0]})" if close else ""
