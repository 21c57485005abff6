"""What is notable about a turn: features by name, which a coverage counts, so that a run knows what it has never met.

Each game has a module here with `SCALES` and `MARKS`, all the names there are, and `notable`, those of a turn.
"""
