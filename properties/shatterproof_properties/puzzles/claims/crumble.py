"""Crumble in the words of puzzles: diagrams with names at their edges, turns, and why nobody has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shatterproof.crumble.captures import chains
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.notation import edge_intersections, locations
from shatterproof.crumble.pieces import GRAIN
from shatterproof_properties.protocol.explaining import listed

LEGEND = "Capital letters are Black's pieces; the numbers at the edges count intersections."
NOTATION = (
    "2,1 names the piece whose lower left corner is 2 intersections east along the edge and then 1 north. V cuts it "
    "from south to north, H from west to east; J joins it with what reaches so far east and north. N, E, S and W are "
    "the steps of the walk."
)
BETWEEN_TURNS = "; "
NICKNAMES: Mapping[str, str] = {"crumblemate": "mated"}
IMPOSSIBLE: Mapping[str, str] = {"mated-0": "no turn of Crumble loses at once: a cut alone wins for nobody"}
EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def labelled(position: Any, rows: list[str]) -> list[str]:
    """crumble.notation.location: numbers where lines between letters meet the south edge and the west edge.

    A number stands at the first letter east, or north, of its line. Numbers without room are left out.
    """
    arrangement = position.arrangement
    per_unit = len(rows) // arrangement.rows
    if len(rows) != per_unit * arrangement.rows or any(len(row) != per_unit * arrangement.columns for row in rows):
        return rows
    # The numbers of intersections, given in grains, by the number of letters before them.
    east, north = (
        {at * per_unit // GRAIN: number for number, at in enumerate(stops) if not at * per_unit % GRAIN}
        for stops in edge_intersections(arrangement)
    )
    numbered = [f"{north.get(len(rows) - 1 - at, ''):>2}  {row}" for at, row in enumerate(rows)]
    along = ""
    for column, number in east.items():
        if column < len(rows[0]) and (len(along) < column or not along):
            along = along.ljust(column) + str(number)
    return [*numbered, f"    {along}"]


def described(position: Any, turn: Any) -> tuple[str, tuple[Any, ...]]:
    """The kind of a turn, a cut or a join, perhaps with a swap; and its pieces."""
    kind = "a cut" if isinstance(turn.work, Cut) else "a join"
    walk = "" if turn.walk is None else " with a swap" if len(turn.walk.path) == 1 else " with a long swap"
    return kind + walk, tuple(turn.work.pieces)


def places(position: Any, about: Iterable[Any]) -> str:
    """The pieces by their locations."""
    at = locations(position.arrangement)
    return ", ".join(f"the piece at {','.join(map(str, at[piece]))}" for piece in about)


def not_won(position: Any, attacker: str, defender: str) -> str:
    """crumble.win.four-sides: the most sides of the board that one chain touches."""
    arrangement, own = position.arrangement, attacker == "black"
    touched = {
        frozenset(arrangement.edges_touched(chain))
        for chain in chains(arrangement, position.black)
        if (chain <= position.black) == own
    }
    most = max(map(len, touched))
    if not most:
        return f"No chain of {attacker.capitalize()} touches a side of the board."
    farthest = sorted([name for edge, name in EDGES.items() if edge in each] for each in touched if len(each) == most)
    sides = " or ".join(map(listed, farthest))
    return f"No chain of {attacker.capitalize()} touches more sides of the board than {sides}."
