"""The code of an address: game, position, line and readings in a few letters, with a version and a checksum."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import check_fields, readings_from_json, show
from shatterproof.game import AnyGame, find_game

VERSION = "1"
LONGEST = 64 * 1024
"""Characters that a code may have."""
LARGEST = 1 << 20
"""Bytes that a code may hold."""
_FIELDS = {"a", "b", "g", "p", "r", "t"}
_KNOWN = (
    b'"circle"],["square"],["cross"],"black"],"white"],"1/2","3/2","1/4","memory":null,"pieces":[["0","0","1","1",'
    b'"creating":["dark","light"],"dark":["light":["to_move":"blue"{"a":0,"b":"3x3","b":"7","b":"10x9","b":"6x6",'
    b'"g":"splinter","g":"scrunch","g":"crumble","r":{},"t":['
)
"""What codes begin with and repeat: it makes them shorter. Part of the version."""


def make_code(game: AnyGame, start: Any, turns: list[str], at: int) -> str:
    """The code of a game from a position on, with the turns played and how many of them are shown.

    Raises InputError for a game that is too long for a code.
    """
    data = {"a": at, "b": start.board, "g": game.NAME, "r": start.readings.departures(), "t": turns}
    if not _is_opening(game, start):
        said = ("board", "game", "readings")
        data["p"] = {name: value for name, value in game.to_json(start).items() if name not in said}
    text = strict_json.encode(data).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_KNOWN)
    packed = packer.compress(text) + packer.flush()
    code = VERSION + _written(zlib.crc32(packed).to_bytes(4, "big") + packed)
    if len(code) > LONGEST or len(text) > LARGEST:
        raise InputError("the game is too long for an address", expected=f"at most {LONGEST:,} characters in its code")
    return code


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _is_opening(game: AnyGame, start: Any) -> bool:
    try:
        return bool(start == game.start(start.board, start.readings))
    except InputError:
        return False


def read_code(code: str) -> tuple[AnyGame, Any, list[str], int]:
    """The game, its first position, the turns and how many of them are shown. Raises InputError for a damaged code."""
    if len(code) > LONGEST:
        raise InputError("this address is too long", expected=f"at most {LONGEST:,} characters")
    if not code.startswith(VERSION):
        what = "this address was made by another version, or is no address"
        raise InputError(what, expected=f"a code that begins with {VERSION}")
    data = strict_json.decode(_unpacked(code[1:]), source="the address")
    check_fields(data, "", _FIELDS, _FIELDS - {"p"})
    wanted = {"a": int, "b": str, "g": str, "p": dict, "r": dict, "t": list}
    for name, value in data.items():
        if not isinstance(value, wanted[name]):
            raise InputError(f"{show(value)} stands where it cannot", f"/{name}", "an address as it was copied")
    game = find_game(data["g"])
    readings = readings_from_json(data["r"], None, game.Readings)
    if "p" in data:
        position = {**data["p"], "board": data["b"], "game": game.NAME}
        start = game.from_json(position, readings)
    else:
        start = game.start(data["b"], readings)
    turns = [text for text in data["t"] if isinstance(text, str)]
    return game, start, turns, max(0, data["a"])


def _unpacked(code: str) -> bytes:
    damaged = InputError("the address is damaged", expected="all of it, as it was copied")
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        if zlib.crc32(packed[4:]).to_bytes(4, "big") != packed[:4] or _written(packed) != code:
            raise damaged
        unpacker = zlib.decompressobj(-15, zdict=_KNOWN)
        text = unpacker.decompress(packed[4:], LARGEST)
    except (binascii.Error, UnicodeEncodeError, zlib.error):
        raise damaged from None
    if not unpacker.eof or unpacker.unused_data:
        raise damaged
    return text
