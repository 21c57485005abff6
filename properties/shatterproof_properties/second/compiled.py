"""The compiled lists of results: the second engines' own, where a C compiler was at hand when the package was built.

A library that was not made of the sources that lie beside it is not used, nor is any while SHATTERPROOF_COMPILED is "no".
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
LIBRARY = FOLDER / "compiled.library"
ROOM, MOST_ROOM = 1 << 20, 1 << 27
"""Bytes kept for an answer, and the most that are ever kept."""
NO_ROOM = -2


def sources() -> list[Path]:
    """The files in C, in order."""
    return sorted([*FOLDER.glob("*.[ch]"), *FOLDER.glob("*/*.[ch]")])


def fingerprint() -> str:
    """What tells these sources from others."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def library() -> ctypes.CDLL | None:
    """The library made of the sources here, if there is one and it is wanted."""
    if os.environ.get("SHATTERPROOF_COMPILED") == "no" or not LIBRARY.is_file():
        return None
    try:
        found = ctypes.CDLL(str(LIBRARY))
        made_of = ctypes.c_char_p.in_dll(found, "sources").value
    except (OSError, ValueError):
        return None
    return found if made_of == fingerprint().encode("ascii") else None


class Compiled:
    """The compiled functions of one game."""

    def __init__(self, found: ctypes.CDLL, game: str) -> None:
        self._functions = {}
        for name in ("results", "leaves"):
            function = getattr(found, f"{game}_{name}")
            number, text = ctypes.c_int64, ctypes.c_char_p
            function.argtypes = [text, number, text, number, ctypes.POINTER(number)]
            function.restype = number
            self._functions[name] = function
        self._out = ctypes.create_string_buffer(ROOM)

    def results(self, position: str, most: int) -> tuple[str, int] | None:
        """The first results of a position as items of a list in canonical JSON, and their number; None if not known."""
        return self._told("results", position, most)

    def leaves(self, position: str, depth: int) -> tuple[str, int] | None:
        """The turns of a position, each with the leaves below it, as items of a list in JSON, and all; None likewise."""
        return self._told("leaves", position, depth)

    def _told(self, name: str, position: str, number: int) -> tuple[str, int] | None:
        count = ctypes.c_int64()
        text = position.encode("ascii")
        while True:
            room = len(self._out)
            length = self._functions[name](text, number, self._out, room, ctypes.byref(count))
            if length != NO_ROOM or room >= MOST_ROOM:
                break
            self._out = ctypes.create_string_buffer(2 * room)
        return (ctypes.string_at(self._out, length).decode("ascii"), count.value) if length >= 0 else None


def compiled(game: str) -> Compiled | None:
    """The compiled functions of a game, if there are any."""
    found = library()
    return Compiled(found, game) if found else None
