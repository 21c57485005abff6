"""Puzzle files: the form that people write by hand and the one in JSON, both held against the rules."""
