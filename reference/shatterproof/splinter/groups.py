"""Groups: what holds together stays, what is cut off goes."""

from __future__ import annotations

from functools import cache

from shatterproof.game import IllegalTurn
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.squares import Pieces, Square, describe, step

Group = frozenset[Square]
"""The squares of pieces that hold together."""


@cache
def _half_around(square: Square) -> tuple[Square, ...]:
    """Four of the eight squares around one: of each two opposite ones the first, so that each pair is met once."""
    return tuple(step(square, direction) for direction in ("N", "NE", "E", "SE"))


def groups(pieces: Pieces) -> list[Group]:
    """splinter.group.touch: the pieces joined by sides or corners, whatever their colour, sorted by smallest square."""
    import networkx as nx

    graph: nx.Graph[Square] = nx.Graph()
    graph.add_nodes_from(pieces)
    graph.add_edges_from((square, other) for square in pieces for other in _half_around(square) if other in pieces)
    return sorted(map(frozenset, nx.connected_components(graph)), key=min)


def largest(found: list[Group]) -> list[Group]:
    """splinter.group.largest: the groups than which no other is larger; several in a tie."""
    size = max(map(len, found), default=0)
    return [group for group in found if len(group) == size]


def staying(tied: list[Group], choice: Square | None, readings: Readings) -> list[Group]:
    """splinter.group.tie, splinter.tie: those of the largest groups that stay, by the mover's choice among them.

    `choice` is a square of the group that stays, or under `remove-one` of the one that goes; None without a tie.
    """
    if choice is None:
        return tied
    if readings.tie == "remove-one":
        return [group for group in tied if choice not in group]
    return [group for group in tied if choice in group]


def check_choice(tied: list[Group], choice: Square | None) -> None:
    """Raises IllegalTurn (splinter.group.tie) unless a choice is made in a tie, of a tied group, and only then."""
    if choice is None and len(tied) > 1:
        raise IllegalTurn("splinter.group.tie", "the largest groups are tied, and the turn names none of them")
    if choice is not None and len(tied) < 2:
        raise IllegalTurn("splinter.group.tie", "there is no tie to decide")
    if choice is not None and not any(choice in group for group in tied):
        raise IllegalTurn("splinter.group.tie", f"no tied group is on {describe(choice)}")


def choices(tied: list[Group]) -> list[Square | None]:
    """The choices that the mover has: each tied group by its smallest square; without a tie none is made."""
    return [min(group) for group in tied] if len(tied) > 1 else [None]


def without_splinters(pieces: Pieces, kept: list[Group]) -> Pieces:
    """splinter.group.splinter: the pieces of the groups that stay; all others are removed, the mover's too."""
    remaining = frozenset[Square]().union(*kept)
    return {square: piece for square, piece in pieces.items() if square in remaining}
