"""The lessons of Splinter."""

from __future__ import annotations

import shatterproof.splinter
from shatterproof.splinter.squares import step
from shatterproof_properties.explorer.lesson import Lesson, wins

CROWD = "Splinter 7x5, Blue to move\n.......\n..OxO..\n..sXSo.\n..OxX..\n.......\n"
SPLIT = "Splinter 7x5, Blue to move\n.......\n.OxOoX.\n.sXoSx.\n..O.o..\n.......\n"
LAST = "Splinter 7x5, Blue to move\n...oX..\n.Ox.S..\n.sX..x.\n..O.o..\n.......\n"

LESSONS = (
    Lesson("On your turn you slide one piece of yours by one square, in any of eight directions. You are Blue.",
           "Slide a piece to an empty square.",
           CROWD, "c2W", lambda before, turn, after: step(turn.square, turn.direction) not in before.pieces),
    Lesson("A piece in the way is pushed along, and those behind it too, whosever they are.",
           "Push a piece.",
           CROWD, "d3S", lambda before, turn, after: step(turn.square, turn.direction) in before.pieces),
    Lesson("Pieces that touch, also at corners, are one group. When the crowd falls apart, the largest group stays and "
           "all others are taken away.",
           "Break off a group.",
           SPLIT, "c2S", lambda before, turn, after: len(after.pieces) < len(before.pieces)),
    Lesson("You win when the other player has lost the last piece of a kind, and you still have all three kinds.",
           "Win with this turn.",
           LAST, "e4NW", wins(shatterproof.splinter)),
)  # fmt: skip
