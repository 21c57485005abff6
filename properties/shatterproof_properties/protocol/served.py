"""Our own engines, as tables and on stdin and stdout: the reference, and the second engines."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.announced import boards_around
from shatterproof_properties.protocol.serve import Introduction, ServedGame, Table, serve
from shatterproof_properties.protocol.table import ReferenceTable
from shatterproof_properties.second import SECOND
from shatterproof_properties.second import second_engine as second_engine


class Announcement(Protocol):
    """The names that a game's module offers.

    There may also be `AMBIGUOUS`: a board, turns from its start, and a text that is ambiguous after them.
    """

    @property
    def BOARDS(self) -> tuple[str, ...]: ...


ANNOUNCEMENTS = PerGame[Announcement]("shatterproof_properties.protocol")


def boards_of(game: str) -> tuple[str, ...]:
    """The boards of a game that have an opening, as engines announce them; searched for if the game does not say."""
    # A game's package may be there for its features alone.
    said: tuple[str, ...] = getattr(ANNOUNCEMENTS.find(game), "BOARDS", ())
    return said or boards_around(find_game(game))


def early_ambiguity(game: str) -> tuple[str, tuple[str, ...], str] | None:
    """A board, turns from its start, and a text that is ambiguous after them; None if the game names none."""
    return getattr(ANNOUNCEMENTS.find(game), "AMBIGUOUS", None)


def own_version() -> str:
    # Takes as long to load as all the rest that a second engine needs, and not every engine says it.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("shatterproof")
    except PackageNotFoundError:
        return "unpackaged"


def reference_table(game: str) -> Callable[[str, Mapping[str, str]], Table]:
    """A function that opens a table of the reference of a game."""
    rules = find_game(game)
    return lambda board, readings: ReferenceTable(rules, board, rules.Readings.from_mapping(readings))


def second_readings(game: str) -> Mapping[str, tuple[str, ...]]:
    """Every reading that the second engine of a game plays, with its values, default first."""
    second = SECOND.find(game)
    readings: Mapping[str, tuple[str, ...]] = second.READINGS if second else find_game(game).Readings.choices()
    return readings


def serve_games(games: Sequence[str] = (), second: bool = False) -> None:
    """Serves games of the reference, or of the second engines, until `bye` or the end of the input.

    Without `games` it serves all of them; some games have no second engine.
    """
    games = games or [game for game in GAMES if not second or SECOND.find(game)]
    # A second engine needs nothing of the reference, whose graphs take longest to load.
    served = [
        ServedGame(game, boards_of(game), second_readings(game), second_engine(game).on_board)
        if second
        else ServedGame(game, boards_of(game), find_game(game).Readings.choices(), reference_table(game))
        for game in games
    ]
    independent = second and all(map(SECOND.find, games))
    name = "shatterproof second engine" if independent else "shatterproof reference"
    serve(Introduction(name, own_version()), served)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves from the command line, without importing the commands: `python -m ... [GAME ...] [--second]`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=" or ".join(GAMES))
    parser.add_argument("--second", action="store_true")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.games) - set(GAMES):
        parser.error(f"no such game: {min(unknown)}")
    serve_games(chosen.games, chosen.second)


if __name__ == "__main__":
    main()
