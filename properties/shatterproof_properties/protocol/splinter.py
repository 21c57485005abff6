"""The boards of Splinter, for messages. Nothing here loads its rules."""

BOARDS = ("2x4..26x26", "5x2..26x3")
"""The boards that have an opening, as engines announce them."""
