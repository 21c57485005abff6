"""The solution of a puzzle as a sheet prints it: what its certificate shows, in words and in small diagrams."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from markupsafe import Markup

from shatterproof.paper import Paper
from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.solution import PlayedTurn, ProvedPlay, proved_play

MOST_PICTURES = 4
"""Diagrams of a solution; what else there is stands in its words."""
UNVERIFIED = "Not verified: there is no certificate."
MOST_NAMED = 24
"""Turns that a sentence names before it counts."""
SMALL = Paper(width=119, height=112, label=7.2, unit=16)
"""The room for a diagram of a solution."""


class Figure(NamedTuple):
    """A picture of a position with the turn that led to it marked, and what it shows."""

    picture: Markup
    turn: str
    caption: str


class Solved(NamedTuple):
    """The solution of a puzzle: what it is in words, its figures, and what the puzzle says of it.

    `stars` is the difficulty, 0 where it is not known.
    """

    number: int
    title: str
    stars: int
    words: list[str]
    figures: list[Figure]
    themes: str
    comment: str
    note: str


def solved(number: int, puzzle: Puzzle, certificate: Json | None) -> Solved:
    """The solution of a puzzle, as its certificate has it, and nothing that it does not show.

    Raises InputError if the certificate is not that of the puzzle.
    """
    words, figures = [UNVERIFIED], list[Figure]()
    if certificate is not None:
        words, figures = _proved(puzzle, proved_play(puzzle, certificate))
    return Solved(
        number=number,
        title=puzzle.title,
        stars=puzzle.difficulty or 0,
        words=words,
        figures=figures,
        themes=", ".join(puzzle.themes),
        comment=puzzle.comment,
        note=puzzle.note,
    )


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
    drawn = MOST_PICTURES - len(figures)
    for answer, replies in answered[:drawn]:
        figures.append(_figure(answer, _against(replies)))
    if len(answered) > drawn:
        words.append(_named("Further answers", [answer.text for answer, _ in answered[drawn:]]))
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
    more = puzzle.claim.turns - puzzle.claim.meaning.attacker_begins
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
    return Figure(Markup(played.game.to_svg(played.after, last=played.turn, paper=SMALL)), played.text, caption)
