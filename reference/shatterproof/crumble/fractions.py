"""Turns whose location is a fraction of the board, from each player's own lower left corner."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.notation import LONGEST_TEXT, Meaning, legal_meaning, locations, meanings, resolve
from shatterproof.crumble.pieces import GRAIN, OPPOSITE, WHITE, Piece, place
from shatterproof.crumble.position import Position, Turn, outcome
from shatterproof.crumble.swaps import Walk
from shatterproof.errors import shorten
from shatterproof.game import IllegalTurn, MalformedTurn

_FRACTION = r"(?:0|[1-9][0-9]{0,8}/[1-9][0-9]{0,8})"
_TEXT = re.compile(rf"({_FRACTION})(?:,({_FRACTION}))?([HVJ].*)")


def parse_fraction_turn(position: Position, text: str) -> Turn:
    """crumble.notation.fraction: the turn that a text means, read from where its player sits.

    Raises MalformedTurn if the grammar excludes the text, IllegalTurn if all it can mean is illegal, AmbiguousTurn if
    it has several legal meanings.
    """
    right, up, meant = _parts(text)
    if outcome(position):
        raise IllegalTurn("crumble.turn.finished", "the game is over")
    white = position.to_move == WHITE
    seen = _turned_position(position) if white else position
    location = locations(seen.arrangement)[_piece_at(seen.arrangement, right, up)]

    def read(meaning: Meaning) -> Turn:
        turn = resolve(seen, replace(meaning, location=location))
        return _turned_turn(position.arrangement, turn) if white else turn

    return legal_meaning(position, text, meant, read)


def _parts(text: str) -> tuple[str, str, list[Meaning]]:
    """The two fractions of a text, and what the grammar makes of the rest, whatever the location."""
    found = _TEXT.fullmatch(text) if len(text) <= LONGEST_TEXT else None
    if found:
        with suppress(MalformedTurn):
            return found[1], found[2] or "0", meanings(f"0{found[3]}")
    wish = "a form like 1/2,2/3VE or 0,1/2H or 1/3J1,2"
    raise MalformedTurn(f"{shorten(text, 60)!r} is no turn in fractions", expected=wish)


def _piece_at(arrangement: Arrangement, right: str, up: str) -> Piece:
    """The piece whose lower left corner lies so far to the right and up, in fractions of the board."""
    x, y = _grains(right, arrangement.columns), _grains(up, arrangement.rows)
    for piece in arrangement.pieces:
        if (piece.x, piece.y) == (x, y):
            return piece
    raise IllegalTurn("crumble.notation.fraction", f"no piece has its lower left corner at {right},{up}")


def _grains(fraction: str, units: int) -> int | None:
    """A fraction of a number of units, in grains; None if it is no whole number of grains."""
    above, _, below = fraction.partition("/")
    grains, rest = divmod(int(above) * units * GRAIN, int(below or 1))
    return None if rest else grains


def _turned_position(position: Position) -> Position:
    """A position as White sees it, from the other side of the board; without what a draw remembers."""
    arrangement = position.arrangement
    pieces = sorted((_turned(arrangement, piece) for piece in arrangement.pieces), key=place)
    black = frozenset(_turned(arrangement, piece) for piece in position.black)
    return replace(position, arrangement=replace(arrangement, pieces=tuple(pieces)), black=black, memory=None)


def _turned(arrangement: Arrangement, piece: Piece) -> Piece:
    east, north = arrangement.columns * GRAIN, arrangement.rows * GRAIN
    return Piece(east - piece.east, north - piece.north, piece.width, piece.height)


def _turned_turn(arrangement: Arrangement, turn: Turn) -> Turn:
    pieces = tuple(_turned(arrangement, piece) for piece in reversed(turn.work.pieces))
    if isinstance(turn.work, Cut):
        work: Cut | Join = Cut(turn.work.axis, pieces)
    else:
        work = Join(_turned(arrangement, turn.work.outline), tuple(sorted(pieces, key=place)))
    path = turn.walk and "".join(OPPOSITE[letter] for letter in turn.walk.path)
    return Turn(work, Walk(_turned(arrangement, turn.walk.start), path or "") if turn.walk else None)
