"""A sheet of puzzles to print: one page in HTML, a card with a diagram for each puzzle, and solutions at the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof_properties.common.outputs import PAGE, write_file
from shatterproof_properties.common.prose import visible
from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.puzzle import MOST_STARS, Puzzle, claimed, credit, svg, under
from shatterproof_properties.puzzles.solution import PlayedTurn, ProvedPlay, proved_play

Certified = tuple[Puzzle, Json | None]
"""A puzzle with the certificate that the checker has accepted, or without one."""
MOST_PICTURES = 6
"""Threats of a solution that are drawn; any others are named."""
UNVERIFIED = "Not verified: there is no certificate."
MOST_NAMED = 24
"""Turns that a sentence names before it counts."""


class Card(NamedTuple):
    """A puzzle as it is set: `stars` is the difficulty, 0 where it is not known, of `of`."""

    number: int
    title: str
    game: str
    picture: Markup
    claim: str
    readings: str
    credit: str
    dedication: str
    stars: int
    of: int


class Figure(NamedTuple):
    """A picture of a position with the turn that led to it marked, and what it shows."""

    picture: Markup
    turn: str
    caption: str


class Solved(NamedTuple):
    """The solution of a puzzle: what it is in words, its figures, and what the puzzle says of it."""

    number: int
    title: str
    words: list[str]
    figures: list[Figure]
    themes: str
    comment: str
    note: str


def write_sheet(
    puzzles: Sequence[Certified],
    out: Path,
    title: str = "Puzzles",
    on_progress: Callable[[int], None] | None = None,
    *,
    inputs: Iterable[Path] = (),
    force: bool = False,
) -> Path:
    """Writes the sheet of some puzzles into the file `out`, and gives back its path.

    What may be replaced, `write_file` says, and what `inputs` and `force` are.

    It opens from its file: no server, no scripts, nothing from outside. `on_progress` is called with how many
    puzzles are drawn. Raises InputError if there is no puzzle, a certificate is not that of its puzzle, or the file
    cannot be written.
    """
    text = render_sheet(puzzles, title, on_progress)
    write_file(out, text, PAGE, inputs=inputs, force=force, parents=True)
    return out


def render_sheet(
    puzzles: Sequence[Certified], title: str = "Puzzles", on_progress: Callable[[int], None] | None = None
) -> str:
    """The sheet of some puzzles as the text of a page. Raises InputError as `write_sheet` does."""
    if not puzzles:
        raise InputError("there is no puzzle to print", expected="one or more")
    cards, solutions = [], []
    for number, (puzzle, certificate) in enumerate(puzzles, start=1):
        cards.append(card(number, puzzle))
        with placed(f"puzzle {number}"):
            solutions.append(solved(number, puzzle, certificate))
        if on_progress is not None:
            on_progress(number)
    return _templates().get_template("sheet.html.j2").render(title=title, cards=cards, solutions=solutions)


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("shatterproof_properties.puzzles"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    """What the sheet shows for a value: no text from a file may steer the text around it."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)


def card(number: int, puzzle: Puzzle) -> Card:
    """The card of a puzzle."""
    return Card(
        number=number,
        title=puzzle.title,
        game=puzzle.game.capitalize(),
        # The renderer escapes what it is given.
        picture=Markup(svg(puzzle)),
        claim=claimed(puzzle),
        readings=under(puzzle),
        credit=credit(puzzle),
        dedication=puzzle.dedication,
        stars=puzzle.difficulty or 0,
        of=MOST_STARS,
    )


def solved(number: int, puzzle: Puzzle, certificate: Json | None) -> Solved:
    """The solution of a puzzle, as its certificate has it, and nothing that it does not show."""
    words, figures = [UNVERIFIED], list[Figure]()
    if certificate is not None:
        words, figures = _proved(puzzle, proved_play(puzzle, certificate))
    return Solved(number, puzzle.title, words, figures, ", ".join(puzzle.themes), puzzle.comment, puzzle.note)


def _proved(puzzle: Puzzle, play: ProvedPlay) -> tuple[list[str], list[Figure]]:
    words: list[str] = []
    figures: list[Figure] = []
    if play.key is not None:
        others = [text for text in puzzle.solution if text != play.key.text]
        words.append(f"Key: {play.key.text}{', and no other' if puzzle.claim.unique else ''}.")
        words += [f"{_counted(len(others), 'more key')} given, not verified."] if others else []
        figures.append(_figure(play.key, "the key"))
    saving = [reply.turn for reply in play.replies if reply.saves]
    if saving:
        words.append(_named("Saved by", [turn.text for turn in saving]))
        figures.append(_figure(saving[0], "saves"))
    answered = _answered(play)
    lost = len(play.replies) - len(saving) - sum(len(replies) for _, replies in answered)
    words += _of_replies(puzzle, len(play.replies), lost, answered)
    for answer, replies in answered[:MOST_PICTURES]:
        figures.append(_figure(answer, _against(replies)))
    if len(answered) > MOST_PICTURES:
        words.append(_named("Further answers", [answer.text for answer, _ in answered[MOST_PICTURES:]]))
    return words, figures


def _answered(play: ProvedPlay) -> list[tuple[PlayedTurn, list[str]]]:
    """The answers by their text, the most useful first: each as first played, with the replies that it answers."""
    first: dict[str, PlayedTurn] = {}
    against: dict[str, list[str]] = defaultdict(list)
    for reply in play.replies:
        if reply.answer is not None:
            first.setdefault(reply.answer.text, reply.answer)
            against[reply.answer.text].append(reply.turn.text)
    return [(first[text], against[text]) for text in sorted(against, key=lambda text: (-len(against[text]), text))]


def _of_replies(puzzle: Puzzle, count: int, lost: int, answered: list[tuple[PlayedTurn, list[str]]]) -> list[str]:
    """How many turns the defender has, how many of them lose at once, and how many answers the others need."""
    if not count:
        return ["It wins at once."]
    if lost == count:
        return ["Whatever the defender does loses at once."]
    first = f"{_counted(count, 'turn')} of the defender" + (
        f", {lost} of them {'loses' if lost == 1 else 'lose'} at once" if lost else ""
    )
    if not answered:
        return [f"{first}."]
    more = puzzle.claim.depth - puzzle.claim.meaning.attacker_begins
    wins = "each winning at once" if more == 1 else f"each winning in {more} turns at most, itself counted"
    return [f"{first}; {_counted(len(answered), 'answer')}, {wins}."]


def _against(replies: list[str]) -> str:
    return f"after {replies[0]}" if len(replies) == 1 else f"after {replies[0]}, and {len(replies) - 1} more"


def _named(what: str, texts: list[str]) -> str:
    rest = f" and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else ""
    return f"{what}: {' or '.join(texts[:MOST_NAMED]) if what == 'Key' else ', '.join(texts[:MOST_NAMED])}{rest}."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _figure(played: PlayedTurn, caption: str) -> Figure:
    return Figure(Markup(played.game.to_svg(played.after, last=played.turn)), played.text, caption)
