"""What must hold of rings and captures."""

from __future__ import annotations

from random import Random

import networkx as nx

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours, chains, enclosed, groups, resolve, ring_around
from shatterproof.crumble.pieces import Piece, describe
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.readings import Readings
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.crumble.brute_force import cells_of
from shatterproof_properties.invariants.crumble.definitions import ALL_AROUND, SIDES, Cells, chains_of, held_by_rings

OUTER, SNAPSHOT = Readings(), Readings(capture_nested="one-snapshot")


def _cells(arrangement: Arrangement) -> Cells:
    return Cells(arrangement.columns, arrangement.rows, arrangement.pieces)


@guards("crumble.neighbour.side", "crumble.neighbour.complete-side")
def neighbours_share_a_side_and_touching_pieces_a_point(arrangement: Arrangement, black: Colours) -> None:
    cells = _cells(arrangement)
    for piece in arrangement.pieces:
        name = describe(piece)
        check(set(arrangement.neighbours[piece]) == cells.meeting(piece, SIDES), f"the neighbours of {name}")
        check(set(arrangement.touching[piece]) == cells.meeting(piece, ALL_AROUND), f"what touches {name}")
        for way in "NESW":
            check(arrangement.across(piece, way) == cells.across(piece, way), f"what lies {way} of {name}")


@guards("crumble.chain")
def chains_hang_together_along_sides(arrangement: Arrangement, black: Colours) -> None:
    cells = _cells(arrangement)
    expected = [*chains_of(cells, black), *chains_of(cells, set(arrangement.pieces) - black)]
    found = {frozenset(chain) for chain in chains(arrangement, black)}
    check(found == set(map(frozenset, expected)), f"chains {found}")


@guards("crumble.ring", "crumble.capture.enclosed", "crumble.capture.edge")
def enclosed_is_what_rings_hold(arrangement: Arrangement, black: Colours) -> None:
    """A piece is enclosed in two equal senses: a chain cuts it off from the edge, and its group does not reach the
    edge.
    """
    by_groups, by_rings = enclosed(arrangement, black), held_by_rings(_cells(arrangement), black)
    differing = [describe(piece) for piece in by_groups ^ by_rings]
    check(not differing, f"held by a ring or by their group, not by both: {differing}")


@guards("crumble.ring")
def around_everything_enclosed_runs_a_closed_chain(arrangement: Arrangement, black: Colours) -> None:
    held = enclosed(arrangement, black)
    for group in groups(arrangement, black):
        ring = ring_around(arrangement, black, group)
        check(bool(ring) == bool(group & held), f"a ring of {len(ring)} pieces around {sorted(group)}")
        if ring:
            chain: nx.Graph[Piece] = nx.Graph()
            chain.add_edges_from((piece, other) for piece in ring for other in arrangement.neighbours[piece] & ring)
            check(nx.is_connected(chain) and nx.cycle_basis(chain), f"{sorted(ring)} is no closed loop")
            check(len({piece in black for piece in ring}) == 1, f"{sorted(ring)} is of both colours")
            check((next(iter(ring)) in black) != (next(iter(group)) in black), "a ring of the group's own colour")


@guards("crumble.capture.forced", "crumble.capture-nested")
def capture_order_never_matters(arrangement: Arrangement, black: Colours, random: Random) -> None:
    """Rings may capture one after another in any order: the colours at the end are always the same."""
    cells, now = _cells(arrangement), set(black)
    held = held_by_rings(cells, now)
    while held:
        first = random.choice(sorted(held))
        alike = {piece for piece in arrangement.pieces if (piece in now) == (first in now)}
        now ^= cells.spread(first, alike, ALL_AROUND)
        held = held_by_rings(cells, now)
    check(now == resolve(arrangement, black, OUTER), "captured one by one, other colours come out")


@guards("crumble.capture-nested")
def one_snapshot_flips_everything_enclosed_once(arrangement: Arrangement, black: Colours) -> None:
    held = held_by_rings(_cells(arrangement), black)
    check(resolve(arrangement, black, SNAPSHOT) == black ^ held, "one snapshot is not one flip of everything enclosed")


@guards("crumble.capture.every-step", "crumble.capture.forced", "crumble.ring")
def no_ring_stands_after_a_turn(position: Position, turn: Turn) -> None:
    """Play keeps positions settled under readings by which captures go on until nothing is enclosed."""
    before, after = position, crumble.play(position, turn)
    if position.readings.capture_nested == "one-snapshot" or position.readings.standing_enclosure == "until-closed":
        return
    if turn.walk or not held_by_rings(cells_of(before), before.black):
        held: set[Piece] = held_by_rings(cells_of(after), after.black)
        check(not held, f"{sorted(map(describe, held))} stands inside a ring after the turn")
