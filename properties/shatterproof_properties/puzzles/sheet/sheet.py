"""A sheet of puzzles to print: pages of diagrams in HTML, with their questions, and all solutions at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof.game import AnyGame
from shatterproof.paper import Paper
from shatterproof_properties.common.prose import visible
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import GENERATED, MOST_STARS, Puzzle, asked, made_by, svg, under
from shatterproof_properties.puzzles.claims.words import WORDS
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, as_played, check_proves
from shatterproof_properties.puzzles.proof.tree import SolutionTree, solution_tree
from shatterproof_properties.puzzles.proof.tree_text import Shown, TreeLine, tree_to_lines
from shatterproof_properties.puzzles.rating.measures import RATED_GAMES
from shatterproof_properties.puzzles.sheet.layout import (
    LABEL,
    PAPERS,
    QUESTION,
    SMALL_PRINT,
    TITLE,
    Layout,
    layout,
    slices,
)

_WORD = r"(?:[^\s()]*[0-9][^\s()]*|x)"
_TURN = re.compile(rf"(?:[0-9]+\.+)?\({_WORD}(?: {_WORD}){{0,7}}\)[!?]?\)?|(?<![^\s(])[^\s()]+-[^\s()]+(?=[\s)]|$)")
"""Turns that a browser might break: those in parentheses with spaces, with their number and mark, or with hyphens."""
BEGUN = 4
"""The lines of a solution that stay with its title and beside its figure on a page."""
TESTED, UNTESTED = "computer-tested", "not verified"
DEEPEST, SHORT = 1, Shown(listed=(4, 1), tries=2, width=24)
"""The number of answers after which only the main line goes on, and how much of that is printed."""
UNVERIFIED = "Not verified: there is no certificate."
SMALL = Paper(width=119, height=112, label=LABEL, unit=16)
"""The room for a diagram of a solution."""
Certified = tuple[Puzzle, Json | None]
"""A puzzle with the certificate that the checker has accepted, or without one."""


class Card(NamedTuple):
    """A puzzle as it is printed, without anything that helps to solve it.

    `author` and `game` are "" if the whole sheet has the same.
    """

    number: int
    title: str
    game: str
    question: str
    readings: str
    author: str
    dedication: str
    pieces: str
    picture: Markup = Markup()

    def text_height(self, columns: float) -> float:
        credit, small = self.author + self.dedication, self.readings + self.pieces
        heading = TITLE.height(f"{self.title} {self.game}", least=1, columns=columns)
        asked = QUESTION.height(self.question, least=2, columns=columns)
        return heading + asked + sum(SMALL_PRINT.height(text, columns=columns) for text in (credit, small))


def render_sheet(
    puzzles: Sequence[Certified],
    title: str = "Puzzles",
    on_progress: Callable[[int], None] | None = None,
    paper: str = "a4",
) -> str:
    """The sheet of some puzzles as the text of a page; `paper` is one of PAPERS.

    The page opens from its file: no server, no scripts, nothing from outside. `on_progress` is called with the number
    of puzzles drawn. Raises InputError if there is no puzzle, or if a certificate is not that of its puzzle.
    """
    if not puzzles:
        raise InputError("there is no puzzle to print", expected="one or more")
    puzzles = [_on_paper(number, *each) for number, each in enumerate(puzzles, start=1)]
    # Titles that are only the numbers on the sheet are left out.
    if all(puzzle.title in ("", f"No. {number}") for number, (puzzle, _) in enumerate(puzzles, start=1)):
        puzzles = [(replace(puzzle, title=""), certificate) for puzzle, certificate in puzzles]
    every = [puzzle for puzzle, _ in puzzles]
    makers, games = {made_by(puzzle) for puzzle in every}, {puzzle.game for puzzle in every}
    author = makers.pop() if len(makers) == 1 else ""
    cards = [
        card(number, puzzle, certificate is not None, not author, len(games) > 1)
        for number, (puzzle, certificate) in enumerate(puzzles, start=1)
    ]

    def sources(page: slice) -> str:
        return "; ".join(sources_of([each.number for each in cards[page]], every[page]))

    filled = layout(PAPERS[paper], [each.text_height for each in cards], sources)
    drawn, solutions = _drawn(puzzles, cards, filled, on_progress)
    game = "" if len(games) > 1 else every[0].game.capitalize()
    about = filter(None, (author, game, f"{len(cards)} puzzle{'s' * (len(cards) > 1)}"))
    values = {
        "title": title,
        "about": " · ".join(about),
        "paper": PAPERS[paper],
        "columns": filled.columns,
        "pages": [
            {"cards": drawn[page], "sources": sources(page) if filled.has_sources else ""}
            for page in slices(filled.sizes)
        ],
        "solutions": solutions,
        "most_stars": MOST_STARS,
        "begun": BEGUN,
        "notations": [(game.capitalize(), note) for game in sorted(games) if (note := WORDS.of(game).NOTATION)],
    }
    return _templates().get_template("sheet.html.j2").render(values)


def _drawn(
    puzzles: Sequence[Certified], cards: Sequence[Card], filled: Layout, on_progress: Callable[[int], None] | None
) -> tuple[list[Card], list[Solved]]:
    drawn, solutions = list[Card](), list[Solved]()
    for each, (puzzle, certificate) in zip(cards, puzzles, strict=True):
        # The renderer escapes what it is given.
        drawn.append(each._replace(picture=Markup(svg(puzzle, filled.room))))
        with placed(f"puzzle {each.number}"):
            solution = solved(puzzle, certificate)
        solutions.append(solution if filled.has_sources else solution._replace(source=source_of(puzzle)))
        if on_progress is not None:
            on_progress(each.number)
    return drawn, solutions


def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Text of a file may not change the text around it.
        finalize=lambda value: visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value,
    )
    environment.filters["numbered"] = _numbered
    return environment


def _on_paper(number: int, puzzle: Puzzle, certificate: Json | None) -> Certified:
    """A puzzle that can be solved on paper. If a reading decides, it is the win under the value that makes it one."""
    if not puzzle.claim.meaning.names_reading:
        return puzzle, certificate
    if certificate is None:
        what = "it asks which value of a reading decides, and a certificate says which"
        raise InputError(what, f"puzzle {number}", "a verified puzzle: shatterproof puzzle verify FILE")
    with placed(f"puzzle {number}"):
        check_proves(puzzle, certificate)
    return as_played(puzzle, certificate)


def sources_of(numbers: Sequence[int], puzzles: Sequence[Puzzle]) -> list[str]:
    """The sources and dates of puzzles, each printed once, after the numbers of its puzzles."""
    by_source: dict[str, list[int]] = {}
    for number, puzzle in zip(numbers, puzzles, strict=True):
        by_source.setdefault(source_of(puzzle), []).append(number)
    if len(by_source) == 1:
        return [source for source in by_source if source]
    return [f"{', '.join(map(str, of))}: {source}" for source, of in by_source.items() if source]


def source_of(puzzle: Puzzle) -> str:
    """The source and date of a puzzle, without the run of `generate` that found it."""
    source = "" if puzzle.source.startswith(GENERATED) else puzzle.source
    return ", ".join(filter(None, (source, puzzle.date)))


def _numbered(line: str) -> Markup:
    """A line of a tree. The numbers of turns are set apart from digits in turns, and turns stay in one piece."""
    whole = _TURN.sub(r'<span class="turn">\g<0></span>', str(escape(visible(line))))
    return Markup(re.sub(r"([0-9]+\.(?:\.\.)?)", r'<span class="ply">\1</span>', whole))


def sentence(text: str) -> str:
    """A text with its full stop, unless it has a question mark."""
    return text if text.endswith("?") else f"{text}."


def card(number: int, puzzle: Puzzle, is_tested: bool, with_author: bool, with_game: bool) -> Card:
    return Card(
        number=number,
        title=puzzle.title,
        game=puzzle.game.capitalize() if with_game else "",
        question=sentence(asked(puzzle)),
        readings=under(puzzle),
        author=made_by(puzzle) if with_author else "",
        dedication=puzzle.dedication,
        pieces=", ".join([*numbers_of_pieces(puzzle), TESTED if is_tested else UNTESTED]),
    )


def numbers_of_pieces(puzzle: Puzzle) -> list[str]:
    """The number of pieces of each side, like `Black 9`; nothing if the game does not tell its pieces."""
    known = RATED_GAMES.find(puzzle.game)
    if known is None:
        return []
    things = known.things(puzzle.reference_position(), puzzle.to_move)[1]
    own = sum(thing.what.startswith("own") for thing in things)
    numbers = {side: own if side == puzzle.to_move else len(things) - own for side in puzzle.rules.SIDES}
    return [f"{side.capitalize()} {number}" for side, number in numbers.items()]


class Figure(NamedTuple):
    """A picture of a position with the last turn marked, and its caption."""

    picture: Markup
    turn: str
    caption: str


class Solved(NamedTuple):
    """The solution of a puzzle: the lines of its tree, and its figure. `source` is "" if that stands elsewhere."""

    puzzle: Puzzle
    lines: list[TreeLine]
    figure: Figure | None
    source: str = ""


def solved(puzzle: Puzzle, certificate: Json | None, room: Paper | None = SMALL) -> Solved:
    """The solution of a puzzle, exactly as its certificate shows it.

    `room` is the room for the figure, None on a screen. Raises InputError if the certificate is not that of the puzzle.
    """
    if certificate is None:
        return Solved(puzzle, [TreeLine(0, UNVERIFIED)], None)
    proved = (TreeLine(0, line) for line in puzzle.claim.meaning.proof_lines(certificate["proof"]))
    tree = solution_tree(puzzle, certificate, deepest=DEEPEST)
    begins = puzzle.claim.meaning.play_begins(puzzle.rules, puzzle.reference_position(), certificate["proof"])
    figure = None
    if pictured := _pictured(puzzle.rules, begins, tree):
        played, caption = pictured
        picture = Markup(puzzle.rules.to_svg(played.after, last=played.turn, paper=room))
        figure = Figure(picture, played.text, caption)
    return Solved(puzzle, [*proved, *tree_to_lines(tree, most=SHORT)], figure)


def _pictured(game: AnyGame, begins: Any, tree: SolutionTree) -> tuple[PlayedTurn, str] | None:
    """The turn that gets a picture, with its caption: the key, one that saves, or the most useful answer."""
    play = tree.play
    if tree.key:
        return PlayedTurn(game, begins, tree.key), "turn 1" if tree.series else "the key"
    if play.saving:
        return PlayedTurn(game, begins, play.saving[0]), "saves"
    if not play.variations:
        return None
    (reply, *others), answer = play.variations[0].replies, play.variations[0].answer
    more = f", and {len(others)} more" if others else ""
    return PlayedTurn(game, PlayedTurn(game, begins, reply).after, answer), f"after {reply}{more}"
