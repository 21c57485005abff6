"""What stands on a sheet: for each puzzle a card to solve it from, and its solution."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from markupsafe import Markup

from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.measured.solution import Solution, Stroke, solution_of
from shatterproof_properties.puzzles.picture import MOST_STARS, claimed, credit, svg, under
from shatterproof_properties.puzzles.puzzle import Puzzle

MOST_PICTURES = 6
"""Threats of a solution that are drawn; any others are named."""
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
    stars: int
    of: int


class Figure(NamedTuple):
    """A picture of a position with the turn that led to it marked, and what it shows."""

    picture: Markup
    turn: str
    caption: str


class Solved(NamedTuple):
    """The solution of a puzzle: what it is in words, its figures, and the themes and the note of the puzzle."""

    number: int
    title: str
    words: list[str]
    figures: list[Figure]
    themes: str
    note: str


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
        stars=puzzle.difficulty or 0,
        of=MOST_STARS,
    )


def solved(number: int, puzzle: Puzzle, certificate: Json | None) -> Solved:
    """The solution of a puzzle, as its certificate has it; without one, the key turns that the puzzle names."""
    words, figures = _unproved(puzzle) if certificate is None else _proved(puzzle, solution_of(puzzle, certificate))
    return Solved(number, puzzle.title, words, figures, ", ".join(puzzle.themes), puzzle.note)


def _unproved(puzzle: Puzzle) -> tuple[list[str], list[Figure]]:
    rules, position = puzzle.rules, puzzle.standing()
    figures = []
    for text in puzzle.solution[:MOST_PICTURES]:
        figures.append(_figure(Stroke(rules, position, text), "the key"))
    return [_named("Key", list(puzzle.solution)) if puzzle.solution else "Not given."], figures


def _proved(puzzle: Puzzle, solution: Solution) -> tuple[list[str], list[Figure]]:
    words, figures = [], []
    if solution.key is not None:
        others = [text for text in puzzle.solution if text != solution.key.text]
        words.append(f"Key: {solution.key.text}{', and no other' if puzzle.claim.unique else ''}.")
        words += [_named("Given as well", others)] if others else []
        figures.append(_figure(solution.key, "the key"))
    saving = [reply.stroke for reply in solution.replies if reply.saves]
    if saving:
        words.append(_named("Saved by", [stroke.text for stroke in saving]))
        figures.append(_figure(saving[0], "saves"))
    answered = _answered(solution)
    lost = len(solution.replies) - len(saving) - sum(len(replies) for _, replies in answered)
    words += _of_replies(puzzle, len(solution.replies), lost, answered)
    for answer, replies in answered[:MOST_PICTURES]:
        figures.append(_figure(answer, _against(replies)))
    if len(answered) > MOST_PICTURES:
        words.append(_named("Further answers", [answer.text for answer, _ in answered[MOST_PICTURES:]]))
    return words, figures


def _answered(solution: Solution) -> list[tuple[Stroke, list[str]]]:
    """The answers by their text, the most useful first: each as first played, with the replies that it answers."""
    played: dict[str, Stroke] = {}
    against: dict[str, list[str]] = defaultdict(list)
    for reply in solution.replies:
        if reply.answer is not None:
            played.setdefault(reply.answer.text, reply.answer)
            against[reply.answer.text].append(reply.stroke.text)
    return [(played[text], against[text]) for text in sorted(against, key=lambda text: (-len(against[text]), text))]


def _of_replies(puzzle: Puzzle, count: int, lost: int, answered: list[tuple[Stroke, list[str]]]) -> list[str]:
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
    more = puzzle.claim.turns - (puzzle.claim.kind == "wins")
    wins = "each winning at once" if more == 1 else f"each winning in {more} turns at most, itself counted"
    return [f"{first}; {_counted(len(answered), 'answer')}, {wins}."]


def _against(replies: list[str]) -> str:
    return f"after {replies[0]}" if len(replies) == 1 else f"after {replies[0]}, and {len(replies) - 1} more"


def _named(what: str, texts: list[str]) -> str:
    rest = f" and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else ""
    return f"{what}: {' or '.join(texts[:MOST_NAMED]) if what == 'Key' else ', '.join(texts[:MOST_NAMED])}{rest}."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _figure(stroke: Stroke, caption: str) -> Figure:
    return Figure(Markup(stroke.game.to_svg(stroke.after, last=stroke.turn)), stroke.text, caption)
