"""The boards of Scrunch, for messages. Nothing here loads its rules."""

BOARDS = ("2..10",)
"""The boards that have an opening, as engines announce them."""
