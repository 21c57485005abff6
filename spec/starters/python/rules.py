"""Your rules go here: three functions, each of which says that it is not written until it is."""

NAME, VERSION = "my engine", "1"
GAME = "@GAME@"
BOARDS = ["@BOARD@"]
"""Every board that is played, each by its name: no ranges. A loop may make the list."""
READINGS = {}
HELLO = {"can": ["apply", "turns"], "from": ["start", "position"], "refusals": "one"}
"""What hello says. Turns are refused by "kinds" (illegal, malformed, ambiguous), with "one" word, or not ("none")."""


class NotWritten(Exception):
    """What the rules here do not cover yet: the question is skipped."""


class BadPosition(Exception):
    """A position that breaks its format or the rules."""


def start(board, readings):
    """The opening position, as spec/protocol.md writes positions of the game."""
    raise NotWritten("the opening is not written yet")


def apply(board, readings, position, turn):
    """What becomes of a position: {"verdict": "legal", "position": ..., "outcome": None}, or {"verdict": "illegal"};
    where "refusals" is "kinds" also "malformed", and "ambiguous" with "means"."""
    raise NotWritten("turns are not played yet")


def turns(board, readings, position):
    """All that can be played: {"turn": ..., "position": ..., "outcome": ...}, one for each result."""
    raise NotWritten("turns are not listed yet")
