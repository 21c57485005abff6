"""The measures of Splinter: what a turn does, which themes there are, and what stands on a board."""

from __future__ import annotations

from typing import Any

from shatterproof.splinter.position import pieces_pushed, slide_of
from shatterproof_properties.puzzles.checker.symmetry_class import Point, ways
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.rating.measures import Thing, TurnFeatures
from shatterproof_properties.puzzles.rating.themes import DECOY, PLAY, THREATS, Theme, main

TAKING = ("off board", "splintered")
THEMES = {
    "decoy": DECOY,
    "sacrifice": Theme(
        lambda puzzle: any(does.get("own lost", 0) > does.get("theirs lost", 0) for does in puzzle.attacks[:1]),
        "gives up more than it takes",
    ),
    "tie as a weapon": Theme(main("tie"), "leaves groups of one size, and the choice among them decides"),
    **THREATS,
    "pushing back denied": Theme(
        lambda puzzle: puzzle.denied, "would fail if what it pushes could be pushed back at once"
    ),
    **PLAY,
    "push-off": Theme(main("off board")),
    "big splinter": Theme(main("splintered", 3)),
    "long line": Theme(main("line", 4)),
}
WHOLE_BOARD = False


def measure(played: PlayedTurn) -> TurnFeatures:
    before, turn, after = played.before, played.turn, played.after
    slide = None if turn.square is None else slide_of(before, turn.square, turn.direction)
    pushed = pieces_pushed(before, slide) if slide else before.pieces
    was = [piece.colour == before.to_move for piece in before.pieces.values()]
    now = [piece.colour == before.to_move for piece in after.pieces.values()]
    return {
        "line": len(slide.run) if slide else 0,
        "off board": len(was) - len(pushed),
        "splintered": len(pushed) - len(now),
        "own lost": was.count(True) - now.count(True),
        "theirs lost": was.count(False) - now.count(False),
        "tie": int(turn.choice is not None),
    }


def things(position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
    pieces = [
        Thing((*at, *at), f"{'own' if piece.colour == side else 'other'} {piece.kind}")
        for at, piece in position.pieces.items()
    ]
    return (position.columns - 1, position.rows - 1), frozenset(pieces)


maps = ways
