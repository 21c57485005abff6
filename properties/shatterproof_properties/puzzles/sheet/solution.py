"""The solution of a puzzle on a sheet: what its certificate shows, as a tree and in small diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from shatterproof.game import AnyGame
from shatterproof.paper import Paper
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.proof.tree import SolutionTree, solution_tree
from shatterproof_properties.puzzles.proof.tree_text import Shown, TreeLine, tree_to_lines
from shatterproof_properties.puzzles.sheet.layout import LABEL

DEEPEST, SHORT = 1, Shown(listed=(4, 1), tries=2, width=24)
"""The number of answers after which only the main line goes on, and how much of that is printed."""
UNVERIFIED = "Not verified: there is no certificate."
SMALL = Paper(width=119, height=112, label=LABEL, unit=16)
"""The room for a diagram of a solution."""


class Figure(NamedTuple):
    """A picture of a position with the last turn marked, and its caption."""

    picture: Markup
    turn: str
    caption: str


class Solved(NamedTuple):
    """The solution of a puzzle: the lines of its tree, its figures, and its own remarks.

    `stars` is the difficulty, 0 if it is not known. `source` is its source, unless that stands elsewhere.
    """

    number: int
    title: str
    stars: int
    lines: list[TreeLine]
    figures: list[Figure]
    themes: str
    comment: str
    note: str
    source: str = ""


def solved(
    number: int,
    puzzle: Puzzle,
    certificate: Json | None,
    room: Paper | None = SMALL,
    watch: Callable[[int], None] | None = None,
) -> Solved:
    """The solution of a puzzle, exactly as its certificate shows it.

    `room` is the room for a figure, None on a screen. `watch` is as in `solution_tree`. Raises InputError if the
    certificate is not that of the puzzle.
    """
    lines, figures = [TreeLine(0, UNVERIFIED)], list[Figure]()
    if certificate is not None:
        proved = (TreeLine(0, line) for line in puzzle.claim.meaning.proof_lines(certificate["proof"]))
        tree = solution_tree(puzzle, certificate, watch=watch, deepest=DEEPEST)
        lines = [*proved, *tree_to_lines(tree, most=SHORT)]
        begins = puzzle.claim.meaning.play_begins(puzzle.rules, puzzle.reference_position(), certificate["proof"])
        figures = [_figure(*each, room) for each in _pictured(puzzle.rules, begins, tree)]
    return Solved(
        number=number,
        title=puzzle.title,
        stars=puzzle.difficulty or 0,
        lines=lines,
        figures=figures,
        themes=", ".join(puzzle.themes),
        comment=puzzle.comment,
        note=puzzle.note,
    )


def _pictured(game: AnyGame, begins: Any, tree: SolutionTree) -> Iterator[tuple[PlayedTurn, str]]:
    """The turn that gets a picture, with its caption: the key, one that saves, or the most useful answer."""
    play = tree.play
    if tree.key:
        yield PlayedTurn(game, begins, tree.key), "turn 1" if tree.series else "the key"
    elif play.saving:
        yield PlayedTurn(game, begins, play.saving[0]), "saves"
    elif play.variations:
        first = play.variations[0]
        reply = PlayedTurn(game, begins, first.replies[0])
        yield PlayedTurn(game, reply.after, first.answer), _against(first.replies)


def _against(replies: Sequence[str]) -> str:
    return f"after {replies[0]}" if len(replies) == 1 else f"after {replies[0]}, and {len(replies) - 1} more"


def _figure(played: PlayedTurn, caption: str, room: Paper | None) -> Figure:
    return Figure(Markup(played.game.to_svg(played.after, last=played.turn, paper=room)), played.text, caption)
