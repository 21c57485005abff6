"""The compiled functions of the second engines, if a C compiler was at hand when the package was installed.

A library made from other sources than those beside it is not used. SHATTERPROOF_COMPILED=no switches all libraries off;
SHATTERPROOF_COMPILED=FILE names another one.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import threading
from functools import cache
from pathlib import Path

VARIABLE = "SHATTERPROOF_COMPILED"
FUNCTIONS = {"results": 2, "leaves": 1}
"""The compiled functions of each of our games, and how many numbers each takes after the position."""
FOLDER = Path(__file__).parent
ROOM, MOST_ROOM = 1 << 20, 1 << 24
"""The bytes reserved for an answer at first, and at most. The Python engine writes a longer answer."""
NO_ROOM = -2


def sources() -> list[Path]:
    """The files in C, in order."""
    return sorted(FOLDER.glob("**/*.[ch]"))


def library_path() -> Path:
    """The path of the library made from these sources. A library from other sources has another name."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return FOLDER / f"compiled-{digest.hexdigest()[:16]}.library"


@cache
def library() -> ctypes.CDLL | None:
    """The library made from the sources here, if there is one and it is wanted.

    Raises InputError if the environment names a library that cannot be loaded.
    """
    named = os.environ.get(VARIABLE)
    if named == "no":
        return None
    if not named:
        try:
            return ctypes.CDLL(str(library_path()))
        except OSError:
            return None
    # Installing runs this file where nothing else is there yet.
    from shatterproof.errors import InputError
    from shatterproof.game import OURS

    expected = "no, or a library that build_compiled.py has made"
    try:
        found = ctypes.CDLL(named)
    except OSError as error:
        raise InputError(f"{named} cannot be loaded: {error}", VARIABLE, expected) from None
    for function in (f"{game}_{name}" for game in OURS for name in FUNCTIONS):
        if not hasattr(found, function):
            raise InputError(f"{named} has no function {function}", VARIABLE, expected)
    return found


ANSWERS = threading.local()
"""The bytes in which each thread gets the answers of all games."""


class Compiled:
    """The compiled functions of one game.

    They take positions in the canonical JSON that the engines write. They return None for a position that they do not
    know, or for which they would need too long.
    """

    def __init__(self, found: ctypes.CDLL, game: str) -> None:
        self._functions = {}
        number, text = ctypes.c_int64, ctypes.c_char_p
        for name, numbers in FUNCTIONS.items():
            function = self._functions[name] = getattr(found, f"{game}_{name}")
            function.argtypes = [text, *[number] * numbers, text, number, ctypes.POINTER(number)]
            function.restype = number

    def results(self, position: str, most: int, first: int = 0) -> tuple[str, int] | None:
        """The results of a position from one index on, as entries of an answer in canonical JSON, and their number."""
        return self._answer("results", position, first, most)

    def leaves(self, position: str, depth: int) -> tuple[str, int] | None:
        """The turns of a position with their leaves, as `[TURN,LEAVES]` joined by commas, and the sum."""
        return self._answer("leaves", position, depth)

    def _answer(self, name: str, position: str, *numbers: int) -> tuple[str, int] | None:
        number, text = ctypes.c_int64(), position.encode("ascii")
        if not hasattr(ANSWERS, "bytes"):
            ANSWERS.bytes = ctypes.create_string_buffer(ROOM)
        while True:
            out = ANSWERS.bytes
            length = self._functions[name](text, *numbers, out, len(out), ctypes.byref(number))
            if length != NO_ROOM or len(out) >= MOST_ROOM:
                return (ctypes.string_at(out, length).decode("ascii"), number.value) if length >= 0 else None
            ANSWERS.bytes = ctypes.create_string_buffer(4 * len(out))


def compiled(game: str) -> Compiled | None:
    """The compiled functions of a game, if there are any."""
    found = library()
    return Compiled(found, game) if found else None
