"""Pieces on their squares, and what the rules say about them at any one moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shatterproof_properties.proofs.formulas import Formula, every, no, same, some, total, z3
from shatterproof_properties.proofs.splinter.squares import DIRECTIONS, Board

SIDES = ("blue", "white")
KINDS = ("square", "cross", "circle")

Marks = Mapping[str, Formula]
"""For each square whether something is the case there."""


class Sort(NamedTuple):
    """What makes a piece: its colour and its kind."""

    colour: str
    kind: str


SORTS = tuple(Sort(colour, kind) for colour in SIDES for kind in KINDS)

Pieces = Mapping[Sort, Marks]
"""For each sort on which squares its pieces stand."""

Memory = Mapping[str, Marks]
"""For each direction on which squares a piece stands that the turn before has moved there in it."""


def unknown_pieces(board: Board, name: str = "") -> Pieces:
    """Any pieces at all, which `single` makes proper ones; the name tells them from others in the same question."""
    return {sort: {square: z3.Bool(f"{name} {' '.join(sort)} {square}") for square in board.squares} for sort in SORTS}


def unknown_memory(board: Board, name: str = "") -> Memory:
    """Anything to remember, also what no turn leaves."""
    return {way: {square: z3.Bool(f"{name} came {way} {square}") for square in board.squares} for way in DIRECTIONS}


def single(pieces: Pieces) -> Formula:
    """splinter.board.one-piece: no square has two pieces."""
    return every(*[z3.PbLe([(pieces[sort][square], 1) for sort in SORTS], 1) for square in pieces[SORTS[0]]])


def standing(pieces: Pieces, colours: Iterable[str] = SIDES) -> Marks:
    """The squares with pieces, of these colours."""
    wanted = [marks for sort, marks in pieces.items() if sort.colour in colours]
    return {square: some(*[marks[square] for marks in wanted]) for square in pieces[SORTS[0]]}


def out(pieces: Pieces, colour: str) -> Formula:
    """splinter.win.type-out: whether a side has no piece of some kind."""
    return some(*[no(some(*pieces[Sort(colour, kind)].values())) for kind in KINDS])


def decided(pieces: Pieces) -> Formula:
    """Whether the game is over."""
    return some(*[out(pieces, colour) for colour in SIDES])


def ahead(pieces: Pieces, colour: str) -> Formula:
    """splinter.win.both-out: whether a side has more pieces than the other."""
    blue, white = (total(standing(pieces, [side]).values(), len(pieces[SORTS[0]])) for side in SIDES)
    return z3.UGT(blue, white) if colour == SIDES[0] else z3.UGT(white, blue)


class Ending(NamedTuple):
    """How a game has ended: who has won, or None, and by which clause."""

    winner: str | None
    clause: str


def endings(pieces: Pieces) -> dict[Ending, Formula]:
    """For each way in which a game may end, whether it has ended so; at most one of them is the case."""
    gone = {side: out(pieces, side) for side in SIDES}
    both, more = every(*gone.values()), {side: ahead(pieces, side) for side in SIDES}
    found = {Ending(None, "splinter.win.even"): every(both, *(no(formula) for formula in more.values()))}
    for side, other in (SIDES, SIDES[::-1]):
        found[Ending(side, "splinter.win.type-out")] = every(gone[other], no(gone[side]))
        found[Ending(side, "splinter.win.both-out")] = every(both, more[side])
    return found


def alike(one: Pieces, other: Pieces) -> Formula:
    """Whether both are the same arrangement."""
    return every(*[same(one[sort][square], other[sort][square]) for sort in SORTS for square in one[sort]])
