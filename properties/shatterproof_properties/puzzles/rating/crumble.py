"""The measures of Crumble: what a turn does, which themes there are, and what stands on a board."""

from __future__ import annotations

from typing import Any

from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join, joins
from shatterproof.crumble.pieces import GRAIN
from shatterproof.crumble.position import after_work, recoloured
from shatterproof.crumble.swaps import Standing as Swapping
from shatterproof.crumble.swaps import swap_step
from shatterproof_properties.puzzles.checker.symmetry_class import Point, ways
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.rating.measures import Thing, TurnFeatures
from shatterproof_properties.puzzles.rating.themes import DECOY, PLAY, THREATS, Theme, attack, main

TAKING = ("steps", "captured")
THEMES = {
    "closing the ring": Theme(
        lambda puzzle: main("returns")(puzzle) and main("captured")(puzzle),
        "closes a ring: its walk comes back to where it was, and captures",
    ),
    "there and back": Theme(
        lambda puzzle: main("returns")(puzzle) and not main("captured")(puzzle),
        "walks back to where it has been, and captures nothing",
    ),
    "smaller join": Theme(main("smaller"), "joins fewer pieces than it could"),
    "decoy": DECOY,
    "sacrifice": Theme(main("own captured"), "gives pieces of its own up"),
    **THREATS,
    "quiet key": THREATS["quiet key"]._replace(idea="is quiet: it does not walk"),
    **PLAY,
    "capture": Theme(main("captured"), "captures on its way"),
    "long march": Theme(main("steps", 6), "takes the long way round"),
    "join": Theme(attack("joined")),
    "long cut": Theme(main("cut", 2), "cuts several pieces, to walk with one"),
}
WHOLE_BOARD = True
"""Pieces cover the board, so area counts."""


def measure(played: PlayedTurn) -> TurnFeatures:
    before, turn = played.before, played.turn
    arrangement = after_work(before.arrangement, turn.work)
    swapping = Swapping(recoloured(before.black, turn.work), turn.walk.start if turn.walk else turn.work.pieces[0])
    captured, own, visited = 0, 0, [swapping.at]
    for direction in turn.walk.path if turn.walk else "":
        following = swap_step(arrangement, swapping, direction, before.readings)
        taken = (swapping.black ^ following.black) ^ {swapping.at, following.at}
        captured += len(taken)
        own += sum((piece in swapping.black) == (before.to_move == "black") for piece in taken)
        swapping = following
        visited.append(swapping.at)
    pieces, is_cut = len(turn.work.pieces), isinstance(turn.work, Cut)
    return {
        "cut": pieces if is_cut else 0,
        "joined": 0 if is_cut else pieces,
        "smaller": int(not is_cut and _joins_more(before, turn.work)),
        "steps": len(turn.walk.path) if turn.walk else 0,
        "returns": int(len(set(visited)) < len(visited)),
        "captured": captured,
        "own captured": own,
    }


def _joins_more(position: Any, work: Join) -> bool:
    """Whether some legal join has the same pieces and more."""
    return any(set(work.pieces) < set(other.pieces) for other in joins(position.arrangement, position.own))


def things(position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
    arrangement, is_black = position.arrangement, side == "black"
    pieces = [
        Thing((piece.x, piece.y, piece.east, piece.north), "own" if (piece in position.black) == is_black else "other")
        for piece in arrangement.pieces
    ]
    return (arrangement.columns * GRAIN, arrangement.rows * GRAIN), frozenset(pieces)


maps = ways
