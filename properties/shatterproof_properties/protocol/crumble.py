"""What messages about Crumble rest on; nothing here loads its rules."""

BOARDS = ("2x2..16x16",)
"""The boards that have an opening, as engines announce them."""
