"""Questions that tell the values of a reading apart: those of the spec, and games found from the opening."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.conformance.generate.playable_boards import begun_somehow, by_area, embeddings
from shatterproof_properties.conformance.profile.engine_answers import Assignment, count_answers
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses import from_openings
from shatterproof_properties.witnesses.pair import Pair, shipped

# Those of the spec


@cache
def known_questions(game_name: str) -> tuple[Question, ...]:
    """The questions of the spec about readings: shipped witnesses, and examples in the clauses of readings.

    None begins with a game that is over, since engines are seldom asked to go on with one.
    """
    game = find_game(game_name)
    examples = [question for questions in clause_questions(game_name).values() for question in questions]
    return _smallest_first(question for question in (*_witnesses(game), *examples) if not _is_over(question))


def _is_over(question: Question) -> bool:
    begun = begun_somehow(question)
    return begun is not None and question.rules.outcome(begun) is not None


def enlarged(game: AnyGame, questions: Iterable[Question], boards: Iterable[str]) -> Iterator[Question]:
    """Questions about boards other than `boards`, set into the smallest of `boards` that have room."""
    larger = by_area(game, boards)
    for question in questions:
        begun = None if question.board in larger else begun_somehow(question)
        for embedding in embeddings(question, larger, begun) if begun else ():
            yield embedding.under({})


@cache
def clause_questions(game_name: str) -> dict[str, tuple[Question, ...]]:
    """The examples in the clause of each reading, near misses included, smallest first."""
    found: dict[str, list[Question]] = {reading: [] for reading in find_game(game_name).Readings.choices()}
    for clause, question in example_questions(game_name, shown_by=found):
        asked = question.under({})
        # It is asked under readings of our own, unless what it remembers makes sense under its own only.
        with suppress(InputError):
            if question.turn and asked.begin(asked.rules.Readings(), strict=False) is not None:
                found[clause].append(asked)
    return {reading: _smallest_first(questions) for reading, questions in found.items()}


def _smallest_first(questions: Iterable[Question]) -> tuple[Question, ...]:
    return tuple(sorted(dict.fromkeys(questions), key=lambda question: question.size))


def _witnesses(game: AnyGame) -> Iterator[Question]:
    """The witnesses shipped with the spec. For a witness about a position, the question is about one of its turns."""
    for pair in shipped(game.NAME):
        if pair.witness is not None:
            question = pair.witness.question
            turn = question.turn or _first_turn(game, pair)
            yield question.under({}).asking("apply", turn).abridged()


def _first_turn(game: AnyGame, pair: Pair) -> str:
    """A turn of a witness's position under a value that accepts it; if its game is over, any text that can be read."""
    assert pair.witness is not None
    accepted = next(value for value, said in pair.witness.answers.items() if said["verdict"] != "refused")
    readings = game.Readings.from_mapping({**pair.given, pair.reading: accepted})
    position = pair.witness.question.begin(readings)
    if game.outcome(position):
        position = game.start()
    return game.format_turn(position, next(iter(game.turns(position))))


# Games looked for


MOST_LISTED = 12_000
"""The most results listed in a search on the smallest board. A draw in Crumble is found after 7,754 of 20,000."""
LARGER = 0.3
"""The share of these for each other board. Readings show on small boards, and listing takes longer on large ones."""


def search(
    game: AnyGame,
    boards: Iterable[str],
    pair: Sequence[Assignment],
    seed: int,
    most: int = MOST_LISTED,
    on_progress: Callable[[], None] = lambda: None,
) -> Iterator[Question]:
    """Questions from openings that tell two sets of readings apart, by `from_openings.search`."""

    def tells_apart(question: Question) -> bool:
        return count_answers(question, pair) == 2

    return from_openings.search(game, boards, pair, tells_apart, seed, most, LARGER, on_progress)
