"""Splinter under the default readings. A square is (column, row), counted from 0; a piece is (colour, kind)."""

import re
from collections import namedtuple

BOARDS = ["2x4", "5x2", "6x5", "8x7", "10x9"]
READINGS = {
    "splinter.both-out": ["same-turn"],
    "splinter.no-return": ["any-piece"],
    "splinter.passing": ["forbidden"],
    "splinter.step-off": ["allowed"],
    "splinter.tie": ["keep-one"],
}
NAMES = {"b": "blue", "w": "white", "s": "square", "x": "cross", "o": "circle"}
BLOCK = ["bo wo bo wo bo wo", "wo bx wx bx wx bo", "bo ws bs ws bs wo", "wo bx wx bx wx bo", "bo wo bo wo bo wo"]
STEPS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
TURN = re.compile("([a-z][1-9][0-9]?)([NS][EW]?|[EW])(([=x])([a-z][1-9][0-9]?))?")

Position = namedtuple("Position", "board mover pieces memory")


def name(square):
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def named(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def is_on(board, square):
    columns, rows = map(int, board.split("x"))
    return 0 <= square[0] < columns and 0 <= square[1] < rows


def start(board):
    columns, rows = map(int, board.split("x"))
    west, south = (columns - 6) // 2, (rows - 5) // 2
    pieces = {
        (west + x, south + y): (NAMES[piece[0]], NAMES[piece[1]])
        for y, line in enumerate(reversed(BLOCK))
        for x, piece in enumerate(line.split())
    }
    return Position(board, "blue", {square: pieces[square] for square in sorted(pieces) if is_on(board, square)}, [])


def groups(squares):
    """The squares that hang together by sides or corners, as lists, those with the smallest squares first."""
    left, found = sorted(squares), []
    while left:
        group = [left.pop(0)]
        for x, y in group:
            touching = [square for square in left if abs(square[0] - x) <= 1 and abs(square[1] - y) <= 1]
            left = [square for square in left if square not in touching]
            group += touching
        found.append(group)
    return found


def outcome(position):
    pieces = list(position.pieces.values())
    out = [side for side in ("blue", "white") if len({kind for colour, kind in pieces if colour == side}) < 3]
    if len(out) == 2:
        more = sum(1 if colour == "blue" else -1 for colour, _ in pieces)
        return {"winner": "blue" if more > 0 else "white" if more < 0 else None}
    return {"winner": "white" if out == ["blue"] else "blue"} if out else None


def play(position, text):
    """A verdict, and what comes with it: the next position if legal, the meanings if ambiguous, else None."""
    match = TURN.fullmatch(text)
    if not match:
        return "malformed", None
    square, (east, north) = named(match[1]), STEPS[match[2]]
    if outcome(position) or position.pieces.get(square, [None])[0] != position.mover:
        return "illegal", None
    moved = {}
    while square in position.pieces:
        moved[square] = square[0] + east, square[1] + north
        square = moved[square]
    if any([before, now] in position.memory for before, now in moved.items()):
        return "illegal", None
    pieces = {moved.get(square, square): piece for square, piece in position.pieces.items()}
    found = groups(square for square in pieces if is_on(position.board, square))
    tied = [group for group in found if len(group) == max(map(len, found))]
    if match[3]:
        chosen = [group for group in tied if named(match[5]) in group]
        if match[4] != "=" or len(tied) < 2 or not chosen:
            return "illegal", None
        tied = chosen
    if len(tied) > 1:
        return "ambiguous", [f"{text}={name(min(group))}" for group in tied]
    memory = sorted([now, before] for before, now in moved.items() if now in tied[0])
    mover = "white" if position.mover == "blue" else "blue"
    after = Position(position.board, mover, {square: pieces[square] for square in sorted(tied[0])}, memory)
    return "legal", after._replace(memory=[]) if outcome(after) else after


def to_json(position):
    return {
        "game": "splinter",
        "board": position.board,
        "to_move": position.mover,
        "pieces": [[name(square), *piece] for square, piece in position.pieces.items()],
        "memory": [[name(now), name(before)] for now, before in position.memory],
    }
