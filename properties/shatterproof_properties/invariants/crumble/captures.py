"""What must hold of rings and captures, of wins, and of the announcements "crumble" and "crumblemate"."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import networkx as nx

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours, chains, enclosed, groups, resolve, ring_around, winner
from shatterproof.crumble.pieces import Piece, describe, opponent
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.readings import Readings
from shatterproof.game import Outcome
from shatterproof_properties.invariants import check, every_game, guards
from shatterproof_properties.invariants.crumble.brute_force import (
    ALL_AROUND,
    SIDES,
    Cells,
    cells_of,
    chains_of,
    ends_by_brute_force,
    held_by_rings,
    winners,
)

OUTER, SNAPSHOT = Readings(), Readings(capture_nested="one-snapshot")


@guards("crumble.neighbour.side", "crumble.neighbour.complete-side")
def neighbours_share_a_side_and_touching_pieces_a_point(arrangement: Arrangement, black: Colours) -> None:
    cells = cells_of(arrangement)
    for piece in arrangement.pieces:
        name = describe(piece)
        check(set(arrangement.neighbours[piece]) == cells.meeting(piece, SIDES), f"the neighbours of {name}")
        check(set(arrangement.touching[piece]) == cells.meeting(piece, ALL_AROUND), f"what touches {name}")
        for way in "NESW":
            check(arrangement.across(piece, way) == cells.across(piece, way), f"what lies {way} of {name}")


@guards("crumble.chain")
def chains_hang_together_along_sides(arrangement: Arrangement, black: Colours) -> None:
    cells = cells_of(arrangement)
    expected = [*chains_of(cells, black), *chains_of(cells, set(arrangement.pieces) - black)]
    found = {frozenset(chain) for chain in chains(arrangement, black)}
    check(found == set(map(frozenset, expected)), f"chains {found}")


@guards("crumble.ring", "crumble.capture.enclosed", "crumble.capture.edge")
def enclosed_is_what_rings_hold(arrangement: Arrangement, black: Colours) -> None:
    """What a chain cuts off from the edge is exactly what belongs to a group that does not reach the edge."""
    by_groups, by_rings = enclosed(arrangement, black), held_by_rings(cells_of(arrangement), black)
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
    cells, now = cells_of(arrangement), set(black)
    held = held_by_rings(cells, now)
    while held:
        first = random.choice(sorted(held))
        alike = {piece for piece in arrangement.pieces if (piece in now) == (first in now)}
        now ^= cells.spread(first, alike, ALL_AROUND)
        held = held_by_rings(cells, now)
    check(now == resolve(arrangement, black, OUTER), "captured one by one, other colours come out")


@guards("crumble.capture-nested")
def one_snapshot_flips_everything_enclosed_once(arrangement: Arrangement, black: Colours) -> None:
    held = held_by_rings(cells_of(arrangement), black)
    check(resolve(arrangement, black, SNAPSHOT) == black ^ held, "one snapshot is not one flip of everything enclosed")


@guards("crumble.capture.every-step", "crumble.capture.forced", "crumble.ring")
def no_ring_stands_after_a_turn(position: Position, turn: Turn) -> None:
    """Play keeps positions settled under readings by which captures go on until nothing is enclosed."""
    before, after = position, crumble.play(position, turn)
    if position.readings.capture_nested == "one-snapshot" or position.readings.standing_enclosure == "until-closed":
        return
    if turn.walk or not held_by_rings(cells_of(before.arrangement), before.black):
        held: set[Piece] = held_by_rings(cells_of(after.arrangement), after.black)
        check(not held, f"{sorted(map(describe, held))} stands inside a ring after the turn")


@guards("crumble.win.four-sides", "crumble.win.either")
def at_most_one_side_has_a_four_side_chain(arrangement: Arrangement, black: Colours) -> None:
    found = winners(cells_of(arrangement), black)
    check(len(found) < 2, "both sides have a chain along all four sides")
    check(winner(arrangement, black) == next(iter(found), None), f"four-side chains: {found}")


@guards("crumble.win.four-sides", "crumble.capture.every-step")
def the_winner_is_the_same_before_and_after_captures(arrangement: Arrangement, black: Colours) -> None:
    for readings in (OUTER, SNAPSHOT):
        after = winner(arrangement, resolve(arrangement, black, readings))
        check(winner(arrangement, black) == after, f"captures make {after} the winner")


@guards("crumble.win.four-sides", "crumble.win.either", "crumble.turn.finished")
def a_position_with_a_four_side_chain_is_over(position: Position) -> None:
    """A position with a four-side chain is won for its owner, whoever moved. It has no turns and refuses any."""
    found = winners(cells_of(position.arrangement), position.black)
    ended = crumble.outcome(position)
    if found:
        check(
            ended == Outcome(found.pop(), "crumble.win.four-sides"),
            f"a four-side chain stands, and the outcome is {ended}",
        )
    else:
        check(ended is None or ended.winner is None, f"{ended} without a four-side chain")
    if ended:
        check(next(crumble.turns(position), None) is None, "a finished game has a turn")
        every_game.check_refused("crumble.turn.finished", "a turn", crumble.parse_turn, position, "0V")


def can_win(position: Position, side: str) -> bool:
    """Whether brute force finds a turn that makes a four-side chain for a side."""
    columns, rows = position.arrangement.columns, position.arrangement.rows
    return any(side in winners(Cells(columns, rows, end.pieces), end.black) for end in ends_by_brute_force(position))


@guards("crumble.announce.crumble", "crumble.notation.threat")
def crumble_is_said_when_a_second_turn_would_win(position: Position) -> None:
    """ "Crumble" is announced exactly when the side that has just moved could win if the other side passed."""
    ended = crumble.outcome(position)
    mover = opponent(position.to_move)
    expected = not ended and can_win(replace(position, to_move=mover, memory=None), mover)
    found = crumble.threatens(position)
    check(found == expected, f"{mover} threatens to win: {found}, by trying everything: {expected}")


@guards("crumble.announce.crumble", "crumble.win.four-sides")
def a_winning_turn_is_one_that_results_list(position: Position) -> None:
    if crumble.outcome(position) is None:
        side = position.to_move
        listed = any(after.winner == side for _, after in crumble.results(position))
        check(
            listed == can_win(position, side), f"{side} can win at once: {listed}, by trying everything: {not listed}"
        )


@guards("crumble.announce.crumblemate")
def crumblemate_is_said_when_no_turn_saves(position: Position) -> None:
    """ "Crumblemate" is announced exactly when every turn loses.

    No turn of the side to move wins, and each loses at once or lets the other side win in its next turn.
    """
    attacker = opponent(position.to_move)
    expected = crumble.outcome(position) is None
    for turn in crumble.turns(position) if expected else ():
        after = crumble.play(position, turn)
        won = winners(cells_of(after.arrangement), after.black)
        lost = attacker in won or (not won and not crumble.outcome(after) and can_win(after, attacker))
        if not lost:
            expected = False
            break
    found = crumble.is_crumblemate(position)
    check(found == expected, f"{position.to_move} is crumblemated: {found}, by trying everything: {expected}")


@guards("crumble.announce.crumblemate", "crumble.announce.crumble")
def crumblemate_leaves_only_turns_that_lose(position: Position, turn: Turn) -> None:
    if crumble.is_crumblemate(position):
        after = crumble.play(position, turn)
        attacker = opponent(position.to_move)
        wins_next = any(last.winner == attacker for _, last in crumble.results(after))
        check(after.winner == attacker or wins_next, f"{turn} escapes from crumblemate")
