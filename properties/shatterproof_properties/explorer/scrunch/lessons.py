"""The lessons of Scrunch."""

from __future__ import annotations

from shatterproof_properties.explorer.lesson import Lesson

BEGUN = "Scrunch 3, Dark to move, creating Dark and Light\n  . . .\n . . . .\n. . x . .\n x o . o\n  . . .\n"
DEAD = "Scrunch 3, Light to move\n  . . .\n . . . .\n. x x o o\n . o x .\n  x . .\n"

LESSONS = (
    Lesson("A stone that touches no other stone of yours is an egg. Both players begin by laying eggs: you are Dark.",
           "Lay an egg: choose a cell that touches neither of your stones.",
           BEGUN, "e1", lambda before, turn, after: turn.placed is not None and before.to_move in after.creating),
    Lesson("Stones that hang together are a snake. Instead of an egg you may grow: put a stone beside your smallest "
           "snake, and move another stone of the grown snake a step. That ends your creation for good.",
           "Let a snake grow.",
           BEGUN, "a1 b1-c2", lambda before, turn, after: turn.moved is not None),
    Lesson("A snake that cannot grow is dead. If you can neither lay an egg nor let a smallest snake grow, you take "
           "one of your smallest snakes away. Who loses the last one loses the game.",
           "You are Light now. Take away the snake that is dead.",
           DEAD, "x b2", lambda before, turn, after: bool(turn.removed)),
)  # fmt: skip
