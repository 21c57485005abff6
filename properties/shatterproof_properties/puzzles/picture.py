"""A puzzle to look at: in words, as a diagram for the terminal, and as a picture."""

from __future__ import annotations

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.puzzle import Puzzle

MOST_STARS = 5


def svg(puzzle: Puzzle) -> str:
    """The position as an SVG document."""
    return puzzle.rules.to_svg(puzzle.standing())


def terminal(puzzle: Puzzle) -> str:
    """What a puzzle asks, and the diagram, as lines of text."""
    about = [credit(puzzle), stars(puzzle), ", ".join(puzzle.themes)]
    readings = f"under {under(puzzle)}" if puzzle.readings else ""
    head = [puzzle.title, f"{claimed(puzzle)}.", readings, "; ".join(filter(None, about))]
    try:
        diagram = puzzle.rules.to_diagram(puzzle.standing()).rstrip("\n")
    except InputError:
        diagram = (
            f"{puzzle.game.capitalize()} {puzzle.board}: the pieces are too fine for letters, but not for a picture"
        )
    return "\n".join([*filter(None, head), "", diagram, *(["", puzzle.note] if puzzle.note else [])]) + "\n"


def claimed(puzzle: Puzzle) -> str:
    """What a puzzle claims, as a sentence without its full stop."""
    side = puzzle.to_move.capitalize()
    if (puzzle.game, str(puzzle.claim)) == ("crumble", "mated-1"):
        return f"{side} to move is in crumblemate"
    return puzzle.claim.describe(side)


def under(puzzle: Puzzle) -> str:
    """The readings that depart from the defaults, "" where none does."""
    return ", ".join(f"{name} = {value}" for name, value in puzzle.readings.items())


def stars(puzzle: Puzzle) -> str:
    """The difficulty in words, "" where it is not known."""
    return f"difficulty {puzzle.difficulty} of {MOST_STARS}" if puzzle.difficulty else ""


def credit(puzzle: Puzzle) -> str:
    """Who made a puzzle, when, and where it is from."""
    return ", ".join(filter(None, (puzzle.author, puzzle.date, puzzle.source)))
