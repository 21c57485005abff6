"""Remembers the certificates that the checker has accepted, so that commands need not check them again.

A certificate is known by all its contents, and the checker by its sources and those of the rules that it replays. After
a change of any of these the certificate is checked again. An acceptance was noted for this user, or stands in a list
beside the puzzles of spec/puzzles. `puzzle certificate` always checks.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import shatterproof
from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.common.outputs import cache_folder
from shatterproof_properties.puzzles import checker
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.checker import check

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
    """A digest of all sources of the checker for a game."""
    folders = (checker.__file__, inspect.getfile(find_game(game).Readings))
    sources = [source for module in folders for source in sorted(Path(module).parent.rglob("*.py"))]
    made = hashlib.sha256()
    for source in sorted(Path(shatterproof.__file__).parent.glob("*.py")) + sources:
        made.update(source.read_bytes())
    return made.hexdigest()[:32]
