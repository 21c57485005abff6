"""Remembers, for this user, which certificates the checker has accepted: what prints them need not check them again.

A certificate is known by all that it says, the checker by its sources and those of the rules that it replays: where any
of these has changed, it is checked again. `puzzle certificate` remembers nothing and checks always.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import shatterproof
from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof_properties.common.outputs import cache_folder
from shatterproof_properties.puzzles import checker
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.checker import check


def check_once(certificate: Json, watch: Callable[[int], None] | None = None) -> None:
    """Checks a certificate unless it is known to be accepted. Raises what `check` does; `watch` is as there."""
    if _digest(certificate) not in _known(_file(certificate)):
        check(certificate, watch=watch)
        note_accepted(certificate)


def note_accepted(certificate: Json) -> None:
    """Takes note of a certificate that the checker has accepted; where that cannot be kept, it is checked again."""
    file = _file(certificate)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="ascii") as notes:
            notes.write(f"{_digest(certificate)}\n")


def _known(file: Path) -> set[str]:
    try:
        return set(file.read_text(encoding="ascii").split())
    except (OSError, UnicodeError):
        return set()


def _digest(certificate: Json) -> str:
    return hashlib.sha256(strict_json.encode(certificate).encode()).hexdigest()


def _file(certificate: Json) -> Path:
    return cache_folder() / f"accepted-{_version(str(certificate['game']))}"


@cache
def _version(game: str) -> str:
    """What the checker of a game's certificates is made of, as a digest."""
    made = hashlib.sha256()
    for module in (shatterproof.__file__, checker.__file__, inspect.getfile(find_game(game).Readings)):
        for source in sorted(Path(module).parent.rglob("*.py")):
            made.update(source.read_bytes())
    return made.hexdigest()[:32]
