"""Files that people give to commands: read whole, within limits, or refused in one line."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError, shorten
from shatterproof.fields import game_named
from shatterproof.game import GAMES, AnyGame, IllegalTurn, find_game
from shatterproof.judging import replay
from shatterproof.movetext import MOST_TURNS, RecordedTurn, unwrapped
from shatterproof.record import Record, parse_record, split_games
from shatterproof_properties.common.ludii import is_trial, record_of_trial

STANDARD_INPUT = Path("-")
READ_ONLY = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""Opens a file without waiting for whoever writes into it."""
HEAD = 4096
"""Bytes by which a file is known that cannot be read to its end."""


@dataclass(frozen=True)
class Drawable:
    """A position to draw, and the diagram it was read from, if any.

    For a record: its last turn, this turn in words, the position before it, and the record itself.
    """

    game: AnyGame
    position: Any
    last: Any = None
    written: RecordedTurn | None = None
    before: Any = None
    record: Record | None = None
    picture: str = ""


class Unreadable(InputError):
    """A file that the system does not let us read."""


def read_text(path: Path, holds: str = "a position or a game record") -> str:
    """The text of a file, or of the standard input for `-`. `holds` says in errors what it should hold.

    Raises Unreadable if the system does not let us read it, InputError if it is no regular file, too long, empty, or
    not UTF-8.
    """
    with named(path):
        try:
            data = _read_bytes(path)
        except InputError:
            raise
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Unreadable(f"cannot be read: {reason}", expected="a file") from None
        if len(data) > strict_json.SIZE_LIMIT:
            raise InputError("the file is too long", expected=f"at most {strict_json.SIZE_LIMIT} bytes")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            byte = error.start - data.rfind(b"\n", 0, error.start)
            raise InputError("the text is not UTF-8", f"line {line}, byte {byte}", "UTF-8 text") from None
        if not text.strip():
            raise InputError("the file is empty", expected=holds)
        return text


def _read_bytes(path: Path) -> bytes:
    """Reads regular files and the standard input only, up to one byte more than the limit."""
    if path in (STANDARD_INPUT, Path("/dev/stdin")):
        if sys.stdin is None:
            raise InputError("it is closed", expected="a text on the standard input")
        return sys.stdin.buffer.read(strict_json.SIZE_LIMIT + 1)
    descriptor = os.open(path, READ_ONLY)
    with open(descriptor, "rb", buffering=0) as file:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise InputError("this is a pipe or a device", expected="a regular file, or - for the standard input")
        found = bytearray()
        while len(found) <= strict_json.SIZE_LIMIT:
            part = file.read(strict_json.SIZE_LIMIT + 1 - len(found))
            if part is None:
                # Some files of the system look regular, and wait for more to read.
                raise InputError("this file never ends", expected="a regular file")
            if not part:
                break
            found += part
        return bytes(found)


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name; false also if the system does not say."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


@contextmanager
def inside(where: str) -> Iterator[None]:
    """Puts a place before the place of each error raised inside; "" adds none."""
    try:
        yield
    except InputError as error:
        error.where = ", ".join(filter(None, (where, error.where)))
        raise


def named(path: Path) -> AbstractContextManager[None]:
    """Names the file in the errors raised inside."""
    return inside("standard input" if path == STANDARD_INPUT else str(path))


def chosen_readings(game: AnyGame, chosen: tuple[str, ...]) -> Any | None:
    """The readings that `--readings` options name, or None if there are none. Raises InputError."""
    with inside("--readings"):
        return game.Readings.from_text(" ".join(chosen)) if chosen else None


def opening_of(game: AnyGame, board: str | None, chosen: tuple[str, ...]) -> Any:
    """The opening on a board, None for the standard one, under the readings that options name. Raises InputError."""
    readings = chosen_readings(game, chosen) or game.Readings()
    with inside("--board"):
        return game.start(readings=readings) if board is None else game.start(board, readings)


def readings_by_game(chosen: tuple[str, ...], game: str | None) -> dict[str, dict[str, str]]:
    """What `--readings` options set, by game.

    With a `game` only its readings are known, and its name may be left out. Raises InputError.
    """
    if game is not None:
        readings = chosen_readings(find_game(game), chosen)
        return {game: readings.departures()} if readings else {}
    found: dict[str, tuple[str, ...]] = {}
    for pair in re.split(r"[,\s]+", " ".join(chosen).strip()) if chosen else ():
        name = pair.partition(".")[0]
        if name not in GAMES:
            wish = f"a reading with its game, one of {', '.join(GAMES)}"
            raise InputError(f"{shorten(pair, 60)!r} names no game", "--readings", wish)
        found[name] = (*found.get(name, ()), pair)
    return {name: each for game in found for name, each in readings_by_game(found[game], game).items()}


def load_position(path: Path, game: AnyGame, readings: tuple[str, ...] = ()) -> Any:
    """The position of a game in a file, as JSON or as a diagram. Raises InputError with the file and the place."""
    chosen = chosen_readings(game, readings)
    text = read_text(path)
    with named(path):
        _refuse_puzzle(text, "a position; shatterproof puzzle verify FILE takes puzzles")
        if is_record(text):
            raise InputError("this is a game record", expected="a position; shatterproof show FILE --json prints one")
        return game.from_json(strict_json.decode(text), chosen) if is_json(text) else game.from_diagram(text, chosen)


def only_record(text: str, path: Path, board: str | None = None, readings: tuple[str, ...] = ()) -> Record:
    """The game record in the text of a file. `board` and readings are for trials of Ludii that do not show them.

    Raises InputError with the file and the line.
    """
    with named(path):
        _refuse_puzzle(text, "a game record; shatterproof puzzle verify FILE judges a puzzle")
        if is_trial(text):
            return _trial_in(text, board, readings)
        refuse_settings(board, readings)
        if is_json(text):
            raise InputError("this is no game record", "line 1", f'a first line like [Game "{GAMES[0]}"]')
        return parse_record(text)


def refuse_settings(board: str | None, readings: tuple[str, ...]) -> None:
    """Raises InputError if a board or readings are given although records name their own."""
    if board is not None or readings:
        option = "--readings" if board is None else "--board"
        raise InputError("a record names its own", option, "--game, for a bare list of turns")


def load_turns(path: Path, game: AnyGame, board: str | None, readings: tuple[str, ...]) -> Record:
    """The record of a bare list of turns in a file, one a line, from the opening of a board (None: the standard one).

    Empty lines and lines that begin with # are passed over. Raises InputError with the file and the line.
    """
    text = read_text(path)
    with named(path):
        if is_json(text) or _has_tags(text) or is_trial(text):
            raise InputError("this is no bare list of turns", "line 1", "one turn a line, or no --game")
    position = opening_of(game, board, readings)
    # No more is split than there may be turns.
    lines = ((number, line.split()) for number, line in enumerate(StringIO(text, newline=None), start=1))
    written = ((number, words) for number, words in lines if words and not words[0].startswith("#"))
    texts = [(number, unwrapped(" ".join(words))) for number, words in islice(written, MOST_TURNS + 1)]
    if len(texts) > MOST_TURNS:
        raise InputError("the list is too long", str(path), f"at most {MOST_TURNS} turns")
    turns = (
        RecordedTurn(turn, index // 2 + 1, game.SIDES[index % 2], number)
        for index, (number, turn) in enumerate(texts, start=game.SIDES.index(position.to_move))
    )
    return Record(game, position, tuple(turns))


def load_shown(path: Path, readings: tuple[str, ...] = ()) -> Drawable:
    """The position in a file, or the last one of a game record. Raises InputError with the file and the place."""
    text = read_text(path)
    with named(path):
        _refuse_puzzle(text, "a position or a game record; shatterproof puzzle show FILE draws a puzzle")
        if is_record(text):
            if readings:
                raise InputError("this is a game record", expected="no --readings: a record names its own")
            record = record_in(text)
            shown, played = Drawable(record.game, record.position, record=record), 0
            try:
                for written, turn, after in replay(record):
                    shown, played = Drawable(record.game, after, turn, written, shown.position, record), played + 1
            except IllegalTurn as error:
                at = record.turns[played]
                what = f"{shorten(at.text, 60)} is illegal: {error}"
                raise InputError(what, at.where, "a legal record; see shatterproof judge") from None
            return shown
        data = strict_json.decode(text) if is_json(text) else None
        game = find_game(game_shown(text)) if data is None else game_named(data)
    chosen = chosen_readings(game, readings)
    with named(path):
        if data is not None:
            return Drawable(game, game.from_json(data, chosen))
        return Drawable(game, game.from_diagram(text, chosen), picture=text)


def is_json(text: str) -> bool:
    """Whether a text can only be meant as JSON."""
    return text.lstrip().startswith(("{", "[")) and not _has_tags(text)


def is_record(text: str) -> bool:
    """Whether a text begins like a game record or a trial of Ludii.

    A record begins with tags, none of them a puzzle's.
    """
    return (_has_tags(text) and not is_puzzle(text)) or is_trial(text)


def is_refused_record(path: Path) -> bool:
    """Whether a file whose text cannot be read, being in another encoding or too long, begins like a record."""
    with open(os.open(path, READ_ONLY), "rb", buffering=0) as file:
        head = file.read(HEAD) or b""
    return is_record(head.decode("utf-16" if head[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig", "replace"))


def games_in(text: str) -> list[tuple[int, str]]:
    """The texts of the game records in a text, each with the number of its first line.

    A trial of Ludii is one record.
    """
    return [(1, text)] if is_trial(text) else list(split_games(text))


def record_in(text: str, first_line: int = 1) -> Record:
    """The game record in a text, or the record of a trial of Ludii.

    Raises InputError with the line, IllegalPosition.
    """
    return _trial_in(text) if is_trial(text) else parse_record(text, first_line=first_line)


def _trial_in(text: str, board: str | None = None, readings: tuple[str, ...] = ()) -> Record:
    return record_of_trial(text, lambda game: chosen_readings(game, readings), board)


def _has_tags(text: str) -> bool:
    """Whether tags begin a text, after comments in braces."""
    return bool(re.match(r"(?:\s*+\{[^}]*+\})*+\s*+\[[A-Za-z]", text))


def is_puzzle(text: str) -> bool:
    """Whether a text is meant as a puzzle of the hand-written form: there is a tag Puzzle among its first tags."""
    return bool(re.match(r"(?:\s*+\[(?!Puzzle\b)[A-Za-z]++\s[^\n]*+\n)*\s*+\[Puzzle\b", text))


def _refuse_puzzle(text: str, expected: str) -> None:
    if is_puzzle(text):
        raise InputError("this is a puzzle", expected=expected)
