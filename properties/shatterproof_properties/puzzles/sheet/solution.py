"""The solution of a puzzle as a sheet prints it: what its certificate shows, as a tree and in small diagrams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from shatterproof.paper import Paper
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, ProvedPlay, proved_play
from shatterproof_properties.puzzles.proof.tree import solution_tree
from shatterproof_properties.puzzles.proof.tree_text import TreeLine, tree_to_lines
from shatterproof_properties.puzzles.sheet.layout import LABEL

MOST_PICTURES = 2
"""Diagrams of a solution; what else there is stands in its tree."""
UNVERIFIED = "Not verified: there is no certificate."
SMALL = Paper(width=119, height=112, label=LABEL, unit=16)
"""The room for a diagram of a solution."""


class Figure(NamedTuple):
    """A picture of a position with the turn that led to it marked, and what it shows."""

    picture: Markup
    turn: str
    caption: str


class Solved(NamedTuple):
    """The solution of a puzzle: the lines of its tree, its figures, and what the puzzle says of it.

    `stars` is the difficulty, 0 where it is not known; `source` where it is from, unless that is said elsewhere.
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
    """The solution of a puzzle, as its certificate has it, and nothing that it does not show.

    `room` is that of a figure, None on a screen; `watch` as for `solution_tree`. Raises InputError if the certificate
    is not that of the puzzle.
    """
    lines, figures = [TreeLine(0, UNVERIFIED)], list[Figure]()
    if certificate is not None:
        proved = (TreeLine(0, line) for line in puzzle.claim.meaning.proof_lines(certificate["proof"]))
        lines = [*proved, *tree_to_lines(solution_tree(puzzle, certificate, watch=watch))]
        figures = [_figure(*each, room) for each in _pictured(proved_play(puzzle, certificate))[:MOST_PICTURES]]
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


def _pictured(play: ProvedPlay) -> list[tuple[PlayedTurn, str]]:
    """The turns that are worth a picture, with what it shows: the key, one that saves, the most useful answers."""
    key = [] if play.key is None else [(play.key, "the key")]
    key = [(turn, f"turn {number}") for number, turn in enumerate(play.series, start=1)] or key
    saving = [(reply.turn, "saves") for reply in play.replies if reply.saves][:1]
    return [*key, *saving, *((answer, _against(replies)) for answer, replies in _answered(play))]


def _answered(play: ProvedPlay) -> list[tuple[PlayedTurn, list[str]]]:
    """The answers by their text, the most useful first: each as first played, with the replies that it answers."""
    first: dict[str, PlayedTurn] = {}
    against: dict[str, list[str]] = defaultdict(list)
    for reply in play.replies:
        if reply.answer is not None:
            first.setdefault(reply.answer.text, reply.answer)
            against[reply.answer.text].append(reply.turn.text)
    return [(first[text], against[text]) for text in sorted(against, key=lambda text: (-len(against[text]), text))]


def _against(replies: list[str]) -> str:
    return f"after {replies[0]}" if len(replies) == 1 else f"after {replies[0]}, and {len(replies) - 1} more"


def _figure(played: PlayedTurn, caption: str, room: Paper | None) -> Figure:
    return Figure(Markup(played.game.to_svg(played.after, last=played.turn, paper=room)), played.text, caption)
