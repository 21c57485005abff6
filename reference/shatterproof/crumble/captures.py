"""Chains, rings and captures."""

from __future__ import annotations

from collections.abc import Set

from shatterproof.crumble.arrangement import Arrangement, Contacts
from shatterproof.crumble.pieces import BLACK, WHITE, Piece
from shatterproof.crumble.readings import Readings

Colours = frozenset[Piece]
"""The black pieces of an arrangement; all others are white."""
Inside = frozenset[Piece]
"""All that a ring holds: the pieces around it are the ring."""


def chains(arrangement: Arrangement, black: Set[Piece]) -> list[set[Piece]]:
    """crumble.chain: the largest sets of same-coloured pieces joined by neighbours, of both colours."""
    return _connected(_alike(arrangement.neighbours, black))


def groups(arrangement: Arrangement, black: Set[Piece]) -> list[set[Piece]]:
    """The largest sets of same-coloured pieces joined by any touch, corners included, of both colours.

    What holds a group in is a ring: two opposing pieces that meet at a corner only leave a gap through which the group
    goes on, because the two other pieces at that corner touch there.
    """
    return _connected(_alike(arrangement.touching, black))


def _alike(contacts: Contacts, black: Set[Piece]) -> Contacts:
    """The contacts between pieces of one colour."""
    return {piece: near & black if piece in black else near - black for piece, near in contacts.items()}


def _connected(contacts: Contacts) -> list[set[Piece]]:
    import networkx as nx

    graph: nx.Graph[Piece] = nx.Graph()
    graph.add_nodes_from(contacts)
    graph.add_edges_from((piece, other) for piece, near in contacts.items() for other in near)
    return list(nx.connected_components(graph))


def enclosed(arrangement: Arrangement, black: Set[Piece]) -> set[Piece]:
    """crumble.capture.enclosed: the pieces inside a ring, of both colours: their group does not reach the edge."""
    alike = _alike(arrangement.touching, black)
    outside = reached = arrangement.at_the_edge
    while reached:
        reached = reached.union(*(alike[piece] for piece in reached)) - outside
        outside |= reached
    return set(arrangement.pieces) - outside


def insides(arrangement: Arrangement, black: Set[Piece]) -> dict[Inside, bool]:
    """crumble.ring: everything inside each ring, of both colours, and whether the ring around it is black."""
    found = {}
    for chain in chains(arrangement, black):
        for inside in _parts_beside(arrangement, chain):
            if arrangement.at_the_edge.isdisjoint(inside):
                found[frozenset(inside)] = chain <= black
    return found


def newly_enclosed(arrangement: Arrangement, black: Set[Piece], stood: Set[Inside]) -> set[Piece]:
    """crumble.standing-enclosure: the pieces inside a new ring of the other colour."""
    if not stood:
        return enclosed(arrangement, black)
    rings = insides(arrangement, black).items()
    return {
        piece for inside, is_black in rings if inside not in stood for piece in inside if (piece in black) != is_black
    }


def _parts_beside(arrangement: Arrangement, chain: Set[Piece]) -> list[set[Piece]]:
    """What a chain leaves of the board, in parts of touching pieces whatever their colours."""
    touching = arrangement.touching
    return _connected({piece: near - chain for piece, near in touching.items() if piece not in chain})


def ring_around(arrangement: Arrangement, black: Set[Piece], group: Set[Piece]) -> set[Piece]:
    """crumble.ring: the pieces of one opposing chain that shut `group` in; empty if no chain does."""
    for chain in chains(arrangement, black):
        if not chain & group and (chain <= black) != (group <= black):
            inside = next(part for part in _parts_beside(arrangement, chain) if part & group)
            if arrangement.at_the_edge.isdisjoint(inside):
                return {piece for piece in chain if inside & arrangement.touching[piece]}
    return set()


def is_settled(arrangement: Arrangement, black: Set[Piece]) -> bool:
    """Whether no piece stands inside a ring."""
    return not enclosed(arrangement, black)


def standing_rings(arrangement: Arrangement, black: Set[Piece], readings: Readings) -> Set[Inside]:
    """crumble.standing-enclosure: what the rings that capture nothing in a step hold, because they stood before it."""
    return insides(arrangement, black).keys() if readings.standing_enclosure == "until-closed" else frozenset()


def resolve(arrangement: Arrangement, black: Colours, readings: Readings, stood: Set[Inside] = frozenset()) -> Colours:
    """crumble.capture.every-step: the colours once everything has been captured that a ring holds but those that stood.

    Under crumble.capture-nested = one-snapshot every enclosed piece changes colour once, together; else it is repeated
    until nothing more is enclosed.
    """
    held = newly_enclosed(arrangement, black, stood)
    while held:
        black = frozenset(black ^ held)
        if readings.capture_nested == "one-snapshot":
            break
        held = newly_enclosed(arrangement, black, stood)
    return black


def winner(arrangement: Arrangement, black: Set[Piece]) -> str | None:
    """crumble.win.four-sides: the colour with a chain that touches all four sides of the board, if there is one."""
    for chain in chains(arrangement, black):
        if len(arrangement.edges_touched(chain)) == 4:
            return BLACK if chain <= black else WHITE
    return None
