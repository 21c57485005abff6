"""Positions as diagrams: grids of letters that people type and read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from shatterproof.crumble.arrangement import board_size, check_piece
from shatterproof.crumble.forms import memory_from_json, memory_to_json
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece
from shatterproof.crumble.position import Position, set_up
from shatterproof.crumble.readings import Readings
from shatterproof.diagrams import (
    LARGEST_DIAGRAM,
    Form,
    Lines,
    in_memory_line,
    last_lines,
    memory_said,
    readings_said,
    split_diagram,
)
from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof.game import IllegalPosition

LETTERS = "abcdefghijklmnopqrstuvwxyz"

_HEADER = re.compile(
    r"(?:crumble,? *)?(?:(?P<board>[0-9]{1,2}x[0-9]{1,2}))?(?:,? *(?P<side>black|white) to move)?"
    r"(?:,? *(?P<scale>[0-9]{1,3}) per unit)?",
    re.IGNORECASE,
)
FORM = Form(_HEADER, "6x6, Black to move", re.compile(r"[A-Za-z]+"), "letters, one for each place")


def to_diagram(position: Position, earlier: str = "") -> str:
    """A position as a character grid under a header line; upper case is Black, a block of one letter is a piece.

    A piece that stands in the diagram `earlier` as well keeps its letter; one that has only changed colour since keeps
    it in the other case, if no other piece has that. Memory and departing readings follow in lines of their own.
    Raises InputError for pieces too fine to draw so.
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
    for piece, letter in _letters(position, lettered(earlier) if earlier else {}).items():
        for row in range(piece.y // step, piece.north // step):
            for column in range(piece.x // step, piece.east // step):
                grid[-1 - row][column] = letter
    header = f"{position.board}, {position.to_move.capitalize()} to move"
    lines = [header, *("".join(row) for row in grid)]
    lines += last_lines(position.readings, memory_to_json(position.memory, position.readings))
    return "\n".join(lines) + "\n"


def _letters(position: Position, earlier: Mapping[Piece, str]) -> dict[Piece, str]:
    """A letter for every piece, unlike those of its own colour beside it: where it can be the one it had earlier.

    The others get letters in turn through the alphabet, those first that no piece has, or has had.
    """
    from_the_top = sorted(position.arrangement.pieces, key=lambda piece: (-piece.north, piece.x))
    chosen = _kept(position, from_the_top, earlier)
    had, following = set(earlier.values()), {True: 0, False: 0}
    for piece in from_the_top:
        if piece in chosen:
            continue
        is_black = piece in position.black
        alphabet = LETTERS.upper() if is_black else LETTERS
        beside = {chosen[other] for other in position.arrangement.neighbours[piece] if other in chosen}
        in_turn = alphabet[following[is_black] :] + alphabet[: following[is_black]]
        free = [letter for letter in in_turn if letter not in beside]
        if not free and earlier:
            return _letters(position, {})
        if not free:
            raise InputError("a piece has more than 25 neighbours of its colour: too many for letters")
        used = set(chosen.values())
        chosen[piece] = min(free, key=lambda letter: (letter in used, letter in had))
        following[is_black] = alphabet.index(chosen[piece]) + 1
    return chosen


def _kept(position: Position, pieces: list[Piece], earlier: Mapping[Piece, str]) -> dict[Piece, str]:
    """The letters that pieces keep: as they were, or in the other case."""
    standing = [piece for piece in pieces if piece in earlier]
    chosen = {piece: earlier[piece] for piece in standing if earlier[piece].isupper() == (piece in position.black)}
    for piece in standing:
        letter = earlier[piece].swapcase()
        if piece not in chosen and letter not in chosen.values():
            chosen[piece] = letter
    return chosen


def lettered(text: str) -> dict[Piece, str]:
    """The pieces of a diagram with their letters. Raises InputError with the line that is wrong."""
    return _read(split_diagram(text, FORM))[1]


def from_diagram(text: str, readings: Readings | None = None) -> Position:
    """A position from a diagram. Without a board in the header, one character is a unit unless `N per unit` is said.

    Lines that start with `#` are comments. Raises InputError with the line that is wrong; IllegalPosition where a rule
    is broken.
    """
    lines = split_diagram(text, FORM)
    board, letters = _read(lines)
    colours = {piece: BLACK if letter.isupper() else WHITE for piece, letter in letters.items()}
    chosen = readings_said(lines, readings, Readings)
    position = set_up(board, colours, lines.header["side"] or BLACK, readings=chosen)
    with in_memory_line(lines):
        return replace(position, memory=memory_from_json(memory_said(lines), position))


def _read(lines: Lines) -> tuple[str, dict[Piece, str]]:
    """The board of a diagram, and its pieces with their letters."""
    width, height = len(lines.rows[0][1]), len(lines.rows)
    for number, row in lines.rows:
        if len(row) != width:
            raise InputError(f"the row has {len(row)} places", f"line {number}", f"{width}, like the first row")
    if width > LARGEST_DIAGRAM:
        raise InputError(f"the row has {width} places", f"line {lines.rows[0][0]}", f"at most {LARGEST_DIAGRAM}")
    with placed(f"line {lines.first}"):
        board, scale = _scale(width, height, lines.header)
    columns, units = board_size(board)
    letters: dict[Piece, str] = {}
    for block, letter, line in _blocks(lines.rows):
        with placed(f"line {line}"):
            piece = _scaled(block, scale)
            check_piece(columns, units, piece)
        letters[piece] = letter
    return board, letters


def _scale(width: int, height: int, header: Mapping[str, str]) -> tuple[str, int]:
    """The board, and the number of characters in a unit."""
    scale = int(header["scale"] or 1)
    if header["board"]:
        columns, rows = board_size(header["board"])
        scale = scale if header["scale"] else width // columns
    elif scale:
        columns, rows = width // scale, height // scale
    if not scale or (columns * scale, rows * scale) != (width, height):
        raise InputError(
            f"the diagram is {width} characters wide and {height} high",
            expected=f"the same number of characters for every unit of {header['board'] or 'the board'}, both ways",
        )
    board_size(f"{columns}x{rows}")
    return f"{columns}x{rows}", scale


def _scaled(block: Piece, scale: int) -> Piece:
    if any(length * GRAIN % scale for length in block):
        raise IllegalPosition(
            "crumble.board.limits",
            f"a piece has an edge at a fraction of a unit with denominator {scale}",
            expected="places and sizes that halving units can give",
        )
    return Piece(*(length * GRAIN // scale for length in block))


def _blocks(rows: list[tuple[int, str]]) -> Iterator[tuple[Piece, str, int]]:
    """The maximal blocks of one letter, in characters from the south-west, each with its letter and lowest line.

    Raises InputError for a block that is no rectangle.
    """
    upwards = list(enumerate(reversed(rows)))
    left = {(column, row): letter for row, (_, text) in upwards for column, letter in enumerate(text)}
    for row, column in product(range(len(rows)), range(len(rows[0][1]))):
        letter = left.get((column, row))
        if letter is None:
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
                f"line {rows[-1 - row][0]}",
                "one letter for each piece, another for a piece of the same colour beside it",
            )
        yield block, letter, rows[-1 - row][0]
