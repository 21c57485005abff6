"""Remembers the certificates that the checker has accepted, so that commands need not check them again.

A certificate is known by all its contents, and the checker by its sources and those of the rules that it replays. After
a change of any of these the certificate is checked again. An acceptance was noted for this user, or stands in a list
beside the puzzles of spec/puzzles. `puzzle certificate` always checks, perhaps with the second engine of the game.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

import shatterproof
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AnyGame, Outcome, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.common.outputs import cache_folder
from shatterproof_properties.puzzles import checker
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.checker import check
from shatterproof_properties.second.fast_game import FastGame

LIST = "accepted.txt"
"""The name of the list beside the puzzles of a game. It has the version of the checker, and digests."""


def check_once(certificate: Json, watch: Callable[[int], None] | None = None) -> None:
    """Checks a certificate unless it is known to be accepted. `watch` and exceptions are those of `check`."""
    if _digest(certificate) not in _known(str(certificate["game"])):
        check(certificate, watch=watch)
        note_accepted(certificate)


def note_accepted(certificate: Json) -> None:
    """Notes that the checker has accepted a certificate. If that cannot be kept, it is checked again."""
    game, digest = str(certificate["game"]), _digest(certificate)
    if digest in _known(game):
        return
    file = _noted(game)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="ascii") as notes:
            notes.write(f"{digest}\n")


def list_of(game: str, certificates: Iterable[Json]) -> str:
    """The list for some accepted certificates of a game, in the form that stands beside their puzzles."""
    return "".join(f"{line}\n" for line in (_version(game), *map(_digest, certificates)))


def _known(game: str) -> set[str]:
    version, *listed = _words(spec_folder() / "puzzles" / game / LIST) or [""]
    return {*_words(_noted(game)), *(listed if version == _version(game) else ())}


def _words(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").split()
    except (OSError, UnicodeError):
        return []


def _digest(certificate: Json) -> str:
    return hashlib.sha256(strict_json.encode(certificate).encode()).hexdigest()


def _noted(game: str) -> Path:
    return cache_folder() / f"accepted-{_version(game)}"


@cache
def _version(game: str) -> str:
    folders = (checker.__file__, inspect.getfile(find_game(game).Readings))
    sources = [source for module in folders for source in sorted(Path(module).parent.rglob("*.py"))]
    made = hashlib.sha256()
    for source in sorted(Path(shatterproof.__file__).parent.glob("*.py")) + sources:
        made.update(source.read_bytes())
    return made.hexdigest()[:32]


class SecondEngineGame:
    """Results, turns by their texts, and outcomes come from the second engine; all else from the reference.

    Positions are those of the reference, which checks each result when it reads it.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        if self._engine(game.start()).is_reference:
            raise InputError(f"{game.NAME} has no second engine", expected="a game with one")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def results(self, position: Any) -> Iterator[tuple[str, Any]]:
        """One turn for each distinct result, as text, with the result."""
        engine = self._engine(position)
        for turn, after in engine.results(engine.from_reference(position)):
            yield turn, engine.to_reference(after)

    def actions(self, position: Any) -> Iterator[tuple[Any, Any]]:
        """All turns, listed by the reference, with the second engine's results."""
        for turn, _ in self._game.actions(position):
            yield turn, self.play(position, self._game.format_turn(position, turn))

    def parse_turn(self, position: Any, text: str) -> str:
        """The text, which the second engine reads itself."""
        return text

    def play(self, position: Any, text: str) -> Any:
        """The position after a turn. Raises MalformedTurn, IllegalTurn, AmbiguousTurn."""
        engine = self._engine(position)
        return engine.to_reference(engine.play(engine.from_reference(position), text))

    def outcome(self, position: Any) -> Outcome | None:
        """The outcome of the game; None while it goes on."""
        engine = self._engine(position)
        return engine.outcome(engine.from_reference(position))

    def _engine(self, position: Any) -> FastGame:
        return _engine(self._game.NAME, position.board, position.readings)


def by_second_engine(game: AnyGame) -> AnyGame:
    """A game played by its second engine. Raises InputError if it has none."""
    return cast(AnyGame, SecondEngineGame(game))


@lru_cache(maxsize=16)
def _engine(game: str, board: str, readings: Any) -> FastGame:
    return FastGame(game, board, readings.to_mapping())
