"""Comments on puzzles: each says what was measured, and nothing else."""

from __future__ import annotations

import pytest

from puzzles.comment import comment_of
from shatterproof_properties.puzzles.rating.measures import (
    CRUMBLE,
    SCRUNCH,
    SPLINTER,
    Features,
    MeasuredThreat,
    TurnFeatures,
)

SPLIT = {"own lost": 1, "theirs lost": 2}
KINDS = {"crumble": CRUMBLE, "scrunch": SCRUNCH, "splinter": SPLINTER}


def doing(game: str, **counts: int) -> TurnFeatures:
    """What a turn does: nothing but that."""
    return dict.fromkeys(KINDS[game], 0) | counts


def features(
    game: str, key: TurnFeatures | None, *answers: int, lost: int = 0, saving: int = 0, tries: int = 0
) -> Features:
    """A puzzle with that key, whose replies are answered by threats so often; each threat does what the key does."""
    threats = tuple(MeasuredThreat(count, key or doing(game)) for count in answers)
    replies = sum(answers) + lost + saving
    return Features(game, "wins", 2, 30, replies, lost, saving, key, threats, tries=tries)


@pytest.mark.parametrize(
    ("measured", "comment"),
    [
        pytest.param(
            features("crumble", doing("crumble", cut=1, steps=3, captured=2), 4, 2, lost=3),
            "The key cuts one piece, walks three steps and captures two pieces; "
            "two turns answer six replies, three more lose at once.",
            id="a capture",
        ),
        pytest.param(
            features("crumble", doing("crumble", joined=2), 13),
            "The key joins two pieces and takes no walk; one turn answers 13 replies.",
            id="a join",
        ),
        pytest.param(
            features("scrunch", doing("scrunch", placed=1, moved=1, strangles=1), 1, tries=1),
            "The key places a stone, moves another and leaves the other side nothing to grow; one turn answers "
            "one reply; one first turn that looks as good fails to one reply only.",
            id="a growth",
        ),
        pytest.param(
            features("scrunch", doing("scrunch", removed=2, **{"stones lost": 5}), 1, 1, tries=3),
            "The key removes two snakes of five stones in all; two turns answer two replies; "
            "three first turns that look as good fail to one reply only.",
            id="a removal",
        ),
        pytest.param(
            features("splinter", doing("splinter", line=3, splintered=2, tie=1, **SPLIT), 2),
            "The key slides three pieces, splits off two pieces, chosen among equals and gives up one of its own "
            "for two; one turn answers two replies.",
            id="a tie",
        ),
        pytest.param(
            features("splinter", doing("splinter", line=3, **{"off board": 1, "own lost": 1}), 2),
            "The key slides three pieces, pushes one over the edge and gives up one of its own for nothing; "
            "one turn answers two replies.",
            id="a piece for nothing",
        ),
        pytest.param(
            features("splinter", None, lost=9, saving=1),
            "Of ten turns nine lose.",
            id="a defence",
        ),
    ],
)  # fmt: skip
def test_a_comment_says_what_was_measured(measured: Features, comment: str) -> None:
    assert comment_of(measured) == comment
