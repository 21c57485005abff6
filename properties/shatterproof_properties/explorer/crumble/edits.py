"""Positions of Crumble changed by hand: pieces painted, halved, made one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from shatterproof.crumble.cuts import halves
from shatterproof.crumble.joins import join_into
from shatterproof.crumble.pieces import Piece, describe
from shatterproof.crumble.position import Position
from shatterproof.errors import InputError
from shatterproof.game import IllegalTurn
from shatterproof_properties.explorer.crumble.cuts_and_joins import around


def paint(position: Position, edit: Mapping[str, Any]) -> Position:
    """Some pieces in another colour."""
    pieces, colour = edit["put"], edit["what"]
    if colour not in ("black", "white"):
        raise InputError(f"{colour!r} is no colour", expected="black or white")
    black = position.black | set(pieces) if colour == "black" else position.black - set(pieces)
    return replace(position, black=black, memory=None)


def halve(position: Position, edit: Mapping[str, Any]) -> Position:
    """A piece cut in two. Raises IllegalTurn."""
    [piece] = edit["halve"]
    pair = halves(piece, edit["axis"])
    if pair is None:
        what = f"{describe(piece)} cannot be halved so into two legal pieces"
        raise IllegalTurn("crumble.cut.halves", what)
    return _with_pieces(position, [piece], pair, piece in position.black)


def unite(position: Position, edit: Mapping[str, Any]) -> Position:
    """Some pieces made one, in the colour of the first. Raises IllegalTurn."""
    pieces = edit["unite"]
    if not pieces:
        raise InputError("nothing is named", expected="pieces to make one")
    outline = pieces[0]
    for piece in pieces[1:]:
        outline = around(outline, piece)
    join = join_into(position.arrangement, frozenset(position.arrangement.pieces), outline)
    return _with_pieces(position, join.pieces, [outline], pieces[0] in position.black)


def _with_pieces(position: Position, gone: Iterable[Piece], new: Iterable[Piece], is_black: bool) -> Position:
    removed, made = list(gone), list(new)
    arrangement = position.arrangement.replace(removed, made)
    black = position.black - set(removed)
    return replace(position, arrangement=arrangement, black=black | set(made) if is_black else black, memory=None)


EDITS: Mapping[frozenset[str], Callable[[Any, dict[str, Any]], Any]] = {
    frozenset({"put", "what"}): paint,
    frozenset({"halve", "axis"}): halve,
    frozenset({"unite"}): unite,
}
