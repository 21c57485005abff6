"""The lessons of Crumble."""

from __future__ import annotations

import shatterproof.crumble
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof_properties.explorer.lesson import Lesson, wins

CHECKERBOARD = "3x3, Black to move\nAAbbCC\nAAbbCC\nddEEff\nddEEff\nGGhhII\nGGhhII\n"
PAIRS = "3x3, Black to move\nAABBcc\nAABBcc\nddEEff\nddEEff\nGGhhII\nGGhhII\n"
BLOCK = "4x4, Black to move\nAABBccDD\nAABBccDD\nEEFFggHH\nEEFFggHH\niiJJkkLL\niiJJkkLL\nMMnnOOpp\nMMnnOOpp\n"
LAST = "3x3, White to move\naaAbcc\naaAbcc\nBBBBcc\nBBBBcc\nCCddDD\nCCddDD\n"

LESSONS = (
    Lesson("The board is always full. On your turn you cut or join pieces of your own colour: you are Black.",
           "Cut one of your squares in two: choose it, and then one of its lines. Then end the turn.",
           PAIRS, "1,1V", lambda before, turn, after: isinstance(turn.work, Cut) and len(turn.work.pieces) == 1),
    Lesson("One cut may run on through more pieces of yours that lie in its way, and halves each of them.",
           "Make a cut that halves two pieces.",
           PAIRS, "1,1V2", lambda before, turn, after: isinstance(turn.work, Cut) and len(turn.work.pieces) == 2),
    Lesson("Pieces of yours that fill a larger piece can be joined into it. Choose one corner, then the opposite one.",
           "Join four squares into a large one.",
           BLOCK, "0,2J2,2", lambda before, turn, after: isinstance(turn.work, Join) and len(turn.work.pieces) == 4),
    Lesson("A piece that you have just cut or joined may walk: it swaps with a neighbour across a complete side.",
           "Cut a square, and let one of its halves swap with a white piece.",
           CHECKERBOARD, "1,1VE", lambda before, turn, after: turn.walk is not None),
    Lesson("You win with a chain of your pieces that links all four sides of the board.",
           "You are White now. Win with this turn.",
           LAST, "2,1HS-W", wins(shatterproof.crumble)),
)  # fmt: skip
