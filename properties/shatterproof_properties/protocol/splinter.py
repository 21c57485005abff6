"""The boards of Splinter, and a turn that is ambiguous early in a game, for messages. Nothing here loads its rules."""

BOARDS = ("2x4..26x26", "5x2..26x3")
"""The boards that have an opening, as engines announce them."""
AMBIGUOUS = ("5x2", ("c2SW",), "c1NE")
"""A board, turns from its start, and a text that is ambiguous after them."""
