"""Chains, rings and captures."""

from __future__ import annotations

from collections.abc import Set

import networkx as nx

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.pieces import BLACK, WHITE, Piece
from shatterproof.crumble.readings import Readings

Colours = frozenset[Piece]
"""The black pieces of an arrangement; all others are white."""


def chains(arrangement: Arrangement, black: Set[Piece]) -> list[set[Piece]]:
    """crumble.chain: the largest sets of same-coloured pieces joined by neighbours, of both colours."""
    return _same_coloured(arrangement.neighbours, black)


def groups(arrangement: Arrangement, black: Set[Piece]) -> list[set[Piece]]:
    """The largest sets of same-coloured pieces joined by any touch, corners included, of both colours.

    What holds a group in is a ring: two opposing pieces that meet at a corner only leave a gap through which the group
    goes on, because the two other pieces at that corner touch there.
    """
    return _same_coloured(arrangement.touching, black)


def _same_coloured(contacts: nx.Graph[Piece], black: Set[Piece]) -> list[set[Piece]]:
    graph: nx.Graph[Piece] = nx.Graph()
    graph.add_nodes_from(contacts)
    graph.add_edges_from((one, two) for one, two in contacts.edges if (one in black) == (two in black))
    return list(nx.connected_components(graph))


def enclosed(arrangement: Arrangement, black: Set[Piece]) -> set[Piece]:
    """crumble.capture.enclosed: the pieces inside a ring, of both colours: their group does not reach the edge."""
    held = [group for group in groups(arrangement, black) if arrangement.at_the_edge.isdisjoint(group)]
    return set().union(*held)


def ring_around(arrangement: Arrangement, black: Set[Piece], group: Set[Piece]) -> set[Piece]:
    """crumble.ring: the pieces of one opposing chain that shut `group` in; empty if no chain does."""
    for chain in chains(arrangement, black):
        if not chain & group and (chain <= black) != (group <= black):
            rest = arrangement.touching.subgraph(set(arrangement.pieces) - chain)
            inside = nx.node_connected_component(rest, next(iter(group)))
            if arrangement.at_the_edge.isdisjoint(inside):
                return {piece for piece in chain if inside & set(arrangement.touching[piece])}
    return set()


def is_settled(arrangement: Arrangement, black: Set[Piece]) -> bool:
    """Whether no piece stands inside a ring."""
    return not enclosed(arrangement, black)


def resolve(arrangement: Arrangement, black: Colours, readings: Readings) -> Colours:
    """crumble.capture.every-step: the colours once everything enclosed has been captured.

    Under crumble.capture-nested = one-snapshot every enclosed piece changes colour once, together; else it is repeated
    until nothing is enclosed.
    """
    held = enclosed(arrangement, black)
    while held:
        black = frozenset(black ^ held)
        if readings.capture_nested == "one-snapshot":
            break
        held = enclosed(arrangement, black)
    return black


def winner(arrangement: Arrangement, black: Set[Piece]) -> str | None:
    """crumble.win.four-sides: the colour with a chain that touches all four sides of the board, if there is one."""
    for chain in chains(arrangement, black):
        if len(arrangement.edges_touched(chain)) == 4:
            return BLACK if chain <= black else WHITE
    return None
