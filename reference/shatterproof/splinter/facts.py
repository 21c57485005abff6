"""What the examples of the spec may say about a position of Splinter, beyond what every game knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shatterproof.splinter.groups import groups
from shatterproof.splinter.position import Position, actions
from shatterproof.splinter.slides import slide_from
from shatterproof.splinter.squares import DIRECTIONS, Square, describe, missing_kinds


def _unlike(said: Iterable[str], found: Iterable[Square]) -> str | None:
    """None if the words `said` name exactly the squares `found`, else which they are."""
    there = [describe(square) for square in sorted(found)] or ["nothing"]
    return None if sorted(said) == sorted(there) else f"it is {' '.join(there)}"


def _group(position: Position, words: list[str]) -> str | None:
    """`group a1 a2`: these squares are those of a whole group."""
    home = next((group for group in groups(position.pieces) if words[0] in map(describe, group)), frozenset[Square]())
    return _unlike(words, home)


def _groups(position: Position, words: list[str]) -> str | None:
    """`groups 2`: so many groups stand."""
    found = len(groups(position.pieces))
    return None if words == [str(found)] else f"there are {found}"


def _moves(position: Position, words: list[str]) -> str | None:
    """`moves a1E a1 b1`: a slide from a1 to the east moves the pieces on these squares."""
    slides = {
        describe(square) + direction: slide_from(position.pieces, square, direction)
        for square in position.pieces
        for direction in DIRECTIONS
    }
    if words[0] not in slides:
        return f"{words[0]} is no slide of a piece"
    return _unlike(words[1:], slides[words[0]].run)


def _lacks(position: Position, words: list[str]) -> str | None:
    """`lacks Blue square`: this side has no piece of these kinds, and pieces of all others; or lacks `nothing`."""
    found = missing_kinds(position.pieces, words[0].lower()) or ["nothing"]
    return None if sorted(words[1:]) == sorted(found) else f"it lacks {' '.join(found)}"


def _has(position: Position, words: list[str]) -> str | None:
    """`has Blue 9`, `has Blue 2 square`: this side has so many pieces, in all or of this kind."""
    colour, said, *kinds = words
    pieces = [piece for piece in position.pieces.values() if piece.colour == colour.lower()]
    found = sum(1 for piece in pieces if not kinds or piece.kind in kinds)
    return None if said == str(found) else f"it has {found}"


def _actions(position: Position, words: list[str]) -> str | None:
    """`actions 12`: there are so many legal turns, those that lead to the same result included."""
    found = sum(1 for _ in actions(position))
    return None if words == [str(found)] else f"there are {found}"


def changed(before: Position, position: Position, picture: str) -> list[str]:
    """The squares that are not occupied as before."""
    return [describe(square) for square in sorted({square for square, _ in before.standing ^ position.standing})]


_KINDS: dict[str, Callable[[Position, list[str]], str | None]] = {
    "group": _group,
    "groups": _groups,
    "moves": _moves,
    "lacks": _lacks,
    "has": _has,
    "actions": _actions,
}


def _fact(kind: str) -> Callable[[Position, str, str], str | None]:
    return lambda position, picture, words: _KINDS[kind](position, words.split())


FACTS = {kind: _fact(kind) for kind in _KINDS}
"""By name: functions of a position, its diagram and the words said; None if they are true, else what is the case."""
