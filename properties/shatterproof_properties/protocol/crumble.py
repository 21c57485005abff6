"""The boards of Crumble, for messages. Nothing here loads its rules."""

BOARDS = ("2x2..16x16",)
"""The boards that have an opening, as engines announce them."""
