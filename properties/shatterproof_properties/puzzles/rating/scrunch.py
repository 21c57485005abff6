"""The measures of Scrunch: what a turn does, which themes there are, and what stands on a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof.scrunch.cells import opponent
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.death import must_remove
from shatterproof.scrunch.snakes import Standing, friends
from shatterproof_properties.protocol import features
from shatterproof_properties.puzzles.checker.scrunch import axial
from shatterproof_properties.puzzles.checker.symmetry_class import Map, Point
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.rating.measures import Thing, TurnFeatures
from shatterproof_properties.puzzles.rating.themes import PLAY, THREATS, Theme, main

TAKING = ("strangles", "shuts out", "removed", "merged")
THEMES = {
    "shutting out": Theme(main("shuts out"), "takes the last cell in which the other side could lay an egg"),
    "last egg": Theme(main("last egg"), "lays the last egg that there is room for"),
    "strangling": Theme(
        lambda puzzle: puzzle.turns > 1 and main("strangles")(puzzle),
        "strangles: the other side cannot grow any more, and has to remove snakes",
    ),
    "own snakes removed": Theme(main("removed"), "removes snakes of its own"),
    **THREATS,
    "end of creation": Theme(main("leaves creation"), "ends the creation of its own side"),
    "merger": Theme(main("merged"), "makes one snake of several"),
    "cure": Theme(main("cured"), "places a stone where it may not stay, and its movement cures that"),
    "breakaway": Theme(main("stepped"), "moves a stone out of its snake, to stand alone"),
    **PLAY,
}
WHOLE_BOARD = False


def measure(played: PlayedTurn) -> TurnFeatures:
    before, turn, after = played.before, played.turn, played.after
    mover = before.mover
    clauses = features.clauses_of_turn(played.game, before, turn)
    gone = sum(len(snake) for snake in mover.snakes if min(snake) in turn.removed)
    touched = friends(before.side, mover.own, turn.placed) if turn.placed and not turn.removed else set()
    merged = sum(any(cell in snake for cell in touched) for snake in mover.snakes)
    past = after.to_move not in after.creating and bool(after.stones(after.to_move))
    return {
        "eggs": int("scrunch.creation.egg" in clauses),
        "placed": int(turn.placed is not None),
        "moved": int(turn.moved is not None),
        "merged": merged if merged > 1 else 0,
        "cured": int("scrunch.growth.cure" in clauses),
        "stepped": int("scrunch.growth.step" in clauses),
        "removed": len(turn.removed),
        "stones lost": gone,
        "leaves creation": int(before.to_move in before.creating and before.to_move not in after.creating),
        "strangles": int(past and must_remove(after.mover)),
        "shuts out": int(_can_lay(before, after.to_move) and not _can_lay(after, after.to_move)),
        "last egg": int("scrunch.creation.egg" in clauses and not _can_lay(after, before.to_move)),
    }


def _can_lay(position: Any, side: str) -> bool:
    """Whether a side in creation has a cell for an egg, whether it is to move or not."""
    own, others = position.stones(side), position.stones(opponent(side))
    standing = Standing(position.side, own, others, side in position.creating, position.readings)
    return standing.creating and bool(isolated_cells(standing))


def things(position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
    stones = [
        Thing((*axial(position.side, cell), *axial(position.side, cell)), "own" if colour == side else "other")
        for colour in ("dark", "light")
        for cell in position.stones(colour)
    ]
    return (position.side, position.side), frozenset(stones)


def maps(width: int, height: int) -> Iterator[tuple[int, int, Map]]:
    """The twelve symmetries: sixths of a turn about the middle, each also mirrored."""
    for sixths in range(6):

        def turned(at: Point, sixths: int = sixths) -> Point:
            for _ in range(sixths):
                at = -at[1], at[0] + at[1]
            return at

        def mirrored(at: Point, turned: Map = turned) -> Point:
            x, y = turned(at)
            return y, x

        yield width, height, turned
        yield width, height, mirrored
