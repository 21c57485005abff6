"""Positions as diagrams: grids of letters that people type and read."""

from __future__ import annotations

import re
from collections.abc import Mapping

from shatterproof import strict_json
from shatterproof.crumble.arrangement import board_size
from shatterproof.crumble.forms import memory_from_json, memory_to_json, readings_from_json, show
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece
from shatterproof.crumble.position import Position, set_up
from shatterproof.crumble.readings import Readings
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition

LARGEST_DIAGRAM = 512
"""Characters in a row, and rows, that a diagram may have."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"

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
        memory = memory_to_json(position.memory)
        lines.append("memory " + strict_json.encode(memory))
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
                    f"{show(line)} is no row of a diagram", f"line {number}", "letters, one for each place"
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
    chosen = readings_from_json(data_readings or None, readings)
    position = set_up(board, colours, (header.get("side") or BLACK).lower(), readings=chosen)
    memory = memory_from_json(strict_json.decode(extras.get("memory", "null"), source="memory"), position)
    return Position(position.arrangement, position.black, position.to_move, memory, chosen)


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
