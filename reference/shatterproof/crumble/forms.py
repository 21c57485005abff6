"""Positions as JSON and as diagrams."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from shatterproof import strict_json
from shatterproof.crumble.arrangement import board_size, from_units
from shatterproof.crumble.draws import REMEMBERED, RENEWALS_TO_DRAW, Deed, Memory, forget
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, has_legal_shape, in_units, place
from shatterproof.crumble.position import DEFAULTS, Position, set_up
from shatterproof.crumble.readings import Readings
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition

FIELDS = {"board", "game", "memory", "pieces", "readings", "to_move"}
NEEDED = ("board", "game", "pieces", "to_move")
LARGEST_DIAGRAM = 512
"""Characters in a row, and rows, that a diagram may have."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def to_json(position: Position) -> dict[str, Any]:
    """A position as canonical JSON values: lengths in units as strings, pieces sorted by place.

    Readings are named where they are not the default.
    """
    data: dict[str, Any] = {
        "board": position.board,
        "game": "crumble",
        "memory": _memory_to_json(position.memory),
        "pieces": [
            [*_rectangle(piece), BLACK if piece in position.black else WHITE] for piece in position.arrangement.pieces
        ],
        "to_move": position.to_move,
    }
    departures = position.readings.departures()
    return data | ({"readings": departures} if departures else {})


def _rectangle(piece: Piece) -> list[str]:
    return [in_units(length) for length in piece]


def _memory_to_json(memory: Memory | None) -> dict[str, Any] | None:
    if memory is None:
        return None
    recent = [
        deed
        and {
            "target": deed.target and _rectangle(deed.target),
            "worked": [_rectangle(piece) for piece in sorted(deed.worked, key=place)],
        }
        for deed in memory.recent
    ]
    return {"recent": recent, "renewals": memory.renewals}


def from_json(data: Any, readings: Readings | None = None) -> Position:
    """A position from JSON values. `readings` are those in force; None: those that the position names, or the defaults.

    Raises InputError with the JSON pointer of what is wrong; IllegalPosition where a rule is broken.
    """
    _check_fields(data, "", FIELDS, NEEDED)
    if data["game"] != "crumble":
        raise InputError(f"game is {_show(data['game'])}", "/game", '"crumble"')
    if not isinstance(data["board"], str):
        raise InputError(f"board is {_show(data['board'])}", "/board", 'a name like "6x6"')
    if data["to_move"] not in (BLACK, WHITE):
        raise InputError(f"to_move is {_show(data['to_move'])}", "/to_move", '"black" or "white"')
    chosen = _readings_from_json(data.get("readings"), readings)
    with _placed("/board"):
        board_size(data["board"])
    colours: dict[Piece, str] = {}
    for index, item in enumerate(_listed(data["pieces"], "/pieces")):
        piece, colour = _coloured(item, f"/pieces/{index}")
        if piece in colours:
            raise InputError("the same piece is given twice", f"/pieces/{index}", "every piece once")
        colours[piece] = colour
    with _placed("/pieces"):
        position = set_up(data["board"], colours, data["to_move"], readings=chosen)
    memory = _memory_from_json(data.get("memory"), position)
    return Position(position.arrangement, position.black, position.to_move, memory, chosen)


class _placed:
    """Gives errors raised inside the place in the document where they arose, if they have none."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            error.locate(self.where)


def _show(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def _check_fields(data: Any, where: str, known: set[str], needed: Iterable[str]) -> None:
    if not isinstance(data, dict):
        raise InputError(f"{_show(data)} is no object", where, "an object with " + ", ".join(sorted(needed)))
    for name in data:
        if name not in known:
            raise InputError(f"unknown field {_show(name)}", f"{where}/{name[:40]}", "only " + ", ".join(sorted(known)))
    for name in needed:
        if name not in data:
            raise InputError(f"field {name!r} is missing", where or "/", "an object with " + ", ".join(sorted(needed)))


def _listed(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise InputError(f"{_show(data)} is no list", where, "a list")
    return data


def _lengths(item: Any, where: str) -> Piece:
    if not isinstance(item, list) or len(item) != 4:
        raise InputError(f"{_show(item)} is no rectangle", where, "x, y, width and height")
    lengths = []
    for index, text in enumerate(item):
        with _placed(f"{where}/{index}"):
            if not isinstance(text, str):
                raise InputError(f"{_show(text)} is no length", expected='a string in units, like "2" or "3/2"')
            lengths.append(from_units(text))
    return Piece(*lengths)


def _coloured(item: Any, where: str) -> tuple[Piece, str]:
    if not isinstance(item, list) or len(item) != 5:
        raise InputError(f"{_show(item)} is no piece", where, "x, y, width, height and colour")
    if item[4] not in (BLACK, WHITE):
        raise InputError(f"colour is {_show(item[4])}", f"{where}/4", '"black" or "white"')
    return _lengths(item[:4], where), item[4]


def _readings_from_json(named: Any, given: Readings | None) -> Readings:
    if named is None:
        return given or DEFAULTS
    if not isinstance(named, dict) or not all(isinstance(value, str) for value in named.values()):
        raise InputError(f"{_show(named)} names no readings", "/readings", "an object of reading ids and values")
    with _placed("/readings"):
        chosen = Readings.from_mapping(named)
    if given is not None and chosen != given:
        raise InputError(
            "the position names other readings than those in force", "/readings", _show(given.departures())
        )
    return chosen


def _memory_from_json(data: Any, position: Position) -> Memory | None:
    """What the position remembers, checked against the readings and the board."""
    if data is None:
        return None
    limit = RENEWALS_TO_DRAW.get(position.readings.draw)
    if limit is None:
        raise InputError("crumble.draw = agreement-only remembers nothing", "/memory", "null")
    _check_fields(data, "/memory", {"recent", "renewals"}, ("recent", "renewals"))
    items = _listed(data["recent"], "/memory/recent")
    if not 1 <= len(items) <= REMEMBERED:
        raise InputError(f"{len(items)} turns are remembered", "/memory/recent", f"1 to {REMEMBERED}")
    recent = tuple(_deed(item, f"/memory/recent/{index}", position) for index, item in enumerate(items))
    if forget(recent, position.readings) != recent:
        raise InputError(
            "it remembers what can no longer matter, or forgets what does",
            "/memory/recent",
            "only turns that can still be part of a draw",
        )
    renewals = data["renewals"]
    most = limit if len(recent) == REMEMBERED and recent[0] else 0
    if type(renewals) is not int or not 0 <= renewals <= most:
        raise InputError(f"renewals is {_show(renewals)}", "/memory/renewals", f"a whole number from 0 to {most}")
    return Memory(recent, renewals)


def _deed(item: Any, where: str, position: Position) -> Deed | None:
    if item is None:
        return None
    _check_fields(item, where, {"target", "worked"}, ("target", "worked"))
    target = None if item["target"] is None else _on_board(item["target"], f"{where}/target", position)
    listed = _listed(item["worked"], f"{where}/worked")
    worked = [_on_board(piece, f"{where}/worked/{index}", position) for index, piece in enumerate(listed)]
    if not worked or worked != sorted(set(worked), key=place):
        raise InputError(
            "the pieces worked are not in order",
            f"{where}/worked",
            "at least one piece, each once, sorted by y and then x",
        )
    return Deed(target, tuple(worked))


def _on_board(item: Any, where: str, position: Position) -> Piece:
    piece = _lengths(item, where)
    columns, rows = position.arrangement.columns * GRAIN, position.arrangement.rows * GRAIN
    if not piece.area or not has_legal_shape(piece.width, piece.height) or piece.east > columns or piece.north > rows:
        raise InputError(f"{_show(item)} is no piece of this board", where, "a square or half-square inside the board")
    return piece


_HEADER = re.compile(
    r"(?:(?P<board>[0-9]{1,2}x[0-9]{1,2}))?(?:,? *(?P<side>black|white) to move)?"
    r"(?:,? *(?P<scale>[0-9]{1,3}) per unit)?",
    re.IGNORECASE,
)


def to_diagram(position: Position) -> str:
    """A position as a character grid under a header line; upper case is Black, a block of one letter is a piece.

    Memory and departing readings follow in lines of their own. Raises InputError for pieces too fine to draw so.
    """
    arrangement = position.arrangement
    finest = min(length & -length for piece in arrangement.pieces for length in piece if length)
    scale = max(1, GRAIN // finest)
    if max(arrangement.columns, arrangement.rows) * scale > LARGEST_DIAGRAM:
        raise InputError(
            "the pieces are too fine for a diagram", expected=f"at most {LARGEST_DIAGRAM} characters a row"
        )
    step = GRAIN // scale
    grid = [["."] * (arrangement.columns * scale) for _ in range(arrangement.rows * scale)]
    for piece, letter in _letters(position).items():
        for row in range(piece.y // step, piece.north // step):
            for column in range(piece.x // step, piece.east // step):
                grid[-1 - row][column] = letter
    header = f"{position.board}, {position.to_move.capitalize()} to move"
    lines = [header, *("".join(row) for row in grid)]
    departures = position.readings.departures()
    if departures:
        lines.append("readings " + " ".join(f"{name}={value}" for name, value in departures.items()))
    if position.memory:
        memory = _memory_to_json(position.memory)
        lines.append("memory " + json.dumps(memory, sort_keys=True, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def _letters(position: Position) -> dict[Piece, str]:
    """A letter for every piece, unlike those of its own colour beside it, in turn through the alphabet."""
    chosen: dict[Piece, str] = {}
    following = {True: 0, False: 0}
    from_the_top = sorted(position.arrangement.pieces, key=lambda piece: (-piece.north, piece.x))
    for piece in from_the_top:
        is_black = piece in position.black
        taken = {
            chosen[other].lower()
            for other in position.arrangement.neighbours[piece]
            if other in chosen and (other in position.black) == is_black
        }
        alphabet = LETTERS[following[is_black] % 26 :] + LETTERS[: following[is_black] % 26]
        letter = next((letter for letter in alphabet if letter not in taken), None)
        if letter is None:
            raise InputError("a piece has more than 25 neighbours of its colour: too many for letters")
        following[is_black] = LETTERS.index(letter) + 1
        chosen[piece] = letter.upper() if is_black else letter
    return chosen


def from_diagram(text: str, readings: Readings | None = None) -> Position:
    """A position from a diagram. Without a board in the header, one character is a unit unless `N per unit` is said.

    Raises InputError with the line that is wrong; IllegalPosition where a rule is broken.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    header: Mapping[str, str | None] = {}
    extras: dict[str, str] = {}
    rows: list[tuple[int, str]] = []
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word in ("readings", "memory") and rest:
            extras[word] = rest
        elif re.fullmatch(r"[A-Za-z]+", line):
            rows.append((number, line))
        else:
            found = _HEADER.fullmatch(line)
            if not found or header or rows:
                raise InputError(
                    f"{_show(line)} is no row of a diagram", f"line {number}", "letters, one for each place"
                )
            header = found.groupdict()
    return _from_rows(rows, header, extras, readings)


def _from_rows(
    rows: list[tuple[int, str]], header: Mapping[str, str | None], extras: Mapping[str, str], readings: Readings | None
) -> Position:
    if not rows:
        raise InputError("there is no diagram", "line 1", "rows of letters")
    width, height = len(rows[0][1]), len(rows)
    for number, row in rows:
        if len(row) != width:
            raise InputError(f"the row has {len(row)} places", f"line {number}", f"{width}, like the first row")
    if max(width, height) > LARGEST_DIAGRAM:
        raise InputError(f"the diagram has {width} by {height} places", expected=f"at most {LARGEST_DIAGRAM} each way")
    board, scale = _scale(width, height, header)
    blocks = _blocks([row for _, row in rows])
    colours = {_scaled(block, scale): BLACK if letter.isupper() else WHITE for block, letter in blocks}
    data_readings = dict(pair.split("=", 1) for pair in extras.get("readings", "").split() if "=" in pair)
    chosen = _readings_from_json(data_readings or None, readings)
    position = set_up(board, colours, (header.get("side") or BLACK).lower(), readings=chosen)
    memory = _memory_from_json(_json_line(extras.get("memory", "null")), position)
    return Position(position.arrangement, position.black, position.to_move, memory, chosen)


def _json_line(text: str) -> Any:
    return strict_json.decode(text)


def _scale(width: int, height: int, header: Mapping[str, str | None]) -> tuple[str, int]:
    """The board, and the number of characters in a unit."""
    scale = int(header.get("scale") or 1)
    if header.get("board"):
        columns, rows = board_size(str(header["board"]))
        scale = width // columns if not header.get("scale") else scale
    elif scale:
        columns, rows = width // scale, height // scale
        board_size(f"{columns}x{rows}")
    if not scale or (columns * scale, rows * scale) != (width, height):
        raise InputError(
            f"{width} by {height} places are no whole number of places per unit",
            "line 1",
            f"the same number of characters for every unit of {header.get('board') or 'the board'}",
        )
    return f"{columns}x{rows}", scale


def _scaled(block: Piece, scale: int) -> Piece:
    if any(length * GRAIN % scale for length in block):
        raise IllegalPosition(
            "crumble.board.limits",
            f"a piece lies at a fraction of a unit over {scale}",
            expected="places and sizes that halving units can give",
        )
    return Piece(*(length * GRAIN // scale for length in block))


def _blocks(rows: list[str]) -> list[tuple[Piece, str]]:
    """The maximal blocks of one letter, in characters from the south-west; InputError for one that is no rectangle."""
    letters = {
        (column, len(rows) - 1 - row): letter for row, line in enumerate(rows) for column, letter in enumerate(line)
    }
    found, left = [], dict(letters)
    for (column, row), letter in sorted(letters.items(), key=lambda item: (item[0][1], item[0][0])):
        if (column, row) not in left:
            continue
        cells, waiting = set(), [(column, row)]
        while waiting:
            cell = waiting.pop()
            if left.get(cell) == letter:
                del left[cell]
                cells.add(cell)
                waiting += [
                    (cell[0] + 1, cell[1]),
                    (cell[0] - 1, cell[1]),
                    (cell[0], cell[1] + 1),
                    (cell[0], cell[1] - 1),
                ]
        east, north = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
        west = min(x for x, _ in cells)
        block = Piece(west, row, east - west, north - row)
        if block.area != len(cells):
            raise InputError(
                f"the block of {letter!r} is no rectangle",
                f"line {len(rows) - row}",
                "one letter for each piece, another for a piece of the same colour beside it",
            )
        found.append((block, letter))
    return found
