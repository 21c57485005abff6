"""Files that people give to commands: read whole, within limits, or refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, Game, IllegalTurn, find_game
from shatterproof.record import Record, parse_readings, parse_record, replay

LARGEST_FILE = 8 * 1024 * 1024
Found = TypeVar("Found")


def read_text(path: Path) -> str:
    """The text of a file. Raises InputError if it cannot be read, is too long, or is not UTF-8."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(path), "a file") from None
    if len(data) > LARGEST_FILE:
        raise InputError("the file is too long", str(path), f"at most {LARGEST_FILE} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("the text is not UTF-8", f"{path}, byte {error.start}", "UTF-8 text") from None


def chosen_readings(game: Game, chosen: tuple[str, ...]) -> Any | None:
    """The readings that `--readings` options name, or None if there are none. Raises InputError."""
    return parse_readings(game, " ".join(chosen)) if chosen else None


def load_position(path: Path, game: Game | None, readings: tuple[str, ...] = ()) -> tuple[Game, Any]:
    """The position in a file, as JSON or as a diagram, and its game. Raises InputError with the file and the place."""
    return placed(path, lambda: _position(read_text(path), game, readings))


def _position(text: str, game: Game | None, readings: tuple[str, ...]) -> tuple[Game, Any]:
    if text.lstrip().startswith(("{", "[")):
        data = strict_json.decode(text)
        named = data.get("game") if isinstance(data, dict) else None
        found = find_game(named) if isinstance(named, str) else game or find_game(GAMES[0])
        if game and found is not game:
            raise InputError(f"the position is one of {found.NAME}", "/game", game.NAME)
        return found, found.from_json(data, chosen_readings(found, readings))
    found = game or find_game(GAMES[0])
    return found, found.from_diagram(text, chosen_readings(found, readings))


def load_record(path: Path) -> Record:
    """The game record in a file. Raises InputError with the file and the line."""
    return placed(path, lambda: parse_record(read_text(path)))


def load_shown(path: Path, readings: tuple[str, ...] = ()) -> tuple[Game, Any, Any]:
    """The position in a file, or the last one of a record, with its game and the last turn, if any."""
    text = placed(path, lambda: read_text(path))
    if not is_record(text):
        return *load_position(path, None, readings), None
    record = load_record(path)
    position, last = record.position, None
    try:
        for _, last, after in placed(path, lambda: replay(record)):
            position = after
    except IllegalTurn as error:
        raise InputError(f"a turn is illegal: {error}", str(path), "a legal record; see shatterproof judge") from None
    return record.game, position, last


def is_record(text: str) -> bool:
    """Whether a text begins like a game record, with a tag."""
    return text.lstrip().startswith("[") and not text.lstrip().startswith("[[")


def placed(path: Path, read: Callable[[], Found]) -> Found:
    """What `read` gives, with the file named in its errors."""
    try:
        return read()
    except InputError as error:
        if not error.where.startswith(str(path)):
            error.where = f"{path}, {error.where}" if error.where else str(path)
        raise


def going_on(game: Game, position: Any, where: str) -> Any:
    """The position itself. Raises InputError if the game is over in it."""
    ended = game.outcome(position)
    if ended:
        verdict = f"{ended.winner.capitalize()} has won" if ended.winner else "it is drawn"
        raise InputError(f"the game is over, {verdict} ({ended.clause})", where, "a position in which it goes on")
    return position
