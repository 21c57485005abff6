"""Draws positions of Crumble that are too fine for a diagram: not to scale, or as a list."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase

from shatterproof.crumble.pieces import Piece, describe, in_units, place
from shatterproof.crumble.position import Position

MOST_LINES = 40
"""The most edges of a drawing in each direction, and the most pieces of a list."""


def not_to_scale(position: Position) -> list[str]:
    """A drawing with one row and column between each two edges of pieces; if that is too large, a list."""
    pieces = sorted(position.arrangement.pieces, key=place)
    across = sorted({edge for piece in pieces for edge in (piece.x, piece.east)})
    up = sorted({edge for piece in pieces for edge in (piece.y, piece.north)})
    letters = _letters(position, pieces)
    header = f"{position.board}, {position.to_move.capitalize()} to move"
    if letters is None or max(len(across), len(up)) > MOST_LINES:
        return [header, *_listed(position, pieces)]
    rows = ["".join(letters[_at(pieces, x, y)] for x, _ in pairwise(across)) for y, _ in pairwise(up)]
    lines = [f"not to scale: lines from the west at {_lengths(across)}, from the south at {_lengths(up)}"]
    return [header, *reversed(rows), *lines]


def _letters(position: Position, pieces: list[Piece]) -> dict[Piece, str] | None:
    """A letter for each piece, upper case for Black; None if there are too many pieces."""
    black = [piece for piece in pieces if piece in position.black]
    white = [piece for piece in pieces if piece not in position.black]
    if max(len(black), len(white)) > len(ascii_lowercase):
        return None
    pairs = ((black, ascii_uppercase), (white, ascii_lowercase))
    return {piece: letter for found, names in pairs for piece, letter in zip(found, names, strict=False)}


def _at(pieces: list[Piece], x: int, y: int) -> Piece:
    return next(piece for piece in pieces if piece.x <= x < piece.east and piece.y <= y < piece.north)


def _lengths(edges: list[int]) -> str:
    return ", ".join(map(in_units, edges))


def _listed(position: Position, pieces: list[Piece]) -> list[str]:
    named = [f"{'black' if piece in position.black else 'white'} {describe(piece)}" for piece in pieces[:MOST_LINES]]
    more = len(pieces) - len(named)
    return [*named, *([f"and {more} pieces more"] if more else [])]
