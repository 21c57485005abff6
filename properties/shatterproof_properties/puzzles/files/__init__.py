"""Puzzle files: the form that people type and the one in JSON, of one puzzle and of collections.

In goes text. Out comes a `Puzzle` or a `Collection` that the rules allow, or InputError with the line or JSON pointer
of what is wrong. Both forms go through `statement.py`, the one way from a file to a puzzle, and are written back here.
"""
