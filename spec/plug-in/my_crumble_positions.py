"""Positions of Crumble from and to JSON values, and their memory under the default readings.

A piece is (x, y, width, height).
"""

from fractions import Fraction
from itertools import takewhile


def piece_from_json(lengths):
    return tuple(Fraction(length) for length in lengths)


def piece_to_json(piece):
    return [str(length) for length in piece]


def from_json(position):
    """The pieces with their colours, and the memory: (turns, newest first, as (target, worked)), renewals."""
    pieces = {piece_from_json(lengths): colour for *lengths, colour in position["pieces"]}
    if position["memory"] is None:
        return pieces, ((), 0)
    turns = tuple(
        (piece_from_json(turn["target"]), tuple(map(piece_from_json, turn["worked"])))
        for turn in position["memory"]["recent"]
    )
    return pieces, (turns, position["memory"]["renewals"])


def to_json(board, to_move, pieces, memory):
    turns, renewals = memory
    in_order = sorted(pieces, key=lambda piece: (piece[1], piece[0]))
    recent = [{"target": piece_to_json(target), "worked": [*map(piece_to_json, worked)]} for target, worked in turns]
    return {
        "game": "crumble",
        "board": board,
        "to_move": to_move,
        "pieces": [[*piece_to_json(piece), pieces[piece]] for piece in in_order],
        "memory": {"recent": recent, "renewals": renewals} if turns else None,
    }


def overlap(one, two):
    width, height = (min(one[i] + one[i + 2], two[i] + two[i + 2]) - max(one[i], two[i]) for i in (0, 1))
    return max(width, 0) * max(height, 0)


def comes_from(piece, worked):
    return sum(overlap(piece, other) for other in worked) == piece[2] * piece[3]


def remember(memory, worked, target):
    """The memory after a turn; target None without a walk, or where it ended on the piece that it began with."""
    turns, renewals = memory
    if target is None:
        return (), 0
    same = list(takewhile(lambda turn: turn[0] == target, turns))
    renews = len(same) == 4 and all(comes_from(piece, same[i][1]) for piece in worked for i in (1, 3))
    return ((target, tuple(worked)), *same)[:4], renewals + 1 if renews else 0


def is_draw(memory):
    return memory[1] == 2
